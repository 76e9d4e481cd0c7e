package store

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// Compacted is what is left of the changes that an item saw on one day, once no undo reaches
// them any more. What they made of the item stays; what it was before each of them does not.
type Compacted struct {
	Changes int         `json:"changes" doc:"How many changes it stands for" example:"12"`
	From    Time        `json:"from" format:"date-time" doc:"When the first of them was; at is when the last was"`
	By      []ChangesBy `json:"by" nullable:"false" doc:"Who made them, the last one last"`
	Notes   []PastNote  `json:"notes" nullable:"false" doc:"What was said about them, such as how a thread ended"`
}

// ChangesBy is how much one author has changed of an item on a day.
type ChangesBy struct {
	Actor      Actor          `json:"actor" enum:"owner,agent"`
	SourceTool *string        `json:"source_tool" doc:"The agent's name; null for the owner" example:"codex"`
	Via        *string        `json:"via" doc:"The name of the token they came with; null: none with a name" example:"laptop"`
	Kinds      map[string]int `json:"kinds" doc:"How many changes of each kind" example:"{\"thread.updated\":11,\"thread.done\":1}"`
}

// PastNote is what somebody said about a change that is compacted by now.
type PastNote struct {
	At   Time   `json:"at" format:"date-time"`
	Kind string `json:"kind" example:"thread.done"`
	Text string `json:"text" example:"Shipped in 1.2"`
}

// compactedKind ends the kind of an event that stands for a day's changes of an item.
const compactedKind = ".compacted"

// authorRow is [ChangesBy] as it is stored: short, because there are many.
type authorRow struct {
	Owner bool           `json:"owner,omitempty"`
	Tool  string         `json:"tool,omitempty"`
	Via   string         `json:"via,omitempty"`
	Token string         `json:"token,omitempty"` // its id; empty: only its name is known
	Kinds map[string]int `json:"kinds"`           // without that of the item in front: every event has it
}

func (a authorRow) made(e Event) bool {
	return a.Owner == (e.Actor == Owner) && a.Tool == textOf(e.SourceTool) && cmp.Or(a.Token, a.Via) == textOf(e.token)
}

func (a authorRow) by(item string) ChangesBy {
	by := ChangesBy{Actor: Agent, Kinds: make(map[string]int, len(a.Kinds))}
	if a.Owner {
		by.Actor = Owner
	}
	if a.Tool != "" {
		by.SourceTool = &a.Tool
	}
	if a.Via != "" {
		by.Via = &a.Via
	}
	of, _, _ := strings.Cut(item, "/")
	for kind, n := range a.Kinds {
		by.Kinds[of+"."+kind] = n
	}
	return by
}

// day is one row of compacted_events.
type day struct {
	id, item    string
	subject     *string
	first, last Time
	authors     []authorRow
	notes       []PastNote
	stored      bool            // and not only about to be
	counted     map[dayKey]bool // as what it was stored
	changed     bool
}

const dayColumns = `c.id, c.item, c.subject, c.first_at, c.last_at, c.authors, c.notes`

func scanDay(r rowScanner) (d day, err error) {
	err = d.scan(r)
	return d, err
}

func (d *day) scan(r rowScanner, more ...any) error {
	var authors string
	var notes *string
	if err := r.Scan(append([]any{&d.id, &d.item, &d.subject, &d.first, &d.last, &authors, &notes}, more...)...); err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(authors), &d.authors); err != nil {
		return &DamagedError{Kind: "event", ID: d.id, Field: "authors"}
	}
	if notes != nil && json.Unmarshal([]byte(*notes), &d.notes) != nil {
		return &DamagedError{Kind: "event", ID: d.id, Field: "notes"}
	}
	return nil
}

// add counts one more change in.
func (d *day) add(e oldEvent) {
	i := slices.IndexFunc(d.authors, func(a authorRow) bool { return a.made(e.Event) })
	author := authorRow{e.Actor == Owner, textOf(e.SourceTool), textOf(e.Via), textOf(e.token), map[string]int{}}
	if i >= 0 {
		author = d.authors[i]
		d.authors = slices.Delete(d.authors, i, i+1)
	}
	if author.Token == author.Via {
		author.Token = ""
	}
	d.authors = append(d.authors, author) // the last one last
	of, id, _ := strings.Cut(d.item, "/")
	author.Kinds[strings.TrimPrefix(e.Kind, of+".")]++
	if e.At.Before(d.first.Time) { // the clock has stepped back
		d.first = e.At
	}
	if e.At.After(d.last.Time) {
		d.last = e.At
	}
	if e.Subject != uriOfID(of, id) {
		d.subject = &e.Subject
	}
	if e.note != nil {
		d.notes = append(d.notes, PastNote{e.At, e.Kind, *e.note})
	}
}

// dayKey is what a day may be chosen by, as in compacted_counts: each part of it may be empty.
type dayKey struct{ kind, actor, tool string }

// keys are all that it is chosen by.
func (d *day) keys() map[dayKey]bool {
	keys := map[dayKey]bool{}
	of, _, _ := strings.Cut(d.item, "/")
	for _, a := range d.authors {
		by := a.by(d.item)
		for kind := range by.Kinds {
			for _, k := range []string{"", of, kind} {
				for _, actor := range []string{"", string(by.Actor)} {
					for _, tool := range []string{"", a.Tool} {
						keys[dayKey{k, actor, tool}] = true
					}
				}
			}
		}
	}
	return keys
}

// texts are the JSON columns of the row.
func (d *day) texts() (authors string, notes any, err error) {
	if authors, err = jsonText(d.authors); err != nil || len(d.notes) == 0 {
		return authors, nil, err
	}
	notes, err = jsonText(d.notes)
	return authors, notes, err
}

// scanDayEvent reads a day, and what its item is called now, as the history shows it.
func scanDayEvent(r rowScanner) (Event, error) {
	var d day
	var title *string
	if err := d.scan(r, &title); err != nil {
		return Event{}, err
	}
	e := d.event()
	e.Title = title
	return e, nil
}

func (d *day) event() Event {
	c := &Compacted{From: d.first, By: []ChangesBy{}, Notes: d.notes}
	if c.Notes == nil {
		c.Notes = []PastNote{}
	}
	for _, a := range d.authors {
		by := a.by(d.item)
		for _, n := range by.Kinds {
			c.Changes += n
		}
		c.By = append(c.By, by)
	}
	of, id, _ := strings.Cut(d.item, "/")
	e := Event{ID: d.id, At: d.last, Actor: Agent, Kind: of + compactedKind, BeyondUndo: true, Compacted: c}
	if d.subject != nil {
		e.Subject = *d.subject
	} else {
		e.Subject = uriOfID(of, id)
	}
	if len(c.By) > 0 {
		last := c.By[len(c.By)-1]
		e.Actor, e.SourceTool = last.Actor, last.SourceTool
	}
	return e
}

// uriOfID is the address of an item of a kind that is found by its id.
func uriOfID(kind, id string) string {
	switch kind {
	case kindReminder:
		return ReminderURI(id)
	case kindSession:
		return SessionURI(id)
	case kindApproval:
		return ApprovalURI(id)
	case kindSettings:
		return SettingURI(id)
	case kindConnector:
		return ConnectorURI(id)
	}
	return ThreadURI(id)
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
