package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// pastChange is a recorded change with all its parts, that of its subject first.
type pastChange struct {
	Event
	parts []part
}

// passing are the changes that follow from others, or from the time: no undo is for them,
// and they stand in nobody's way.
var passing = []string{"thread.claimed", "thread.released", "reminder.rescheduled", "reminder.fired"}

// passingKinds is passing for a query.
var passingKinds = func() string {
	text, err := jsonText(passing)
	if err != nil {
		panic(err)
	}
	return text
}()

// lasting tells the kinds of events that an undo is for.
func lasting(kind string) bool {
	of, _, _ := strings.Cut(kind, ".")
	return trackers[of] != nil && !slices.Contains(passing, kind)
}

// pastChange reads an event with all its parts. One that is beyond undo is a [ConflictError].
func (tx *tx) pastChange(id string) (pastChange, error) {
	c, err := scanCompaction(tx.Row(compactionQuery))
	if err != nil {
		return pastChange{}, err
	}
	if c.covers(id) {
		return pastChange{}, &ConflictError{Message: "this change is too old to be undone: " + c.reach()}
	}
	past, err := scanChange(tx.Row(`SELECT `+changeColumns+`, e.item, e.subject, e.before, e.after FROM events e WHERE e.id = ?`, id))
	if err != nil {
		return pastChange{}, err
	}
	return past, tx.addParts(&past)
}

// addParts reads the other items of a change: projects first, and reminders last, which can't come
// back before what they are about.
func (tx *tx) addParts(past *pastChange) error {
	parts, err := txCollect(tx, scanPart, `SELECT item, subject, before, after FROM event_parts WHERE event_id = ? ORDER BY item`, past.ID)
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Compare(a.comesBack(), b.comesBack())
	})
	past.parts = append(past.parts, parts...)
	return err
}

// comesBack is where an item stands among those that one undo brings back.
func (p part) comesBack() int {
	switch kind, _, _ := strings.Cut(p.of.item, "/"); kind {
	case kindProject:
		return 0
	case kindReminder:
		return 2
	}
	return 1
}

// inTurn are the parts in the order to take them back in: what came goes the other way round than it
// comes back, what hangs on others first. That of the subject is the first, unless it is a project, which
// what came with it is in.
func (past pastChange) inTurn() []part {
	if past.parts[0].before != nil {
		return past.parts
	}
	parts := slices.Clone(past.parts)
	hanging := parts[1:]
	if parts[0].comesBack() == 0 {
		hanging = parts
	}
	slices.SortStableFunc(hanging, func(a, b part) int { return cmp.Compare(b.comesBack(), a.comesBack()) })
	return parts
}

func scanChange(r rowScanner) (past pastChange, err error) {
	var p part
	var before, after *string
	e := &past.Event
	if err := r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Via, &e.token, &e.Kind, &e.Subject, &e.UndoOf, &p.of.item, &p.of.uri, &before, &after); err != nil {
		return past, err
	}
	past.parts = []part{p}
	return past, past.parts[0].unpack(before, after)
}

func scanPart(r rowScanner) (p part, err error) {
	var before, after *string
	if err := r.Scan(&p.of.item, &p.of.uri, &before, &after); err != nil {
		return p, err
	}
	return p, p.unpack(before, after)
}

func (p *part) unpack(before, after *string) error {
	for text, to := range map[*string]*fields{before: &p.before, after: &p.after} {
		if text == nil {
			continue
		}
		if err := json.Unmarshal([]byte(*text), to); err != nil {
			return fmt.Errorf("read a recorded change: %w", err)
		}
	}
	return nil
}

// trackers load an item of each kind by its id, also a deleted one.
var trackers map[string]func(tx *tx, id string) (tracked, error)

// The map is filled here because its functions lead back to it: undoing a project's
// deletion brings back its threads.
func init() {
	trackers = map[string]func(tx *tx, id string) (tracked, error){
		kindThread:   loadTracked((*tx).anyThread),
		kindProject:  loadTracked((*tx).projectByID),
		kindReminder: loadTracked((*tx).anyReminder),
		kindProgress: loadTracked((*tx).progressByID),
		kindPage:     loadTracked((*tx).anyPage),
		kindImport:   loadTracked((*tx).anyImport),
	}
}

// loadTracked fits a loader of one type of item into [trackers].
func loadTracked[T any, P interface {
	*T
	tracked
}](load func(*tx, string) (T, error)) func(*tx, string) (tracked, error) {
	return func(tx *tx, id string) (tracked, error) {
		item, err := load(tx, id)
		return P(&item), err
	}
}

func (tx *tx) tracked(item string) (tracked, error) {
	kind, id, _ := strings.Cut(item, "/")
	load := trackers[kind]
	if load == nil {
		return nil, &ConflictError{Message: fmt.Sprintf("a change of kind %s can't be undone", kind)}
	}
	return load(tx, id)
}

// incidental are the fields that follow from others: they stand in nobody's way, and go
// back only where nothing else has moved them since.
var incidental = []string{"last_activity_at", "paused_at", "lease"}

// earlier are the values that an undo gives back.
func (p part) earlier(now fields) fields {
	earlier := maps.Clone(p.before)
	for _, name := range incidental {
		if name == "lease" || !bytes.Equal(now[name], p.after[name]) {
			delete(earlier, name)
		}
	}
	return earlier
}

// touches reports whether two changes of one item changed the same field. A creation and a
// deletion are about all of them.
func (p part) touches(other part) bool {
	if p.isWhole() || other.isWhole() {
		return !p.isIncidental() && !other.isIncidental()
	}
	for name := range p.before {
		if _, both := other.before[name]; both && !slices.Contains(incidental, name) {
			return true
		}
	}
	return false
}

// isWhole tells a creation or a deletion.
func (p part) isWhole() bool { return p.before == nil || p.after == nil }

// isIncidental tells a change of nothing but a lease or the time of the last activity.
func (p part) isIncidental() bool {
	if p.isWhole() {
		return false
	}
	for name := range p.before {
		if !slices.Contains(incidental, name) {
			return false
		}
	}
	return true
}

// laterChanges are what happened to some items after the changes that are to be taken back.
type laterChanges struct {
	ofItem map[string][]pastChange // the newest first
	undone map[string]bool         // those taken back by now
}

// laterThan reads what may stand in the way of changes, each item's once. Of the fields that
// changed it knows the names only: whole texts of a long history would fill the memory.
func (tx *tx) laterThan(changes []pastChange) (laterChanges, error) {
	oldest := map[string]string{}
	for _, past := range changes { // the newest first
		for _, p := range past.parts {
			oldest[p.of.item] = past.ID
		}
	}
	later := laterChanges{map[string][]pastChange{}, map[string]bool{}}
	for item, since := range oldest {
		var err error
		later.ofItem[item], err = txCollect(tx, scanChangedNames, `
			SELECT `+changeColumns+`, `+changedNames("e")+` FROM events e WHERE e.item = ?1 AND e.id > ?2
			UNION ALL
			SELECT `+changeColumns+`, `+changedNames("p")+` FROM event_parts p JOIN events e ON e.id = p.event_id
			WHERE p.item = ?1 AND p.event_id > ?2
			ORDER BY 1 DESC`, item, since)
		if err != nil {
			return later, err
		}
	}
	return later, nil
}

// findBlocking adds the changes that stand in the way of taking one back. A newer one that
// was undone since counts as little as its undo.
func (l laterChanges) findBlocking(past pastChange, blocked *ConflictError) {
	for _, p := range past.parts {
		undone := map[string]bool{}
		for _, n := range l.ofItem[p.of.item] { // the newest first: an undo before what it undid
			switch {
			case n.ID <= past.ID || undone[n.ID] || l.undone[n.ID] || !lasting(n.Kind):
			case n.UndoOf != nil && *n.UndoOf > past.ID:
				undone[*n.UndoOf] = true
			case n.parts[0].touches(p) && !slices.ContainsFunc(blocked.Blocking, func(e Event) bool { return e.ID == n.ID }):
				if n.UndoOf != nil && *n.UndoOf == past.ID {
					blocked.Message = "this was undone already; to have it again, undo the event of that undo"
				}
				blocked.Blocking = append(blocked.Blocking, n.Event)
			}
		}
	}
	l.undone[past.ID] = true
}

// changedNames are the names of the fields in a row's before and after; null for neither.
func changedNames(row string) string {
	return `(SELECT json_group_object(key, NULL) FROM json_each(` + readable(row+".before") + `)) AS before_names, ` +
		row + `.before IS NULL, ` + row + `.after IS NULL`
}

// scanChangedNames reads a change with its one part, the values left out.
func scanChangedNames(r rowScanner) (past pastChange, err error) {
	var names string
	var born, ended bool
	e := &past.Event
	if err := r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Via, &e.token, &e.Kind, &e.Subject, &e.UndoOf, &names, &born, &ended); err != nil {
		return past, err
	}
	var p part
	if !born {
		if err := json.Unmarshal([]byte(names), &p.before); err != nil {
			return past, fmt.Errorf("read a recorded change: %w", err)
		}
	}
	if !ended {
		p.after = fields{}
	}
	past.parts = []part{p}
	return past, nil
}
