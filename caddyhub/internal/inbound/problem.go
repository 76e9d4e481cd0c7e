package inbound

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// ProblemType is the content type of every error answer.
const ProblemType = "application/problem+json"

// Problem is one error answer: a problem document (RFC 9457) with a stable type, a title, the
// status and a sentence that says what to do.
type Problem struct {
	Type   string `json:"type" doc:"Names the problem, such as /problems/validation"`
	Title  string `json:"title" doc:"The type in words"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty" doc:"What is wrong, and what to do"`
	Coded
	Errors []Field `json:"errors,omitempty" doc:"Of a 422: what is wrong at which place"`

	MovedTo        string `json:"moved_to,omitempty" doc:"404: where the page is by now, such as hub://wiki/home/network"`
	RequestID      string `json:"request_id,omitempty" doc:"Of an internal error: find it in the log"`
	Holder         string `json:"holder,omitempty" doc:"409: who works on the thread"`
	ExpiresAt      string `json:"expires_at,omitempty" doc:"409: until when"`
	CurrentVersion *int   `json:"current_version,omitempty" doc:"412: that of the item now"`

	Blocking []Change `json:"blocking,omitempty" doc:"409: what stands in the way of an undo, the newest first"`

	RetryAfter time.Duration `json:"-"` // sent as a header, in whole seconds
	ETag       string        `json:"-"` // 412: of the current version
	Scope      string        `json:"-"` // 403: what a token would need to have
	// ResourceMetadata is where a client learns how to get a token (RFC 9728); empty: it is not told.
	// BearerError is what is wrong with the one it brought (RFC 6750 section 3.1); empty: it brought none.
	ResourceMetadata, BearerError string `json:"-"`
	Allow                         string `json:"-"` // 405: the methods that the address knows
}

// Change is a recorded change that an error speaks of.
type Change struct {
	ID         string  `json:"id" doc:"Of its event"`
	Kind       string  `json:"kind"`
	Subject    string  `json:"subject" doc:"The item's hub:// URI"`
	At         string  `json:"at"`
	Actor      string  `json:"actor"`
	SourceTool *string `json:"source_tool" doc:"The agent's name; null for the owner"`
}

// Field is what is wrong at one place of the request.
type Field struct {
	Location string `json:"location" doc:"body.summary, query.limit and the like"`
	Message  string `json:"message"`
	Coded
}

// Coded is the code of a sentence beside it and what it speaks of (docs/rest.md).
type Coded struct {
	Code   string         `json:"code,omitempty" doc:"Names the sentence beside it, and stays the same when its words change"`
	Params map[string]any `json:"params,omitempty" doc:"What the sentence speaks of, by name"`
}

// kinds are the types and titles by status. A status may have several types; the first
// of them stands here and [ProblemOf] takes others by name.
var kinds = map[int][2]string{
	http.StatusBadRequest:            {"bad-request", "The request can't be read"},
	http.StatusUnauthorized:          {"unauthorized", "A valid access token is needed"},
	http.StatusForbidden:             {"forbidden", "The request is refused"},
	http.StatusNotFound:              {"not-found", "Not found"},
	http.StatusMethodNotAllowed:      {"method-not-allowed", "The method is not allowed here"},
	http.StatusRequestTimeout:        {"timeout", "The request took too long to arrive"},
	http.StatusConflict:              {"conflict", "The present state does not allow this"},
	http.StatusGone:                  {"gone", "This is over"},
	http.StatusPreconditionFailed:    {"precondition-failed", "The item has changed meanwhile"},
	http.StatusRequestEntityTooLarge: {"too-large", "The request is too large"},
	http.StatusUnsupportedMediaType:  {"unsupported-media-type", "The content type is not supported"},
	http.StatusUnprocessableEntity:   {"validation", "The input is not valid"},
	http.StatusTooManyRequests:       {"throttled", "Too many attempts"},
	http.StatusInternalServerError:   {"internal", "Something went wrong in the hub"},
	http.StatusServiceUnavailable:    {"busy", "The hub can't do this right now"},
}

// NewProblem makes the problem of a status with a detail. A status without a type of its own
// becomes 400 or 500.
func NewProblem(status int, detail string) *Problem {
	if _, known := kinds[status]; !known {
		if status < 500 {
			status = http.StatusBadRequest
		} else {
			status = http.StatusInternalServerError
		}
	}
	kind := kinds[status]
	return &Problem{Type: "/problems/" + kind[0], Title: kind[1], Status: status, Detail: detail}
}

// ProblemOf is [NewProblem] under another type of the same status, such as "private-token-required".
func ProblemOf(status int, kind, detail string) *Problem {
	p := NewProblem(status, detail)
	p.Type = "/problems/" + kind
	return p
}

// Invalid makes the problem of an input that is wrong at one place.
func Invalid(location, message string) *Problem {
	p := NewProblem(http.StatusUnprocessableEntity, location+" "+message)
	p.Errors = []Field{{Location: location, Message: message}}
	return p
}

// Error is the detail: an operation may fail with a problem.
func (p *Problem) Error() string { return p.Detail }

// Write sends the problem. Headers that the handler had set for its real answer and that
// would be wrong here are taken back.
func (p *Problem) Write(w http.ResponseWriter) {
	h := w.Header()
	for _, name := range []string{"Content-Length", "ETag", "Last-Modified", "Location", "Link"} {
		h.Del(name)
	}
	p.setHeaders(h)
	h.Set("Content-Type", ProblemType)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	body, err := json.Marshal(p)
	if err != nil {
		body = []byte(`{}`) // cannot happen: the fields are texts and numbers
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	_, _ = w.Write(body)
}

// setHeaders sets the headers that belong to the problem.
func (p *Problem) setHeaders(h http.Header) {
	if p.RetryAfter > 0 {
		SetRetryAfter(h, p.RetryAfter)
	}
	if p.ETag != "" {
		h.Set("ETag", p.ETag)
	}
	if p.Allow != "" {
		h.Set("Allow", p.Allow)
	}
	switch {
	case p.Status == http.StatusUnauthorized:
		challenge := `Bearer realm="hub"`
		if p.BearerError != "" {
			challenge += `, error="` + p.BearerError + `"`
		}
		h.Set("WWW-Authenticate", p.withMetadata(challenge))
	case p.Scope != "":
		h.Set("WWW-Authenticate", p.withMetadata(`Bearer error="insufficient_scope", scope="`+p.Scope+`"`))
	}
}

func (p *Problem) withMetadata(challenge string) string {
	if p.ResourceMetadata != "" {
		challenge += `, resource_metadata="` + p.ResourceMetadata + `"`
	}
	return challenge
}

// SetRetryAfter says how long a client is to wait, in whole seconds rounded up (RFC 9110 section 10.2.3).
func SetRetryAfter(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
}
