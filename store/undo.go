package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/sqlite"
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
// can be taken back itself. Of each thread that somebody holds, an agent needs the lease for it, as
// for any other change; of the guard, the version does not count. What others did is for the owner to
// take back: with a token that has a name it is an [OwnerError].
func (s *Store) Undo(ctx context.Context, by By, eventID string, g Guard) (Written[Undone], error) {
	return s.undo(ctx, by, g, func(tx *tx) ([]pastChange, error) {
		past, err := tx.pastChange(eventID)
		if err := found(err, "event", eventID); err != nil {
			return nil, err
		}
		if by.Token != "" {
			own, err := ownEvent(tx, map[string]string{"event_id": eventID}, g)
			if err != nil {
				return nil, err
			}
			if !own.mine {
				return nil, askFor("undo", own.unproven("somebody else made this change, or works on it"))
			}
		}
		return []pastChange{past}, nil
	})
}

// UndoRange chooses the changes that [Store.UndoAll] takes back.
type UndoRange struct {
	Actor      Actor   // empty: any, if SourceTool or Via is set
	SourceTool string  // empty: any
	Via        *string // the name of a token; nil: any, and none; empty: none
	From, To   Time    // both included
}

// UndoAll takes back all changes of an actor in a time range, or none: the newest first,
// each by the rule of [Store.Undo]. What was undone already is left out, and so is what no
// undo is for: leases, session records, settings and approvals.
func (s *Store) UndoAll(ctx context.Context, by By, r UndoRange, g Guard) (Written[Undone], error) {
	var v invalid
	if r.Actor != "" {
		v.oneOf("actor", string(r.Actor), []string{string(Owner), string(Agent)})
	}
	if r.Actor == "" && r.SourceTool == "" && textOf(r.Via) == "" {
		v.add("actor", "is required, or source_tool, or a via that is not empty: whose changes to undo")
	}
	if r.To.Before(r.From.Time) {
		v.add("to", "must not be before from")
	}
	if err := v.err(); err != nil {
		return Written[Undone]{}, err
	}
	return s.undo(ctx, by, g, func(tx *tx) ([]pastChange, error) { return tx.pastChanges(r) })
}

func (s *Store) undo(ctx context.Context, by By, g Guard, choose func(*tx) ([]pastChange, error)) (Written[Undone], error) {
	return answer(ctx, s, "undo a change", by, func(tx *tx) (out Written[Undone], err error) {
		changes, err := choose(tx)
		if err != nil {
			return out, err
		}
		return tx.undo(changes, g)
	})
}

func (tx *tx) undo(changes []pastChange, g Guard) (out Written[Undone], err error) {
	later, err := tx.laterThan(changes)
	if err != nil {
		return out, err
	}
	out.Item = Undone{Undone: []string{}, Events: []string{}}
	texts := textStepsOf(changes)
	blocked := &ConflictError{Message: phrase.UndoNewer.String()}
	for _, past := range changes {
		later.findBlocking(past, blocked)
		if len(blocked.Blocking) > 0 {
			continue // to name them all
		}
		if out.EventID, err = tx.reverse(past, texts, g); err != nil {
			return out, err
		}
		out.Item.Undone = append(out.Item.Undone, past.ID)
		out.Item.Events = append(out.Item.Events, out.EventID)
	}
	if len(blocked.Blocking) > 0 {
		return out, blocked
	}
	return out, nil
}

// reverse gives every item of a change the fields it had before, and records that.
func (tx *tx) reverse(past pastChange, texts textSteps, g Guard) (string, error) {
	if !lasting(past.Kind) {
		return "", &ConflictError{Message: fmt.Sprintf("a change of kind %s can't be undone", past.Kind)}
	}
	back := make([]part, 0, len(past.parts))
	for _, p := range past.inTurn() {
		along := p.of.item != past.parts[0].of.item
		reversed, err := tx.reversePart(p, along, past, texts, g)
		if gone := new(NotFoundError); errors.As(err, &gone) {
			message := gone.Error() + ": it was deleted; undo that first"
			if gone.Deleted != nil {
				message = fmt.Sprintf("%s %s was deleted (event %s): undo that first", gone.Kind, gone.ID, gone.Deleted.Event)
			}
			err = &ConflictError{Message: message}
		}
		if err != nil {
			return "", err
		}
		if along {
			back = append(back, reversed...)
		} else {
			back = append(reversed, back...)
		}
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

// reversePart returns what it did to the item, and to others along with it. An item that came along
// with another is left alone when it is gone by now, or when it is a project that holds other work.
func (tx *tx) reversePart(p part, along bool, past pastChange, texts textSteps, g Guard) ([]part, error) {
	it, err := tx.tracked(p.of.item)
	if err != nil {
		return nil, err
	}
	if t, ok := it.(*Thread); ok && t.Lease != nil && !p.isIncidental() {
		if err := tx.protectPast(t, g); err != nil {
			return nil, err
		}
	}
	if p.before == nil {
		if along && it.gone() {
			return nil, nil
		}
		erased, err := tx.eraseWhole(it, past)
		if along && errors.As(err, new(*inUseError)) {
			return nil, nil
		}
		return erased, err
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
	restored, err := texts.restore(tx, it, past.ID, p, now)
	return []part{restored}, err
}

// protectPast is [tx.protect] for what was done to a thread that somebody holds. A lease may be
// that of another thread of the same undo.
func (tx *tx) protectPast(t *Thread, g Guard) error {
	if g.LeaseID = g.leaseOf(t); g.LeaseID != "" {
		t.renew(tx.now)
	}
	return tx.protect(*t, g, false)
}

// leaseOf is the one of the guard's leases that a thread has; empty: none of them.
func (g Guard) leaseOf(t *Thread) string {
	for _, id := range append([]string{g.LeaseID}, g.OtherLeases...) {
		if t.lease.is(id) {
			return id
		}
	}
	return ""
}

// eraseWhole deletes an item whose creation or return is taken back, with what hangs on it. A
// project that is in use by now stays: its work is not the mistake.
func (tx *tx) eraseWhole(it tracked, past pastChange) ([]part, error) {
	var also []part
	var err error
	switch it := it.(type) {
	case *Thread:
		also, err = tx.eraseReminders("thread_id", it.ID)
	case *Project:
		err = tx.checkUnused(it, past)
	}
	if err != nil {
		return nil, err
	}
	erased, err := tx.erase(it)
	return append([]part{erased}, also...), err
}

// checkUnused refuses to take back a project that holds work. The progress text that came back with
// it is none, as long as nobody has written in it since.
func (tx *tx) checkUnused(p *Project, past pastChange) error {
	var used bool
	since := ""
	if past.UndoOf != nil {
		since = past.ID
	}
	err := tx.Row(`SELECT EXISTS (SELECT 1 FROM thread_counts WHERE project_slug = ?1 AND n > 0)
		OR EXISTS (SELECT 1 FROM reminders WHERE project_slug = ?1 AND deleted_at IS NULL)
		OR EXISTS (SELECT 1 FROM progress_files f JOIN revisions r ON r.item = 'progress/' || f.id AND r.rev = f.rev WHERE f.project_slug = ?1 AND r.markdown <> ''
			AND (?2 = '' OR EXISTS (SELECT 1 FROM events WHERE item = 'progress/' || f.id AND id > ?2)))`, p.Slug, since).Scan(&used)
	if err == nil && used {
		return &inUseError{ConflictError{Message: fmt.Sprintf("the project %q holds work by now: delete it if that is to go as well", p.Slug)}}
	}
	return err
}

// inUseError is a project that can't be taken back because it holds work.
type inUseError struct{ conflict ConflictError }

func (e *inUseError) Error() string { return e.conflict.Error() }
func (e *inUseError) Unwrap() error { return &e.conflict }

// pastChanges are the changes in a range that are still in effect, the newest first.
func (tx *tx) pastChanges(r UndoRange) ([]pastChange, error) {
	compacted, err := scanCompaction(tx.Row(compactionQuery))
	if err != nil {
		return nil, err
	}
	if compacted.covers(sqlite.FirstID(r.From.Time)) {
		return nil, &InvalidError{Fields: []FieldError{{"from", "is too long ago: " + compacted.reach()}}}
	}
	// An id is never older than its event, but after the clock stepped back it may be newer.
	c := conditions{parts: []string{"e.at BETWEEN ? AND ? AND e.id >= ?"}, args: []any{r.From, r.To, sqlite.FirstID(r.From.Time)}}
	if r.Actor != "" {
		c.add("e.actor = ?", r.Actor)
	}
	if r.SourceTool != "" {
		c.add("e.source_tool = ?", r.SourceTool)
	}
	c.viaIs("e.via", r.Via)
	c.add("e.kind NOT IN (SELECT value FROM json_each(?)) AND e.kind NOT LIKE 'session.%'", passingKinds)
	const most = 2 * maxUndo // what was undone already is among them
	var bytes int
	if err := tx.Row(`SELECT coalesce(sum(coalesce(length(e.before), 0) + coalesce(length(e.after), 0)), 0) FROM events e WHERE `+c.text(), c.args...).Scan(&bytes); err != nil {
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
	undone, err := takenBack(tx.Query, ids)
	if err != nil {
		return nil, err
	}
	again, err := tx.doneAgain(ids)
	if err != nil {
		return nil, err
	}
	var chosen []pastChange
	covered := map[string]bool{} // done again by a change that is taken back
	for _, past := range all {   // the newest first
		if !lasting(past.Kind) || undone[past.ID] || covered[past.ID] || past.UndoOf != nil && inRange[*past.UndoOf] {
			continue
		}
		for _, id := range again[past.ID] {
			covered[id] = true
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

// doneAgain lists what each of the changes does once more: by undoing an undo of it, and so on.
func (tx *tx) doneAgain(ids []string) (map[string][]string, error) {
	text, err := jsonText(ids)
	if err != nil {
		return nil, err
	}
	type redo struct{ id, of string }
	redos, err := txCollect(tx, func(r rowScanner) (d redo, err error) {
		err = r.Scan(&d.id, &d.of)
		return d, err
	}, `WITH RECURSIVE chain(id, of, n) AS (
		SELECT id, undo_of, 1 FROM events WHERE id IN (SELECT value FROM json_each(?)) AND undo_of IS NOT NULL
		UNION ALL SELECT chain.id, e.undo_of, n + 1 FROM chain JOIN events e ON e.id = chain.of WHERE e.undo_of IS NOT NULL)
		SELECT id, of FROM chain WHERE n % 2 = 0`, text)
	again := map[string][]string{}
	for _, d := range redos {
		again[d.id] = append(again[d.id], d.of)
	}
	return again, err
}
