package demo

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/store"
)

// The agents of the month.
const (
	claude = "claude-code"
	codex  = "codex"
	cursor = "cursor"
	gemini = "gemini-cli"
)

// thread is a piece of work and what happened to it.
type thread struct {
	project, summary string
	goal             string
	energy           string
	also             []string
	chosen           bool // the owner works on it now
	life             []event
}

// event happens to a thread.
type event struct {
	at, by string
	do     func(context.Context, *store.Store, store.By, *played) error
}

// played is a thread of the month in the store.
type played struct {
	thread
	id    string
	lease string // of the agent who holds it
}

func (p *played) guard() store.Guard { return store.Guard{LeaseID: p.lease} }

// acts are what happened to a thread; it is made by the first.
func (t thread) acts() []act {
	p := &played{thread: t}
	acts := make([]act, 0, len(t.life)+1)
	for _, e := range t.life {
		acts = append(acts, act{at: e.at, by: e.by, what: t.summary, do: func(ctx context.Context, s *store.Store, by store.By) error {
			return e.do(ctx, s, by, p)
		}})
	}
	if t.chosen {
		acts = append(acts, act{at: "1m", what: t.summary, do: func(ctx context.Context, s *store.Store, by store.By) error {
			_, err := s.ChooseThread(ctx, by, &p.id)
			return err
		}})
	}
	return acts
}

// open begins a thread that nobody works on yet.
func open(at, by string, next ...string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		in := store.ThreadInput{Summary: store.Some(p.summary), ProjectSlug: store.Some(p.project), NextSteps: store.Some(next)}
		for text, to := range map[string]*store.Opt[string]{p.goal: &in.Goal, p.energy: &in.Energy} {
			if text != "" {
				*to = store.Some(text)
			}
		}
		if p.also != nil {
			in.AlsoKnown = store.Some(p.also)
		}
		made, err := s.CreateThread(ctx, by, by.SourceTool, in, false)
		p.id = made.Item.ID
		return err
	}}
}

// claim lets an agent take a thread for an hour.
func claim(at, by string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		got, err := s.Claim(ctx, by, p.id, store.ClaimInput{Holder: by.SourceTool, Length: time.Hour})
		p.lease = got.Item.LeaseID
		return err
	}}
}

// note says where the work stands and what comes next.
func note(at, by, focus string, next ...string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		_, err := s.Checkpoint(ctx, by, p.id, p.guard(), store.Checkpoint{
			ThreadInput: store.ThreadInput{Focus: store.Some(focus), NextSteps: store.Some(next)},
		})
		return err
	}}
}

// tried notes what did not work.
func tried(at, by, what, whyNot string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		_, err := s.Checkpoint(ctx, by, p.id, p.guard(), store.Checkpoint{Attempts: []store.Attempt{{What: what, WhyNot: whyNot}}})
		return err
	}}
}

// pause lays the work down with the step at which to resume.
func pause(at, by, step string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		_, err := s.Pause(ctx, by, p.id, p.guard(), step, nil)
		p.lease = ""
		return err
	}}
}

// block says what the work waits for.
func block(at, by, reason string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		_, err := s.Block(ctx, by, p.id, p.guard(), reason)
		return err
	}}
}

// unblock goes on with what waited.
func unblock(at, by string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		_, err := s.Checkpoint(ctx, by, p.id, p.guard(), store.Checkpoint{Block: store.Some("")})
		return err
	}}
}

// snooze leaves a thread alone until so many days after now.
func snooze(at string, days int) event {
	return event{at, "", func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		until := s.Now().AddDate(0, 0, days)
		_, err := s.Snooze(ctx, by, p.id, p.guard(), &until)
		return err
	}}
}

// done finishes a thread.
func done(at, by, note string) event { return finish(at, by, store.StatusDone, note) }

// dismiss ends a thread that shall not be done.
func dismiss(at, note string) event { return finish(at, "", store.StatusDismissed, note) }

func finish(at, by string, outcome store.Status, note string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		_, err := s.Finish(ctx, by, p.id, p.guard(), outcome, note)
		p.lease = ""
		return err
	}}
}

// asksToReopen lets an agent ask the owner to open the thread again.
func asksToReopen(at, by, reason string) event {
	return event{at, by, func(ctx context.Context, s *store.Store, by store.By, p *played) error {
		_, err := s.RequestChange(ctx, by, "reopen_thread", []byte(`{"thread_id":"`+p.id+`"}`), reason)
		return err
	}}
}
