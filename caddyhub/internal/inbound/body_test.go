package inbound

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadBody(t *testing.T) {
	for _, c := range []struct {
		name   string
		body   io.Reader
		length int64 // as the header has it; -1: unknown
		status int   // 0: it is read
	}{
		{"as long as allowed", strings.NewReader("12345678"), 8, 0},
		{"as long as allowed, in chunks", strings.NewReader("12345678"), -1, 0},
		{"none", strings.NewReader(""), 0, 0},
		{"longer, and says so", iotest.ErrReader(errors.New("it was read")), 9, http.StatusRequestEntityTooLarge},
		{"longer, in chunks", strings.NewReader("123456789"), -1, http.StatusRequestEntityTooLarge},
		{"too slow", iotest.ErrReader(os.ErrDeadlineExceeded), -1, http.StatusRequestTimeout},
		{"cut off", iotest.ErrReader(io.ErrUnexpectedEOF), 8, http.StatusBadRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", c.body)
			r.ContentLength = c.length
			body, refusal := ReadBody(httptest.NewRecorder(), r, 8)
			switch {
			case c.status != 0 && (refusal == nil || refusal.Status != c.status || refusal.Detail == ""):
				t.Errorf("refused with %+v, want %d", refusal, c.status)
			case c.status == 0 && (refusal != nil || len(body) != int(max(c.length, 0)) && c.length >= 0):
				t.Errorf("read %q, %v", body, refusal)
			}
		})
	}
}
