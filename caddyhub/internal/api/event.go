package api

import (
	"context"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

type listEventsInput struct {
	Subject    string `query:"subject" doc:"An item's hub:// URI; also the changes of other items that touched it" example:"hub://projects/shop"`
	Kind       string `query:"kind" doc:"One kind such as thread.done, or all of an item's: thread"`
	Actor      string `query:"actor" doc:"owner or agent"`
	SourceTool string `query:"source_tool" doc:"The agent's name"`
	Via        string `query:"via" doc:"The name of the token it came with"`
	From       string `query:"from" doc:"Not before this time"`
	To         string `query:"to" doc:"Not after this time"`
	PageQuery
}

var listEvents = operation{id: "list-events", summary: "List what happened, the newest first"}

func (a *API) listEvents(ctx context.Context, in *listEventsInput) (*result[[]store.Event], error) {
	if strings.Contains(in.Kind, ",") {
		return nil, inbound.Invalid("query.kind", "must be one kind, such as thread.done, or all of an item's, such as thread")
	}
	f := store.EventFilter{
		Subject: in.Subject, Kind: in.Kind, Actor: store.Actor(in.Actor), SourceTool: in.SourceTool, Via: optional(in.Via), Limit: in.Limit, Cursor: in.Cursor,
	}
	var err error
	if f.From, err = a.optionalTime("from", in.From); err != nil {
		return nil, err
	}
	if f.To, err = a.optionalTime("to", in.To); err != nil {
		return nil, err
	}
	list, err := a.Store.Events(ctx, f)
	if err != nil {
		return nil, err
	}
	filter := map[string]string{
		"subject": in.Subject, "kind": in.Kind, "actor": in.Actor, "source_tool": in.SourceTool, "via": in.Via, "from": in.From, "to": in.To,
	}
	return show(redacted(ctx, list.Events)).listed(list.Total, a.nextPage(ctx, "/api/events", in.PageQuery, list.Next, filter)).until(never), nil
}

type threadEventsInput struct {
	ThreadPath
	PageQuery
}

var threadEvents = operation{id: "list-thread-events", summary: "The history of a thread, also of a deleted one"}

// threadEvents is the history of one thread, also of a deleted one. Its creation is part of
// that: what has no history never was.
func (a *API) threadEvents(ctx context.Context, in *threadEventsInput) (*result[[]store.Event], error) {
	list, err := a.Store.Events(ctx, store.EventFilter{Subject: store.ThreadURI(in.ID), Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	if list.Total == 0 {
		return nil, &store.NotFoundError{Kind: "thread", ID: in.ID}
	}
	next := a.nextPage(ctx, "/api/threads/"+in.ID+"/events", in.PageQuery, list.Next, nil)
	return show(list.Events).listed(list.Total, next).until(never), nil
}

// EventPath names an event.
type EventPath struct {
	ID string `path:"id" maxLength:"64"`
}

var getEvent = operation{id: "get-event", summary: "Read one change, with what it did to other items"}

func (a *API) getEvent(ctx context.Context, in *EventPath) (*result[store.EventDetail], error) {
	e, err := a.Store.Event(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	e.Event = redacted(ctx, []store.Event{e.Event})[0]
	return show(e).until(never), nil
}

// redacted are events as the caller may read them.
func redacted(ctx context.Context, events []store.Event) []store.Event {
	if isOwner(ctx) {
		return events
	}
	for i, e := range events {
		events[i] = e.Redacted()
	}
	return events
}

var undoEvent = operation{id: "undo-event", summary: "Take one change back"}

// LeasesField is [LeaseField] of what may touch several threads that somebody holds.
type LeasesField struct {
	LeaseField
	LeaseIDs []string `json:"lease_ids,omitempty" nullable:"false" maxItems:"200" doc:"Of further leases held, where the change is of several threads" example:"[\"7k2m9x4q8r1t\"]"`
}

func (f LeasesField) guard(ctx context.Context) (store.Guard, error) {
	g, err := f.LeaseField.guard(ctx)
	g.OtherLeases = f.LeaseIDs
	return g, err
}

type undoEventInput struct {
	EventPath
	Body *LeasesField
}

func (a *API) undoEvent(ctx context.Context, in *undoEventInput) (*result[store.Undone], error) {
	g, err := orZero(in.Body).guard(ctx)
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Undone], error) {
		return a.Store.Undo(ctx, by, in.ID, g)
	}, item)
}

type undoEventsInput struct {
	Body struct {
		LeasesField
		Actor      string  `json:"actor,omitempty" doc:"owner or agent; required without source_tool and via" example:"agent"`
		SourceTool string  `json:"source_tool,omitempty" doc:"The agent's name" example:"codex"`
		Via        *string `json:"via,omitempty" doc:"The name of the token they came with; empty: none with a name" example:"laptop"`
		From       string  `json:"from" doc:"A time; without an offset it is in the owner's zone" example:"2026-05-04T09:00"`
		To         string  `json:"to" doc:"A time, included" example:"2026-05-04T09:30"`
	}
}

var undoEvents = operation{id: "undo-events", owner: true, summary: "Take back all changes of an actor in a time range, or none"}

func (a *API) undoEvents(ctx context.Context, in *undoEventsInput) (*result[store.Undone], error) {
	r := store.UndoRange{Actor: store.Actor(in.Body.Actor), SourceTool: in.Body.SourceTool, Via: in.Body.Via}
	var err error
	if r.From, err = a.time("from", in.Body.From); err != nil {
		return nil, err
	}
	if r.To, err = a.time("to", in.Body.To); err != nil {
		return nil, err
	}
	g, err := in.Body.guard(ctx)
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Undone], error) {
		return a.Store.UndoAll(ctx, by, r, g)
	}, item)
}
