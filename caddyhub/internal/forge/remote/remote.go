// Package remote reads and writes one branch of a git repository over HTTPS.
//
// It is a fetch and a push of the hub's own over go-git's transport, packs and objects
// (gitprotocol-http, gitprotocol-pack): each remote has its own HTTP client, a push names
// the commit it builds on and fails when the branch is elsewhere, and no pack is stored
// before its sizes are known (pack.go). There is no work tree and no index. What was
// fetched lies in a folder that can be thrown away at any time (cache.go).
//
// A server and what is in a repository are not trusted: answers are bounded (guard.go),
// names are checked (tree.go), and a push never forces.
package remote

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/transport"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store/phrase"
)

// Times and sizes of an exchange.
const (
	// Deadline is for one request with its answer's body, unless the client of Options has less.
	Deadline = 5 * time.Minute
	// DefaultMaxPack bounds what one fetch takes in, in bytes as they are sent.
	DefaultMaxPack = 256 << 20

	refsDeadline = 30 * time.Second // for a list of branches
	maxBranches  = 100              // that Head names
)

// Options say which branch of which repository, and as whom.
type Options struct {
	URL      string // https, or http to this machine and private networks; no user name inside
	Branch   string // main, when empty
	Username string // git, when empty: servers that take tokens do not mind
	Token    string // password or access token; empty: none is sent
	Dir      string // a folder for the cache of this remote alone, made when it is missing
	Client   *http.Client
	MaxPack  int64 // bytes of one fetch; 0: DefaultMaxPack
}

// Remote is one branch of a repository. Kept, it fetches only what is new. Its methods may
// be called at once; fetches and pushes wait for each other.
type Remote struct {
	endpoint *transport.Endpoint
	origin   *url.URL
	branch   plumbing.ReferenceName
	auth     githttp.AuthMethod
	token    string
	client   *http.Client
	maxPack  int64
	dir      string

	mu    sync.Mutex
	cache *cache // nil: not opened yet
}

// New checks the options. It connects to nothing.
func New(o Options) (*Remote, error) {
	u, err := CheckURL(o.URL)
	if err != nil {
		return nil, err
	}
	if o.Client == nil || o.Dir == "" {
		return nil, errors.New("open a git repository: a client and a folder are needed")
	}
	if o.Branch == "" {
		o.Branch = "main"
	}
	branch := plumbing.NewBranchReferenceName(o.Branch)
	if err := branch.Validate(); err != nil {
		return nil, errors.New("the branch has a name that git does not allow")
	}
	endpoint, err := transport.NewEndpoint(u.String())
	if err != nil {
		return nil, errors.New("the address of the git repository can't be read")
	}
	r := &Remote{
		endpoint: endpoint, origin: u, branch: branch, client: o.Client, maxPack: o.MaxPack, dir: o.Dir, token: o.Token,
	}
	if r.maxPack <= 0 {
		r.maxPack = DefaultMaxPack
	}
	if o.Token != "" {
		if o.Username == "" {
			o.Username = "git"
		}
		r.auth = &githttp.BasicAuth{Username: o.Username, Password: o.Token}
	}
	return r, nil
}

// wrongAddress says what is wrong with the address of a repository.
func wrongAddress(how string) error {
	return errors.New("the address of the git repository " + how)
}

// CheckURL reads the address of a repository, or says in a sentence what is wrong with it
// as far as that can be told without connecting. No error repeats the address.
func CheckURL(address string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(address), "/"))
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "":
		return nil, wrongAddress(phrase.FieldRepoForm.String())
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, wrongAddress(phrase.FieldRepoScheme.String())
	case u.User != nil:
		return nil, wrongAddress(phrase.FieldRepoUser.String())
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.EscapedPath() != u.Path:
		return nil, wrongAddress(phrase.FieldRepoPlain.String())
	case strings.Trim(u.Path, "/") == "":
		return nil, wrongAddress(phrase.FieldRepoPath.String())
	}
	if reason := outbound.CheckURL(u); reason != "" {
		return nil, wrongAddress(reason)
	}
	return u, nil
}

// Head is what a server says about the repository.
type Head struct {
	Commit        string   // the tip of the branch; empty: there is none
	Empty         bool     // the repository has no branch at all
	BranchMissing bool     // it has others
	Branches      []string // sorted, the first 100
	Writable      bool     // the server takes pushes from this user
	Push          Push     // whether it would take one to the branch
	Refusal       string   // why it would not, in its words
}

// Check asks for the branches and, if push says so, whether the user may push. It fetches
// nothing, and changes nothing.
func (r *Remote) Check(ctx context.Context, push bool) (Head, error) {
	const op = "test the git repository"
	_, refs, err := r.read(ctx, op)
	if err != nil {
		return Head{}, err
	}
	head := Head{Empty: len(refs.References) == 0, Commit: name(refs.References[r.branch.String()])}
	for ref := range refs.References {
		if branch, ok := strings.CutPrefix(ref, "refs/heads/"); ok {
			head.Branches = append(head.Branches, line(branch))
		}
	}
	slices.Sort(head.Branches)
	head.Branches = head.Branches[:min(len(head.Branches), maxBranches)]
	head.BranchMissing = !head.Empty && head.Commit == ""
	if !push {
		return head, nil
	}
	x, refs, err := r.write(ctx, op)
	if errors.Is(err, ErrAuth) || errors.Is(err, ErrNoToken) {
		head.Push = PushRefused
		return head, nil
	}
	if head.Writable = err == nil; head.Writable {
		head.Push, head.Refusal = r.tryPush(ctx, x, refs)
	}
	return head, err
}

// name is the name of a commit; the zero hash is none.
func name(h plumbing.Hash) string {
	if h.IsZero() {
		return ""
	}
	return h.String()
}

// exchange is one conversation with the server.
type exchange[S any] struct {
	session S
	guard   *guard
}

// transport makes what one exchange goes through. Redirects are the guard's to judge.
func (r *Remote) transport() (transport.Transport, *guard) {
	base := r.client.Transport
	if base == nil {
		base = http.DefaultTransport
	}
	g := &guard{base: base, origin: r.origin, maxPack: r.maxPack, bare: r.token == ""}
	return githttp.NewClientWithOptions(&http.Client{Transport: g}, &githttp.ClientOptions{RedirectPolicy: githttp.FollowInitialRedirects}), g
}

// within bounds one request and its answer, which end when cancel is called. go-git leaves the answer
// to a push open: if the client of an exchange had a timeout of its own, it would hold each until then.
func (r *Remote) within(ctx context.Context, longest time.Duration) (bounded context.Context, cancel context.CancelFunc) {
	if own := r.client.Timeout; own > 0 {
		longest = min(longest, own)
	}
	return context.WithTimeout(ctx, longest)
}

// read begins a fetch: the server lists what it has.
func (r *Remote) read(ctx context.Context, op string) (exchange[transport.UploadPackSession], *packp.AdvRefs, error) {
	carrier, g := r.transport()
	to := *r.endpoint // a redirect within the server changes it
	session, err := carrier.NewUploadPackSession(&to, r.auth)
	if err != nil {
		return exchange[transport.UploadPackSession]{}, nil, fmt.Errorf("%s: %w", op, err)
	}
	refs, err := r.advertised(ctx, session)
	if errors.Is(err, transport.ErrEmptyRemoteRepository) {
		refs, err = packp.NewAdvRefs(), nil
	}
	return exchange[transport.UploadPackSession]{session, g}, refs, explain(ctx, op, g, err)
}

// write begins a push.
func (r *Remote) write(ctx context.Context, op string) (exchange[transport.ReceivePackSession], *packp.AdvRefs, error) {
	carrier, g := r.transport()
	to := *r.endpoint
	session, err := carrier.NewReceivePackSession(&to, r.auth)
	if err != nil {
		return exchange[transport.ReceivePackSession]{}, nil, fmt.Errorf("%s: %w", op, err)
	}
	refs, err := r.advertised(ctx, session)
	if errors.Is(err, transport.ErrEmptyRemoteRepository) {
		refs, err = packp.NewAdvRefs(), nil
	}
	return exchange[transport.ReceivePackSession]{session, g}, refs, explain(ctx, op, g, err)
}

func (r *Remote) advertised(ctx context.Context, session transport.Session) (*packp.AdvRefs, error) {
	ctx, cancel := r.within(ctx, refsDeadline)
	defer cancel()
	return session.AdvertisedReferencesContext(ctx)
}
