package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/problem"
	"github.com/progresshub/progresshub/caddyhub/internal/strictjson"
)

// The limits of a request's body (docs/rest.md).
const (
	maxBody  = 1 << 20
	maxDepth = 32
)

// checkContentType refuses a body that does not say it is JSON. That also keeps out the
// requests a web page can send across origins without asking: they cannot carry this type.
func checkContentType(r *http.Request) *problem.Problem {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
		return nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" || r.Header.Get("Content-Encoding") != "" {
		p := problem.New(http.StatusUnsupportedMediaType, "send the body as application/json, not encoded")
		return &p
	}
	return nil
}

// checkQuery refuses a query string of which a part would silently be dropped: text that
// does not parse, and a parameter that stands twice.
func checkQuery(raw string) *failure {
	if raw == "" {
		return nil
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return &failure{problem.New(http.StatusBadRequest, "the query string can't be read: check its % escapes and separate parameters with &")}
	}
	for name, all := range values {
		if len(all) > 1 {
			p := problem.New(http.StatusUnprocessableEntity, "a parameter of the query stands twice: put several values into one, with commas")
			p.Errors = []problem.Field{{Location: "query." + name, Message: "must stand only once"}}
			return &failure{p}
		}
	}
	return nil
}

// readBody reads a request's body and checks its form before anything interprets it.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *problem.Problem) {
	if r.ContentLength > maxBody { // it need not be sent
		p := unread(&http.MaxBytesError{Limit: maxBody})
		return nil, &p
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		p := unread(err)
		return nil, &p
	}
	if len(body) > 0 {
		if err := (strictjson.Rules{MaxDepth: maxDepth}).Check(body); err != nil {
			p := malformed(err)
			return nil, &p
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return body, nil
}

// unread says why a body could not be read to its end.
func unread(err error) problem.Problem {
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return problem.New(http.StatusRequestEntityTooLarge, fmt.Sprintf("a body may have at most %d bytes here", tooLarge.Limit))
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return problem.New(http.StatusRequestTimeout, "the body took too long to arrive: send the request again, a large one in smaller parts")
	}
	return problem.New(http.StatusBadRequest, "the body ended early")
}

// malformed says what is wrong with the form of a body.
func malformed(err error) problem.Problem {
	p := problem.New(http.StatusBadRequest, err.Error())
	p.Errors = []problem.Field{{Location: "body", Message: err.Error()}}
	return p
}

// jsonFormat decodes bodies that strictjson has passed. known are the keys of requests.
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
