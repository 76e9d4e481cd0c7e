package blob

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// s3Server is a store on this machine that checks signatures by the rules, and can be made to fail.
type s3Server struct {
	*httptest.Server
	t    *testing.T
	fake http.Handler
	// fault sees each request after its signature was found good. It answers itself, or lets next answer.
	fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

	mu   sync.Mutex
	seen []string
}

const (
	accessKey = "AKIAOFTHEHUB"
	secretKey = "what/the+hub=keeps"
)

// serverNow is the time by the server's clock, and by that of the machine unless a test says otherwise.
var serverNow = time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)

func newS3Server(t *testing.T) *s3Server {
	t.Helper()
	clock := gofakes3.FixedTimeSource(serverNow)
	backend := s3mem.New(s3mem.WithTimeSource(clock))
	if err := backend.CreateBucket("hub"); err != nil {
		t.Fatal(err)
	}
	s := &s3Server{t: t, fake: gofakes3.New(backend, gofakes3.WithTimeSource(clock)).Server()}
	s.Server = httptest.NewServer(s)
	// On a connection that is kept, the transport sends some requests again by itself.
	s.Client().Transport.(*http.Transport).DisableKeepAlives = true
	t.Cleanup(s.Close)
	return s
}

// store makes a client of it, which tells how long it would have slept.
func (s *s3Server) store(edit func(*S3Config)) (store *S3, slept *[]time.Duration) {
	c := S3Config{
		Bucket: "hub", Endpoint: s.URL, AccessKey: accessKey, SecretKey: secretKey,
		Client: s.Client(), Now: func() time.Time { return serverNow },
	}
	if edit != nil {
		edit(&c)
	}
	store, slept = NewS3(c), new([]time.Duration)
	store.sleep = func(ctx context.Context, d time.Duration) error {
		*slept = append(*slept, d)
		return ctx.Err()
	}
	return store, slept
}

// fails makes the requests fail for which which is true, at first so many times.
func (s *s3Server) fails(times int, which func(*http.Request) bool, how http.HandlerFunc) {
	s.fault = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		s.mu.Lock()
		fail := times > 0 && (which == nil || which(r))
		if fail {
			times--
		}
		s.mu.Unlock()
		if fail {
			how(w, r)
			_, _ = io.Copy(io.Discard, r.Body) // or the connection could end before the answer is read
		} else {
			next.ServeHTTP(w, r)
		}
	}
}

// requests tells what has come since it was called the last time.
func (s *s3Server) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen
	s.seen = nil
	return seen
}

// unfinished tells which files have come in part.
func (s *s3Server) unfinished() string {
	w := httptest.NewRecorder()
	s.fake.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/hub?uploads=", nil))
	if !strings.Contains(w.Body.String(), "<Upload>") {
		return ""
	}
	return w.Body.String()
}

func (s *s3Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.seen = append(s.seen, r.Method+" "+r.RequestURI)
	s.mu.Unlock()
	w.Header().Set("Date", serverNow.Format(http.TimeFormat))
	if code := unsigned(r); code != "" {
		s3Error(w, http.StatusForbidden, code)
		return
	}
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		sum := sha256.Sum256(body)
		if err != nil || hex.EncodeToString(sum[:]) != r.Header.Get("X-Amz-Content-Sha256") {
			s3Error(w, http.StatusBadRequest, "XAmzContentSHA256Mismatch")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.fake.ServeHTTP(w, r)
	})
	if s.fault != nil {
		s.fault(w, r, next)
	} else {
		next.ServeHTTP(w, r)
	}
}

// unsigned finds out what is wrong with a signature, by what has come over the wire alone.
func unsigned(r *http.Request) string {
	given := map[string]string{}
	for part := range strings.SplitSeq(strings.TrimPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 "), ",") {
		name, value, _ := strings.Cut(part, "=")
		given[name] = value
	}
	key, scope, _ := strings.Cut(given["Credential"], "/")
	if key != accessKey {
		return "InvalidAccessKeyId"
	}
	path, query, _ := strings.Cut(r.RequestURI, "?")
	if query != "" {
		params := strings.Split(query, "&")
		slices.Sort(params)
		for i, p := range params {
			name, value, _ := strings.Cut(p, "=")
			params[i] = canonical(name, "-._~") + "=" + canonical(value, "-._~")
		}
		query = strings.Join(params, "&")
	}
	names := strings.Split(given["SignedHeaders"], ";")
	var headers strings.Builder
	for _, name := range names {
		value := r.Header.Get(name)
		if name == "host" {
			value = r.Host
		}
		fmt.Fprintf(&headers, "%s:%s\n", name, value)
	}
	for name := range r.Header {
		name = strings.ToLower(name)
		if (strings.HasPrefix(name, "x-amz-") || name == "content-md5" || name == "range") && !slices.Contains(names, name) {
			return "SignatureDoesNotMatch"
		}
	}
	hash := func(text string) string { sum := sha256.Sum256([]byte(text)); return hex.EncodeToString(sum[:]) }
	for _, changing := range []string{"accept-encoding", "user-agent"} { // on the way, by some proxies
		if slices.Contains(names, changing) {
			return "SignatureDoesNotMatch"
		}
	}
	if r.Header.Get("Accept-Encoding") != "identity" {
		return "AskedForLessThanTheFile"
	}
	request := r.Method + "\n" + canonical(path, "-._~/") + "\n" + query + "\n" + headers.String() + "\n" + given["SignedHeaders"] + "\n" + r.Header.Get("X-Amz-Content-Sha256")
	secret := "AWS4" + secretKey
	for _, part := range append(strings.Split(scope, "/"), "AWS4-HMAC-SHA256\n"+r.Header.Get("X-Amz-Date")+"\n"+scope+"\n"+hash(request)) {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(part))
		secret = string(mac.Sum(nil))
	}
	if hex.EncodeToString([]byte(secret)) != given["Signature"] || !slices.Contains(names, "host") {
		return "SignatureDoesNotMatch"
	}
	return ""
}

// canonical writes a part of an address as Amazon says it is signed, however it came.
func canonical(part, plain string) string {
	part, err := url.PathUnescape(part)
	if err != nil {
		return "%"
	}
	var b strings.Builder
	for i := range len(part) {
		if c := part[i]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func s3Error(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n<Error><Code>%s</Code><Message>What the store says.</Message></Error>", code)
}

// answers makes a handler of one answer.
func answers(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { s3Error(w, status, code) }
}

// hangUp ends the connection in the middle of a request.
func hangUp(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.CopyN(io.Discard, r.Body, 100)
	panic(http.ErrAbortHandler)
}
