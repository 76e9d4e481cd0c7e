package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Undone is what an undo did.
type Undone struct {
	// Undone are the events taken back, the newest first.
	Undone []string `json:"undone" nullable:"false" example:"[\"0k3x5p9q2abd\"]"`
	// Events are the events that record it, in the same order.
	Events []string `json:"events" nullable:"false" example:"[\"0k3x5p9q2abz\"]"`
}

// The bounds of one undo of a time range: every other change waits for it.
const (
	maxUndo      = 1000     // events
	maxUndoBytes = 16 << 20 // of what they recorded
)

var tooMuchToUndo = &InvalidError{Fields: []FieldError{{"from", fmt.Sprintf("leaves more than %d changes to undo, or too long ones: choose a shorter time", maxUndo)}}}

// Undo takes one change back, by the id of its event, as long as nothing newer has touched
// the same fields: a [ConflictError] says what has. An undo is a change like any other and
// can be taken back itself.
func (s *Store) Undo(ctx context.Context, by By, eventID string) (Written[Undone], error) {
	return s.undo(ctx, by, func(tx *tx) ([]pastChange, error) {
		past, err := tx.pastChange(eventID)
		return []pastChange{past}, found(err, "event", eventID)
	})
}

// UndoRange chooses the changes that [Store.UndoAll] takes back.
type UndoRange struct {
	Actor      Actor  // empty: any, if SourceTool is set
	SourceTool string // empty: any
	From, To   Time   // both included
}

// UndoAll takes back all changes of an actor in a time range, or none: the newest first,
// each by the rule of [Store.Undo]. What was undone already is left out, and so is what no
// undo is for: leases, session records, settings and approvals.
func (s *Store) UndoAll(ctx context.Context, by By, r UndoRange) (Written[Undone], error) {
	var v invalid
	if r.Actor != "" {
		v.oneOf("actor", string(r.Actor), []string{string(Owner), string(Agent)})
	}
	if r.Actor == "" && r.SourceTool == "" {
		v.add("actor", "is required, or source_tool: whose changes to undo")
	}
	if r.To.Before(r.From.Time) {
		v.add("to", "must not be before from")
	}
	if err := v.err(); err != nil {
		return Written[Undone]{}, err
	}
	return s.undo(ctx, by, func(tx *tx) ([]pastChange, error) { return tx.pastChanges(r) })
}

func (s *Store) undo(ctx context.Context, by By, choose func(*tx) ([]pastChange, error)) (Written[Undone], error) {
	var out Written[Undone]
	err := s.write(ctx, "undo a change", by, func(tx *tx) error {
		changes, err := choose(tx)
		if err != nil {
			return err
		}
		later, err := tx.laterThan(changes)
		if err != nil {
			return err
		}
		out.Item = Undone{Undone: []string{}, Events: []string{}}
		blocked := &ConflictError{Message: "newer changes of the same fields stand in the way; undo those first"}
		for _, past := range changes {
			later.findBlocking(past, blocked)
			if len(blocked.Blocking) > 0 {
				continue // to name them all
			}
			if out.EventID, err = tx.reverse(past); err != nil {
				return err
			}
			out.Item.Undone = append(out.Item.Undone, past.ID)
			out.Item.Events = append(out.Item.Events, out.EventID)
		}
		if len(blocked.Blocking) > 0 {
			return blocked
		}
		tx.written = out
		return nil
	})
	return out, err
}

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

// reverse gives every item of a change the fields it had before, and records that.
func (tx *tx) reverse(past pastChange) (string, error) {
	if !lasting(past.Kind) {
		return "", &ConflictError{Message: fmt.Sprintf("a change of kind %s can't be undone", past.Kind)}
	}
	back := make([]part, 0, len(past.parts))
	for _, p := range past.parts {
		reversed, err := tx.reversePart(p)
		if gone := new(NotFoundError); errors.As(err, &gone) {
			err = &ConflictError{Message: gone.Error() + ": it was deleted; undo that first"}
		}
		if err != nil {
			return "", err
		}
		back = append(back, reversed...)
	}
	kind, _, _ := strings.Cut(past.Kind, ".")
	if main := past.parts[0]; main.before == nil {
		kind += ".deleted"
	} else {
		kind += ".updated"
	}
	tx.undoOf = &past.ID
	defer func() { tx.undoOf = nil }()
	return tx.record(kind, back[0], back[1:]...)
}

// reversePart returns what it did to the item, and to others along with it.
func (tx *tx) reversePart(p part) ([]part, error) {
	it, err := tx.tracked(p.of.item)
	if err != nil {
		return nil, err
	}
	if p.before == nil {
		return tx.eraseWhole(it)
	}
	if p.isIncidental() && it.gone() {
		return []part{{it.subject(), fields{}, fields{}}}, nil
	}
	now, err := it.recorded()
	if err != nil {
		return nil, err
	}
	if p.after == nil {
		if err := it.setGone(tx, false); err != nil {
			return nil, err
		}
		now, err = it.recorded()
		return []part{{it.subject(), nil, now}}, err
	}
	if err := it.restore(tx, p.earlier(now)); err != nil {
		return nil, err
	}
	then, err := it.recorded()
	if err != nil {
		return nil, err
	}
	difference(now, then)
	return []part{{it.subject(), now, then}}, nil
}

// eraseWhole deletes an item whose creation is taken back, with what hangs on it. A project
// that is in use by now stays: its work is not the mistake.
func (tx *tx) eraseWhole(it tracked) ([]part, error) {
	var also []part
	var err error
	switch it := it.(type) {
	case *Thread:
		also, err = tx.eraseReminders("thread_id", it.ID)
	case *Project:
		err = tx.checkUnused(it)
	}
	if err != nil {
		return nil, err
	}
	erased, err := tx.erase(it)
	return append([]part{erased}, also...), err
}

// checkUnused refuses to take back a project that holds work.
func (tx *tx) checkUnused(p *Project) error {
	var used bool
	err := tx.row(`SELECT EXISTS (SELECT 1 FROM thread_counts WHERE project_slug = ?1 AND n > 0)
		OR EXISTS (SELECT 1 FROM reminders WHERE project_slug = ?1 AND deleted_at IS NULL)
		OR EXISTS (SELECT 1 FROM progress_files f JOIN revisions r ON r.item = 'progress/' || f.id AND r.rev = f.rev WHERE f.project_slug = ?1 AND r.markdown <> '')`, p.Slug).Scan(&used)
	if err == nil && used {
		return &ConflictError{Message: fmt.Sprintf("the project %q holds work by now: delete it if that is to go as well", p.Slug)}
	}
	return err
}

// pastChange reads an event with all its parts.
func (tx *tx) pastChange(id string) (pastChange, error) {
	past, err := scanChange(tx.row(`SELECT `+changeColumns+`, e.item, e.subject, e.before, e.after FROM events e WHERE e.id = ?`, id))
	if err != nil {
		return pastChange{}, err
	}
	return past, tx.addParts(&past)
}

// addParts reads the other items of a change: reminders last, which can't come back before
// what they are about.
func (tx *tx) addParts(past *pastChange) error {
	parts, err := txCollect(tx, scanPart, `SELECT item, subject, before, after FROM event_parts WHERE event_id = ? ORDER BY item`, past.ID)
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Compare(strings.Count(a.of.item, kindReminder+"/"), strings.Count(b.of.item, kindReminder+"/"))
	})
	past.parts = append(past.parts, parts...)
	return err
}

// pastChanges are the changes in a range that are still in effect, the newest first.
func (tx *tx) pastChanges(r UndoRange) ([]pastChange, error) {
	// An id is never older than its event, but after the clock stepped back it may be newer.
	c := conditions{parts: []string{"e.at BETWEEN ? AND ? AND e.id >= ?"}, args: []any{r.From, r.To, firstID(r.From)}}
	if r.Actor != "" {
		c.add("e.actor = ?", r.Actor)
	}
	if r.SourceTool != "" {
		c.add("e.source_tool = ?", r.SourceTool)
	}
	c.add("e.kind NOT IN (SELECT value FROM json_each(?)) AND e.kind NOT LIKE 'session.%'", passingKinds)
	const most = 2 * maxUndo // what was undone already is among them
	var bytes int
	if err := tx.row(`SELECT coalesce(sum(coalesce(length(e.before), 0) + coalesce(length(e.after), 0)), 0) FROM events e WHERE `+c.text(), c.args...).Scan(&bytes); err != nil {
		return nil, err
	}
	if bytes > maxUndoBytes {
		return nil, tooMuchToUndo
	}
	all, err := txCollect(tx, scanChange, `SELECT `+changeColumns+`, e.item, e.subject, e.before, e.after FROM events e WHERE `+c.text()+` ORDER BY e.id DESC LIMIT ?`, append(c.args, most)...)
	if err != nil {
		return nil, err
	}
	inRange, ids := make(map[string]bool, len(all)), make([]string, len(all))
	for i, past := range all {
		inRange[past.ID], ids[i] = true, past.ID
	}
	undone, err := takenBack(tx.reads, ids)
	if err != nil {
		return nil, err
	}
	var chosen []pastChange
	for _, past := range all {
		if !lasting(past.Kind) || undone[past.ID] || past.UndoOf != nil && inRange[*past.UndoOf] {
			continue
		}
		if err := tx.addParts(&past); err != nil {
			return nil, err
		}
		chosen = append(chosen, past)
	}
	if len(all) == most || len(chosen) > maxUndo {
		return nil, tooMuchToUndo
	}
	return chosen, nil
}

func scanChange(r rowScanner) (past pastChange, err error) {
	var p part
	var before, after *string
	e := &past.Event
	if err := r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Kind, &e.Subject, &e.UndoOf, &p.of.item, &p.of.uri, &before, &after); err != nil {
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
