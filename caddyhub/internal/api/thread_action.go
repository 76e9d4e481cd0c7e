package api

import (
	"context"
	"net/http"
	"time"

	"github.com/progresshub/progresshub/store"
)

// LeaseField is the part of a change's body that renews the caller's lease.
type LeaseField struct {
	LeaseID string `json:"lease_id,omitempty" doc:"Of the lease held; renews it, or ends with the work" example:"7k2m9x4q8r1t"`
}

type pauseInput struct {
	ThreadTarget
	Body struct {
		LeaseField
		ResumeStep string          `json:"resume_step" doc:"The one action to pick the work up by" example:"Run the restore test with the new key"`
		Tried      []store.Attempt `json:"tried,omitempty" nullable:"false" doc:"Added to what was tried before"`
	}
}

var pauseThread = operation{id: "pause-thread", summary: "Leave a thread with the step to pick it up by", result: ThreadBody{}}

func (a *API) pauseThread(ctx context.Context, in *pauseInput) (*answer, error) {
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseID, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Pause(ctx, by, in.ID, g, in.Body.ResumeStep, in.Body.Tried)
	})
}

type blockInput struct {
	ThreadTarget
	Body *struct {
		LeaseField
		BlockedReason string `json:"blocked_reason,omitempty" example:"Waits for the new disk"`
	}
}

var blockThread = operation{id: "block-thread", summary: "Mark a thread as waiting for something", result: ThreadBody{}}

func (a *API) blockThread(ctx context.Context, in *blockInput) (*answer, error) {
	body := orZero(in.Body)
	return a.changeThread(ctx, &in.ThreadTarget, body.LeaseID, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Block(ctx, by, in.ID, g, body.BlockedReason)
	})
}

type finishInput struct {
	ThreadTarget
	Body *struct {
		LeaseField
		Note string `json:"note,omitempty" doc:"Kept in the thread's history" example:"Done with the old disk"`
	}
}

var finishThread = operation{id: "finish-thread", summary: "Mark a thread as done", result: ThreadBody{}}

func (a *API) finishThread(ctx context.Context, in *finishInput) (*answer, error) {
	return a.end(ctx, in, store.StatusDone)
}

var dismissThread = operation{id: "dismiss-thread", summary: "Give a thread up", result: ThreadBody{}}

func (a *API) dismissThread(ctx context.Context, in *finishInput) (*answer, error) {
	return a.end(ctx, in, store.StatusDismissed)
}

func (a *API) end(ctx context.Context, in *finishInput, outcome store.Status) (*answer, error) {
	body := orZero(in.Body)
	return a.changeThread(ctx, &in.ThreadTarget, body.LeaseID, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Finish(ctx, by, in.ID, g, outcome, body.Note)
	})
}

type reopenInput struct {
	ThreadTarget
	Body *LeaseField
}

var reopenThread = operation{id: "reopen-thread", summary: "Make a thread open again", result: ThreadBody{}}

func (a *API) reopenThread(ctx context.Context, in *reopenInput) (*answer, error) {
	return a.changeThread(ctx, &in.ThreadTarget, orZero(in.Body).LeaseID, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Reopen(ctx, by, in.ID, g)
	})
}

type snoozeInput struct {
	ThreadTarget
	Body struct {
		LeaseField
		Until opt[string] `json:"until" doc:"A time; without an offset it is in the owner's zone. null ends the snooze"`
	}
}

var snoozeThread = operation{id: "snooze-thread", summary: "Keep a thread out of the stale list until a time", result: ThreadBody{}}

func (a *API) snoozeThread(ctx context.Context, in *snoozeInput) (*answer, error) {
	var until *time.Time
	if text := in.Body.Until.Value; text != nil {
		at, err := a.time("until", *text)
		if err != nil {
			return nil, err
		}
		until = &at.Time
	}
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseID, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Snooze(ctx, by, in.ID, g, until)
	})
}

type mergeInput struct {
	ThreadTarget
	Body struct {
		LeaseField
		Into string `json:"into" maxLength:"64" doc:"The thread that goes on: it takes over what it lacks" example:"cxy99bbg3gpy"`
	}
}

var mergeThread = operation{id: "merge-thread", summary: "End a thread as part of another one", result: ThreadBody{}}

func (a *API) mergeThread(ctx context.Context, in *mergeInput) (*answer, error) {
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseID, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.MergeThread(ctx, by, in.ID, in.Body.Into, g)
	})
}

type deleteThreadInput struct {
	ThreadTarget
	LeaseID string `query:"lease_id" doc:"Of the lease held"`
}

var deleteThread = operation{id: "delete-thread", summary: "Delete a thread with its reminders; an undo brings them back"}

func (a *API) deleteThread(ctx context.Context, in *deleteThreadInput) (*answer, error) {
	g, err := in.guard(in.LeaseID)
	if err != nil {
		return nil, err
	}
	return write(ctx, a, "", func(by store.By) (store.Written[store.Thread], error) {
		return a.Store.DeleteThread(ctx, by, in.ID, g)
	}, func(w store.Written[store.Thread]) *answer { return nothing(w.EventID) })
}

type claimInput struct {
	ThreadPath
	Body struct {
		Holder     string `json:"holder,omitempty" doc:"Who will work on it, such as claude-code on the laptop; a heartbeat needs none" example:"claude-code on the laptop"`
		TTLMinutes int    `json:"ttl_minutes,omitempty" minimum:"5" maximum:"480" doc:"Default 120"`
		LeaseID    string `json:"lease_id,omitempty" doc:"Of the lease already held: a heartbeat" example:"7k2m9x4q8r1t"`
		TakeOver   bool   `json:"take_over,omitempty" doc:"End the lease of another worker"`
	}
}

// claimedBody is a thread as its new holder sees it: with the secret id of the lease.
type claimedBody struct {
	ThreadBody
	Lease heldLease `json:"lease"`
}

type heldLease struct {
	ID string `json:"id" doc:"Send it as lease_id with every change; it is shown only here" example:"cxy99bbg25ng"`
	store.Lease
}

var claimThread = operation{id: "claim-thread", summary: "Take the lease of a thread, or renew it", result: claimedBody{}}

func (a *API) claimThread(ctx context.Context, in *claimInput) (*answer, error) {
	claim := store.ClaimInput{
		Holder: in.Body.Holder, Length: time.Duration(in.Body.TTLMinutes) * time.Minute,
		LeaseID: in.Body.LeaseID, TakeOver: in.Body.TakeOver,
	}
	return write(ctx, a, "", func(by store.By) (store.Written[store.Claimed], error) {
		return a.Store.Claim(ctx, by, in.ID, claim)
	}, func(w store.Written[store.Claimed]) *answer {
		t := w.Item.Thread
		out := reply(http.StatusOK, claimedBody{a.threadBody(ctx, t), heldLease{w.Item.LeaseID, *t.Lease}})
		out.Event = w.EventID
		out.CacheControl = "no-store" // the id is a secret of this one answer
		return out
	})
}

type releaseInput struct {
	ThreadPath
	Body struct {
		LeaseID string `json:"lease_id,omitempty" example:"7k2m9x4q8r1t"`
		Holder  string `json:"holder,omitempty" doc:"Instead of the id" example:"claude-code on the laptop"`
	}
}

var releaseThread = operation{id: "release-thread", summary: "Give the lease of a thread back", result: ThreadBody{}}

func (a *API) releaseThread(ctx context.Context, in *releaseInput) (*answer, error) {
	return write(ctx, a, "", func(by store.By) (store.Written[store.Thread], error) {
		return a.Store.Release(ctx, by, in.ID, in.Body.LeaseID, in.Body.Holder)
	}, func(w store.Written[store.Thread]) *answer { return a.showThread(ctx, w) })
}

// orZero is the body of a request that may come without one.
func orZero[T any](body *T) T {
	if body == nil {
		var zero T
		return zero
	}
	return *body
}
