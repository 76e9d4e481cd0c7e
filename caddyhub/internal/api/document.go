package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
)

// openAPIDocument answers with the OpenAPI description. It is encoded when somebody first asks:
// that takes longer than all else that [New] does, and most hubs are never asked.
func (a *API) openAPIDocument(o *huma.OpenAPI) http.HandlerFunc {
	encode := sync.OnceValues(func() (*answer, error) {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(o); err != nil {
			return nil, fmt.Errorf("encode the OpenAPI document: %w", err)
		}
		return encoded[none](b.Bytes()).tagged().answer(), nil
	})
	return func(w http.ResponseWriter, r *http.Request) {
		document, err := encode()
		if err != nil {
			a.internal(r.Context(), err).Write(w)
			return
		}
		document.write(w, r)
	}
}

// describe finishes the OpenAPI description and returns it; it stays as it is from then on. Huma goes
// on to check requests by its own: of two schemas of which one has to fit, it says of what fits none
// neither where nor why.
func describe(o *huma.OpenAPI) *huma.OpenAPI {
	o.Info.Description = "Threads, projects and their history on one person's hub. Errors are RFC 9457 problem documents; lists give the next page in the Link header and the total in X-Total-Count."
	o.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "The hub's access token, HUB_AUTH_TOKEN"},
	}
	// Huma's own error types are never sent; see present.
	schemas := o.Components.Schemas.Map()
	delete(schemas, "ErrorModel")
	delete(schemas, "ErrorDetail")
	describeAuth(o)
	describeBatch(o)
	describeBackup(o)
	describeImport(o)
	for pattern, item := range o.Paths {
		if path, rest := strings.CutSuffix(pattern, "...}"); rest {
			delete(o.Paths, pattern) // only Go's patterns know of the dots
			o.Paths[path+"}"] = item
		}
	}
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
		OperationID: "get-openapi", Method: http.MethodGet, Path: "/api/openapi.json", Summary: "What every route takes and answers, as an OpenAPI document",
		Security:  []map[string][]string{{"token": {}}},
		Responses: map[string]*huma.Response{"200": {Description: "OK"}, "default": problemResponse(o.Components.Schemas)},
	})
	o.AddOperation(&huma.Operation{
		OperationID: "stream-events", Method: http.MethodGet, Path: "/api/events/stream", Summary: "Changes as they happen, as server-sent events",
		Description: "Each change is an event \"change\" with data {id, kind, subject} and the id of its event. Last-Event-ID resumes behind that event; an unknown one gets one event \"reset\". An event \"problems\", without an id, says that the problems of the overview have changed. A comment comes every 15 seconds.",
		Security:    []map[string][]string{{"token": {}}},
		Parameters: []*huma.Param{{
			Name: "Last-Event-ID", In: "header", Schema: &huma.Schema{Type: "string"}, Description: "The last event that was seen",
		}},
		Responses: map[string]*huma.Response{
			"200":     {Description: "OK", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: "string"}}}},
			"default": problemResponse(o.Components.Schemas),
		},
	})
	shown := new(*o)
	shown.Components = new(*o.Components)
	shown.Components.Schemas = allowNull(o.Components.Schemas)
	illustrate(shown)
	group(shown)
	return shown
}

// allowNull says of fields that they may be null, where Huma has no word for it: of those that
// refer to an object, and among the values of those that have a list of them.
func allowNull(schemas huma.Registry) huma.Registry {
	out := document{schemas, map[string]*huma.Schema{}}
	for name, schema := range schemas.Map() {
		shown := *schema
		shown.Properties = maps.Clone(schema.Properties)
		for key, property := range schema.Properties {
			if property.Nullable && property.Enum != nil {
				either := *property
				either.Enum = append(slices.Clone(property.Enum), nil)
				shown.Properties[key] = &either
			}
		}
		if t := schemas.TypeFromRef("#/components/schemas/" + name); t != nil && t.Kind() == reflect.Struct {
			for _, field := range reflect.VisibleFields(t) {
				key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				if property := schema.Properties[key]; property != nil && property.Ref != "" && mayBeNull(field.Type) {
					shown.Properties[key] = &huma.Schema{
						AnyOf:       []*huma.Schema{{Ref: property.Ref}, {Type: "null"}},
						Description: field.Tag.Get("doc"),
					}
				}
			}
		}
		out.schemas[name] = &shown
	}
	return out
}

func mayBeNull(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Implements(reflect.TypeFor[interface{ mayBeNull() }]())
}

// document are the schemas as the document shows them.
type document struct {
	huma.Registry
	schemas map[string]*huma.Schema
}

func (d document) Map() map[string]*huma.Schema { return d.schemas }

func (d document) SchemaFromRef(ref string) *huma.Schema {
	return d.schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
}

// MarshalJSON writes the schemas by their names.
func (d document) MarshalJSON() ([]byte, error) { return json.Marshal(d.schemas) }

// describeAuth adds the routes of [auth.Guard.Routes], which check their bodies themselves.
func describeAuth(o *huma.OpenAPI) {
	schemas := o.Components.Schemas
	text := func(doc string) *huma.Schema { return &huma.Schema{Type: "string", Description: doc} }
	object := func(required []string, fields map[string]*huma.Schema) *huma.RequestBody {
		return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{jsonType: {
			Schema: &huma.Schema{Type: "object", Properties: fields, Required: required, AdditionalProperties: false},
		}}}
	}
	mark := []*huma.Param{{
		Name: "X-Hub-Request", In: "header", Required: true, Schema: &huma.Schema{Type: "string", Enum: []any{"1"}},
		Description: "Shows that no page of another origin sent this",
	}}
	answer := func(status string, result reflect.Type) map[string]*huma.Response {
		success := &huma.Response{Description: "OK"}
		if result != nil {
			success.Content = map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(result, true, "")}}
		}
		return map[string]*huma.Response{status: success, "default": problemResponse(schemas)}
	}
	for _, op := range []huma.Operation{
		{
			OperationID: "get-auth-status", Method: http.MethodGet, Path: "/api/auth/status", Summary: "How this hub is signed in to, and whether this browser is",
			Responses: answer("200", reflect.TypeFor[auth.Status]()),
		},
		{
			OperationID: "login", Method: http.MethodPost, Path: "/api/auth/login", Summary: "Start a browser session",
			Description: "Takes exactly one of the two.",
			Parameters:  mark,
			RequestBody: object(nil, map[string]*huma.Schema{"password": text("The dashboard password"), "token": text("The access token")}),
			Responses:   answer("200", reflect.TypeFor[auth.Session]()),
		},
		{
			OperationID: "set-password", Method: http.MethodPut, Path: "/api/auth/password", Summary: "Set the dashboard password and end every other browser session",
			Parameters: mark,
			RequestBody: object([]string{"current_method", "current_secret", "new_password"}, map[string]*huma.Schema{
				"current_method": {Type: "string", Enum: []any{"password", "token"}},
				"current_secret": text("The present password or the access token"),
				"new_password":   text("12 to 1,024 characters, not the access token"),
			}),
			Responses: answer("200", reflect.TypeFor[auth.Session]()),
		},
		{
			OperationID: "logout", Method: http.MethodPost, Path: "/api/auth/logout", Summary: "End this browser's session",
			Parameters: mark,
			Responses:  answer("204", nil),
		},
	} {
		o.AddOperation(&op)
	}
}
