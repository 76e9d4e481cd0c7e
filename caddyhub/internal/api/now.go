package api

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/store"
)

// nowBody is the chosen thread on the wire.
type nowBody struct {
	Thread *ThreadBody `json:"thread" doc:"null: none is chosen, or the one that was is finished or gone"`
}

type nextBody struct {
	Thread *ThreadBody `json:"thread" doc:"null: there is none to take up"`
	Why    string      `json:"why" example:"quiet for 9 days; the next step is written down"`
	Said
}

var getNow = operation{id: "get-now", summary: "The thread chosen to work on now"}

func (a *API) getNow(ctx context.Context, _ *struct{}) (*result[nowBody], error) {
	t, err := a.Store.ChosenThread(ctx)
	if err != nil {
		return nil, err
	}
	return a.showNow(ctx, t).until(leaseEnd(t)), nil
}

type putNowInput struct {
	Body struct {
		ThreadID opt[string] `json:"thread_id" doc:"An active thread; null chooses none" example:"0k3x5p9q2abc"`
	}
}

var putNow = operation{id: "put-now", summary: "Choose the thread to work on now"}

func (a *API) putNow(ctx context.Context, in *putNowInput) (*result[nowBody], error) {
	return write(ctx, func(by store.By) (store.Written[*store.Thread], error) {
		return a.Store.ChooseThread(ctx, by, in.Body.ThreadID.Value)
	}, func(w store.Written[*store.Thread]) *result[nowBody] { return a.showNow(ctx, w.Item) })
}

func (a *API) showNow(ctx context.Context, t *store.Thread) *result[nowBody] {
	return show(nowBody{a.threadOrNull(ctx, t)}).tagged()
}

var getNext = operation{id: "get-next", summary: "One thread to take up next, and why"}

func (a *API) getNext(ctx context.Context, _ *struct{}) (*result[nextBody], error) {
	next, err := a.Store.NextThread(ctx, a.Policy)
	if err != nil {
		return nil, err
	}
	return show(nextBody{a.threadOrNull(ctx, next.Thread), next.Why.String(), saidOf(next.Why)}).until(next.FreshUntil), nil
}

func (a *API) threadOrNull(ctx context.Context, t *store.Thread) *ThreadBody {
	if t == nil {
		return nil
	}
	return new(a.threadBody(ctx, *t))
}

// leaseEnd is when time alone changes what a thread shows.
func leaseEnd(t *store.Thread) time.Time {
	if t == nil || t.Lease == nil {
		return never
	}
	return t.Lease.ExpiresAt.Time
}
