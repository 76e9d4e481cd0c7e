package remote

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
)

// Without a token, a server that wants one does not refuse it.
func TestNoTokenIsSet(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		status int
		within string // the requests that are answered so
		check  func(*Remote) (Head, error)
		is     error
	}{
		{"a fetch, 401", http.StatusUnauthorized, "", func(r *Remote) (Head, error) { _, err := r.Fetch(t.Context()); return Head{}, err }, ErrNoToken},
		{"a fetch, 403", http.StatusForbidden, "", func(r *Remote) (Head, error) { _, err := r.Fetch(t.Context()); return Head{}, err }, ErrNoToken},
		{"a test", http.StatusUnauthorized, "", func(r *Remote) (Head, error) { return r.Check(t.Context(), true) }, ErrNoToken},
		{"a test whether it may push", http.StatusUnauthorized, "git-receive-pack", func(r *Remote) (Head, error) { return r.Check(t.Context(), true) }, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := gitserver.New(t)
			s.Write("main", map[string]string{"a.md": "x"})
			o := options(t, s.URL)
			o.Token, o.Username = "", ""
			o.Client = &http.Client{Transport: between(func(r *http.Request) (*http.Response, error) {
				if strings.Contains(r.URL.String(), tc.within) {
					return status(tc.status)(r)
				}
				r = r.Clone(r.Context())
				r.SetBasicAuth(gitserver.Username, gitserver.Token) // as a server that lets anybody read
				return http.DefaultTransport.RoundTrip(r)
			})}
			head, err := tc.check(must(t, o))
			if !errors.Is(err, tc.is) || errors.Is(err, ErrAuth) {
				t.Fatalf("%v", err)
			}
			if err == nil && (head.Push != PushRefused || head.Writable) {
				t.Errorf("%+v", head)
			}
		})
	}
}

// Only a push that may have arrived is one of which that is not known.
func TestAPushOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	broken := errors.New("the connection broke")
	for _, tc := range []struct {
		name    string
		answer  func(*http.Request) (*http.Response, error)
		unknown bool
	}{
		{"the connection broke", func(*http.Request) (*http.Response, error) { return nil, broken }, true},
		{"504", status(http.StatusGatewayTimeout), true},
		{"413", status(http.StatusRequestEntityTooLarge), false},
		{"403", status(http.StatusForbidden), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := gitserver.New(t)
			s.Write("main", map[string]string{"a.md": "x"})
			o := options(t, s.URL)
			o.Client = &http.Client{Transport: between(func(r *http.Request) (*http.Response, error) {
				if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/git-receive-pack") {
					return tc.answer(r)
				}
				return http.DefaultTransport.RoundTrip(r)
			})}
			r := must(t, o)
			tree, err := r.Fetch(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			commit, err := r.Commit(tree, []Change{{Path: "a.md", Content: []byte("y")}}, "m", Author{Name: "n", Email: "e", When: time.Now()})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Push(t.Context(), commit); err == nil || errors.Is(err, ErrUnknown) != tc.unknown {
				t.Errorf("%v", err)
			}
		})
	}
}

func status(code int) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: code, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
	}
}

// between stands between a remote and its server.
type between func(*http.Request) (*http.Response, error)

func (b between) RoundTrip(r *http.Request) (*http.Response, error) { return b(r) }
