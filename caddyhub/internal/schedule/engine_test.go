package schedule

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// bench is an engine that a test moves by hand, on a clock of its own.
type bench struct {
	*Engine
	mu  sync.Mutex
	at  time.Time
	ran []string
	log *observer.ObservedLogs
}

func newBench(t *testing.T) *bench {
	core, log := observer.New(zap.DebugLevel)
	b := &bench{at: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC), log: log}
	b.Engine = newEngine(b.clock, zap.New(core))
	close(b.done) // there is no loop to wait for
	t.Cleanup(func() { b.Close(0) })
	return b
}

func (b *bench) clock() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at
}

func (b *bench) advance(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at = b.at.Add(d)
}

// every makes a job that wants to run at fixed distances.
func (b *bench) every(name string, length time.Duration, run func() error) Job {
	next := b.clock().Add(length)
	return Job{
		Name: name,
		Due:  func(context.Context) (time.Time, bool, error) { return next, true, nil },
		Run: func(context.Context) error {
			b.mu.Lock()
			b.ran = append(b.ran, name)
			b.mu.Unlock()
			if run != nil {
				if err := run(); err != nil {
					return err
				}
			}
			next = next.Add(length)
			return nil
		},
	}
}

// step looks once, waits for what that started, and tells what ran since the last step.
func (b *bench) step() string {
	b.tick()
	b.jobs.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	ran := strings.Join(b.ran, " ")
	b.ran = nil
	return ran
}

func TestJobsRunAtTheirTimes(t *testing.T) {
	b := newBench(t)
	b.Take([]Job{b.every("a", 10*time.Second, nil), b.every("b", time.Hour, nil)})
	if got := b.step(); got != "" {
		t.Errorf("too early: %s", got)
	}
	if sleep := b.tick(); sleep != 10*time.Second {
		t.Errorf("sleeps %s", sleep)
	}
	b.advance(10 * time.Second)
	if got := b.step(); got != "a" {
		t.Errorf("ran %q", got)
	}
	b.advance(11 * time.Second)
	if got := b.step(); got != "a" {
		t.Errorf("ran %q", got)
	}
	if sleep := b.tick(); sleep != 9*time.Second {
		t.Errorf("sleeps %s", sleep)
	}
}

func TestTheLastConfigurationOwnsTheJobs(t *testing.T) {
	b := newBench(t)
	old := b.Take([]Job{b.every("old", time.Second, nil)})
	b.advance(time.Second)
	fresh := b.Take([]Job{b.every("new", time.Second, nil)})
	b.advance(time.Second)
	if got := b.step(); got != "new" {
		t.Errorf("both run for a moment, and %q ran", got)
	}
	old.Leave()
	b.advance(time.Second)
	if got := b.step(); got != "new" {
		t.Errorf("ran %q", got)
	}
	refused := b.Take([]Job{b.every("refused", time.Second, nil)})
	refused.Leave()
	refused.Leave() // twice does no harm
	b.advance(time.Second)
	if got := b.step(); got != "new" {
		t.Errorf("after a refused configuration ran %q", got)
	}
	fresh.Leave()
	b.advance(time.Hour)
	if got := b.step(); got != "" {
		t.Errorf("without a configuration ran %q", got)
	}
}

func TestAJobRunsOnceAtATimeAcrossConfigurations(t *testing.T) {
	b := newBench(t)
	let, begun := make(chan struct{}), make(chan struct{}, 1)
	slow := func() error { begun <- struct{}{}; <-let; return nil }
	b.Take([]Job{b.every("send", time.Second, slow)})
	b.advance(time.Second)
	b.tick()
	<-begun
	b.Take([]Job{b.every("send", 0, slow)})
	b.advance(time.Hour)
	b.tick()
	select {
	case <-begun:
		t.Error("it runs twice at once")
	default:
	}
	close(let)
	b.jobs.Wait()
	if got := b.step(); got != "send send" {
		t.Errorf("ran %q", got)
	}
}

func TestAJobThatFailsRests(t *testing.T) {
	b := newBench(t)
	fail := true
	b.Take([]Job{b.every("a", time.Second, func() error {
		if fail {
			return errors.New("the disk is full")
		}
		return nil
	}), b.every("b", time.Second, nil)})
	b.advance(time.Second)
	if got := b.step(); len(got) != len("a b") {
		t.Errorf("ran %q", got)
	}
	b.advance(retryDelay - time.Second)
	if got := b.step(); got != "b" {
		t.Errorf("while the other rests ran %q", got)
	}
	fail = false
	b.advance(time.Second)
	if got := b.step(); !strings.Contains(got, "a") {
		t.Errorf("after its rest ran %q", got)
	}
	if n := b.log.FilterMessageSnippet("a job failed").Len(); n != 1 {
		t.Errorf("%d log entries", n)
	}
	t.Run("and not for a day because the clock went back", func(t *testing.T) {
		fail = true
		b.advance(time.Hour)
		b.step()
		fail = false
		b.advance(-24 * time.Hour)
		b.advance(24 * time.Hour)
		b.advance(retryDelay)
		if got := b.step(); !strings.Contains(got, "a") {
			t.Errorf("ran %q", got)
		}
	})
}

func TestAPanicEndsOneRunOnly(t *testing.T) {
	b := newBench(t)
	b.Take([]Job{b.every("a", time.Second, func() error { panic("secret") })})
	b.advance(time.Second)
	b.step()
	b.advance(retryDelay)
	if got := b.step(); got != "a" {
		t.Errorf("ran %q", got)
	}
	entries := b.log.FilterMessage("a job panicked").All()
	if len(entries) != 2 || entries[0].ContextMap()["type"] != "string" {
		t.Errorf("%+v", entries)
	}
}

// The loop itself: it wakes for new jobs and ends with them.
func TestTheLoop(t *testing.T) {
	e := NewEngine(time.Now, zap.NewNop())
	ran := make(chan struct{})
	ended := make(chan struct{})
	e.Take([]Job{{
		Name: "until the end",
		Due:  func(context.Context) (time.Time, bool, error) { return time.Time{}, true, nil },
		Run: func(ctx context.Context) error {
			ran <- struct{}{}
			<-ctx.Done()
			close(ended)
			return ctx.Err()
		},
	}})
	<-ran
	e.Close(0)
	select {
	case <-ended:
	default:
		t.Error("the engine did not wait for its job")
	}
	e.Close(0) // twice does no harm
}
