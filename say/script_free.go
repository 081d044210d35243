package say

import "omerta/mafia"

// talk is the free day of the game without a host.
func (c *scene) talk() {
	v := c.v
	n := v.News
	c.title("title.day", "n", v.Day)
	switch {
	case n.Kind == "accusation" && n.Hands >= n.Need:
		c.aloud("aloud.condemned", "seats", n.Tied, "n", n.Hands)
		c.rule("hint.condemned", []string{"ORIGINAL-DAY-5"})
	case n.Kind == "accusation":
		c.aloud("aloud.acquitted", "seats", n.Tied, "n", n.Hands, "need", n.Need)
	case n.Kind == "call-night":
		c.aloud("aloud.no-night", "n", n.Hands, "need", n.Need)
	default:
		c.aloud("aloud.talk")
	}
	c.rule("hint.talk", []string{"ORIGINAL-DAY-1"})
	c.rule("hint.accuse", []string{"ORIGINAL-DAY-2"})
	c.rule("hint.call-night", []string{"ORIGINAL-NIGHT-1"}, "need", c.in()/2+1)
	c.button(mafia.CallNight{}, "do.call-night")
}

func (c *scene) accusation() {
	a := c.v.Accused
	c.title("title.accusation")
	c.aloud("aloud.accusation", "by", a.By, "seat", a.To)
	c.aloud("aloud.judge", "seat", a.To)
	c.rule("hint.judge", []string{"ORIGINAL-DAY-3"}, "need", a.Need, "seat", a.To)
	c.rule("hint.drop", []string{"ORIGINAL-DAY-4"})
	c.button(mafia.Judge{}, "do.judge")
}

func (c *scene) notes() {
	c.title("title.notes", "n", c.v.Night)
	c.aloud("aloud.notes")
	c.rule("hint.notes", []string{"ORIGINAL-NIGHT-2"}, "n", c.v.Notes.Left)
	c.rule("hint.alike", []string{"ORIGINAL-TIP-1"})
}

// readNotes reads the names in the notes.
func (c *scene) readNotes() {
	v := c.v
	if len(v.Notes.Read) == 0 {
		c.aloud("aloud.notes-none")
		return
	}
	named := make([]any, len(v.Notes.Read))
	for i, s := range v.Notes.Read {
		named[i] = int(s)
		if s == 0 {
			named[i] = Line{Key: "log.note-nobody"}
		}
	}
	c.aloud("aloud.notes-read", "names", named)
}

// notesRead reads the notes and says what they come to.
func (c *scene) notesRead() {
	v := c.v
	c.readNotes()
	if v.News.Dead != 0 {
		c.aloud("say.morning.victims", "seats", v.News.Dead)
	} else {
		c.aloud("say.morning.nobody")
	}
	c.rule("hint.notes-read", []string{"ORIGINAL-NIGHT-4"})
	c.proceed("do.day")
}
