package mcpserver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/problem"
	"github.com/progresshub/progresshub/caddyhub/reqinfo"
)

// maxBody is the longest request body (contract §1).
const maxBody = 1 << 20

// wall is everything that is checked before mcp-go sees a request.
type wall struct {
	Config
	next http.Handler
}

// ServeHTTP checks the request and answers it.
func (wl *wall) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if refusal := wl.check(w, r); refusal != nil {
		refusal.Write(w)
		return
	}
	body, refusal := readBody(w, r)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	switch answer := inspect(body); {
	case answer == nil:
		r.Body = io.NopCloser(bytes.NewReader(body))
		whole := &wholeWriter{header: w.Header(), status: http.StatusOK}
		wl.next.ServeHTTP(whole, r)
		whole.send(w)
	case answer.rpc == nil:
		w.WriteHeader(answer.status)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.status)
		_, _ = w.Write(answer.rpc)
	}
}

// check goes through the request's head. Its order is part of the contract: a page in the
// owner's browser learns that it is foreign before any credential is looked at.
func (wl *wall) check(w http.ResponseWriter, r *http.Request) *problem.Problem {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return refusal(http.StatusMethodNotAllowed, "the MCP endpoint takes POST only: it opens no streams and keeps no sessions")
	}
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !wl.OwnOrigin(r, origins[0]) {
		return refusal(http.StatusForbidden, fmt.Sprintf("the request comes from the origin %s; this hub's is %s",
			quoteCut(strings.Join(origins, ", "), 100), wl.origins(r)))
	}
	if refusal := wl.Authorize(r); refusal != nil {
		return refusal
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return refusal(http.StatusUnsupportedMediaType, "send a JSON-RPC message as application/json")
	}
	return nil
}

// origins names what would have been accepted.
func (wl *wall) origins(r *http.Request) string {
	var names []string
	if wl.PublicURL != "" {
		names = append(names, wl.PublicURL)
	}
	if info := reqinfo.From(r.Context()); info.Host != "" && info.Origin() != wl.PublicURL {
		names = append(names, info.Origin())
	}
	if names == nil {
		return "not configured: set its public URL"
	}
	return strings.Join(names, " or ")
}

// readBody reads the body up to its limit, counting what arrives: a chunked body does not
// say its length before.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *problem.Problem) {
	tooLarge := fmt.Sprintf("a message may have at most %d bytes", maxBody)
	if r.ContentLength > maxBody {
		return nil, refusal(http.StatusRequestEntityTooLarge, tooLarge)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var limit *http.MaxBytesError
	switch {
	case errors.As(err, &limit):
		return nil, refusal(http.StatusRequestEntityTooLarge, tooLarge)
	case err != nil:
		return nil, refusal(http.StatusBadRequest, "the body did not arrive whole")
	}
	return body, nil
}

func refusal(status int, detail string) *problem.Problem {
	p := problem.New(status, detail)
	return &p
}

// wholeWriter holds an answer back until it is complete, so that it goes out with its
// length instead of in chunks. It has no Flush: mcp-go then never turns an answer into an
// event stream.
type wholeWriter struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *wholeWriter) Header() http.Header         { return w.header }
func (w *wholeWriter) WriteHeader(status int)      { w.status = status }
func (w *wholeWriter) Write(b []byte) (int, error) { return w.body.Write(b) }

func (w *wholeWriter) send(to http.ResponseWriter) {
	w.header.Set("Content-Length", strconv.Itoa(w.body.Len()))
	to.WriteHeader(w.status)
	_, _ = to.Write(w.body.Bytes()) // a client that is gone needs no answer
}
