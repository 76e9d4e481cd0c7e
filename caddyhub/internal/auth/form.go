package auth

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// form is the body of a write: its members that are not null. Their values are still JSON.
type form map[string]json.RawMessage

// The bounds of a body under /api/auth.
const (
	maxForm      = 16 << 10
	maxFormDepth = 4
)

// readForm reads and checks a body. An empty one is an empty form.
func readForm(w http.ResponseWriter, r *http.Request, known []string) (form, *inbound.Problem) {
	body, refusal := inbound.ReadBody(w, r, maxForm)
	if refusal != nil {
		return nil, refusal
	}
	if len(body) == 0 {
		return form{}, nil
	}
	if err := (inbound.JSONRules{MaxDepth: maxFormDepth}).Check(body); err != nil {
		return nil, inbound.NewProblem(http.StatusBadRequest, err.Error())
	}
	f := form{}
	if err := json.Unmarshal(body, &f); err != nil || f == nil {
		return nil, inbound.Invalid("body", "must be an object")
	}
	for name, value := range f {
		if !slices.Contains(known, name) {
			return nil, inbound.Invalid("body", "must have the fields of this request and no others")
		}
		if string(value) == "null" {
			delete(f, name)
		}
	}
	return f, nil
}

// text is a member that must be a text and not empty.
func (f form) text(name string) (s string, refusal *inbound.Problem) {
	if err := json.Unmarshal(f[name], &s); err != nil || s == "" {
		return "", inbound.Invalid("body."+name, "must be a text that is not empty")
	}
	return s, nil
}
