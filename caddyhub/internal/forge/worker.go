package forge

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store"
)

// Worker does one piece of work on the forge at a time. Every runtime has one, because work
// outlives configurations and the requests that asked for it.
type Worker struct {
	now  func() time.Time
	log  *zap.Logger
	ctx  context.Context
	stop context.CancelFunc

	mu      sync.Mutex
	current *job
	ended   sync.WaitGroup
}

// NewWorker makes a worker on a clock.
func NewWorker(now func() time.Time, log *zap.Logger) *Worker {
	w := &Worker{now: now, log: log}
	w.ctx, w.stop = context.WithCancel(context.Background())
	return w
}

// Close breaks the work off that is under way, and waits for its end. A sync or an import is
// taken up again when the hub starts next.
func (w *Worker) Close() {
	w.mu.Lock()
	w.stop()
	w.mu.Unlock()
	w.ended.Wait()
}

// stopping reports whether work ends because the hub does.
func (w *Worker) stopping() bool { return w.ctx.Err() != nil }

// The kinds of work.
const (
	kindScan   = "scan"
	kindImport = "import"
	kindSync   = "sync"
)

// Job is work under way, as the owner sees it.
type Job struct {
	Kind      string     `json:"kind" enum:"scan,import,sync"`
	Step      string     `json:"step" doc:"What it does right now" example:"comparing files"`
	Done      int        `json:"done" doc:"Of total files" example:"12"`
	Total     int        `json:"total" doc:"0: not known yet" example:"40"`
	StartedAt store.Time `json:"started_at" format:"date-time"`
}

// job is a [Job] with its handles.
type job struct {
	worker *Worker
	shown  Job // guarded by worker.mu
	cancel context.CancelFunc
	over   chan struct{} // closed at its end
	err    error         // then
}

// start begins a piece of work. A [store.ConflictError] says that another one is under way.
func (w *Worker) start(kind string, work func(context.Context, *job) error) (*job, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.stopping():
		return nil, store.ErrClosed
	case w.current != nil:
		return nil, &store.ConflictError{Message: fmt.Sprintf("the forge is busy with another %s: wait for its end, or cancel it", w.current.shown.Kind)}
	}
	ctx, cancel := context.WithCancel(w.ctx)
	j := &job{worker: w, shown: Job{Kind: kind, StartedAt: store.At(w.now())}, cancel: cancel, over: make(chan struct{})}
	w.current = j
	w.ended.Add(1)
	go func() {
		defer w.ended.Done()
		defer cancel()
		j.err = w.run(ctx, j, work)
		w.mu.Lock()
		w.current = nil
		w.mu.Unlock()
		close(j.over)
	}()
	return j, nil
}

// run keeps the panic of a piece of work from ending the process.
func (w *Worker) run(ctx context.Context, j *job, work func(context.Context, *job) error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			w.log.Error("work on the forge panicked", zap.String("kind", j.shown.Kind), zap.String("type", fmt.Sprintf("%T", reason)), zap.ByteString("stack", debug.Stack()))
			err = fmt.Errorf("run the %s: internal error", j.shown.Kind)
		}
	}()
	return work(ctx, j)
}

// Job is the work under way; nil: there is none.
func (w *Worker) Job() *Job {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.current == nil {
		return nil
	}
	return new(w.current.shown)
}

// Cancel breaks off the work under way, if there is any, and waits for its end or that of
// ctx. What was done stays done.
func (w *Worker) Cancel(ctx context.Context) error {
	w.mu.Lock()
	j := w.current
	w.mu.Unlock()
	if j == nil {
		return nil
	}
	j.cancel()
	select {
	case <-j.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// step says what the work does from now on, on how many files.
func (j *job) step(name string, total int) {
	j.worker.mu.Lock()
	defer j.worker.mu.Unlock()
	j.shown.Step, j.shown.Done, j.shown.Total = name, 0, total
}

// tick counts a file.
func (j *job) tick() {
	j.worker.mu.Lock()
	defer j.worker.mu.Unlock()
	j.shown.Done++
}

// wait waits for the end of the work, for as long as a request may; false: it goes on.
func (j *job) wait(ctx context.Context, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-j.over:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}
