package blob

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

func TestS3(t *testing.T) {
	t.Run("over http", func(t *testing.T) {
		s, _ := newS3Server(t).store(nil)
		testStore(t, s)
	})
	t.Run("over https, in a folder", func(t *testing.T) {
		server := newS3Server(t)
		secure := httptest.NewUnstartedServer(server)
		secure.EnableHTTP2 = true
		secure.StartTLS()
		defer secure.Close()
		s, _ := server.store(func(c *S3Config) {
			c.Endpoint, c.Client, c.Path = secure.URL, secure.Client(), "backups/of the hub+1"
		})
		testStore(t, s)
	})
}

func readAll(s *S3, name string, offset, size int64) (string, error) {
	r, err := s.Get(context.Background(), name, offset, size)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), errors.Join(err, r.Close())
}

func mustPut(t *testing.T, s *S3, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := s.Put(t.Context(), name, strings.NewReader("the text of "+name)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestS3Listings(t *testing.T) {
	// small makes pages of two names, as a store may that is in a hurry.
	small := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		r.URL.RawQuery = strings.Replace(r.URL.RawQuery, "max-keys=1000", "max-keys=2", 1)
		next.ServeHTTP(w, r)
	}
	key := regexp.MustCompile(`<(Key|Prefix)>([^<]*)<`)
	// encoded is what Amazon answers to encoding-type=url, which the fake does not know.
	encoded := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.Query().Get("encoding-type") != "url" {
			t.Error("not asked for")
		}
		plain := httptest.NewRecorder()
		next.ServeHTTP(plain, r)
		text := key.ReplaceAllStringFunc(plain.Body.String(), func(found string) string {
			part := key.FindStringSubmatch(found)
			return "<" + part[1] + ">" + url.QueryEscape(html.UnescapeString(part[2])) + "<"
		})
		_, _ = io.WriteString(w, strings.Replace(text, "</ListBucketResult>", "<EncodingType>url</EncodingType></ListBucketResult>", 1))
	}
	reversed := func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		_, _ = io.WriteString(w, "<ListBucketResult><Contents><Key>p/f/b</Key></Contents><Contents><Key>p/f/a</Key></Contents><Contents><Key>p/f/</Key></Contents></ListBucketResult>")
	}
	for _, c := range []struct {
		name  string
		fault func(http.ResponseWriter, *http.Request, http.Handler)
		files []string
		want  string
		pages int
	}{
		{"of one page", nil, []string{"f/a", "f/b", "f/c"}, "f/a f/b f/c", 1},
		{"of many", small, []string{"f/a", "f/b", "f/c", "f/d", "f/e"}, "f/a f/b f/c f/d f/e", 3},
		{"of many, all full", small, []string{"f/a", "f/b", "f/c", "f/d"}, "f/a f/b f/c f/d", 2},
		{"of many, with folders between", small, []string{"f/a", "f/b/1", "f/b/2", "f/c/1", "f/d", "g/x", "f"}, "f/a f/d", 3},
		{"of a folder that others show by an object", nil, []string{"f/", "f/a"}, "f/a", 1},
		{"encoded", encoded, []string{"f/a b+c%2B", "f/ü&<"}, "f/a b+c%2B f/ü&<", 1},
		{"in another order", reversed, nil, "f/a f/b", 1},
		{"of nothing", nil, nil, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(func(c *S3Config) { c.Path = "p" })
			mustPut(t, s, c.files...)
			server.requests()
			server.fault = c.fault
			list, err := s.List(t.Context(), "f")
			var names []string
			for _, info := range list {
				names = append(names, info.Name)
				if c.fault == nil && (!info.Modified.Equal(serverNow) || info.Size != int64(len("the text of "+info.Name))) {
					t.Errorf("%+v", info)
				}
			}
			if got := strings.Join(names, " "); err != nil || got != c.want {
				t.Errorf("%q, %v", got, err)
			}
			if pages := server.requests(); len(pages) != c.pages {
				t.Errorf("pages: %v", pages)
			}
		})
	}
}

// A listing of which the rest is missing is none.
func TestS3ListingsBreakOff(t *testing.T) {
	server := newS3Server(t)
	s, _ := server.store(nil)
	server.fault = func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		next := ""
		if !r.URL.Query().Has("continuation-token") {
			next = "2"
		}
		fmt.Fprintf(w, "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>%s</NextContinuationToken></ListBucketResult>", next)
	}
	if list, err := s.List(t.Context(), "f"); err == nil || !strings.Contains(err.Error(), "does not say where") {
		t.Errorf("%v, %v", list, err)
	}
	if n := len(server.requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func TestS3ListsItsTop(t *testing.T) {
	s, _ := newS3Server(t).store(func(c *S3Config) { c.Path = "p" })
	mustPut(t, s, "hub.lease", "ltx/a")
	if list, err := s.List(t.Context(), ""); err != nil || len(list) != 1 || list[0].Name != "hub.lease" {
		t.Errorf("%v, %v", list, err)
	}
}

func TestS3Spans(t *testing.T) {
	says := func(status int, text string, headers ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
	}
	for _, c := range []struct {
		name         string
		offset, size int64
		answer       http.HandlerFunc // nil: the file is there and has 12 bytes
		want, failed string
	}{
		{"all of it", 0, 0, nil, "the text of f", ""},
		{"its end", 9, 0, nil, "of f", ""},
		{"a part", 4, 4, nil, "text", ""},
		{"a part from the start", 0, 3, nil, "the", ""},
		{"more than there is", 12, 1 << 62, nil, "f", ""},
		{"from the end on", 13, 0, nil, "", ""},
		{"from beyond the end on", 100, 5, nil, "", ""},
		{"the largest part", 4, 1<<63 - 1, nil, "text of f", ""},
		{"a store that knows no ranges", 4, 4, says(200, "the text of f"), "", "something else"},
		{"another part", 4, 4, says(206, "the ", "Content-Range", "bytes 0-3/13"), "", "another part"},
		{"a part that begins before", 4, 4, says(206, "text", "Content-Range", "bytes 3-7/13"), "", "another part"},
		{"a part that is called the whole", 4, 4, says(200, "text", "Content-Range", "bytes 4-7/13"), "", "something else"},
		{"less than asked for", 4, 4, says(206, "te", "Content-Range", "bytes 4-5/13"), "", "another part"},
		{"a part that is not as long as it says", 4, 4, says(206, "te", "Content-Range", "bytes 4-7/13"), "", "does not tell"},
		{"a part without a range", 4, 4, says(206, "text"), "", "something else"},
		{"a part that was not asked for", 0, 0, says(206, "text", "Content-Range", "bytes 4-7/13"), "", "does not tell"},
		{"a file of no length", 0, 0, func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush() }, "", "does not tell"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			mustPut(t, s, "f")
			if c.answer != nil {
				server.fails(1, nil, c.answer)
			}
			got, err := readAll(s, "f", c.offset, c.size)
			if got != c.want || (err != nil) != (c.failed != "") || err != nil && !strings.Contains(err.Error(), c.failed) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// Only what is missing may pass for missing: a caller could begin anew where everything still is.
func TestS3WhatIsNotThere(t *testing.T) {
	for _, c := range []struct {
		name    string
		answer  http.HandlerFunc
		missing bool
	}{
		{"an object", answers(404, "NoSuchKey"), true},
		{"a bucket", answers(404, "NoSuchBucket"), false},
		{"a page of another server", http.NotFound, false},
		{"something else", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(404)
			_, _ = io.WriteString(w, "<Problem><Code>NoSuchKey</Code></Problem>")
		}, false},
		{"what must not be seen", answers(403, "AccessDenied"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			server.fails(1, nil, c.answer)
			if _, err := s.Get(t.Context(), "f", 0, 0); err == nil || errors.Is(err, fs.ErrNotExist) != c.missing {
				t.Error(err)
			}
		})
	}
}

func TestS3Deletes(t *testing.T) {
	var names []string
	for i := range 250 {
		names = append(names, fmt.Sprintf("ltx/%03d", i))
	}
	refuse := func(answer string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }
	}
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc // to the first request
		left   int
		failed string
	}{
		{"in hundreds", nil, 0, ""},
		{"what is not there", refuse("<DeleteResult><Error><Key>p/ltx/000</Key><Code>NoSuchKey</Code></Error></DeleteResult>"), 100, ""},
		{
			"what is locked, and the others",
			refuse("<DeleteResult><Error><Key>p/ltx/000</Key><Code>AccessDenied</Code><Message>it is\nlocked</Message></Error><Error><Code>InternalError</Code></Error></DeleteResult>"), 100,
			"delete 250 files: the store keeps 2, the first of them ltx/000: AccessDenied: it is locked",
		},
		{"by somebody else", refuse("<html>Welcome</html>"), 250, "no S3 store"},
		{"without the right to", answers(403, "AccessDenied"), 250, "AccessDenied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(func(c *S3Config) { c.Path = "p" })
			mustPut(t, s, names...)
			server.requests()
			if c.answer != nil {
				server.fails(1, nil, c.answer)
			}
			err := s.Delete(t.Context(), names)
			if (err != nil) != (c.failed != "") || err != nil && !strings.Contains(err.Error(), c.failed) {
				t.Error(err)
			}
			if n := len(server.requests()); n != 3 && c.left < 250 {
				t.Errorf("%d requests", n)
			}
			if list, err := s.List(t.Context(), "ltx"); err != nil || len(list) != c.left {
				t.Errorf("%d are left, %v", len(list), err)
			}
		})
	}
}

// Object locks and old stores want the digest of what they shall remove or keep.
func TestS3SendsDigests(t *testing.T) {
	server := newS3Server(t)
	s, _ := server.store(nil)
	var without []string
	server.fault = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.ContentLength > 0 && r.Header.Get("Content-Md5") == "" {
			without = append(without, r.Method)
		}
		next.ServeHTTP(w, r)
	}
	mustPut(t, s, "f")
	if err := s.Delete(t.Context(), []string{"f"}); err != nil || len(without) > 0 {
		t.Errorf("without a digest: %v, %v", without, err)
	}
}

// idle is a transport that knows whether its connections shall end.
type idle struct {
	http.RoundTripper
	ended bool
}

func (i *idle) CloseIdleConnections() { i.ended = true }

func TestS3Close(t *testing.T) {
	server := newS3Server(t)
	connections := &idle{RoundTripper: server.Client().Transport}
	s, _ := server.store(func(c *S3Config) { c.Client = &http.Client{Transport: connections} })
	mustPut(t, s, "f")
	asked := make(chan bool)
	server.fault = func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		if strings.HasSuffix(r.RequestURI, "/f") {
			w.Header().Set("Content-Length", "1000")
			w.(http.Flusher).Flush()
		}
		asked <- true
		<-r.Context().Done()
	}
	checked, read := make(chan error), make(chan error)
	go func() { checked <- s.Check(context.Background()) }()
	<-asked
	go func() { _, err := readAll(s, "f", 0, 0); read <- err }()
	<-asked
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-checked; !errors.Is(err, errClosed) {
		t.Errorf("a call under way: %v", err)
	}
	if err := <-read; err == nil {
		t.Error("a file that is being read goes on")
	}
	if !connections.ended {
		t.Error("its connections stay")
	}
	for range 100 { // no call slips in while word of it goes round
		ctx, done := s.begin(t.Context())
		if context.Cause(ctx) != errClosed {
			t.Error("a call after it goes on")
		}
		done()
	}
	server.requests()
	for name, call := range operations(s) {
		if err := call(t.Context()); !errors.Is(err, errClosed) {
			t.Errorf("%s after it: %v", name, err)
		}
	}
	if came := server.requests(); len(came) > 0 {
		t.Errorf("requests after it: %v", came)
	}
}
