package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// present turns every error document of Huma's own into ours. Huma's repeat the offending
// value, or the whole body, back to the client.
func (a *API) present(ctx huma.Context, _ string, v any) (any, error) {
	model, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	ctx.SetHeader("Cache-Control", "no-store")
	p := inbound.NewProblem(model.Status, model.Detail)
	if model.Detail == noBody {
		p.Detail = "this request needs a JSON body"
	}
	if model.Status >= 500 {
		// Huma reports a handler's unexpected error with its text; ours never return one.
		return a.internal(ctx.Context(), errors.New(model.Detail)), nil
	}
	for _, e := range model.Errors {
		p.Errors = append(p.Errors, fieldOf(e))
	}
	p.Errors = bounded(p.Errors)
	if len(p.Errors) > 0 {
		p.Detail = p.Errors[0].Location + " " + p.Errors[0].Message
	}
	return p, nil
}

// problemOf says what a failed operation means to a client. place is where
// the fields of an invalid input stand: body, query or path.
func (a *API) problemOf(ctx context.Context, err error, place string) *inbound.Problem {
	var (
		pr *inbound.Problem
		in *store.InvalidError
		nf *store.NotFoundError
		co *store.ConflictError
		ve *store.VersionError
		fe *setting.FixedError
		oe *store.OwnerError
		de *store.DisplacedError
		ce *store.CorruptError

		bad *store.DamagedError
	)
	switch {
	case errors.As(err, &pr):
		return pr
	case errors.As(err, &in):
		p := inbound.NewProblem(http.StatusUnprocessableEntity, "")
		p.Errors = bounded(fieldsAt(place, in.Fields))
		p.Detail = p.Errors[0].Location + " " + p.Errors[0].Message
		return p
	case errors.As(err, &nf):
		p := inbound.NewProblem(http.StatusNotFound, nf.Error())
		p.MovedTo = nf.Moved
		return p
	case errors.As(err, &oe):
		return ownerOnly(oe.Message)
	case errors.As(err, &co):
		p := said(http.StatusConflict, "conflict", phrase.Find("conflict", co.Message))
		if place == "query" { // the store speaks of fields: a DELETE has none
			p.Detail = strings.Replace(p.Detail, "force: true", "?force=true", 1)
		}
		if co.Lease != nil {
			p.Holder, p.ExpiresAt = co.Lease.Holder, co.Lease.ExpiresAt.String()
		}
		for _, e := range co.Blocking {
			p.Blocking = append(p.Blocking, inbound.Change{
				ID: e.ID, Kind: e.Kind, Subject: e.Subject, At: e.At.String(), Actor: string(e.Actor), SourceTool: e.SourceTool,
			})
		}
		return p
	case errors.As(err, &fe):
		return inbound.NewProblem(http.StatusConflict, fe.Error())
	case errors.As(err, &ve):
		detail := ve.Error() + "; read the item again, and make your change to that"
		if ve.Current == 0 {
			detail = "there is nothing here to change: to begin it, send the request without If-Match"
		}
		p := inbound.NewProblem(http.StatusPreconditionFailed, detail)
		p.CurrentVersion = &ve.Current
		return p
	case errors.As(err, &de): // the store has logged it
		return busy(de.Error())
	case errors.As(err, &ce): // so has this been
		return busy(ce.Error())
	case errors.As(err, &bad):
		a.Logger.Warn("a request found a damaged row", zap.Error(err))
		return inbound.NewProblem(http.StatusServiceUnavailable, bad.Error())
	case errors.Is(err, store.ErrUnavailable):
		a.Logger.Warn("a request found the database not available", zap.Error(err))
		return busy("the hub can't use its database right now: is the disk full or read-only, or the file damaged?")
	case errors.Is(err, store.ErrClosed), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return busy("the hub is stopping or the request was given up")
	}
	return a.internal(ctx, err)
}

// ownerOnly refuses what no token with a name is enough for.
func ownerOnly(detail string) *inbound.Problem {
	p := inbound.NewProblem(http.StatusForbidden, detail)
	p.Scope = inbound.Owner.String()
	return p
}

// fieldsAt says of fields that the store refused where they stand in the request.
func fieldsAt(place string, fields []store.FieldError) []inbound.Field {
	found := make([]inbound.Field, len(fields))
	for i, f := range fields {
		found[i] = fieldAt(place+"."+f.Field, f.Message)
	}
	return found
}

// fieldAt says what is wrong at a place of the request, under its code if it has one.
func fieldAt(location, message string) inbound.Field {
	return inbound.Field{Location: location, Message: message, Coded: codedOf(phrase.Find("field", message))}
}

func codedOf(p phrase.Phrase) inbound.Coded { return inbound.Coded{Code: p.Code(), Params: p.Params()} }

// said makes the problem of a sentence that has a code.
func said(status int, kind string, p phrase.Phrase) *inbound.Problem {
	problem := inbound.ProblemOf(status, kind, p.String())
	problem.Coded = codedOf(p)
	return problem
}

func busy(detail string) *inbound.Problem {
	p := inbound.NewProblem(http.StatusServiceUnavailable, detail)
	p.RetryAfter = time.Second
	return p
}

// internal logs an error nobody foresaw and keeps its text from the client.
func (a *API) internal(ctx context.Context, err error) *inbound.Problem {
	id := inbound.From(ctx).ID
	a.Logger.Error("unexpected error", zap.String("request_id", id), zap.Error(err))
	p := inbound.NewProblem(http.StatusInternalServerError, "the hub's log says more under this request id")
	p.RequestID = id
	return p
}
