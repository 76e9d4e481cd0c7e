package api

import (
	"context"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/problem"
	"github.com/progresshub/progresshub/store"
)

type listApprovalsInput struct {
	State  string `query:"state" doc:"pending, approved, rejected or all" default:"pending"`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor string `query:"cursor" doc:"From the Link header of the page before"`
}

var listApprovals = operation{id: "list-approvals", summary: "What agents asked for", result: []store.Approval{}}

func (a *API) listApprovals(ctx context.Context, in *listApprovalsInput) (*answer, error) {
	list, err := a.Store.Approvals(ctx, store.ApprovalFilter{State: in.State, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	out := page{"/api/approvals", in.Limit, list.Next, list.Total, map[string]string{"state": in.State}}.answer(ctx, a, encode(list.Approvals))
	return cacheable(ctx, out, never), nil
}

type approvalPath struct {
	ID string `path:"id" maxLength:"64"`
}

var approve = operation{id: "approve", summary: "Make the change that was asked for (the owner only)", result: store.Approval{}}

func (a *API) approve(ctx context.Context, in *approvalPath) (*answer, error) {
	return a.decide(ctx, in.ID, a.Store.Approve)
}

var reject = operation{id: "reject", summary: "Turn a request down (the owner only)", result: store.Approval{}}

func (a *API) reject(ctx context.Context, in *approvalPath) (*answer, error) {
	return a.decide(ctx, in.ID, a.Store.Reject)
}

// decide is for the owner alone: what an agent may not do it may not allow itself either.
func (a *API) decide(ctx context.Context, id string, decision func(context.Context, store.By, string) (store.Written[store.Approval], error)) (*answer, error) {
	if auth.Actor(ctx) != store.Owner {
		return nil, &failure{problem.New(http.StatusForbidden, "only the owner decides on requests, signed in to the dashboard")}
	}
	return write(ctx, a, "", func(by store.By) (store.Written[store.Approval], error) {
		return decision(ctx, by, id)
	}, func(w store.Written[store.Approval]) *answer {
		out := reply(http.StatusOK, w.Item)
		out.Event = w.EventID
		return out
	})
}
