package inbound

import "net/http"

// Recorder passes an answer on and remembers its status.
type Recorder struct {
	http.ResponseWriter
	begin  func()
	status int // 0: not begun
}

// Record makes the recorder of an answer. begin, if there is one, is called before the answer's
// status is sent.
func Record(w http.ResponseWriter, begin func()) *Recorder {
	return &Recorder{ResponseWriter: w, begin: begin}
}

// WriteHeader sends the status. Informational answers come before the real one.
func (r *Recorder) WriteHeader(status int) {
	if status >= http.StatusOK {
		r.begun(status)
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body, after the status 200 when there was none.
func (r *Recorder) Write(b []byte) (int, error) {
	r.begun(http.StatusOK)
	return r.ResponseWriter.Write(b)
}

func (r *Recorder) begun(status int) {
	if r.status != 0 {
		return
	}
	r.status = status
	if r.begin != nil {
		r.begin()
	}
}

// Begun reports whether the answer is on its way.
func (r *Recorder) Begun() bool { return r.status != 0 }

// Status is what the client gets: 200 also for an answer without a body.
func (r *Recorder) Status() int {
	if r.status == 0 {
		return http.StatusOK
	}
	return r.status
}

// Unwrap is for [http.ResponseController].
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
