package club

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"omerta/names"
	"omerta/say"
)

// ListFault is a line of a list that was left out, and why. The text is kept, so that
// nothing of a list is lost.
type ListFault struct {
	Line int      `json:"line"` // from 1
	Text string   `json:"text"`
	Say  say.Line `json:"say"`
}

// Listed is a person of a list.
type Listed struct {
	Line    int
	Nick    string
	Novice  bool
	Notes   string
	Friends []string // nicks
}

// ImportReport tells what became of a list of people.
type ImportReport struct {
	Lines   int         `json:"lines"` // that were not blank
	Added   []string    `json:"added"` // nicks
	Known   []string    `json:"known"` // nicks that were there already
	Faults  []ListFault `json:"faults"`
	Strange []ListFault `json:"strange"` // friends of a line who are in neither list; the line itself was taken
}

// MaxList bounds a list in bytes.
const MaxList = 1 << 20

// Columns of a list with headings, as they may be called.
var listColumns = map[string]string{
	"nick": "nick", "ник": "nick", "игрок": "nick", "имя": "nick", "player": "nick", "name": "nick",
	"novice": "novice", "новичок": "novice", "friends": "friends", "друзья": "friends", "пара": "friends",
	"notes": "notes", "заметки": "notes", "заметка": "notes", "примечание": "notes",
}

var answers = map[string]bool{
	"": false, "no": false, "нет": false, "0": false, "-": false, "false": false,
	"yes": true, "да": true, "1": true, "+": true, "true": true, "новичок": true, "novice": true, "x": true, "х": true,
}

// item is the number before an entry of a list: "12. " or "3) ".
var item = regexp.MustCompile(`^\s*\d{1,3}\s*[.)]\s+`)

// ReadPeople reads a list of people. With a line of headings (nick, novice, friends,
// notes; commas, semicolons or tabs between) it is a CSV file, in which friends are nicks
// between semicolons or commas within quotation marks. Without, each line holds one nick or several
// between commas and semicolons; numbers of a list in front are dropped.
// The same nick twice is taken once and told.
func ReadPeople(text string) (people []Listed, faults []ListFault, lines int) {
	text = strings.TrimPrefix(strings.ToValidUTF8(text, "�"), "\ufeff")
	r := listReader{seen: map[string]int{}}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if strings.TrimSpace(strings.Trim(line, ",;\t ")) == "" {
			continue
		}
		if !r.begun {
			r.begun = true
			if r.headings(line) {
				continue
			}
		}
		lines++
		r.line, r.text = i+1, line
		if r.head == nil {
			r.plain()
		} else {
			r.row()
		}
	}
	return r.people, r.faults, lines
}

type listReader struct {
	begun  bool
	comma  rune
	head   []string
	line   int
	text   string
	people []Listed
	faults []ListFault
	seen   map[string]int // line by nick
}

// headings tells whether a line is one of headings.
func (r *listReader) headings(line string) bool {
	for _, comma := range ",;\t" {
		cells, closed := cellsOf(line, comma)
		var head []string
		for _, cell := range cells {
			head = append(head, listColumns[strings.ToLower(cell)])
		}
		if closed && slices.Contains(head, "nick") {
			r.head, r.comma = head, comma
			return true
		}
	}
	return false
}

func (r *listReader) fault(why say.Line) { r.faults = append(r.faults, ListFault{r.line, r.text, why}) }

// take takes a person, unless he has no nick or was there before.
func (r *listReader) take(p Listed) {
	nick, ok := names.Nick(p.Nick)
	if !ok {
		r.fault(words("list.nick", "text", clip(p.Nick)))
		return
	}
	if was := r.seen[nick]; was > 0 {
		r.fault(words("list.twice", "nick", nick, "line", was))
		return
	}
	r.seen[nick] = r.line
	p.Line, p.Nick = r.line, nick
	r.people = append(r.people, p)
}

func (r *listReader) plain() {
	for _, part := range strings.FieldsFunc(r.text, func(c rune) bool { return c == ',' || c == ';' || c == '\t' }) {
		if part = strings.TrimSpace(item.ReplaceAllString(part, "")); part != "" {
			r.text = part // of a line with many only the one that is at fault
			r.take(Listed{Nick: part})
		}
	}
}

func (r *listReader) row() {
	cells, closed := cellsOf(r.text, r.comma)
	if !closed {
		r.fault(words("list.quotes"))
		return
	}
	if len(cells) > len(r.head) {
		r.fault(words("list.cells", "n", len(cells), "most", len(r.head)))
		return
	}
	var p Listed
	for i, cell := range cells {
		switch r.head[i] {
		case "nick":
			p.Nick = cell
		case "novice":
			var ok bool
			if p.Novice, ok = answers[strings.ToLower(cell)]; !ok {
				r.fault(words("list.novice", "text", clip(cell)))
				return
			}
		case "notes":
			if p.Notes = names.Line(cell); utf8.RuneCountInString(p.Notes) > MaxNotes {
				r.fault(words("list.notes", "n", MaxNotes))
				return
			}
		case "friends":
			for _, f := range strings.FieldsFunc(cell, func(c rune) bool { return c == ',' || c == ';' }) {
				if f = names.Line(f); f != "" {
					p.Friends = append(p.Friends, f)
				}
			}
		}
	}
	r.take(p)
}

// cellsOf takes a line of CSV apart; false where a quotation mark is not closed.
func cellsOf(line string, comma rune) (cells []string, closed bool) {
	var b strings.Builder
	quoted, runes := false, []rune(line)
	for i := 0; i < len(runes); i++ {
		switch c := runes[i]; {
		case c == '"' && !quoted && strings.TrimSpace(b.String()) == "":
			b.Reset()
			quoted = true
		case c == '"' && quoted && i+1 < len(runes) && runes[i+1] == '"':
			b.WriteRune('"')
			i++
		case c == '"' && quoted:
			quoted = false
		case c == comma && !quoted:
			cells = append(cells, strings.TrimSpace(b.String()))
			b.Reset()
		default:
			b.WriteRune(c)
		}
	}
	return append(cells, strings.TrimSpace(b.String())), !quoted
}

// list decides the import of a list.
func (d *decision) list(text string) error {
	if len(text) > MaxList {
		return no(WhyMany, "n", MaxList>>10)
	}
	people, faults, lines := ReadPeople(text)
	rep := &ImportReport{Lines: lines, Added: []string{}, Known: []string{}, Faults: faults, Strange: []ListFault{}}
	if rep.Faults == nil {
		rep.Faults = []ListFault{}
	}
	d.Import = rep
	ids := d.club.nicks()
	looks := d.club.skeletons()
	for _, p := range people {
		id, known := ids[p.Nick]
		if known {
			rep.Known = append(rep.Known, p.Nick)
		} else {
			var err error
			if id, err = d.newPerson(); err != nil {
				return err
			}
			d.emit(PersonAdded{id, d.write(p.Nick, id), p.Novice})
			ids[p.Nick] = id
			rep.Added = append(rep.Added, p.Nick)
		}
		d.met(id, known, p, looks)
	}
	d.ties(people, ids)
	if len(d.Entry.Events) == 0 && lines == 0 {
		return no(WhyEmpty)
	}
	return d.changed()
}

// met notes what a list says of a person; notes that are there stay.
func (d *decision) met(id string, known bool, p Listed, looks map[string][]string) {
	d.People = append(d.People, id)
	old, _ := d.club.now.find(id)
	if known && old.removed {
		d.emit(PersonReturned{id})
	}
	if p.Notes != "" && (!known || d.club.text(old.notes) == "") {
		d.emit(PersonNoted{id, d.write(p.Notes, id)})
	}
	if known {
		return
	}
	skeleton := names.Skeleton(p.Nick)
	if like := looks[skeleton]; skeleton != "" && len(like) > 0 {
		d.Warnings = append(d.Warnings, words("alike", "nick", p.Nick, "names", like))
	}
	looks[skeleton] = append(slices.Clip(looks[skeleton]), p.Nick)
}

// ties makes friends of those who are named so.
func (d *decision) ties(people []Listed, ids map[string]string) {
	done := map[pair]bool{}
	for _, p := range people {
		for _, f := range p.Friends {
			other, ok := ids[f]
			k := pairOf(ids[p.Nick], other)
			switch {
			case !ok:
				d.Import.Strange = append(d.Import.Strange, ListFault{p.Line, f, words("list.friend", "nick", p.Nick, "text", clip(f))})
			case k.a != k.b && !done[k] && d.club.now.bonds[k] == "":
				done[k] = true
				d.emit(Bonded{k.a, k.b, Friends})
			}
		}
	}
}

// nicks gives the ids of all who can be spoken of by nick, on the list or off it.
func (c *Club) nicks() map[string]string {
	out := map[string]string{}
	for _, p := range c.now.people {
		nick := c.text(p.nick)
		if p.into != "" || c.gone[p.id] || nick == "" {
			continue
		}
		if other, taken := out[nick]; !taken || !c.listed(other) {
			out[nick] = p.id
		}
	}
	return out
}

// skeletons gives the nicks on the list by what they look like.
func (c *Club) skeletons() map[string][]string {
	out := map[string][]string{}
	for _, p := range c.now.people {
		if c.listed(p.id) {
			nick := c.text(p.nick)
			k := names.Skeleton(nick)
			out[k] = append(out[k], nick)
		}
	}
	return out
}
