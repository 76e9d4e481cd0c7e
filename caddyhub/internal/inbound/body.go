package inbound

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
)

// Body is the body of a request, which ends with an error behind a limit in bytes. One that
// says that it is longer is refused before any of it is asked for.
func Body(w http.ResponseWriter, r *http.Request, limit int64) (io.Reader, *Problem) {
	if r.ContentLength > limit {
		return nil, Unread(&http.MaxBytesError{Limit: limit})
	}
	return http.MaxBytesReader(w, r.Body, limit), nil
}

// ReadBody reads the body of a request that may have so many bytes.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, *Problem) {
	from, refusal := Body(w, r, limit)
	if refusal != nil {
		return nil, refusal
	}
	body, err := io.ReadAll(from)
	if err != nil {
		return nil, Unread(err)
	}
	return body, nil
}

// Unread says why a body could not be read to its end.
func Unread(err error) *Problem {
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return NewProblem(http.StatusRequestEntityTooLarge, fmt.Sprintf("a body may have at most %d bytes here", tooLarge.Limit))
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return NewProblem(http.StatusRequestTimeout, "the body took too long to arrive: send the request again, a large one in smaller parts")
	}
	return NewProblem(http.StatusBadRequest, "the body ended early")
}
