package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
)

// A thread may wait for others: it can start once those are finished, whether done or dismissed.
// What was deleted does not count, and counts again when that is undone.

// MaxDependsOn is how many threads one can wait for.
const MaxDependsOn = 16

// maxDependents is how many threads that wait for one are told.
const maxDependents = 50

// readyAt is the condition of an active thread that work on it can start at a time, a parameter.
func readyAt(now string) string {
	return `waiting = 0 AND status = 'open' AND (snoozed_until IS NULL OR snoozed_until <= ` + now + `) AND (lease_expires_at IS NULL OR lease_expires_at <= ` + now + `)`
}

// canStart is the condition of a thread that work on it can start at a time, a parameter, or could but
// that it is blocked as well.
func canStart(now string) string {
	return `deleted_at IS NULL AND (` + readyAt(now) + ` OR waiting = 0 AND status = 'blocked')`
}

// Dependency is a thread at one end of "waits for".
type Dependency struct {
	ID          string `json:"id" example:"cxy99bbg25ng"`
	Summary     string `json:"summary" example:"Rotate the backup keys"`
	ProjectSlug string `json:"project_slug" example:"home-server"`
	Status      Status `json:"status" enum:"open,blocked,done,dismissed"`
}

// Dependencies are a thread's neighbours in time.
type Dependencies struct {
	Before []Dependency `json:"before" nullable:"false" doc:"What it waits for, finished ones too, in its own order"`
	After  []Dependency `json:"after" nullable:"false" doc:"What waits for it, the oldest first, at most 50; finished ones too"`
	// FreshUntil is when the passing of time alone may change Ready; zero: never.
	FreshUntil time.Time `json:"-"`
	Ready      bool      `json:"ready" doc:"Whether work on it can start: it is open, held by nobody, not snoozed, and nothing before it is unfinished"`
}

const dependencyColumns = `t.id, t.summary, t.project_slug, t.status`

func scanDependency(r rowScanner) (d Dependency, err error) {
	return d, r.Scan(&d.ID, &d.Summary, &d.ProjectSlug, &d.Status)
}

// Dependencies returns what a thread waits for and what waits for it.
func (s *Store) Dependencies(ctx context.Context, id string) (Dependencies, error) {
	const op = "read what a thread waits for"
	t, err := s.Thread(ctx, id)
	if err != nil {
		return Dependencies{}, wrap(op, err)
	}
	d := Dependencies{Before: []Dependency{}, After: []Dependency{}}
	before, err := s.before(ctx, t.DependsOn)
	if err != nil {
		return d, wrap(op, err)
	}
	d.Before = append(d.Before, before...)
	after, err := collect(ctx, s, scanDependency, `SELECT `+dependencyColumns+` FROM dependencies d JOIN threads t ON t.id = d.thread_id
		WHERE d.needs_id = ? AND t.deleted_at IS NULL AND t.merged_into IS NULL ORDER BY d.thread_id LIMIT ?`, id, maxDependents)
	d.After = append(d.After, after...)
	d.Ready = t.Status == StatusOpen && t.Lease == nil && (t.SnoozedUntil == nil || !t.SnoozedUntil.After(s.now())) &&
		!slices.ContainsFunc(d.Before, func(b Dependency) bool { return b.Status.Active() })
	if t.Lease != nil {
		d.FreshUntil = t.Lease.ExpiresAt.Time
	}
	if t.SnoozedUntil != nil && t.SnoozedUntil.After(s.now()) {
		d.FreshUntil = earliest(d.FreshUntil, t.SnoozedUntil.Time)
	}
	return d, wrap(op, err)
}

// before are the live ones among some threads, in the order of their ids' list.
func (s *Store) before(ctx context.Context, ids []string) ([]Dependency, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	text, err := jsonText(ids)
	if err != nil {
		return nil, err
	}
	return collect(ctx, s, scanDependency, `SELECT `+dependencyColumns+` FROM json_each(?) j CROSS JOIN threads t ON t.id = j.value WHERE t.deleted_at IS NULL ORDER BY j.key`, text)
}

// Unfinished are, by the ids of those of the threads that are active, the others that each waits
// for and that are not finished yet.
func (s *Store) Unfinished(ctx context.Context, threads []Thread) (map[string][]Dependency, error) {
	var needs []string
	for _, t := range threads {
		if t.Status.Active() {
			needs = append(needs, t.DependsOn...)
		}
	}
	slices.Sort(needs)
	all, err := s.before(ctx, slices.Compact(needs))
	if err != nil || len(all) == 0 {
		return nil, wrap("read what threads wait for", err)
	}
	byID := make(map[string]Dependency, len(all))
	for _, d := range all {
		byID[d.ID] = d
	}
	waiting := map[string][]Dependency{}
	for _, t := range threads {
		for _, id := range t.DependsOn {
			if d := byID[id]; t.Status.Active() && d.Status.Active() {
				waiting[t.ID] = append(waiting[t.ID], d)
			}
		}
	}
	return waiting, nil
}

// dependsOn checks the form of a list of threads: ids, or their addresses.
func (v *invalid) dependsOn(list []string) []string {
	kept := []string{}
	if len(list) > MaxDependsOn {
		v.say("depends_on", phrase.FieldTooMany(MaxDependsOn, len(list)))
		return kept
	}
	for i, id := range list {
		field := fmt.Sprintf("depends_on[%d]", i)
		id = strings.TrimPrefix(v.checkText(field, id, MaxText), ThreadURI(""))
		if id == "" {
			v.say(field, phrase.FieldEmpty)
		}
		if !slices.Contains(kept, id) {
			kept = append(kept, id)
		}
	}
	return kept
}

// checkDependencies refuses what a thread can't wait for, of what it did not wait for before. One
// that was merged stands for the thread it is part of now, which read finds.
func (tx *tx) checkDependencies(t *Thread, before []string, read func(id string) (Thread, error)) error {
	if slices.Equal(t.DependsOn, before) {
		return nil
	}
	var v invalid
	kept := make([]string, 0, len(t.DependsOn))
	for i, id := range t.DependsOn {
		field := fmt.Sprintf("depends_on[%d]", i)
		if !slices.Contains(before, id) {
			need, err := read(id)
			if errors.As(err, new(*NotFoundError)) {
				v.say(field, phrase.FieldNoThread(id))
				continue
			}
			if err != nil {
				return err
			}
			id = need.ID
			if id == t.ID {
				v.say(field, phrase.FieldItself)
				continue
			}
			circle, err := tx.waitsFor(id, t.ID)
			if err != nil {
				return err
			}
			if circle {
				v.say(field, phrase.FieldWaitsHere(need.Summary))
			}
		}
		if !slices.Contains(kept, id) {
			kept = append(kept, id)
		}
	}
	t.DependsOn = kept
	return v.err()
}

// threadOnce is threadNow for what an undo brings back: a thread that was deleted since is waited
// for as before, in case that is undone too.
func (tx *tx) threadOnce(id string) (Thread, error) {
	t, err := tx.threadNow(id)
	if errors.As(err, new(*NotFoundError)) {
		return tx.anyThread(id)
	}
	return t, err
}

// waitsFor reports whether a thread waits for another, also by way of others.
func (tx *tx) waitsFor(id, need string) (waits bool, err error) {
	if need == "" { // a new one: nothing waits for it yet
		return false, nil
	}
	err = tx.Row(`WITH RECURSIVE later(id) AS (VALUES (?1) UNION SELECT d.thread_id FROM later JOIN dependencies d ON d.needs_id = later.id)
		SELECT EXISTS (SELECT 1 FROM later WHERE id = ?2)`, need, id).Scan(&waits)
	return waits, err
}

// freedBy are the active threads that wait for one and for nothing else that is unfinished: they
// can start once it is finished, or be taken up again where they are blocked.
func (tx *tx) freedBy(id string) ([]Dependency, error) {
	return txCollect(tx, scanDependency, `SELECT `+dependencyColumns+` FROM dependencies d JOIN threads t ON t.id = d.thread_id
		WHERE d.needs_id = ? AND t.deleted_at IS NULL AND t.status IN ('open', 'blocked') AND t.waiting = 1 ORDER BY d.thread_id LIMIT ?`, id, maxDependents)
}

// noteFreed keeps which threads can start until the owner was told.
func (tx *tx) noteFreed(by string, freed []Dependency) error {
	for _, d := range freed {
		if err := tx.Exec(`INSERT OR REPLACE INTO freed(thread_id, needs_id, at) VALUES (?, ?, ?)`, d.ID, by, tx.now); err != nil {
			return fmt.Errorf("note what can start: %w", err)
		}
	}
	return nil
}

// waitFor takes over from a thread that is merged into this one what that waits for.
func (t *Thread) waitFor(other *Thread) {
	needs := slices.DeleteFunc(slices.Clone(t.DependsOn), func(id string) bool { return id == other.ID })
	for _, id := range other.DependsOn {
		if len(needs) < MaxDependsOn && id != t.ID && !slices.Contains(needs, id) {
			needs = append(needs, id)
		}
	}
	t.DependsOn = needs
}

// moveDependents has what waits for one thread wait for another.
func (tx *tx) moveDependents(from, to string) ([]part, error) {
	ids, err := tx.texts(`SELECT d.thread_id FROM dependencies d JOIN threads t ON t.id = d.thread_id WHERE d.needs_id = ? AND d.thread_id <> ? AND t.deleted_at IS NULL`, from, to)
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, id := range ids {
		_, moved, _, err := tx.amendThread(id, Guard{Force: true, itself: true}, func(t *Thread) (step, error) {
			needs := slices.Clone(t.DependsOn)
			needs[slices.Index(needs, from)] = to
			t.DependsOn = needs
			return step{}, nil
		})
		if err != nil {
			return nil, err
		}
		parts = append(parts, moved)
	}
	return parts, nil
}

// inCircle tells of a merge that would have threads wait for each other.
func inCircle(err error) error {
	if wrong := (*InvalidError)(nil); errors.As(err, &wrong) {
		return &ConflictError{Message: "cannot merge these threads: " + wrong.Error()}
	}
	return err
}
