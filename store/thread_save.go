package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/phrase"
)

// NewThread is a thread to be created.
type NewThread struct {
	ThreadInput
	SourceTool string // the tool that begins it
	Register   bool   // an unknown project is registered; else it is a [NotFoundError]
	Place      Place  // where the work happens: its project learns it
	Blocked    bool   // it begins as blocked, for the reason in its fields
	MayBeTwin  bool   // it is created also beside an active thread about the same work
}

// place is the folder that a change names together with a project.
func (in ThreadInput) place() Place {
	if in.ProjectSlug.or("") == "" {
		return Place{}
	}
	return Place{Folder: in.WorkspacePath.or("")}
}

// CreateThread makes an open thread, also where one is about the same work. An unknown
// project is registered when register is true; otherwise it is a [NotFoundError] that names
// the closest.
func (s *Store) CreateThread(ctx context.Context, by By, sourceTool string, in ThreadInput, register bool) (Written[Thread], error) {
	made, _, err := s.Create(ctx, by, NewThread{ThreadInput: in, SourceTool: sourceTool, Register: register, Place: in.place(), MayBeTwin: true})
	return made, err
}

// Create makes a thread. Where an active one is about the same work it writes nothing and
// returns that one, unless the new thread may be its twin: two who begin the same work at
// the same moment get one thread.
func (s *Store) Create(ctx context.Context, by By, in NewThread) (made Written[Thread], twin *Twin, err error) {
	const op = "create a thread"
	create := func(tx *tx, near outlook) (err error) {
		if !in.MayBeTwin {
			if twin, err = tx.twinOf(in, near); err != nil || twin != nil {
				return err
			}
		}
		if made, err = tx.createThread(in); err != nil {
			return err
		}
		return tx.keepAnswer(made)
	}
	if in.MayBeTwin {
		err = s.write(ctx, op, by, func(tx *tx) error { return create(tx, outlook{}) })
	} else {
		_, err = s.writeBesideTwins(ctx, op, by, in, nil, DefaultHits, create)
	}
	return made, twin, err
}

func (tx *tx) createThread(in NewThread) (out Written[Thread], err error) {
	t := Thread{Status: StatusOpen, Energy: "unknown", ProjectSlug: InboxSlug, Origin: tx.by.Actor, NextSteps: []string{}, Tried: []Attempt{}, AlsoKnown: []string{}, DependsOn: []string{}}
	v := in.apply(&t)
	if !in.Summary.Set {
		v.say("summary", phrase.FieldRequired)
	}
	t.SourceTool = v.optional("source_tool", &in.SourceTool, MaxText)
	if err := v.err(); err != nil {
		return out, err
	}
	if t.SourceTool != nil {
		t.SourceTool = new(ClientName(*t.SourceTool))
	}
	if in.Blocked {
		t.Status = StatusBlocked
	}
	if err := tx.checkDependencies(&t, nil, tx.threadNow); err != nil {
		return out, err
	}
	// The id comes first, so that the events of the change have greater ones.
	t.ID, t.Version = tx.NewID(), 1
	t.CreatedAt, t.UpdatedAt, t.LastActivityAt = tx.now, tx.now, tx.now
	if t.ProjectSlug, err = tx.useProject(t.ProjectSlug, in.Register || t.ProjectSlug == InboxSlug, in.Place); err != nil {
		return out, err
	}
	if err := tx.insertThread(&t); err != nil {
		return out, err
	}
	if out.LeftOut, err = tx.leftOut(t.ProjectSlug, in.Place); err != nil {
		return out, err
	}
	out.Item = t
	out.EventID, err = tx.threadCreated(&t)
	return out, err
}

// Twin is an active thread about the same work as a text, or about related work.
type Twin struct {
	Thread Thread
	Score  float64  // 0–1, at least the threshold of the verdict "related"
	Why    []string // as in [OverlapHit]

	wording string // the other wording that it was found by
}

// Hit is the twin as [Store.Overlap] shows it.
func (w Twin) Hit() OverlapHit {
	hit := threadHit(w.Thread)
	hit.Score, hit.Why = w.Score, append([]string{}, w.Why...)
	return hit
}

// certain are the first of the twins: those about the same work, as far as words can say.
func certain(twins []Twin) []Twin {
	i := slices.IndexFunc(twins, func(w Twin) bool { return w.Score < match.Duplicate })
	if i < 0 {
		return twins
	}
	return twins[:i]
}

// twinOf is the active thread nearest to one that shall be created, or nil.
func (tx *tx) twinOf(in NewThread, near outlook) (*Twin, error) {
	project, err := in.home(tx)
	if err != nil {
		return nil, err
	}
	twins, err := tx.twins(near, in.Summary.or(""), nil, project)
	if twins = certain(twins); err != nil || len(twins) == 0 {
		return nil, err
	}
	return &twins[0], nil
}

// home is the project that new work is filed under.
func (in NewThread) home(tx *tx) (string, error) {
	name := in.ProjectSlug.or(InboxSlug)
	slug, err := tx.owner(name)
	if err != nil || slug != "" {
		return slug, err
	}
	if !in.Register && name != InboxSlug {
		return "", tx.unknownProject(name)
	}
	return name, nil
}

// maxTwins is how many threads about the same work are told apart.
const maxTwins = 5

// area is where work may be the same as that of a text in a project. The same words may well mean
// other work in another one, and only what lies in the inbox could belong anywhere.
type area struct{ project, inbox string }

func (a area) holds(project string) bool {
	return project == a.project || project == a.inbox || a.project == a.inbox
}

// twins shows the threads that may be the same work as the text.
func (a area) twins() match.View {
	return match.View{
		Limit: 2 * maxTwins, // several may be one by now
		Keep: func(kind, in, status string) bool {
			return kind == kindThread && (status == inHeir || Status(status).Active() && a.holds(in))
		},
	}
}

// areaOf is the area of a project by any of its names.
func (s *Store) areaOf(ctx context.Context, name string) (around area, err error) {
	if around.inbox, err = s.Inbox(ctx); err != nil {
		return around, err
	}
	if name == InboxSlug {
		return area{around.inbox, around.inbox}, nil
	}
	slug, err := s.currentProject(ctx, name)
	around.project = cmp.Or(slug, name)
	return around, err
}

// twins finds the active threads that are about the same work as a text or may be, the
// nearest first. The change must be one of [Store.writeBesideTwins], which looked around.
func (tx *tx) twins(near outlook, text string, also []string, project string) ([]Twin, error) {
	inbox, err := tx.inbox()
	if err != nil {
		return nil, err
	}
	around := area{project, inbox}
	var list []Twin
	for _, h := range tx.store.overlap.twinsWithin(tx, near, text, also, around) {
		if h.Score < match.Unsure || len(list) == maxTwins {
			continue
		}
		t, err := tx.threadNow(h.ID)
		switch {
		case err != nil && tx.store.leaveOut(err):
			continue
		case err != nil:
			return nil, fmt.Errorf("read the thread nearest to a text: %w", err)
		}
		again := slices.ContainsFunc(list, func(w Twin) bool { return w.Thread.ID == t.ID })
		if t.Status.Active() && around.holds(t.ProjectSlug) && !again {
			list = append(list, Twin{t, h.Score, t.reasons(h.Why, nameOf(h, t.ID)), h.Wording})
		}
	}
	return list, nil
}

// writeBesideTwins is write for a change that looks for twins of a thread that it may create. The
// search for them, and for what else is near, is done before it waits for its turn.
func (s *Store) writeBesideTwins(ctx context.Context, op string, by By, in NewThread, also []string, limit int, fn func(*tx, outlook) error) (outlook, error) {
	around, err := s.areaOf(ctx, in.ProjectSlug.or(InboxSlug))
	if err != nil {
		return outlook{}, wrap(op, err)
	}
	near, err := s.look(ctx, in.Summary.or(""), also, around.project, limit, around.twins())
	if err != nil {
		return near, wrap(op, err)
	}
	near.inbox = around.inbox
	return near, s.write(ctx, op, by, func(tx *tx) error { return fn(tx, near) })
}

// UpdateThread changes the fields that in carries. A change that changes nothing leaves
// the thread untouched, times included.
func (s *Store) UpdateThread(ctx context.Context, by By, id string, g Guard, in ThreadInput, register bool) (Written[Thread], error) {
	return s.Checkpoint(ctx, by, id, g, Checkpoint{ThreadInput: in, Register: register, Place: in.place()})
}

// Checkpoint is what an agent notes on a thread in one step.
type Checkpoint struct {
	ThreadInput
	Register bool      // an unknown project is registered; else it is a [NotFoundError]
	Place    Place     // where the work happens: the project in the fields learns it
	Attempts []Attempt // added to those known already, each once
	// Block blocks an active thread for the given reason; an empty one opens a blocked thread.
	Block Opt[string]
}

// Checkpoint changes a thread's fields and whether it is blocked, all or nothing. A change
// that changes nothing leaves the thread untouched, times included.
func (s *Store) Checkpoint(ctx context.Context, by By, id string, g Guard, in Checkpoint) (Written[Thread], error) {
	return s.changeThread(ctx, by, "update a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		v := in.apply(t)
		v.attempts(t, in.Attempts)
		err := v.err()
		if err != nil {
			return step{}, err
		}
		done := step{kind: "thread.updated", adds: len(in.Attempts) > 0}
		left := ""
		if in.ProjectSlug.Set {
			if t.ProjectSlug, err = tx.useProject(t.ProjectSlug, in.Register || t.ProjectSlug == InboxSlug, in.Place); err != nil {
				return step{}, err
			}
			if left, err = tx.leftOut(t.ProjectSlug, in.Place); err != nil {
				return step{}, err
			}
		}
		switch reason := in.Block.or(""); {
		case !in.Block.Set:
		case reason != "":
			done, err = t.block(reason)
		case t.Status == StatusBlocked:
			done = t.reopen()
		}
		done.leftOut = left
		return done, err
	})
}

// DeleteThread takes a thread out of every list, together with its reminders. Its history
// stays, and an undo brings all of it back.
func (s *Store) DeleteThread(ctx context.Context, by By, id string, g Guard) (Written[Thread], error) {
	return answer(ctx, s, "delete a thread", by, func(tx *tx) (out Written[Thread], err error) {
		t, err := tx.thread(id)
		if err != nil {
			return out, err
		}
		if g.Version != 0 && g.Version != t.Version {
			return out, &VersionError{Current: t.Version}
		}
		if err := tx.protect(t, g, false); err != nil {
			return out, err
		}
		t.endLease()
		if t.Status.Active() {
			if out.Freed, err = tx.freedBy(id); err != nil {
				return out, err
			}
		}
		also, err := tx.eraseReminders("thread_id", id)
		if err != nil {
			return out, err
		}
		erased, err := tx.erase(&t)
		if err != nil {
			return out, err
		}
		out.Item = t
		out.EventID, err = tx.record("thread.deleted", erased, also...)
		return out, err
	})
}
