package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/store"
)

// result is what an operation answers with: a value of the type that the document names for
// it, and what is said beside it. [route] makes the answer of it.
type result[T any] struct {
	value T
	json  []byte     // the value encoded, where it is already
	job   *forge.Job // answered in place of the value while the work goes on

	head answer // all but the body and its tag
	tag  func(body []byte) string
	kept bool // in the cache, until head.freshUntil
}

// none is the value of an operation that has nothing to show.
type none struct{}

// show answers with a value.
func show[T any](value T) *result[T] {
	return &result[T]{value: value, head: answer{Status: http.StatusOK}}
}

// encoded is show for a value that is JSON already.
func encoded[T any](json []byte) *result[T] {
	return &result[T]{json: json, head: answer{Status: http.StatusOK}}
}

// item answers with what a change has made of an item.
func item[T any](w store.Written[T]) *result[T] { return show(w.Item) }

// gone answers a change that leaves nothing to show.
func gone[T any](w store.Written[T]) *result[none] {
	return (&result[none]{head: answer{Status: http.StatusNoContent}}).freeing(w.Freed)
}

// goesOn answers a request whose work is not done yet.
func goesOn[T any](job *forge.Job) *result[T] {
	return &result[T]{job: job, head: answer{Status: http.StatusAccepted}}
}

// created says that there is a new item, and where.
func (r *result[T]) created(location string) *result[T] {
	r.head.Status, r.head.Location = http.StatusCreated, location
	return r
}

// accepted says that the change has its effect later.
func (r *result[T]) accepted() *result[T] {
	r.head.Status = http.StatusAccepted
	return r
}

// recorded says which event of the history the change has become; empty: it changed nothing.
func (r *result[T]) recorded(event string) *result[T] {
	r.head.Event = event
	return r
}

// without says why a project did not learn the folder that came with it; empty: it knows that.
// The sentence has names of projects only, which a header can hold.
func (r *result[T]) without(place string) *result[T] {
	r.head.LeftOut = place
	return r
}

// freeing names the threads that can start now that this one is finished or gone, by their ids.
func (r *result[T]) freeing(freed []store.Dependency) *result[T] {
	ids := make([]string, len(freed))
	for i, d := range freed {
		ids[i] = d.ID
	}
	r.head.CanStart = strings.Join(ids, ", ")
	return r
}

// meaning says what the question may have been meant to be; empty: nothing else. A header holds no
// letters beyond ASCII, so it is encoded as in an address.
func (r *result[T]) meaning(text string) *result[T] {
	r.head.Suggestion = url.PathEscape(text)
	return r
}

// listed says how many items there are on all pages, and where the next page is.
func (r *result[T]) listed(total int, next string) *result[T] {
	r.head.TotalCount = strconv.Itoa(total)
	if next != "" {
		r.head.Link = "<" + next + `>; rel="next"`
	}
	return r
}

// until says that the answer stays right until something changes, or until a time.
func (r *result[T]) until(t time.Time) *result[T] {
	r.kept, r.head.freshUntil = true, t
	return r
}

// tagged gives the answer a tag that changes with all that a reader sees. Every answer to a
// GET has one.
func (r *result[T]) tagged() *result[T] {
	r.tag = func(body []byte) string {
		sum := sha256.Sum256(body)
		return hex.EncodeToString(sum[:8])
	}
	return r
}

// at is tagged for an item that has a version, or a document that has a revision. The tag leads
// with its number and what marks it off from others of that number, which If-Match compares; the
// rest changes with everything else that a reader sees, such as the lease.
func (r *result[T]) at(version int, mark string) *result[T] {
	r.tag = func(body []byte) string {
		sum := sha256.Sum256(body)
		return fmt.Sprintf("%d.%s.%x", version, mark, sum[:4])
	}
	return r
}

// secret says that nobody may keep the answer.
func (r *result[T]) secret() *result[T] {
	r.head.CacheControl = "no-store"
	return r
}

// answer is the finished response.
func (r *result[T]) answer() *answer {
	a := r.head
	if a.Status == http.StatusNoContent {
		return a.prepare()
	}
	switch {
	case r.job != nil:
		a.setBody(encode(r.job))
	case r.json != nil:
		a.setBody(r.json)
	default:
		a.setBody(encode(r.value))
	}
	if r.tag != nil {
		a.ETag, a.CacheControl = `"`+r.tag(a.Body)+`"`, "private, no-cache"
	}
	return a.prepare()
}

// encode makes JSON of a value. What it is given always encodes: its types are this
// package's own.
func encode(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Errorf("encode an answer: %w", err))
	}
	return body
}
