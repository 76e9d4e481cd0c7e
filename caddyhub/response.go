package caddyhub

import (
	"io"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// response is the answer to a request. It looks after a request body of which the answer
// needed less than there is.
type response struct {
	*inbound.Recorder
	request *http.Request
	body    *body // nil: there is none
}

func newResponse(w http.ResponseWriter, r *http.Request) *response {
	answer := &response{request: r}
	answer.Recorder = inbound.Record(w, answer.begin)
	return answer
}

// begin prepares the answer. Before it sends one over HTTP/1, net/http waits for a part of the
// request's body that was not read: a client that stalls there would not get its answer. The
// connection can't be used again then.
func (w *response) begin() {
	if w.leftover() {
		// Where this is not supported, the answer waits, but not beyond the body's deadline.
		_ = http.NewResponseController(w.ResponseWriter).EnableFullDuplex()
		w.Header().Set("Connection", "close")
	}
}

// leftover reports whether a part of the request's body stays on the connection. The other
// versions of HTTP have a stream for each request, which ends with the answer.
func (w *response) leftover() bool {
	return w.request.ProtoMajor == 1 && w.body != nil && !w.body.isWhole()
}

// drain sends the answer and then reads what is left of the body, within bounds: when a
// connection is closed under a client that is still sending, the client loses the answer.
func (w *response) drain() {
	if !w.leftover() {
		return
	}
	// An error is the next read's, too.
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	if !w.body.known {
		w.body.hurry(strangerDrain)
	}
	_, _ = io.CopyN(io.Discard, w.body, maxDrain)
	w.body.hurry(0) // net/http would go on reading
}

// release ends the use of the request's body; the server takes it back.
func (w *response) release() {
	if w.body != nil {
		w.body.release()
	}
}
