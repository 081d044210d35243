package table

import (
	"bytes"
	"encoding/json"
	"errors"

	"omerta/mafia"
)

// keyringSize is how many answers are at hand without asking the journal.
const keyringSize = 64

// keyring holds the last answers by idempotency key, the refused ones too: an
// answer that was lost on the way is given again as it was. Accepted commands
// are found in the journal when they have left the ring.
type keyring struct {
	answers map[string]keyed
	order   []string
}

type keyed struct {
	who     mafia.Viewer
	command json.RawMessage
	answer  Answer
	err     error
}

func (k *keyring) find(r Request) (Answer, bool, error) {
	old, ok := k.answers[r.Key]
	if r.Key == "" || !ok {
		return Answer{}, false, nil
	}
	if old.who != r.Who || !sameCommand(old.command, r.Command) {
		return Answer{}, true, &Refusal{Why: WhyKeyUsed}
	}
	return old.answer, true, old.err
}

func (k *keyring) keep(r Request, a Answer) {
	k.put(r.Key, keyed{who: r.Who, command: r.Command, answer: a})
}

// refuse keeps a refusal; a failure is not kept, for it may be tried again.
func (k *keyring) refuse(r Request, err error) {
	var game *mafia.Refusal
	var own *Refusal
	if errors.As(err, &game) || errors.As(err, &own) {
		k.put(r.Key, keyed{who: r.Who, command: r.Command, err: err})
	}
}

func (k *keyring) put(key string, v keyed) {
	if key == "" {
		return
	}
	if k.answers == nil {
		k.answers = make(map[string]keyed, keyringSize)
	}
	if _, ok := k.answers[key]; !ok {
		if len(k.order) == keyringSize {
			delete(k.answers, k.order[0])
			k.order = append(k.order[:0], k.order[1:]...)
		}
		k.order = append(k.order, key)
	}
	k.answers[key] = v
}

// sameCommand compares two commands whatever the order of their fields.
func sameCommand(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, err := canonical(a)
	if err != nil {
		return false
	}
	y, err := canonical(b)
	return err == nil && bytes.Equal(x, y)
}

func canonical(raw json.RawMessage) (json.RawMessage, error) {
	c, err := parseCommand(raw)
	if errors.Is(err, ErrCommand) {
		c, err = parseFriends(raw)
	}
	if err != nil {
		return nil, err
	}
	return plain(c)
}
