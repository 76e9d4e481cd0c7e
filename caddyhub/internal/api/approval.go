package api

import (
	"context"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// Approval is a request of an agent, with what approving it does, for people.
type Approval struct {
	store.Approval
	EffectSaid *Said `json:"effect_said" doc:"effect under its code; null: it has none"`
}

func newApproval(a store.Approval) Approval { return Approval{a, beside(a.EffectSaid())} }

type listApprovalsInput struct {
	State string `query:"state" doc:"pending, approved, rejected or all" default:"pending"`
	PageQuery
}

var listApprovals = operation{id: "list-approvals", owner: true, summary: "What agents asked for"}

func (a *API) listApprovals(ctx context.Context, in *listApprovalsInput) (*result[[]Approval], error) {
	list, err := a.Store.Approvals(ctx, store.ApprovalFilter{State: in.State, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	next := a.nextPage(ctx, "/api/approvals", in.PageQuery, list.Next, map[string]string{"state": in.State})
	approvals := make([]Approval, len(list.Approvals))
	for i, one := range list.Approvals {
		approvals[i] = newApproval(one)
	}
	return show(approvals).listed(list.Total, next).until(never), nil
}

type approvalPath struct {
	ID string `path:"id" maxLength:"64"`
}

var approve = operation{id: "approve", owner: true, summary: "Make the change that was asked for (the owner only)"}

func (a *API) approve(ctx context.Context, in *approvalPath) (*result[Approval], error) {
	return a.decide(ctx, in.ID, a.Store.Approve)
}

var reject = operation{id: "reject", owner: true, summary: "Turn a request down (the owner only)"}

func (a *API) reject(ctx context.Context, in *approvalPath) (*result[Approval], error) {
	return a.decide(ctx, in.ID, a.Store.Reject)
}

// decide is for the owner alone: what an agent may not do it may not allow itself either.
func (a *API) decide(ctx context.Context, id string, decision func(context.Context, store.By, string) (store.Written[store.Approval], error)) (*result[Approval], error) {
	if auth.From(ctx).Actor != store.Owner {
		return nil, inbound.NewProblem(http.StatusForbidden, "only the owner decides on requests, signed in to the dashboard")
	}
	return write(ctx, func(by store.By) (store.Written[store.Approval], error) {
		return decision(ctx, by, id)
	}, func(w store.Written[store.Approval]) *result[Approval] { return show(newApproval(w.Item)) })
}
