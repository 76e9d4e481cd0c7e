package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

const (
	agentCount = 50
	agentTime  = 15 * time.Second
)

// agents lets agents work for a while, as fast as they are answered.
func (b *bench) agents(ctx context.Context) error {
	h, err := b.settled(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	ctx, cancel := context.WithTimeout(ctx, agentTime)
	defer cancel()
	before := h.cpu()
	began := time.Now()
	found, err := h.letAgentsWork(ctx, agentCount, 0)
	if err != nil {
		return err
	}
	took := time.Since(began)
	row("calls", "%8.0f a second", float64(found.calls)/took.Seconds())
	row("start_work", "%8.0f a second", float64(len(found.starts))/took.Seconds())
	row("start_work p50, p99, max", "%8.1f %8.1f %8.1f ms", found.starts.at(0.5), found.starts.at(0.99), found.starts.at(1))
	row("any call p50, p99, max", "%8.1f %8.1f %8.1f ms", found.all.at(0.5), found.all.at(0.99), found.all.at(1))
	used := h.cpu() - before
	row("the hub's share of a core", "%8.0f %%", 100*used.Seconds()/took.Seconds())
	row("processor time a call", "%8.2f ms", 1e3*used.Seconds()/float64(found.calls))
	return nil
}

// shift is what agents did together.
type shift struct {
	calls       int
	starts, all times
}

func (s *shift) add(other shift) {
	s.calls += other.calls
	s.starts, s.all = append(s.starts, other.starts...), append(s.all, other.all...)
}

// letAgentsWork runs n agents at once until the context ends. Each waits for rest between its
// calls.
func (h *hub) letAgentsWork(ctx context.Context, n int, rest time.Duration) (all shift, err error) {
	titles := newTitles(31)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			a := agent{hub: h, name: fmt.Sprintf("agent-%d", i), project: fmt.Sprintf("project-%d", i%projects), titles: titles, rest: rest}
			failure := a.work(ctx)
			mu.Lock()
			defer mu.Unlock()
			all.add(a.shift)
			if err == nil {
				err = failure
			}
		})
	}
	wg.Wait()
	return all, err
}

// agent works as the instructions of the hub tell agents to: it reads the digest, starts work,
// checkpoints it three times, logs a result and finishes.
type agent struct {
	*hub
	*conn
	name, project string
	titles        *titles
	rest          time.Duration
	shift         shift
}

// work goes on until the context ends.
func (a *agent) work(ctx context.Context) error {
	if err := a.redial(); err != nil {
		return err
	}
	defer func() { a.conn.Close() }()
	for ctx.Err() == nil {
		if err := a.piece(ctx); err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	return nil
}

// piece does one piece of work.
func (a *agent) piece(ctx context.Context) error {
	if _, err := a.use(ctx, "session_digest", map[string]any{"project": a.project}); err != nil {
		return err
	}
	intent := map[string]any{"intent": a.titles.next(), "source_tool": a.name, "project": a.project}
	answer, err := a.use(ctx, "start_work", intent)
	if err != nil {
		return err
	}
	a.shift.starts = append(a.shift.starts, a.shift.all[len(a.shift.all)-1])
	if !answer.Claimed { // somebody is on it, or it may be one of several: this is other work
		intent["new"] = true
		if answer, err = a.use(ctx, "start_work", intent); err != nil {
			return err
		}
	}
	if !answer.Claimed { // somebody has just begun it in the very same words
		return nil
	}
	mine := func(more map[string]any) map[string]any {
		more["thread_id"], more["lease_id"] = answer.Thread.ID, answer.Lease.ID
		return more
	}
	for i := range 3 {
		if _, err := a.use(ctx, "save_thread", mine(map[string]any{"focus": fmt.Sprintf("part %d of %s", i, intent["intent"])})); err != nil {
			return err
		}
	}
	if _, err := a.use(ctx, "log_progress", mine(map[string]any{"project": a.project, "entry": fmt.Sprintf("%s is done, says %s", answer.Thread.ID, a.name)})); err != nil {
		return err
	}
	_, err = a.use(ctx, "finish_thread", mine(map[string]any{"note": "done as it was meant"}))
	return err
}

// redial gives the agent a new connection.
func (a *agent) redial() (err error) {
	if a.conn != nil {
		a.conn.Close()
	}
	a.conn, err = dial(a.addr)
	return err
}

// toolAnswer is what the agent needs of an answer.
type toolAnswer struct {
	Claimed bool
	Thread  struct{ ID string }
	Lease   struct{ ID string }
}

// use calls a tool. A call that the hub refuses is an error.
func (a *agent) use(ctx context.Context, tool string, arguments map[string]any) (toolAnswer, error) {
	select {
	case <-ctx.Done():
		return toolAnswer{}, ctx.Err()
	case <-time.After(a.rest):
	}
	if a.rest > 0 { // no connection is kept for so long
		if err := a.redial(); err != nil {
			return toolAnswer{}, err
		}
	}
	body, took, err := a.ask(a.call(tool, arguments))
	if err != nil {
		return toolAnswer{}, err
	}
	a.shift.calls++
	a.shift.all = append(a.shift.all, took.Seconds())
	var answer struct {
		Error  json.RawMessage
		Result struct {
			IsError           bool
			StructuredContent toolAnswer
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return toolAnswer{}, fmt.Errorf("%s: %w: %.200s", tool, err, body)
	}
	if answer.Error != nil || answer.Result.IsError {
		return toolAnswer{}, fmt.Errorf("%s is refused: %.500s", tool, body)
	}
	return answer.Result.StructuredContent, nil
}
