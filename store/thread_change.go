package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// step says what a change to a thread was, once its rule has allowed it.
type step struct {
	kind   string            // of the event
	work   bool              // moves last_activity_at, as a change of a work field does by itself
	alone  bool              // that is all it does
	lease  bool              // a lease change: it raises no version and may show in the event
	silent bool              // writes no event: a renewed lease
	notes  map[string]string // said about the change itself, kept in its event
	adds   bool              // it was asked only to note attempts, known ones among them
	takes  bool              // it takes over what another thread waits for, be that deleted by now
	also   []part            // what the change did to other items

	leftOut string       // see [Written]
	freed   []Dependency // see [Written]
	noted   bool         // see [Written]
}

// changeThread loads a thread, lets rule change it, and writes what came of it.
func (s *Store) changeThread(ctx context.Context, by By, op, id string, g Guard, rule func(*tx, *Thread) (step, error)) (Written[Thread], error) {
	return answer(ctx, s, op, by, func(tx *tx) (out Written[Thread], err error) {
		out, err = tx.changeThread(id, g, func(t *Thread) (step, error) { return rule(tx, t) })
		return out, err
	})
}

func (tx *tx) changeThread(id string, g Guard, rule func(*Thread) (step, error)) (out Written[Thread], err error) {
	t, changed, done, err := tx.amendThread(id, g, rule)
	out.Item, out.LeftOut, out.Freed, out.Noted = t, done.leftOut, done.freed, done.noted
	if err != nil || changed.isNothing() && len(done.notes) == 0 || done.silent {
		return out, err
	}
	for name, text := range done.notes {
		if changed.after[name], err = rawString(text); err != nil {
			return out, err
		}
	}
	out.EventID, err = tx.record(done.kind, changed, done.also...)
	return out, err
}

// amendThread is changeThread without the event: it returns what the rule did to the thread, or
// to the one that it was merged into.
func (tx *tx) amendThread(id string, g Guard, rule func(*Thread) (step, error)) (t Thread, p part, done step, err error) {
	if t, err = tx.thread(id); err != nil {
		return t, p, done, err
	}
	if t.MergedInto != nil && !g.itself {
		if t, err = tx.follow(t, &g); err != nil {
			return t, p, done, err
		}
	}
	if g.Version != 0 && g.Version != t.Version {
		return t, p, done, &VersionError{Current: t.Version}
	}
	p.of = t.subject()
	if p.before, err = t.fields(); err != nil {
		return t, p, done, err
	}
	before, oldDoc := t, t.doc()
	if done, err = rule(&t); err != nil {
		return t, p, done, ofMerged(err, id, t.ID)
	}
	read := tx.threadNow
	if done.takes {
		read = tx.threadOnce
	}
	if err := tx.checkDependencies(&t, before.DependsOn, read); err != nil {
		return t, p, done, err
	}
	// A rule that ended the lease, such as done, leaves nothing to renew.
	if t.lease.is(g.LeaseID) {
		t.renew(tx.now)
	}
	if err := p.compare(&t, done); err != nil {
		return t, p, done, err
	}
	if !done.lease {
		// A change of nothing under a lease is a heartbeat: who lost it must hear of that.
		adds := p.onlyAdds() && (done.adds || g.LeaseID == "" || !p.isNothing())
		if err := tx.protect(before, g, adds); err != nil {
			return t, p, done, ofMerged(err, id, t.ID)
		}
	}
	changed := !p.isNothing() || len(done.notes) > 0 || done.alone
	if !changed && sameLease(before.lease, t.lease) {
		return t, p, done, nil
	}
	tx.touch()
	if changed && !done.lease {
		t.Version++
		t.UpdatedAt = tx.now
	}
	if done.work || isWork(p.after) {
		if err := p.work(&t, tx.now); err != nil {
			return t, p, done, err
		}
	}
	if err := tx.saveThread(&t); err != nil {
		return t, p, done, err
	}
	if t.ProjectSlug != before.ProjectSlug {
		refiled, err := tx.refileReminders(t.ID, before.ProjectSlug, t.ProjectSlug)
		if err != nil {
			return t, p, done, err
		}
		done.also = append(done.also, refiled...)
	}
	if doc := t.doc(); !doc.Equal(oldDoc) {
		return t, p, done, tx.index(doc, &oldDoc)
	}
	return t, p, done, nil
}

// compare leaves in p what a rule changed.
func (p *part) compare(t *Thread, done step) (err error) {
	if p.after, err = t.fields(); err != nil {
		return err
	}
	skip := unrecorded
	if done.lease {
		skip = slices.DeleteFunc(slices.Clone(skip), func(name string) bool { return name == "lease" })
	}
	difference(p.before, p.after, skip...)
	return nil
}

func (p part) isNothing() bool { return len(p.before) == 0 && len(p.after) == 0 }

// work notes activity on a thread. Its event says so for those who take it back: a thread
// that was stale is then stale again.
func (p part) work(t *Thread, now Time) (err error) {
	if t.LastActivityAt.Equal(now.Time) {
		return nil
	}
	const name = "last_activity_at"
	if p.before[name], err = json.Marshal(t.LastActivityAt); err != nil {
		return err
	}
	t.LastActivityAt = now
	p.after[name], err = json.Marshal(now)
	return err
}

func sameLease(a, b leaseRow) bool {
	if a.expiresAt == nil || b.expiresAt == nil {
		return a.expiresAt == b.expiresAt
	}
	return *a.id == *b.id && *a.holder == *b.holder && a.expiresAt.Equal(b.expiresAt.Time)
}

// mayWork refuses what only an active thread allows.
func mayWork(t *Thread, action string) error {
	if t.Status.Active() {
		return nil
	}
	return &ConflictError{
		Message:  fmt.Sprintf("cannot %s a thread that is %s: it must be open or blocked; reopen it first", action, t.Status),
		Finished: true,
	}
}

func (t *Thread) grant(id, holder string, length time.Duration, now Time) {
	expires := At(now.Add(length))
	t.lease = leaseRow{id: &id, holder: &holder, expiresAt: &expires, minutes: new(int(length / time.Minute))}
	t.Lease = t.lease.live(now)
}

func (t *Thread) endLease() { t.lease, t.Lease = leaseRow{id: t.lease.id}, nil }

// renew extends the lease, also one that has run out: the work it stands for goes on.
func (t *Thread) renew(now Time) {
	t.grant(*t.lease.id, *t.lease.holder, time.Duration(*t.lease.minutes)*time.Minute, now)
}

func heldConflict(t *Thread) error {
	return &ConflictError{
		Message: fmt.Sprintf("%s is working on this thread until %s; to take it over, claim it with take_over: true", t.Lease.Holder, t.Lease.ExpiresAt),
		Lease:   t.Lease,
	}
}

func (tx *tx) thread(id string) (Thread, error) {
	t, err := tx.anyThread(id)
	if err == nil && t.gone() {
		return Thread{}, withDeletion(tx.Row, &NotFoundError{Kind: kindThread, ID: id}, ThreadURI(id))
	}
	return t, err
}

// anyThread is thread for deleted ones as well.
func (tx *tx) anyThread(id string) (Thread, error) {
	t, err := scanThread(tx.Row(`SELECT `+threadColumns+` FROM threads WHERE id = ?`, id), tx.now)
	return t, found(err, "thread", id)
}

func (tx *tx) insertThread(t *Thread) error {
	values, err := t.columns()
	if err != nil {
		return err
	}
	if err := tx.Exec(`INSERT INTO threads(`+threadColumns+`, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values...); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	tx.store.saved.Note(tx.Tx, new(*t))
	return tx.index(t.doc(), nil)
}

// saveThread leaves the id alone: naming it, SQLite would look for rows that refer to it.
func (tx *tx) saveThread(t *Thread) error {
	values, err := t.columns()
	if err != nil {
		return err
	}
	err = tx.Exec(`UPDATE threads SET (`+threadFields+`, folded) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`, append(values[1:], t.ID)...)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	tx.store.saved.Note(tx.Tx, new(*t))
	return nil
}

// reviseThread saves a thread under its next version.
func (tx *tx) reviseThread(t *Thread) error {
	t.Version++
	t.UpdatedAt = tx.now
	return tx.saveThread(t)
}

func (t *Thread) setGone(tx *tx, gone bool) error {
	if gone {
		t.endLease()
		t.deletedAt = new(tx.now)
		if err := tx.unindex(t.doc()); err != nil {
			return err
		}
		return tx.reviseThread(t)
	}
	live, err := tx.hasProject(t.ProjectSlug)
	if err != nil {
		return err
	}
	if !live {
		return &ConflictError{Message: fmt.Sprintf("the project of thread %s was deleted: undo that first", t.ID)}
	}
	t.deletedAt = nil
	if err := tx.index(t.doc(), nil); err != nil {
		return err
	}
	return tx.reviseThread(t)
}

func (t *Thread) restore(tx *tx, earlier fields) error {
	if t.gone() {
		return &ConflictError{Message: fmt.Sprintf("thread %s was deleted: undo that first", t.ID)}
	}
	old, needs, active := t.doc(), slices.Clone(t.DependsOn), t.Status.Active()
	old.Also = slices.Clone(old.Also) // overlay writes through what they would share
	err := overlay(t, earlier)
	if note, ok := earlier["note"]; ok && err == nil {
		err = json.Unmarshal(note, &t.note)
	}
	if err != nil {
		return err
	}
	err = tx.checkDependencies(t, needs, tx.threadOnce)
	if circle := new(InvalidError); errors.As(err, &circle) { // no field of an undo
		return &ConflictError{Message: fmt.Sprintf("thread %s %s: end that first", t.ID, circle.Fields[0].Message)}
	}
	if err != nil {
		return err
	}
	if err := tx.checkMerged(t, active); err != nil {
		return err
	}
	if t.ProjectSlug, err = tx.useProject(t.ProjectSlug, t.ProjectSlug == InboxSlug, Place{}); err != nil {
		return err
	}
	if !t.Status.Active() {
		t.endLease()
	}
	if doc := t.doc(); !doc.Equal(old) {
		if err := tx.index(doc, &old); err != nil {
			return err
		}
	}
	return tx.reviseThread(t)
}
