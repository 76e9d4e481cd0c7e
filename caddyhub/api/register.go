package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/problem"
	"github.com/progresshub/progresshub/store"
)

// operation describes one route to [register].
type operation struct {
	id      string // operationId
	summary string
	// place is where the fields of an invalid input stand, for error locations.
	place string
	// status is that of a success; default 200.
	status int
	// result is a value of the JSON type a success carries; nil for none.
	result any
	// example of the result, for the document.
	example any
}

// register adds a route whose handler makes a finished answer. All routes share the error
// document, and none lets Huma encode the result: an answer is cached and tagged as bytes.
func register[I any](h huma.API, a *API, method, path string, op operation, handler func(context.Context, *I) (*answer, error)) {
	if op.status == 0 {
		op.status = http.StatusOK
	}
	schemas := h.OpenAPI().Components.Schemas
	success := &huma.Response{Description: http.StatusText(op.status)}
	if op.result != nil {
		success.Content = map[string]*huma.MediaType{jsonType: {
			Schema:  schemas.Schema(reflect.TypeOf(op.result), true, ""),
			Example: op.example,
		}}
	}
	huma.Register(h, huma.Operation{
		OperationID:   op.id,
		Method:        method,
		Path:          path,
		Summary:       op.summary,
		DefaultStatus: op.status,
		Security:      []map[string][]string{{"token": {}}},
		Responses: map[string]*huma.Response{
			fmt.Sprint(op.status): success,
			"default":             problemResponse(schemas),
		},
	}, func(ctx context.Context, in *I) (*answer, error) {
		out, err := handler(ctx, in)
		if known := new(failure); errors.As(err, &known) {
			return nil, known
		}
		if err != nil {
			p := a.problemOf(ctx, err, op.place)
			if p.CurrentVersion != 0 {
				p.ETag = a.currentTag(ctx, in)
			}
			return nil, &failure{p}
		}
		return unlessKnown(ctx, out), nil
	})
}

func problemResponse(schemas huma.Registry) *huma.Response {
	return &huma.Response{Description: "Why the request failed (RFC 9457)", Content: map[string]*huma.MediaType{
		problem.MediaType: {Schema: schemas.Schema(reflect.TypeFor[problem.Problem](), true, "")},
	}}
}

// document is the OpenAPI description, encoded once.
type document struct{ *answer }

func (d document) serve(w http.ResponseWriter, r *http.Request) { d.write(w, r) }

// describe finishes and encodes the OpenAPI document.
func describe(o *huma.OpenAPI) (document, error) {
	o.Info.Description = "Threads, projects and their history on one person's hub. Errors are RFC 9457 problem documents; lists give the next page in the Link header and the total in X-Total-Count."
	o.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "The hub's access token, HUB_AUTH_TOKEN"},
	}
	// Huma's own error types are never sent; see present.
	schemas := o.Components.Schemas.Map()
	delete(schemas, "ErrorModel")
	delete(schemas, "ErrorDetail")
	o.AddOperation(&huma.Operation{
		OperationID: "get-health", Method: http.MethodGet, Path: "/api/health", Summary: "Whether the hub can store changes",
		Responses: map[string]*huma.Response{
			"200": {Description: "OK", Content: map[string]*huma.MediaType{jsonType: {
				Schema: &huma.Schema{Type: "object", Properties: map[string]*huma.Schema{"status": {Type: "string"}}, Required: []string{"status"}},
			}}},
			"default": problemResponse(o.Components.Schemas),
		},
	})
	o.AddOperation(&huma.Operation{
		OperationID: "get-openapi", Method: http.MethodGet, Path: "/api/openapi.json", Summary: "This document",
		Security:  []map[string][]string{{"token": {}}},
		Responses: map[string]*huma.Response{"200": {Description: "OK"}, "default": problemResponse(o.Components.Schemas)},
	})
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(o); err != nil {
		return document{}, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	return document{newAnswer(http.StatusOK, b.Bytes()).tagged(0)}, nil
}

// opt is [store.Opt] with its schema: the type it holds, or null.
type opt[T any] struct{ store.Opt[T] }

// Schema describes the field to Huma.
func (opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Nullable = true
	return &s
}
