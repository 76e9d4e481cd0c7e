package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer is a finished response. Operations return it to Huma, the cache keeps it, and
// receipts store it: its JSON form is what a repeated request gets again.
type answer struct {
	Status        int
	ContentType   string `header:"Content-Type"`
	ContentLength string `header:"Content-Length"` // without it Go would send chunks
	ETag          string `header:"ETag"`
	CacheControl  string `header:"Cache-Control"`
	Location      string `header:"Location"`
	Link          string `header:"Link"`
	TotalCount    string `header:"X-Total-Count"`
	Event         string `header:"X-Hub-Event"`
	Body          []byte

	// fields are the headers that are set, once [answer.prepare] has gathered them.
	fields []field

	// freshUntil is when the passing of time changes the answer; zero: never.
	freshUntil time.Time
}

const jsonType = "application/json"

func newAnswer(status int, body []byte) *answer {
	return &answer{Status: status, ContentType: jsonType, ContentLength: strconv.Itoa(len(body)), Body: body}
}

// reply makes an answer of a JSON value.
func reply(status int, v any) *answer { return newAnswer(status, encode(v)) }

// encode makes JSON of a value. What it is given always encodes: its types are this
// package's own.
func encode(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Errorf("encode an answer: %w", err))
	}
	return body
}

// nothing is the answer to a change that leaves nothing to show.
func nothing(event string) *answer { return &answer{Status: http.StatusNoContent, Event: event} }

// tagged adds an ETag. An item's tag leads with its version, which If-Match compares; the
// digest behind it changes with everything else a reader sees, such as the lease.
func (a *answer) tagged(version int) *answer {
	if version > 0 {
		return a.taggedRev(version)
	}
	sum := sha256.Sum256(a.Body)
	return a.withTag(hex.EncodeToString(sum[:8]))
}

// taggedRev is tagged for a document, whose revision is 0 while there is none.
func (a *answer) taggedRev(rev int) *answer {
	sum := sha256.Sum256(a.Body)
	return a.withTag(fmt.Sprintf("%d.%x", rev, sum[:4]))
}

func (a *answer) withTag(tag string) *answer {
	a.ETag, a.CacheControl = `"`+tag+`"`, "private, no-cache"
	return a
}

// field is a header with its name in canonical form.
type field struct{ name, value string }

// prepare makes the headers ready to be sent any number of times.
func (a *answer) prepare() *answer {
	a.fields = a.fields[:0]
	for _, f := range []field{
		{"Etag", a.ETag},
		{"Cache-Control", a.CacheControl},
		{"Location", a.Location},
		{"Link", a.Link},
		{"X-Total-Count", a.TotalCount},
		{"X-Hub-Event", a.Event},
		{"Content-Type", a.ContentType},
		{"Content-Length", a.ContentLength},
	} {
		if f.value != "" {
			a.fields = append(a.fields, f)
		}
	}
	return a
}

// write sends a prepared answer by itself, outside of Huma.
func (a *answer) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	// Values of its own for each response: other handlers may write into them.
	values := make([]string, len(a.fields))
	for i, f := range a.fields {
		values[i] = f.value
		h[f.name] = values[i : i+1 : i+1]
	}
	if a.ETag != "" && matches(r.Header.Get("If-None-Match"), a.ETag) {
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

// ifMatch reads the version an If-Match header asks for; 0 when it asks for none. Only
// the version counts: the part behind the dot changes without it.
func ifMatch(header string) (int, error) {
	header = strings.TrimSpace(header)
	if header == "" || header == "*" {
		return 0, nil
	}
	n, err := tagVersion(header)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("If-Match is not an ETag of this item")
	}
	return n, nil
}

// tagVersion is the version that an item's ETag leads with.
func tagVersion(tag string) (int, error) {
	version, _, _ := strings.Cut(strings.Trim(strings.TrimPrefix(tag, "W/"), `"`), ".")
	return strconv.Atoi(version)
}

// readable is the input of a change of an item that can be read.
type readable interface {
	// read answers as a GET of the item does.
	read(ctx context.Context, a *API) (*answer, error)
}

// currentTag is the ETag of the item that a refused change was for.
func (a *API) currentTag(ctx context.Context, in any) string {
	target, ok := in.(readable)
	if !ok {
		return ""
	}
	current, err := target.read(ctx, a)
	if err != nil {
		return ""
	}
	return current.ETag
}
