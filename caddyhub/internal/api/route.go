package api

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// operation describes what a route does; its handler says by its types what it takes and
// what it answers.
type operation struct {
	id      string // operationId
	summary string
	status  int  // of a success; default 200, and 204 for a DELETE
	owner   bool // it is the owner's alone: no token with a name is enough
	open    bool // it needs no credential, or takes one of its own
	secret  bool // its answer is a secret, which no Idempotency-Key may keep
	creates bool // a success may also be the birth of the item, which is 201
	goesOn  bool // a success may also be the job that does the work, which is 202
}

// class is what the operation asks of a credential: as much as its method says, or all.
func (op operation) class(method string) inbound.Class {
	switch {
	case op.open:
		return inbound.Open
	case op.owner:
		return inbound.Owner
	case method == http.MethodGet:
		return inbound.Read
	}
	return inbound.Write
}

// responses describes what an operation with a result of a type answers.
func (op operation) responses(schemas huma.Registry, result reflect.Type) map[string]*huma.Response {
	content := func(t reflect.Type) map[string]*huma.MediaType {
		if t == reflect.TypeFor[none]() {
			return nil
		}
		return map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(t, true, "")}}
	}
	success := &huma.Response{Content: content(result), Headers: map[string]*huma.Header{}}
	for _, h := range headers {
		success.Headers[h.name] = &huma.Header{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	all := map[int]*huma.Response{op.status: success}
	if op.creates {
		all[http.StatusCreated] = &huma.Response{Content: success.Content}
	}
	if op.goesOn {
		all[http.StatusAccepted] = &huma.Response{Content: content(reflect.TypeFor[forge.Job]())}
	}
	described := map[string]*huma.Response{"default": problemResponse(schemas)}
	for status, response := range all {
		response.Description = http.StatusText(status)
		described[strconv.Itoa(status)] = response
	}
	return described
}

// router is what routes are added to.
type router struct {
	huma huma.API
	api  *API
}

// sent is an answer that Huma leaves to us to send.
type sent struct{ Body func(huma.Context) }

// route adds a route, "METHOD /path". Huma reads and checks the input by its type and describes
// the operation; what the handler returns becomes an answer here, since it is tagged and
// kept as bytes. All routes share the error document.
func route[I, T any](r router, methodPath string, op operation, handler func(context.Context, *I) (*result[T], error)) {
	method, path, _ := strings.Cut(methodPath, " ")
	r.api.mux.classes[methodPath] = op.class(method)
	r.api.mux.secret[methodPath] = op.secret
	_, body := reflect.TypeFor[I]().FieldByName("Body")
	r.api.mux.noBody[methodPath] = !body
	// place is where the fields of an invalid input stand, for error locations.
	place := "body"
	switch method {
	case http.MethodGet:
		op.status, place = cmp.Or(op.status, http.StatusOK), "query"
	case http.MethodDelete:
		op.status, place = cmp.Or(op.status, http.StatusNoContent), "query"
	default:
		op.status = cmp.Or(op.status, http.StatusOK)
	}
	huma.Register(r.huma, huma.Operation{
		OperationID:   op.id,
		Method:        method,
		Path:          path,
		Summary:       op.summary,
		DefaultStatus: op.status,
		// The body was read before (readBody). Huma would give the reading five seconds more, and
		// net/http ends a request at the deadline of its connection although nothing is read.
		BodyReadTimeout: -1,
		Security:        []map[string][]string{{"token": {}}},
		Responses:       op.responses(r.huma.OpenAPI().Components.Schemas, reflect.TypeFor[T]()),
	}, func(ctx context.Context, in *I) (*sent, error) {
		out, err := handler(ctx, in)
		if err != nil {
			p := r.api.problemOf(ctx, err, place)
			if p.CurrentVersion != nil {
				p.ETag = r.api.currentTag(ctx, in)
			}
			return &sent{func(c huma.Context) {
				_, w := humago.Unwrap(c)
				p.Write(w)
			}}, nil
		}
		if method == http.MethodGet && out.tag == nil && out.head.CacheControl == "" {
			out.tagged()
		}
		finished := out.answer()
		if out.kept {
			keepIn(ctx, finished)
		}
		return &sent{func(c huma.Context) {
			request, w := humago.Unwrap(c)
			finished.write(w, request)
		}}, nil
	})
}

func problemResponse(schemas huma.Registry) *huma.Response {
	return &huma.Response{Description: "Why the request failed (RFC 9457)", Content: map[string]*huma.MediaType{
		inbound.ProblemType: {Schema: schemas.Schema(reflect.TypeFor[inbound.Problem](), true, "")},
	}}
}

// opt is [store.Opt] with its schema: the type it holds, or null.
type opt[T any] struct{ store.Opt[T] }

func (opt[T]) mayBeNull() {}

// Schema describes the field to Huma.
func (opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := *r.Schema(reflect.TypeFor[T](), true, "")
	if s.Ref != "" {
		return &s // as a reference it can't say so: see [allowNull]
	}
	s.Nullable = true
	return &s
}
