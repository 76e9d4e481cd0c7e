package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

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

const changeColumns = `e.id, e.at, e.actor, e.source_tool, e.kind, e.subject, e.undo_of`

// changedNames are the names of the fields in a row's before and after; null for neither.
func changedNames(row string) string {
	return `(SELECT json_group_object(key, NULL) FROM json_each(` + row + `.before)) AS before_names, ` +
		row + `.before IS NULL, ` + row + `.after IS NULL`
}

// scanChangedNames reads a change with its one part, the values left out.
func scanChangedNames(r rowScanner) (past pastChange, err error) {
	var names string
	var born, ended bool
	e := &past.Event
	if err := r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Kind, &e.Subject, &e.UndoOf, &names, &born, &ended); err != nil {
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
