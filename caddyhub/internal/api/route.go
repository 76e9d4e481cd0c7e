package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/problem"
	"github.com/progresshub/progresshub/store"
)

// operation describes what a route does and answers.
type operation struct {
	id      string // operationId
	summary string
	// status is that of a success; default 200, and 204 for a DELETE.
	status int
	// creates says that a success may also be the birth of the item, which is 201.
	creates bool
	// result is a value of the JSON type a success carries; nil for none.
	result any
	// goesOn is what a success carries whose work goes on behind it, which is 202; nil: none
	// does.
	goesOn any
	// example of the result, for the document.
	example any
}

// router is what routes are added to.
type router struct {
	huma huma.API
	api  *API
}

// route adds a route, "METHOD /path", whose handler makes a finished answer. All routes share
// the error document, and none lets Huma encode the result: an answer is cached and tagged as
// bytes.
func route[I any](r router, methodPath string, op operation, handler func(context.Context, *I) (*answer, error)) {
	method, path, _ := strings.Cut(methodPath, " ")
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
	schemas := r.huma.OpenAPI().Components.Schemas
	success := &huma.Response{Description: http.StatusText(op.status)}
	if op.result != nil {
		success.Content = map[string]*huma.MediaType{jsonType: {
			Schema:  schemas.Schema(reflect.TypeOf(op.result), true, ""),
			Example: op.example,
		}}
	}
	responses := map[string]*huma.Response{fmt.Sprint(op.status): success, "default": problemResponse(schemas)}
	if op.creates {
		responses[fmt.Sprint(http.StatusCreated)] = &huma.Response{Description: http.StatusText(http.StatusCreated), Content: success.Content}
	}
	if op.goesOn != nil {
		responses[fmt.Sprint(http.StatusAccepted)] = &huma.Response{Description: http.StatusText(http.StatusAccepted), Content: map[string]*huma.MediaType{jsonType: {
			Schema: schemas.Schema(reflect.TypeOf(op.goesOn), true, ""),
		}}}
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
		Responses:       responses,
	}, func(ctx context.Context, in *I) (*answer, error) {
		out, err := handler(ctx, in)
		if known := new(failure); errors.As(err, &known) {
			return nil, known
		}
		if err != nil {
			p := r.api.problemOf(ctx, err, place)
			if p.CurrentVersion != nil {
				p.ETag = r.api.currentTag(ctx, in)
			}
			return nil, &failure{p}
		}
		return unlessKnown(ctx, out), nil
	})
	if op.result == nil {
		success.Content = nil // Huma describes the bytes that are not there
	}
}

func problemResponse(schemas huma.Registry) *huma.Response {
	return &huma.Response{Description: "Why the request failed (RFC 9457)", Content: map[string]*huma.MediaType{
		problem.MediaType: {Schema: schemas.Schema(reflect.TypeFor[problem.Problem](), true, "")},
	}}
}

// opt is [store.Opt] with its schema: the type it holds, or null.
type opt[T any] struct{ store.Opt[T] }

// Schema describes the field to Huma.
func (opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Nullable = true
	return &s
}
