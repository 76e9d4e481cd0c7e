package api

import (
	"context"
	"net/http"

	"github.com/progresshub/progresshub/store"
)

type listEventsInput struct {
	Subject    string `query:"subject" doc:"An item's hub:// URI; also the changes of other items that touched it" example:"hub://projects/shop"`
	Kind       string `query:"kind" doc:"One kind such as thread.done, or all of an item's: thread"`
	Actor      string `query:"actor" doc:"owner or agent"`
	SourceTool string `query:"source_tool" doc:"The agent's name"`
	From       string `query:"from" doc:"Not before this time"`
	To         string `query:"to" doc:"Not after this time"`
	Limit      int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor     string `query:"cursor" doc:"From the Link header of the page before"`
}

var listEvents = operation{id: "list-events", summary: "List what happened, the newest first", result: []store.Event{}}

func (a *API) listEvents(ctx context.Context, in *listEventsInput) (*answer, error) {
	f := store.EventFilter{
		Subject: in.Subject, Kind: in.Kind, Actor: store.Actor(in.Actor), SourceTool: in.SourceTool, Limit: in.Limit, Cursor: in.Cursor,
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
		"subject": in.Subject, "kind": in.Kind, "actor": in.Actor, "source_tool": in.SourceTool, "from": in.From, "to": in.To,
	}
	out := page{"/api/events", in.Limit, list.Next, list.Total, filter}.answer(ctx, a, encode(list.Events))
	return cacheable(ctx, out, never), nil
}

type threadEventsInput struct {
	ThreadPath
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor string `query:"cursor" doc:"From the Link header of the page before"`
}

var threadEvents = operation{id: "list-thread-events", summary: "The history of a thread, also of a deleted one", result: []store.Event{}}

// threadEvents is the history of one thread, also of a deleted one. Its creation is part of
// that: what has no history never was.
func (a *API) threadEvents(ctx context.Context, in *threadEventsInput) (*answer, error) {
	list, err := a.Store.Events(ctx, store.EventFilter{Subject: store.ThreadURI(in.ID), Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	if list.Total == 0 {
		return nil, &store.NotFoundError{Kind: "thread", ID: in.ID}
	}
	out := page{"/api/threads/" + in.ID + "/events", in.Limit, list.Next, list.Total, nil}.answer(ctx, a, encode(list.Events))
	return cacheable(ctx, out, never), nil
}

type eventPath struct {
	ID string `path:"id" maxLength:"64"`
}

var getEvent = operation{id: "get-event", summary: "Read one change, with what it did to other items", result: store.EventDetail{}}

func (a *API) getEvent(ctx context.Context, in *eventPath) (*answer, error) {
	e, err := a.Store.Event(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return cacheable(ctx, reply(http.StatusOK, e).tagged(0), never), nil
}

var undoEvent = operation{id: "undo-event", summary: "Take one change back", result: store.Undone{}}

func (a *API) undoEvent(ctx context.Context, in *eventPath) (*answer, error) {
	return write(ctx, a, "", func(by store.By) (store.Written[store.Undone], error) {
		return a.Store.Undo(ctx, by, in.ID)
	}, showUndone)
}

type undoEventsInput struct {
	Body struct {
		Actor      string `json:"actor,omitempty" doc:"owner or agent; required without source_tool" example:"agent"`
		SourceTool string `json:"source_tool,omitempty" doc:"The agent's name" example:"codex"`
		From       string `json:"from" doc:"A time; without an offset it is in the owner's zone" example:"2026-05-04T09:00"`
		To         string `json:"to" doc:"A time, included" example:"2026-05-04T09:30"`
	}
}

var undoEvents = operation{
	id: "undo-events", summary: "Take back all changes of an actor in a time range, or none",
	result: store.Undone{},
}

func (a *API) undoEvents(ctx context.Context, in *undoEventsInput) (*answer, error) {
	r := store.UndoRange{Actor: store.Actor(in.Body.Actor), SourceTool: in.Body.SourceTool}
	var err error
	if r.From, err = a.time("from", in.Body.From); err != nil {
		return nil, err
	}
	if r.To, err = a.time("to", in.Body.To); err != nil {
		return nil, err
	}
	return write(ctx, a, "", func(by store.By) (store.Written[store.Undone], error) {
		return a.Store.UndoAll(ctx, by, r)
	}, showUndone)
}

func showUndone(w store.Written[store.Undone]) *answer {
	out := reply(http.StatusOK, w.Item)
	out.Event = w.EventID
	return out
}
