package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/problem"
	"github.com/progresshub/progresshub/caddyhub/internal/reqinfo"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// failure is a problem as Huma's operations return it.
type failure struct{ problem.Problem }

func (f *failure) Error() string             { return f.Detail }
func (f *failure) GetStatus() int            { return f.Status }
func (f *failure) ContentType(string) string { return problem.MediaType }

// GetHeaders gives Huma the headers that belong to the problem.
func (f *failure) GetHeaders() http.Header {
	h := http.Header{}
	h.Set("Cache-Control", "no-store")
	f.SetHeaders(h)
	return h
}

// invalidHeader refuses a request for one of its headers.
func invalidHeader(name, message string) *failure {
	p := problem.New(http.StatusUnprocessableEntity, "header "+name+" "+message)
	p.Errors = []problem.Field{{Location: "header." + name, Message: message}}
	return &failure{p}
}

// present turns every error document of Huma's own into ours. Huma's repeat the offending
// value, or the whole body, back to the client.
func (a *API) present(ctx huma.Context, _ string, v any) (any, error) {
	model, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	ctx.SetHeader("Cache-Control", "no-store")
	p := problem.New(model.Status, model.Detail)
	if model.Detail == "request body is required" {
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

// fieldOf keeps of Huma's finding the place and the rule.
func fieldOf(e *huma.ErrorDetail) problem.Field {
	f := problem.Field{Location: e.Location, Message: e.Message}
	if rest, ok := strings.CutPrefix(e.Message, "expected required property "); ok {
		name, _, _ := strings.Cut(rest, " ")
		return problem.Field{Location: e.Location + "." + name, Message: "is required"}
	}
	if e.Location == "body.status" && e.Message == "unexpected property" {
		return problem.Field{Location: e.Location, Message: "is changed by an action: POST to .../block, .../done, .../dismiss or .../reopen"}
	}
	for _, w := range wordings {
		if rest, ok := strings.CutPrefix(e.Message, w.huma); ok {
			f.Message = w.ours
			if strings.HasSuffix(w.ours, " ") {
				f.Message += rest
			}
			break
		}
	}
	return f
}

// wordings puts Huma's messages into the hub's words. One of ours that ends in a space
// takes over the rest of Huma's.
var wordings = []struct{ huma, ours string }{
	{"required ", "is required"},
	{"unexpected property", "is not a field of this request"},
	{"unknown query parameter", "is not a parameter of this request"},
	{"expected number <= ", "must be at most "},
	{"expected number >= ", "must be at least "},
	{"expected length <= ", "must not be longer than "},
	{"expected ", "must be "},
	{"invalid ", "must be of type "},
	{"json: ", "does not fit the fields of this request"},
}

// problemOf says what a failed operation of the store means to a client. place is where
// the fields of an invalid input stand: body, query or path.
func (a *API) problemOf(ctx context.Context, err error, place string) problem.Problem {
	var (
		in *store.InvalidError
		nf *store.NotFoundError
		co *store.ConflictError
		ve *store.VersionError
		fe *setting.FixedError
		de *store.DisplacedError
		ce *store.CorruptError

		bad *store.DamagedError
	)
	switch {
	case errors.As(err, &in):
		p := problem.New(http.StatusUnprocessableEntity, "")
		p.Errors = bounded(fieldsAt(place, in.Fields))
		p.Detail = p.Errors[0].Location + " " + p.Errors[0].Message
		return p
	case errors.As(err, &nf):
		return problem.New(http.StatusNotFound, nf.Error())
	case errors.As(err, &co):
		p := problem.New(http.StatusConflict, co.Message)
		if co.Lease != nil {
			p.Holder, p.ExpiresAt = co.Lease.Holder, co.Lease.ExpiresAt.String()
		}
		for _, e := range co.Blocking {
			p.Blocking = append(p.Blocking, problem.Change{
				ID: e.ID, Kind: e.Kind, Subject: e.Subject, At: e.At.String(), Actor: string(e.Actor), SourceTool: e.SourceTool,
			})
		}
		return p
	case errors.As(err, &fe):
		return problem.New(http.StatusConflict, fe.Error())
	case errors.As(err, &ve):
		p := problem.New(http.StatusPreconditionFailed, ve.Error())
		p.CurrentVersion = &ve.Current
		return p
	case errors.As(err, &de): // the store has logged it
		return busy(de.Error())
	case errors.As(err, &ce): // so has this been
		return busy(ce.Error())
	case errors.As(err, &bad):
		a.Logger.Warn("a request found a damaged row", zap.Error(err))
		return problem.New(http.StatusServiceUnavailable, bad.Error())
	case errors.Is(err, store.ErrUnavailable):
		a.Logger.Warn("a request found the database not available", zap.Error(err))
		return busy("the hub can't use its database right now: is the disk full or read-only, or the file damaged?")
	case errors.Is(err, store.ErrClosed), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return busy("the hub is stopping or the request was given up")
	}
	return a.internal(ctx, err)
}

// fieldsAt says of fields that the store refused where they stand in the request.
func fieldsAt(place string, fields []store.FieldError) []problem.Field {
	found := make([]problem.Field, len(fields))
	for i, f := range fields {
		found[i] = problem.Field{Location: place + "." + f.Field, Message: f.Message}
	}
	return found
}

func busy(detail string) problem.Problem {
	p := problem.New(http.StatusServiceUnavailable, detail)
	p.RetryAfter = time.Second
	return p
}

// internal logs an error nobody foresaw and keeps its text from the client.
func (a *API) internal(ctx context.Context, err error) problem.Problem {
	id := reqinfo.From(ctx).ID
	a.Logger.Error("unexpected error", zap.String("request_id", id), zap.Error(err))
	p := problem.New(http.StatusInternalServerError, "the hub's log says more under this request id")
	p.RequestID = id
	return p
}
