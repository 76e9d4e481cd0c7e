package api

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// LeaseField is the part of a change's body about the lease of the thread.
type LeaseField struct {
	LeaseID string `json:"lease_id,omitempty" doc:"Of the lease held; renews it, or ends with the work" example:"7k2m9x4q8r1t"`
	Force   bool   `json:"force,omitempty" doc:"Make the change although somebody else holds the thread"`
}

// guard is what the change is guarded by. To force a change on another's thread is for the owner.
func (f LeaseField) guard(ctx context.Context) (store.Guard, error) {
	if f.Force {
		if refusal := auth.From(ctx).Refuse(inbound.Owner); refusal != nil {
			return store.Guard{}, refusal
		}
	}
	return store.Guard{LeaseID: f.LeaseID, Force: f.Force}, nil
}

type pauseInput struct {
	ThreadTarget
	Body struct {
		LeaseField
		ResumeStep string          `json:"resume_step" doc:"The one action to pick the work up by" example:"Run the restore test with the new key"`
		Tried      []store.Attempt `json:"tried,omitempty" nullable:"false" doc:"Added to what was tried before"`
	}
}

var pauseThread = operation{id: "pause-thread", summary: "Leave a thread with the step to pick it up by"}

func (a *API) pauseThread(ctx context.Context, in *pauseInput) (*result[ThreadBody], error) {
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseField, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Pause(ctx, by, in.ID, g, in.Body.ResumeStep, in.Body.Tried)
	})
}

type blockInput struct {
	ThreadTarget
	Body *struct {
		LeaseField
		BlockedReason string `json:"blocked_reason,omitempty" doc:"What it waits for" example:"Waits for the new disk"`
	}
}

var blockThread = operation{id: "block-thread", summary: "Mark a thread as waiting for something"}

func (a *API) blockThread(ctx context.Context, in *blockInput) (*result[ThreadBody], error) {
	body := orZero(in.Body)
	return a.changeThread(ctx, &in.ThreadTarget, body.LeaseField, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
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

var finishThread = operation{id: "finish-thread", summary: "Mark a thread as done"}

func (a *API) finishThread(ctx context.Context, in *finishInput) (*result[ThreadBody], error) {
	return a.end(ctx, in, store.StatusDone)
}

var dismissThread = operation{id: "dismiss-thread", summary: "Give a thread up"}

func (a *API) dismissThread(ctx context.Context, in *finishInput) (*result[ThreadBody], error) {
	return a.end(ctx, in, store.StatusDismissed)
}

func (a *API) end(ctx context.Context, in *finishInput, outcome store.Status) (*result[ThreadBody], error) {
	body := orZero(in.Body)
	return a.changeThread(ctx, &in.ThreadTarget, body.LeaseField, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Finish(ctx, by, in.ID, g, outcome, body.Note)
	})
}

type reopenInput struct {
	ThreadTarget
	Body *LeaseField
}

var reopenThread = operation{id: "reopen-thread", summary: "Make a thread open again"}

func (a *API) reopenThread(ctx context.Context, in *reopenInput) (*result[ThreadBody], error) {
	return a.changeThread(ctx, &in.ThreadTarget, orZero(in.Body), func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Reopen(ctx, by, in.ID, g)
	})
}

type keepInput struct {
	ThreadTarget
	Body *LeaseField
}

var keepThread = operation{id: "keep-thread", owner: true, summary: "Say that a thread is still wanted: it grows stale anew from now on"}

func (a *API) keepThread(ctx context.Context, in *keepInput) (*result[ThreadBody], error) {
	return a.changeThread(ctx, &in.ThreadTarget, orZero(in.Body), func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.Keep(ctx, by, in.ID, g)
	})
}

type snoozeInput struct {
	ThreadTarget
	Body struct {
		LeaseField
		Until opt[string] `json:"until" doc:"A time; without an offset it is in the owner's zone. null ends the snooze"`
	}
}

var snoozeThread = operation{id: "snooze-thread", summary: "Keep a thread out of the stale list until a time"}

func (a *API) snoozeThread(ctx context.Context, in *snoozeInput) (*result[ThreadBody], error) {
	var until *time.Time
	if text := in.Body.Until.Value; text != nil {
		at, err := a.time("until", *text)
		if err != nil {
			return nil, err
		}
		until = &at.Time
	}
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseField, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
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

var mergeThread = operation{id: "merge-thread", owner: true, summary: "End a thread as part of another one"}

func (a *API) mergeThread(ctx context.Context, in *mergeInput) (*result[ThreadBody], error) {
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseField, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.MergeThread(ctx, by, in.ID, in.Body.Into, g)
	})
}

type deleteThreadInput struct {
	ThreadTarget
	LeaseID string `query:"lease_id" doc:"Of the lease held"`
	Force   bool   `query:"force" doc:"Delete it although somebody else holds it"`
}

var deleteThread = operation{id: "delete-thread", owner: true, summary: "Delete a thread with its reminders; an undo brings them back"}

func (a *API) deleteThread(ctx context.Context, in *deleteThreadInput) (*result[none], error) {
	g, err := in.guard(ctx, a, LeaseField{in.LeaseID, in.Force})
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Thread], error) {
		return a.Store.DeleteThread(ctx, by, in.ID, g)
	}, gone)
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

var claimThread = operation{id: "claim-thread", summary: "Take the lease of a thread, or renew it"}

func (a *API) claimThread(ctx context.Context, in *claimInput) (*result[claimedBody], error) {
	claim := store.ClaimInput{
		Holder: in.Body.Holder, Length: time.Duration(in.Body.TTLMinutes) * time.Minute,
		LeaseID: in.Body.LeaseID, TakeOver: in.Body.TakeOver,
	}
	return write(ctx, func(by store.By) (store.Written[store.Claimed], error) {
		return a.Store.Claim(ctx, by, in.ID, claim)
	}, func(w store.Written[store.Claimed]) *result[claimedBody] {
		t := w.Item.Thread
		return show(claimedBody{a.threadBody(ctx, t), heldLease{w.Item.LeaseID, *t.Lease}}).secret()
	})
}

type releaseInput struct {
	ThreadPath
	Body struct {
		LeaseID string `json:"lease_id,omitempty" example:"7k2m9x4q8r1t"`
		Holder  string `json:"holder,omitempty" doc:"Instead of the id" example:"claude-code on the laptop"`
	}
}

var releaseThread = operation{id: "release-thread", summary: "Give the lease of a thread back"}

func (a *API) releaseThread(ctx context.Context, in *releaseInput) (*result[ThreadBody], error) {
	return write(ctx, func(by store.By) (store.Written[store.Thread], error) {
		return a.Store.Release(ctx, by, in.ID, in.Body.LeaseID, in.Body.Holder)
	}, func(w store.Written[store.Thread]) *result[ThreadBody] { return a.showThread(ctx, w.Item) })
}

// orZero is the body of a request that may come without one.
func orZero[T any](body *T) T {
	if body == nil {
		var zero T
		return zero
	}
	return *body
}
