package forge

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// The places of the jobs.
const (
	syncJob = iota
	importJob
)

const atOnce = "at once"

// dueAt is when a job of a hub wants to run, as a time of day; empty: not at all.
func (h *hub) dueAt(job int) string {
	h.t.Helper()
	at, ok, err := h.Jobs()[job].Due(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	switch {
	case !ok:
		return ""
	case at.IsZero():
		return atOnce
	}
	return at.Format("15:04")
}

func (h *hub) run(job int) {
	h.t.Helper()
	if err := h.Jobs()[job].Run(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

func TestTheScheduledSync(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := newHub(t)
	if at := h.dueAt(syncJob); at != "" {
		t.Errorf("without a forge, at %s", at)
	}
	h = joined(t, server)
	if at := h.dueAt(syncJob); at != "10:00" {
		t.Errorf("at %s", at)
	}
	h.write("wiki/a", "a\n")
	h.clock.Advance(5 * time.Hour) // several were missed
	h.run(syncJob)
	if at := h.dueAt(syncJob); at != "15:00" || commits(server) != 1 {
		t.Errorf("then at %s, after %d commits", at, commits(server))
	}
	h.set(setting.Input{"cron": store.Some("15 * * * *")})
	if at := h.dueAt(syncJob); at != "15:15" {
		t.Errorf("under another schedule at %s", at)
	}
	h.set(setting.Input{"sync": store.Some(SyncOff)})
	if at := h.dueAt(syncJob); at != "" {
		t.Errorf("switched off, at %s", at)
	}
	if _, err := h.Sync(t.Context()); !errors.As(err, new(*store.ConflictError)) {
		t.Errorf("switched off: %v", err)
	}
}

// A hub that ends under a sync takes it up again.
func TestASyncOutlivesItsHub(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	h.write("wiki/a", "a\n")
	reached := make(chan struct{})
	h.tap().before = func(r *http.Request) error {
		close(reached)
		<-r.Context().Done() // the forge does not answer
		return r.Context().Err()
	}
	asked := make(chan error, 1)
	go func() {
		_, err := h.Sync(t.Context())
		asked <- err
	}()
	<-reached
	h.Worker.Close()
	if err := <-asked; err == nil {
		t.Error("the sync says that it went well")
	}
	next := New(Config{Store: h.Store, Secrets: h.vault, Policy: h.Policy})
	t.Cleanup(next.Worker.Close)
	if s, err := next.Standing(t.Context()); err != nil || !s.Syncing || s.LastSync != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if at, ok, err := next.due(t.Context()); err != nil || !ok || !at.Before(h.clock.Now()) {
		t.Errorf("due at %v, %v, %v", at, ok, err)
	}
	if err := next.runDue(t.Context()); err != nil || commits(server) != 1 {
		t.Errorf("%d commits, %v", commits(server), err)
	}
	if s, err := next.Standing(t.Context()); err != nil || s.Syncing || s.LastSync.State != StateOK {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestTheWorkerDoesOneThingAtATime(t *testing.T) {
	t.Parallel()
	w := NewWorker(time.Now, zap.NewNop())
	began := make(chan struct{})
	j, err := w.start(kindSync, func(ctx context.Context, j *job) error {
		j.step("comparing files", 3)
		j.tick()
		close(began)
		<-ctx.Done()
		return ctx.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	<-began
	if now := w.Job(); now == nil || now.Step != "comparing files" || now.Done != 1 || now.Total != 3 {
		t.Errorf("%+v", now)
	}
	if _, err := w.start(kindScan, nil); !errors.As(err, new(*store.ConflictError)) {
		t.Errorf("a second one: %v", err)
	}
	if j.wait(t.Context(), time.Nanosecond) {
		t.Error("it has not ended")
	}
	if err := w.Cancel(t.Context()); err != nil || !errors.Is(j.err, context.Canceled) || w.Job() != nil {
		t.Errorf("%v, %v, %+v", err, j.err, w.Job())
	}
	j, err = w.start(kindImport, func(context.Context, *job) error { panic("a secret") })
	if err != nil {
		t.Fatal(err)
	}
	if !j.wait(t.Context(), time.Hour) || j.err == nil || w.Job() != nil {
		t.Errorf("after a panic: %v, %+v", j.err, w.Job())
	}
	w.Close()
	if _, err := w.start(kindScan, nil); !errors.Is(err, store.ErrClosed) {
		t.Errorf("after its end: %v", err)
	}
	if err := w.Cancel(t.Context()); err != nil {
		t.Error(err)
	}
}

// The engine of a hub runs the sync, also of one whose forge can't be reached.
func TestTheEngineRunsTheSync(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	ended := make(chan struct{}, 10)
	h := joined(t, server)
	e := schedule.NewEngine(h.clock.Now, zap.NewNop())
	t.Cleanup(func() { e.Close(time.Second) })
	h.Changed = func() { e.Wake(); ended <- struct{}{} }
	h.write("wiki/a", "a\n")
	h.clock.Advance(time.Hour)
	e.Take(h.Jobs())
	<-ended
	if commits(server) != 1 {
		t.Errorf("%d commits", commits(server))
	}
	h.set(setting.Input{"token": store.Some("wrong")})
	<-ended
	h.clock.Advance(time.Hour)
	e.Wake()
	<-ended
	if s, err := h.Standing(t.Context()); err != nil || s.Syncing || s.LastSync.State != StateFailed {
		t.Errorf("%+v, %v", s, err)
	}
}

// docs/rest.md promises that a request waits so long.
func TestARequestWaitsTenSecondsForItsJob(t *testing.T) {
	t.Parallel()
	if h := newHub(t, func(c *Config) { c.Patience = 0 }); h.Patience != 10*time.Second {
		t.Errorf("it waits %v", h.Patience)
	}
}
