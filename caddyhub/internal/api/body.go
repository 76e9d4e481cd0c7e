package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// The limits of a request's body (docs/rest.md).
const (
	maxBody  = 1 << 20
	maxDepth = 32
)

// mergePatch is what a PATCH means here (RFC 7396): null clears a field, and a list is replaced.
const mergePatch = "application/merge-patch+json"

// checkContentType refuses a body that does not say it is JSON. That also keeps out the
// requests a web page can send across origins without asking: they cannot carry this type.
func checkContentType(r *http.Request) *inbound.Problem {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
		return nil
	}
	if r.URL.Path == importPath {
		return nil // a file is what its content says
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == mergePatch && r.Method == http.MethodPatch {
		kind = jsonType
	}
	if err != nil || kind != jsonType || r.Header.Get("Content-Encoding") != "" {
		return inbound.NewProblem(http.StatusUnsupportedMediaType, "send the body as application/json, not encoded")
	}
	return nil
}

// mayRepeat is the one parameter that may stand more than once: its values are sentences, which
// have commas of their own.
const mayRepeat = "also"

// checkQuery refuses a query string of which a part would silently be dropped: text that
// does not parse, and a parameter that stands twice.
func checkQuery(raw string) *inbound.Problem {
	if raw == "" {
		return nil
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return inbound.NewProblem(http.StatusBadRequest, "the query string can't be read: check its % escapes and separate parameters with &")
	}
	for name, all := range values {
		if len(all) > 1 && name != mayRepeat {
			p := inbound.NewProblem(http.StatusUnprocessableEntity, "a parameter of the query stands twice: put several values into one, with commas")
			p.Errors = []inbound.Field{{Location: "query." + name, Message: "must stand only once"}}
			return p
		}
	}
	return nil
}

// unknownParameter refuses a parameter of a request whose input Huma does not read.
func unknownParameter(name string) *inbound.Problem {
	return inbound.Invalid(cutLocation("query."+name), "is not a parameter of this request")
}

// withoutParameters is a handler that takes none.
func withoutParameters(handler http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for name := range r.URL.Query() {
			unknownParameter(name).Write(w)
			return
		}
		handler(w, r)
	}
}

// checkNoBody refuses the body of a request that takes none: what it asks for would silently not be
// done. An empty object, which some clients always send, asks for nothing.
func checkNoBody(body []byte) *inbound.Problem {
	var asked map[string]any
	if len(body) == 0 || json.Unmarshal(body, &asked) == nil && len(asked) == 0 {
		return nil
	}
	return inbound.Invalid("body", "is not taken by this request: send none, and its parameters in the query")
}

// readBody reads a request's body and checks its form before anything interprets it.
func readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, *inbound.Problem) {
	body, refusal := inbound.ReadBody(w, r, most)
	if refusal != nil {
		return nil, refusal
	}
	if len(body) > 0 {
		if err := (inbound.JSONRules{MaxDepth: maxDepth}).Check(body); err != nil {
			return nil, malformed(err)
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return body, nil
}

// malformed says what is wrong with the form of a body.
func malformed(err error) *inbound.Problem {
	p := inbound.NewProblem(http.StatusBadRequest, err.Error())
	place := "body"
	if named := (*inbound.KeyError)(nil); errors.As(err, &named) {
		place = cutLocation(place + "." + named.Key)
		p.Detail = place + ": " + p.Detail
	}
	p.Errors = []inbound.Field{{Location: place, Message: err.Error()}}
	return p
}

// jsonFormat decodes bodies that [inbound.JSONRules] let pass. known are the keys of requests.
func jsonFormat(known map[string]bool) huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			enc := json.NewEncoder(w)
			enc.SetEscapeHTML(false)
			return enc.Encode(v)
		},
		Unmarshal: func(body []byte, v any) error {
			if err := json.Unmarshal(body, v); err != nil {
				return err
			}
			if whole, ok := v.(*any); ok { // Huma checks this one by the schema, and takes the values from another
				thinOut(*whole, known)
			}
			return nil
		},
	}
}
