package remote

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// How much of an answer the hub takes.
const (
	maxRefs   = 8 << 20  // bytes of the list of branches and tags
	maxReport = 1 << 20  // bytes of the answer to a push
	maxFault  = 16 << 10 // bytes of an answer that is an error; the rest is left unread
)

// guard stands between go-git and the network for the time of one exchange: it bounds each
// answer, and follows a redirect only within the origin of the repository. It remembers
// why it stopped, as not every layer above hands errors on whole.
type guard struct {
	base    http.RoundTripper
	origin  *url.URL
	maxPack int64
	bare    bool // no token is sent

	mu   sync.Mutex
	err  error
	code int // of the last answer
}

// failed is why the guard stopped the exchange; nil: it did not.
func (g *guard) failed() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// status is the status of the last answer when that was an error; else empty.
func (g *guard) status() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.code < http.StatusBadRequest {
		return ""
	}
	return fmt.Sprintf("%d %s", g.code, http.StatusText(g.code))
}

// declined reports whether the last answer says that the server does not do what it was
// asked, and not only that something failed.
func (g *guard) declined() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.code >= 300 && g.code < 500
}

func (g *guard) stop(err error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.err = err
	return err
}

func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := g.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	g.code = res.StatusCode
	g.mu.Unlock()
	switch {
	case res.StatusCode >= 300 && res.StatusCode < 400:
		if err := g.redirect(r, res); err != nil {
			_ = res.Body.Close()
			return nil, g.stop(err)
		}
		res.Body = &body{ReadCloser: res.Body, left: maxFault}
	case res.StatusCode >= 400:
		res.Body = &body{ReadCloser: res.Body, left: maxFault}
	case strings.HasSuffix(r.URL.Path, "/git-upload-pack"):
		res.Body = &body{res.Body, g.maxPack, g}
	case strings.HasSuffix(r.URL.Path, "/git-receive-pack"):
		res.Body = &body{res.Body, maxReport, g}
	default:
		res.Body = &body{res.Body, maxRefs, g}
	}
	return res, nil
}

// redirect allows what servers do when a repository was renamed or lacks its .git: the
// list of branches is at another path of the same server.
func (g *guard) redirect(r *http.Request, res *http.Response) error {
	to, err := res.Location()
	if err != nil {
		return fmt.Errorf("%w, and does not say to which", ErrRedirect)
	}
	if r.Method == http.MethodGet && to.Scheme == g.origin.Scheme && to.Host == g.origin.Host && to.User == nil && strings.HasSuffix(to.Path, "/info/refs") {
		return nil
	}
	repository := strings.TrimSuffix(to.Path, "/info/refs")
	return fmt.Errorf("%w: if you trust it, use %s", ErrRedirect, line((&url.URL{Scheme: to.Scheme, Host: to.Host, Path: repository}).String()))
}

// body is an answer with an end.
type body struct {
	io.ReadCloser
	left int64
	stop *guard // nil: what is more is not an error but left unread
}

func (b *body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		if b.stop == nil {
			return 0, io.EOF
		}
		var one [1]byte
		if n, err := b.ReadCloser.Read(one[:]); n == 0 {
			return 0, err
		}
		return 0, b.stop.stop(fmt.Errorf("the git server's answer is %w", ErrTooLarge))
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
