package table

import (
	"bytes"
	"encoding/json"
	"fmt"

	"omerta/mafia"
	"omerta/names"
)

// The verbs of a table, beside those of the game.
const (
	DoUndo     mafia.Verb = "undo"
	DoRedo     mafia.Verb = "redo"
	DoInsert   mafia.Verb = "insert"
	DoPause    mafia.Verb = "pause"
	DoResume   mafia.Verb = "resume"
	DoAddTime  mafia.Verb = "add-time"
	DoFreeze   mafia.Verb = "freeze"
	DoContinue mafia.Verb = "continue"
	DoVoid     mafia.Verb = "void"

	// doDeal and doHalt are written by the table itself and accepted from nobody.
	doDeal mafia.Verb = "deal"
	doHalt mafia.Verb = "halt"
)

// The commands of a table. They implement mafia.Command so that one union
// describes all that a host may send, but the game refuses them.
type (
	// Undo takes the history back to its first To steps; 0 takes back what
	// was done last: a step, or an insertion without the steps after it. The deal stays. When the table is void, it takes that back.
	Undo struct {
		To int `json:"to"`
	}
	// Redo does again what was undone, one step; a new command forgets it.
	Redo struct{}
	// Insert puts a forgotten command in after the first At steps. The later
	// commands are judged anew; when one is refused, nothing changes.
	Insert struct {
		At      int             `json:"at"`
		Command json.RawMessage `json:"command"`
	}
	// Pause stops the clock.
	Pause struct{}
	// Resume lets the clock go on.
	Resume struct{}
	// AddTime gives the running turn seconds, or takes them away.
	AddTime struct {
		Seconds int `json:"seconds"`
	}
	// Freeze pauses everything: nothing but Continue and Void is accepted.
	Freeze struct{}
	// Continue ends a Freeze.
	Continue struct{}
	// Void declares the game void; it can be taken back by Undo.
	Void struct{}
)

// Verb implements mafia.Command.
func (Undo) Verb() mafia.Verb { return DoUndo }

// Verb implements mafia.Command.
func (Redo) Verb() mafia.Verb { return DoRedo }

// Verb implements mafia.Command.
func (Insert) Verb() mafia.Verb { return DoInsert }

// Verb implements mafia.Command.
func (Pause) Verb() mafia.Verb { return DoPause }

// Verb implements mafia.Command.
func (Resume) Verb() mafia.Verb { return DoResume }

// Verb implements mafia.Command.
func (AddTime) Verb() mafia.Verb { return DoAddTime }

// Verb implements mafia.Command.
func (Freeze) Verb() mafia.Verb { return DoFreeze }

// Verb implements mafia.Command.
func (Continue) Verb() mafia.Verb { return DoContinue }

// Verb implements mafia.Command.
func (Void) Verb() mafia.Verb { return DoVoid }

// maxAdded bounds what AddTime gives at once: an hour.
const maxAdded = 3600

// Commands lists a zero value of every command of a table.
func Commands() []mafia.Command {
	return []mafia.Command{Undo{}, Redo{}, Insert{}, Pause{}, Resume{}, AddTime{}, Freeze{}, Continue{}, Void{}}
}

// verbOf reads the verb alone; "" when there is none.
func verbOf(raw []byte) mafia.Verb { return mafia.VerbOf(raw) }

// parseCommand reads a command of the table or of the game. Unknown verbs and
// fields are an error that wraps ErrCommand.
func parseCommand(raw []byte) (mafia.Command, error) {
	switch verbOf(raw) {
	case DoUndo:
		return strict[Undo](raw)
	case DoRedo:
		return strict[Redo](raw)
	case DoInsert:
		return parseInsert(raw)
	case DoPause:
		return strict[Pause](raw)
	case DoResume:
		return strict[Resume](raw)
	case DoAddTime:
		return strict[AddTime](raw)
	case DoFreeze:
		return strict[Freeze](raw)
	case DoContinue:
		return strict[Continue](raw)
	case DoVoid:
		return strict[Void](raw)
	}
	return parseGame(raw)
}

// parseGame reads a command of the game, with what people have typed in it
// cleaned.
func parseGame(raw []byte) (mafia.Command, error) {
	c, err := mafia.UnmarshalCommand(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCommand, err)
	}
	return tidied(c)
}

// parseInsert reads an Insert, and what is to be inserted.
func parseInsert(raw []byte) (mafia.Command, error) {
	c, err := strict[Insert](raw)
	if err != nil {
		return nil, err
	}
	ins, _ := c.(Insert)
	inner, err := parseGame(ins.Command)
	if err != nil {
		return nil, err
	}
	if ins.Command, err = mafia.MarshalCommand(inner); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCommand, err)
	}
	return ins, nil
}

// tidied is a command with its nick or reason as they may be kept; ErrNick and
// ErrReason where they may not. Whether a nick may be missing, the rules say.
func tidied(c mafia.Command) (mafia.Command, error) {
	ok := true
	switch x := c.(type) {
	case mafia.Substitute:
		if x.Nick == "" {
			return x, nil
		}
		if x.Nick, ok = names.Nick(x.Nick); !ok {
			return nil, ErrNick
		}
		return x, nil
	case mafia.Foul:
		x.Reason, ok = names.Reason(x.Reason)
		c = x
	case mafia.Remove:
		x.Reason, ok = names.Reason(x.Reason)
		c = x
	case mafia.Forfeit:
		x.Reason, ok = names.Reason(x.Reason)
		c = x
	case mafia.Overrule:
		inner, err := tidied(x.Command)
		return mafia.Overrule{Command: inner}, err
	}
	if !ok {
		return nil, ErrReason
	}
	return c, nil
}

// strict reads one command of the table, verb and known fields only.
func strict[C mafia.Command](raw []byte) (mafia.Command, error) {
	var c C
	d := json.NewDecoder(bytes.NewReader(mafia.Untagged(raw)))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCommand, err)
	}
	return c, nil
}
