package caddyhub

import (
	"io"
	"net/http"
)

// response is the answer to a request. It remembers its status, and looks after a request
// body of which the answer needed less than there is.
type response struct {
	http.ResponseWriter
	request *http.Request
	body    *body // nil: there is none
	status  int   // 0: not begun
}

// WriteHeader sends the status. Informational answers come before the real one.
func (w *response) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.begin(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body, after the status 200 when there was none.
func (w *response) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.begin(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// begin prepares the answer of a status. Before it sends one over HTTP/1, net/http waits for
// a part of the request's body that was not read: a client that stalls there would not get
// its answer. The connection can't be used again then.
func (w *response) begin(status int) {
	w.status = status
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

// Unwrap is for [http.ResponseController].
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// code is the status the client gets: 200 also for an answer without a body.
func (w *response) code() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}
