package auth

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"

	"github.com/progresshub/progresshub/caddyhub/internal/problem"
	"github.com/progresshub/progresshub/caddyhub/internal/strictjson"
)

// form is the body of a write: its members that are not null. Their values are still JSON.
type form map[string]json.RawMessage

// The bounds of a body under /api/auth.
const (
	maxForm      = 16 << 10
	maxFormDepth = 4
)

// readForm reads and checks a body. An empty one is an empty form.
func readForm(w http.ResponseWriter, r *http.Request, known []string) (form, *problem.Problem) {
	unreadable := func(status int) *problem.Problem {
		p := problem.New(status, "the body can't be read as JSON of at most 16 KiB")
		return &p
	}
	if r.ContentLength > maxForm {
		return nil, unreadable(http.StatusRequestEntityTooLarge)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, unreadable(http.StatusRequestEntityTooLarge)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		p := problem.New(http.StatusRequestTimeout, "the body took too long to arrive: send the request again")
		return nil, &p
	}
	if err != nil {
		return nil, unreadable(http.StatusBadRequest)
	}
	if len(body) == 0 {
		return form{}, nil
	}
	if err := (strictjson.Rules{MaxDepth: maxFormDepth}).Check(body); err != nil {
		return nil, unreadable(http.StatusBadRequest)
	}
	f := form{}
	if err := json.Unmarshal(body, &f); err != nil || f == nil {
		return nil, invalid("body", "must be an object")
	}
	for name, value := range f {
		if !slices.Contains(known, name) {
			return nil, invalid("body", "must have the fields of this request and no others")
		}
		if string(value) == "null" {
			delete(f, name)
		}
	}
	return f, nil
}

// text is a member that must be a text and not empty.
func (f form) text(name string) (s string, refusal *problem.Problem) {
	if err := json.Unmarshal(f[name], &s); err != nil || s == "" {
		return "", invalid("body."+name, "must be a text that is not empty")
	}
	return s, nil
}

func invalid(location, message string) *problem.Problem {
	p := problem.New(http.StatusUnprocessableEntity, location+" "+message)
	p.Errors = []problem.Field{{Location: location, Message: message}}
	return &p
}
