package schedule

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
)

// Job is something that is done when its time has come.
type Job struct {
	// Name tells jobs apart: of two configurations' jobs of one name, one runs at a time.
	Name string
	// Due is when the job wants to run, which may be over; false: not as things stand.
	Due func(context.Context) (time.Time, bool, error)
	// Run does it. It must lead to another Due, or it is run again at once. ctx ends with
	// the engine, not with the configuration.
	Run func(context.Context) error
}

const (
	// maxSleep is how long the engine sleeps at most: the clock of a machine may be set
	// forward while it does.
	maxSleep = 30 * time.Second
	// retryDelay is how long a job rests that has failed.
	retryDelay = 30 * time.Second
)

// Engine runs jobs at their times. It belongs to a runtime and outlives configurations:
// those put their jobs on a stack and take them off again, and the jobs on top are the
// ones that run. A reload, which starts the new configuration before it stops the old, so
// changes the jobs without a gap and without two sets of them at once.
type Engine struct {
	now  func() time.Time
	log  *zap.Logger
	wake chan struct{}
	stop context.CancelFunc
	ctx  context.Context
	done chan struct{}

	mu      sync.Mutex
	owners  []*Owner
	running map[string]bool
	resting map[string]time.Time // until when a job that failed is left alone
	jobs    sync.WaitGroup
}

// Owner is one configuration's place on the stack.
type Owner struct {
	engine *Engine
	jobs   []Job
}

// NewEngine makes an engine without jobs, on a clock.
func NewEngine(now func() time.Time, log *zap.Logger) *Engine {
	e := newEngine(now, log)
	go e.loop()
	return e
}

func newEngine(now func() time.Time, log *zap.Logger) *Engine {
	e := &Engine{now: now, log: log, wake: make(chan struct{}, 1), done: make(chan struct{}), running: map[string]bool{}, resting: map[string]time.Time{}}
	e.ctx, e.stop = context.WithCancel(context.Background())
	return e
}

// Take puts jobs on top of the stack.
func (e *Engine) Take(jobs []Job) *Owner {
	o := &Owner{e, jobs}
	e.mu.Lock()
	e.owners = append(e.owners, o)
	e.mu.Unlock()
	e.Wake()
	return o
}

// Leave takes the jobs off the stack, wherever they stand by now. What runs goes on.
func (o *Owner) Leave() {
	e := o.engine
	e.mu.Lock()
	e.owners = slices.DeleteFunc(e.owners, func(other *Owner) bool { return other == o })
	e.mu.Unlock()
	e.Wake()
}

// Wake makes the engine look for due jobs: something has changed.
func (e *Engine) Wake() {
	select {
	case e.wake <- struct{}{}:
	default: // it is about to look anyway
	}
}

// Close ends the engine. Jobs under way get a moment to end by themselves, then their
// context ends, and they are waited for.
func (e *Engine) Close(moment time.Duration) {
	e.mu.Lock()
	e.owners = nil
	e.mu.Unlock()
	e.Wake()
	ended := make(chan struct{})
	go func() {
		e.jobs.Wait()
		close(ended)
	}()
	timer := time.NewTimer(moment)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
	e.stop()
	<-e.done
	<-ended
}

func (e *Engine) loop() {
	defer close(e.done)
	for {
		timer := time.NewTimer(e.tick())
		select {
		case <-e.wake:
		case <-timer.C:
		case <-e.ctx.Done():
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

// tick starts what is due and tells how long nothing else will be.
func (e *Engine) tick() time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.owners) == 0 || e.ctx.Err() != nil {
		return maxSleep
	}
	now := e.now()
	sleep := maxSleep
	for _, j := range e.owners[len(e.owners)-1].jobs {
		if e.running[j.Name] {
			continue // its end wakes the engine
		}
		due, ok, err := e.due(j)
		if err != nil {
			e.log.Error("a job does not know its time", zap.String("job", j.Name), zap.Error(err))
			continue
		}
		if rest := e.resting[j.Name]; ok && due.Before(rest) && !now.Before(rest.Add(-retryDelay)) {
			due = rest
		}
		switch {
		case !ok:
		case due.After(now):
			sleep = min(sleep, due.Sub(now))
		default:
			e.start(j)
		}
	}
	return sleep
}

// due asks a job for its time; a panic there ends nothing else either.
func (e *Engine) due(j Job) (at time.Time, ok bool, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = e.panicked(j, reason)
		}
	}()
	return j.Due(e.ctx)
}

func (e *Engine) start(j Job) {
	e.running[j.Name] = true
	e.jobs.Add(1)
	go func() {
		defer e.jobs.Done()
		err := e.run(j)
		e.mu.Lock()
		delete(e.running, j.Name)
		delete(e.resting, j.Name)
		if err != nil {
			e.resting[j.Name] = e.now().Add(retryDelay)
		}
		e.mu.Unlock()
		if err != nil && e.ctx.Err() == nil {
			e.log.Error("a job failed; it is tried again", zap.String("job", j.Name), zap.Duration("in", retryDelay), zap.Error(err))
		}
		e.Wake()
	}()
}

// run keeps a job's panic from ending the process.
func (e *Engine) run(j Job) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = e.panicked(j, reason)
		}
	}()
	return j.Run(e.ctx)
}

func (e *Engine) panicked(j Job, reason any) error {
	e.log.Error("a job panicked", zap.String("job", j.Name), zap.String("type", fmt.Sprintf("%T", reason)), zap.ByteString("stack", debug.Stack()))
	return fmt.Errorf("run %s: internal error", j.Name)
}
