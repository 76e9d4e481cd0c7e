package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer is a finished response. The cache keeps it, and receipts store it: its JSON form is
// what a repeated request gets again.
type answer struct {
	Status        int
	ContentType   string
	ContentLength string // without it Go would send chunks
	ETag          string
	CacheControl  string
	Location      string
	Link          string
	TotalCount    string
	Event         string
	LeftOut       string
	CanStart      string
	Suggestion    string
	Body          []byte

	// fields are the headers that are set, once [answer.prepare] has gathered them.
	fields []field

	// freshUntil is when the passing of time changes the answer; zero: never.
	freshUntil time.Time
}

const jsonType = "application/json"

func (a *answer) setBody(body []byte) {
	a.ContentType, a.ContentLength, a.Body = jsonType, strconv.Itoa(len(body)), body
}

// headers are those that an answer may have, in the order they are gathered in.
var headers = []struct {
	name string
	of   func(*answer) string
}{
	{"ETag", func(a *answer) string { return a.ETag }},
	{"Cache-Control", func(a *answer) string { return a.CacheControl }},
	{"Location", func(a *answer) string { return a.Location }},
	{"Link", func(a *answer) string { return a.Link }},
	{"X-Total-Count", func(a *answer) string { return a.TotalCount }},
	{"X-Hub-Event", func(a *answer) string { return a.Event }},
	{"X-Hub-Not-Learned", func(a *answer) string { return a.LeftOut }},
	{"X-Hub-Can-Start", func(a *answer) string { return a.CanStart }},
	{"X-Hub-Suggestion", func(a *answer) string { return a.Suggestion }},
	{"Content-Type", func(a *answer) string { return a.ContentType }},
	{"Content-Length", func(a *answer) string { return a.ContentLength }},
}

// field is a header with its name in canonical form.
type field struct{ name, value string }

// prepare makes the headers ready to be sent any number of times.
func (a *answer) prepare() *answer {
	a.fields = make([]field, 0, len(headers))
	for _, h := range headers {
		if value := h.of(a); value != "" {
			a.fields = append(a.fields, field{http.CanonicalHeaderKey(h.name), value})
		}
	}
	return a
}

// write sends a prepared answer.
func (a *answer) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	// Values of its own for each response: other handlers may write into them.
	values := make([]string, len(a.fields))
	for i, f := range a.fields {
		values[i] = f.value
		h[f.name] = values[i : i+1 : i+1]
	}
	if isRead(r) && a.ETag != "" && matches(r.Header.Get("If-None-Match"), a.ETag) {
		delete(h, "Content-Type")
		delete(h, "Content-Length")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.WriteHeader(a.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.Body) // a client that is gone needs no answer
	}
}

// matches reports whether an If-None-Match header names the tag (RFC 9110 §13.1.2: the weak
// comparison).
func matches(header, tag string) bool {
	if header == "" {
		return false
	}
	for one := range strings.SplitSeq(header, ",") {
		one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
		if one == tag || one == "*" {
			return true
		}
	}
	return false
}
