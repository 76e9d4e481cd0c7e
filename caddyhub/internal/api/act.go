package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// TapLimit is how many buttons one client may use in a minute.
const TapLimit = 20

type actInput struct {
	Body struct {
		Token string `json:"token" maxLength:"200" doc:"Of a button of a message"`
	}
}

// ActBody is what a button did.
type ActBody struct {
	Done string `json:"done" doc:"In a sentence" example:"The reminder is done."`
	Undo string `json:"undo" doc:"The event, by which it can be taken back" example:"cxy99bbg25ng"`
}

var act = operation{
	id: "act", open: true,
	summary: "Use a button of a message, once. Needs no credential: the token is one",
}

// act does what a button of a message is for. The token comes in the body alone, of a POST: who
// only looks at links, as scanners of mail do, uses nothing.
func (a *API) act(ctx context.Context, in *actInput) (*result[ActBody], error) {
	if wait, ok := a.Taps.Reserve(inbound.From(ctx).ClientIP); !ok {
		p := inbound.NewProblem(http.StatusTooManyRequests, "too many buttons were used from this address: wait a moment")
		p.RetryAfter = wait
		return nil, p
	}
	w, err := a.Store.Act(ctx, in.Body.Token, a.Policy)
	missing, ended := new(store.NotFoundError), new(store.EndedError)
	switch {
	case errors.As(err, &ended):
		return nil, inbound.NewProblem(http.StatusGone, ended.Message)
	case errors.As(err, &missing):
		return nil, inbound.NewProblem(http.StatusNotFound, "this button is not known: open the hub instead")
	case err != nil:
		return nil, err
	}
	return show(ActBody{w.Item.Done, w.EventID}).recorded(w.EventID), nil
}
