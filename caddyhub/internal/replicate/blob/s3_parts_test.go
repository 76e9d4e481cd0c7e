package blob

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// smallPart is the size of a part for tests, in which more than a few would take long.
const smallPart = firstBuffer + 10_000

// sized is a file of a size that tells nothing of it.
func sized(size int) io.Reader { return io.MultiReader(bytes.NewReader(make([]byte, size))) }

func TestS3Parts(t *testing.T) {
	for _, c := range []struct {
		name  string
		size  int
		parts int // 0: at once
	}{
		{"nothing", 0, 0},
		{"a byte", 1, 0},
		{"the first buffer", firstBuffer, 0},
		{"a byte less than a part", smallPart - 1, 0},
		{"a part", smallPart, 0},
		{"a byte more than a part", smallPart + 1, 2},
		{"two parts", 2 * smallPart, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			s.part = smallPart
			if err := s.Put(t.Context(), "f", sized(c.size)); err != nil {
				t.Fatal(err)
			}
			want := 1
			if c.parts > 0 {
				want = c.parts + 2
			}
			if came := server.requests(); len(came) != want {
				t.Errorf("%v", came)
			}
			if got, err := readAll(s, "f", 0, 0); err != nil || len(got) != c.size {
				t.Errorf("%d bytes, %v", len(got), err)
			}
			if left := server.unfinished(); left != "" {
				t.Error(left)
			}
		})
	}
}

func TestS3PartsShareMemory(t *testing.T) {
	content := bufio.NewReader(sized(2*smallPart + 1))
	first, more, err := fill(nil, smallPart, content)
	second, evenMore, err2 := fill(first, smallPart, content)
	if err != nil || err2 != nil || !more || !evenMore || &first[0] != &second[0] || cap(first) != smallPart {
		t.Errorf("%d bytes of %d, %t, %v; %d bytes, %t, %v", len(first), cap(first), more, err, len(second), evenMore, err2)
	}
}

// has makes a choice of requests by their method and whether a parameter is in their address.
func has(method, parameter string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == method && r.URL.Query().Has(parameter) }
}

// A large file that can't be finished leaves nothing behind, and the one of before as it was.
func TestS3UnfinishedParts(t *testing.T) {
	second := func(r *http.Request) bool { return r.URL.Query().Get("partNumber") == "2" }
	for _, c := range []struct {
		name   string
		which  func(*http.Request) bool
		times  int
		answer http.HandlerFunc
		failed string
		left   bool // it can't be helped
	}{
		{"the beginning fails", has("POST", "uploads"), 3, answers(503, "SlowDown"), "put f: the store answered 503 SlowDown", false},
		{"the beginning has no name", has("POST", "uploads"), 1, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<InitiateMultipartUploadResult></InitiateMultipartUploadResult>")
		}, "gave them no name", false},
		{"the beginning is not understood", has("POST", "uploads"), 1, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<html><UploadId>1</UploadId></html>")
		}, "no S3 store", false},
		{"a part fails twice", second, 2, answers(503, "SlowDown"), "", false},
		{"a part is cut twice", second, 2, hangUp, "", false},
		{"a part fails", second, 3, answers(503, "SlowDown"), "put f: part 2: the store answered 503 SlowDown", false},
		{"a part is cut", second, 3, hangUp, "put f: part 2: no answer from", false},
		{"the first part is cut", func(r *http.Request) bool { return r.URL.Query().Get("partNumber") == "1" }, 3, hangUp, "put f: part 1: no answer from", false},
		{"a part is not allowed", second, 1, answers(403, "AccessDenied"), "403 AccessDenied", false},
		{"a part has no tag", second, 1, func(http.ResponseWriter, *http.Request) {}, "what it has got", false},
		{"the end fails for a time, in a 200", has("POST", "uploadId"), 2, answers(200, "InternalError"), "", false},
		{"the end fails, in a 200", has("POST", "uploadId"), 3, answers(200, "InternalError"), "put f: the store answered 200 InternalError", false},
		{"the end is refused, in a 200", has("POST", "uploadId"), 1, answers(200, "InvalidPart"), "200 InvalidPart", false},
		{"the end is empty", has("POST", "uploadId"), 1, func(http.ResponseWriter, *http.Request) {}, "no S3 store", false},
		{"the end is not understood", has("POST", "uploadId"), 1, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html></html>") }, "no S3 store", false},
		{"the end fails, and what comes after", func(r *http.Request) bool { return r.URL.Query().Has("uploadId") && r.Method != "PUT" }, 2, answers(403, "AccessDenied"), "the bucket keeps what it has of it: the store answered 403", true},
		{"the end fails, and nothing is left", func(r *http.Request) bool { return r.URL.Query().Has("uploadId") && r.Method != "PUT" }, 2, answers(404, "NoSuchUpload"), "put f: the store answered 404 NoSuchUpload: What the store says.", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			s.part = smallPart
			mustPut(t, s, "f")
			server.fails(c.times, c.which, c.answer)
			err := s.Put(t.Context(), "f", sized(smallPart+1000))
			if (err != nil) != (c.failed != "") || err != nil && !strings.Contains(err.Error(), c.failed) {
				t.Errorf("%v\nwant %s", err, c.failed)
			}
			if err != nil && strings.HasSuffix(c.failed, ".") && err.Error() != c.failed {
				t.Errorf("%v\nwant %s", err, c.failed)
			}
			hushed(t, err)
			if left := server.unfinished(); (left != "") != c.left {
				t.Errorf("left: %s", left)
			}
			want := len("the text of f")
			if c.failed == "" {
				want = smallPart + 1000
			}
			if got, err := readAll(s, "f", 0, 0); err != nil || len(got) != want {
				t.Errorf("%d bytes, %v", len(got), err)
			}
		})
	}
}

// What is read may break off anywhere, and in ways that are like an end.
func TestS3BrokenContent(t *testing.T) {
	for name, size := range map[string]int{"at once": 0, "in the first part": 1000, "after the first part": smallPart, "in the second part": smallPart + 1000} {
		for _, broken := range []error{errFailing, io.ErrUnexpectedEOF} {
			t.Run(name+"/"+broken.Error(), func(t *testing.T) {
				server := newS3Server(t)
				s, _ := server.store(nil)
				s.part = smallPart
				err := s.Put(t.Context(), "f", io.MultiReader(sized(size), breaking{broken}))
				if !errors.Is(err, broken) {
					t.Error(err)
				}
				if list, err := s.List(t.Context(), ""); err != nil || len(list) > 0 {
					t.Errorf("%v, %v", list, err)
				}
				if left := server.unfinished(); left != "" {
					t.Error(left)
				}
			})
		}
	}
}

type breaking struct{ err error }

func (b breaking) Read([]byte) (int, error) { return 0, b.err }

// Also a call that is ended takes back what it has sent.
func TestS3EndedParts(t *testing.T) {
	for name, end := range map[string]func(*S3, context.CancelFunc){
		"by its caller": func(_ *S3, cancel context.CancelFunc) { cancel() },
		"by Close":      func(s *S3, _ context.CancelFunc) { _ = s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			s.part = smallPart
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			server.fails(1, has("PUT", "uploadId"), func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				end(s, cancel)
				<-r.Context().Done()
			})
			err := s.Put(ctx, "f", sized(smallPart+1000))
			if !errors.Is(err, context.Canceled) && !errors.Is(err, errClosed) {
				t.Error(err)
			}
			if left := server.unfinished(); left != "" {
				t.Error(left)
			}
		})
	}
}

// hasty is a transport that gives an answer before it has read the body, and reads on later.
type hasty struct {
	mu     sync.Mutex
	bodies []io.Reader
}

func (h *hasty) RoundTrip(r *http.Request) (*http.Response, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bodies = append(h.bodies, r.Body)
	text := "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>"
	if r.Method == http.MethodPost && r.URL.Query().Has("uploadId") {
		text = "<CompleteMultipartUploadResult/>"
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Etag": {"1"}}, Body: io.NopCloser(strings.NewReader(text)), Request: r}, nil
}

// The memory of a part is that of the next one: no request may read on when its answer is there.
func TestS3PartsAreNotReadLater(t *testing.T) {
	h := new(hasty)
	s, _ := newS3Server(t).store(func(c *S3Config) { c.Client = &http.Client{Transport: h} })
	s.part = smallPart
	if err := s.Put(t.Context(), "f", sized(smallPart+1000)); err != nil {
		t.Fatal(err)
	}
	for i, body := range h.bodies {
		if n, err := body.Read(make([]byte, 10)); n > 0 || err == nil {
			t.Errorf("request %d: %d bytes, %v", i, n, err)
		}
	}
}

// The names that a store gives to uploads and parts are its own business.
func TestS3UploadNames(t *testing.T) {
	server := newS3Server(t)
	s, _ := server.store(nil)
	s.part = smallPart
	odd := "1 +&/=ü"
	var got []string
	server.fault = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		query := r.URL.Query()
		text, _ := io.ReadAll(r.Body)
		switch {
		case query.Has("uploads"):
			_, _ = io.WriteString(w, "<InitiateMultipartUploadResult><UploadId>1 +&amp;/=ü</UploadId></InitiateMultipartUploadResult>")
		case r.Method == http.MethodPut:
			got = append(got, query.Get("uploadId"))
			w.Header().Set("Etag", `"a<b"`)
		default:
			if !bytes.Contains(text, []byte("<PartNumber>1<")) || !bytes.Contains(text, []byte("<PartNumber>2</PartNumber><ETag>&#34;a&lt;b&#34;</ETag>")) {
				t.Errorf("%s", text)
			}
			_, _ = io.WriteString(w, "\n \n<CompleteMultipartUploadResult/>")
		}
	}
	if err := s.Put(t.Context(), "f", sized(smallPart+1)); err != nil || len(got) != 2 || got[0] != odd {
		t.Errorf("%q, %v", got, err)
	}
}
