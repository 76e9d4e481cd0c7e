package health

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
)

// period is how long an answer stands at most: a disk that is pulled out tells nobody.
const period = 30 * time.Second

// Board is what is known of all sources of one configuration.
type Board struct {
	now     func() time.Time
	wake    func()
	sources []Source

	checking sync.Mutex // one check at a time

	mu          sync.Mutex
	states      []state // of the sources, in their order
	stale       bool    // something may have changed since the last check
	checkedAt   time.Time
	generation  uint64
	changedAt   time.Time
	nextID      int
	subscribers map[int]func()
}

// state is how one source stood when it was asked last.
type state struct {
	setUp   bool
	problem *Problem // nil: it works
}

func (s state) same(other state) bool {
	if s.problem == nil || other.problem == nil {
		return s.problem == other.problem
	}
	return s.problem.same(*other.problem)
}

// NewBoard makes a board on a clock that knows of no problems before its first [Board.Check].
// wake is called when a check is due earlier than it was; nil: nobody wants to know.
func NewBoard(now func() time.Time, wake func(), sources ...Source) *Board {
	if wake == nil {
		wake = func() {}
	}
	return &Board{now: now, wake: wake, sources: sources, states: make([]state, len(sources)), subscribers: map[int]func(){}}
}

// Check asks every source. Of one that can't tell, what it said last still stands; the error
// names it.
func (b *Board) Check(ctx context.Context) error {
	b.checking.Lock()
	defer b.checking.Unlock()
	b.mu.Lock()
	b.stale = false // what changes from here on may go unseen
	states := slices.Clone(b.states)
	b.mu.Unlock()
	var errs []error
	for i, s := range b.sources {
		found, err := s.check(ctx)
		if err != nil {
			errs = append(errs, fmt.Errorf("check the health of the %s: %w", s.Area, err))
			continue
		}
		states[i] = found
	}
	b.publish(states)
	return errors.Join(errs...)
}

func (s Source) check(ctx context.Context) (state, error) {
	setUp, err := s.Checks.SetUp(ctx)
	if err != nil || !setUp {
		return state{}, err
	}
	text, since, failing, err := s.Checks.Problem(ctx)
	if err != nil || !failing {
		return state{setUp: true}, err
	}
	return state{true, &Problem{Area: s.Area, Since: since, Text: s.sentence(text), Page: s.Page}}, nil
}

// publish keeps what a check has found, and tells of it if the problems are others. The
// first check always counts as news: nobody knew before.
func (b *Board) publish(states []state) {
	b.mu.Lock()
	news := b.checkedAt.IsZero() || !slices.EqualFunc(states, b.states, state.same)
	b.states, b.checkedAt = states, b.now()
	var tell []func()
	if news {
		b.generation++
		b.changedAt = b.checkedAt
		for _, fn := range b.subscribers {
			tell = append(tell, fn)
		}
	}
	b.mu.Unlock()
	for _, fn := range tell {
		fn()
	}
}

// Problems are those that were found last, in the order of the sources.
func (b *Board) Problems() []Problem {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []Problem
	for _, s := range b.states {
		if s.problem != nil {
			out = append(out, *s.problem)
		}
	}
	return out
}

// Failing reports for each area that is set up whether it fails.
func (b *Board) Failing() map[string]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := map[string]bool{}
	for i, s := range b.states {
		if s.setUp {
			out[b.sources[i].Area] = s.problem != nil
		}
	}
	return out
}

// Generation counts how often the problems have changed; an answer that was built from them
// holds as long as it stays the same. changedAt is when they did last; zero: never.
func (b *Board) Generation() (generation uint64, changedAt time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.generation, b.changedAt
}

// Subscribe calls fn after every change of the problems, until the returned function is
// called; a change under way may still reach it then. fn must be quick.
func (b *Board) Subscribe(fn func()) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := b.nextID
	b.nextID++
	b.subscribers[id] = fn
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subscribers, id)
	}
}

// Recheck makes a check due at once: something has happened to a source.
func (b *Board) Recheck() {
	b.mu.Lock()
	b.stale = true
	b.mu.Unlock()
	b.wake()
}

// Watch returns the jobs and one more, which checks the sources: whenever one of the jobs
// has ended, and at least every thirty seconds.
func (b *Board) Watch(jobs []schedule.Job) []schedule.Job {
	watched := make([]schedule.Job, 0, len(jobs)+1)
	for _, j := range jobs {
		run := j.Run
		j.Run = func(ctx context.Context) error {
			defer b.Recheck()
			return run(ctx)
		}
		watched = append(watched, j)
	}
	return append(watched, schedule.Job{Name: "health", Due: b.due, Run: b.Check})
}

// due is when the next check is.
func (b *Board) due(context.Context) (time.Time, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stale || b.now().Before(b.checkedAt) { // or the clock was set back
		return time.Time{}, true, nil
	}
	return b.checkedAt.Add(period), true, nil
}
