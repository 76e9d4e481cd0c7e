// Package forge keeps projects and wiki pages the same in the hub and in a git remote that
// the owner and other hubs write to (docs/forge.md).
//
// The remote holds projects/<slug>/PROGRESS.md, wiki/<path>.md and INDEX.md, below a
// folder that may be chosen. A sync compares each file with what both sides had in common
// when they last met, which the store remembers: what one side has changed goes to the
// other, what both have is merged by lines, and what can't be merged rests as a conflict
// until the owner has decided. Nothing is pushed by force, and texts that look as if they
// held a credential are not pushed at all.
//
// [Service] is the forge as one configuration sees it, [Worker] the one piece of work that
// is under way, which outlives configurations.
package forge

import (
	"cmp"
	"context"
	"net/http"
	"net/netip"
	"path/filepath"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/credential"
	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// The ways to synchronise.
const (
	SyncOff  = "off"
	SyncPull = "pull" // what the remote has comes into the hub, and nothing goes out
	SyncBoth = "both"
)

// cacheName is the folder in the data folder for what was fetched; it may go at any time.
const cacheName = "forge-cache"

// Config is what one configuration of the hub says about the forge.
type Config struct {
	Store   *store.Store
	Secrets *setting.Vault
	Policy  store.Policy
	Worker  *Worker // default: one of this service's own
	Logger  *zap.Logger

	// Fixed are the values of [Table] that it sets; the owner may choose the others.
	Fixed setting.Fixed

	// Confidential are the secrets of the hub besides those that the owner entered, at this moment:
	// what holds one is not pushed. Default: none.
	Confidential func() []credential.Secret
	// Own reports whether this process listens at an address: the hub is not its own forge.
	// Default: nowhere.
	Own func(netip.AddrPort) bool
	// Changed is called when something is due earlier than it was.
	Changed func()
	// Patience is how long a request waits for the end of a job; default 10 s.
	Patience time.Duration
}

// Service is the forge as one configuration sees it.
type Service struct {
	Config
	client *http.Client
	// importFailed says that the import which waits has failed under this configuration, and
	// that nothing has happened since that promises better.
	importFailed atomic.Bool
	// unreadable says that the log names a damaged report of the last sync already.
	unreadable atomic.Bool
}

// New makes a service. It starts nothing.
func New(cfg Config) *Service {
	if cfg.Changed == nil {
		cfg.Changed = func() {}
	}
	if cfg.Confidential == nil {
		cfg.Confidential = func() []credential.Secret { return nil }
	}
	if cfg.Own == nil {
		cfg.Own = func(netip.AddrPort) bool { return false }
	}
	if cfg.Logger == nil {
		cfg.Logger = zap.NewNop()
	}
	if cfg.Worker == nil {
		cfg.Worker = NewWorker(cfg.Store.Now, cfg.Logger)
	}
	cfg.Patience = cmp.Or(cfg.Patience, 10*time.Second)
	return &Service{Config: cfg, client: outbound.NewClientWithin(cfg.Own, remote.Deadline)}
}

// errNotSetUp says that there is no remote.
var errNotSetUp = &store.ConflictError{Message: phrase.ForgeNone.String()}

// open makes the way to the remote. A [store.ConflictError] says that none is set up.
func (s *Service) open(e effective) (*remote.Remote, error) {
	if e.URL == "" {
		return nil, errNotSetUp
	}
	r, err := remote.New(remote.Options{
		URL: e.URL, Branch: e.Branch, Username: e.Username, Token: e.token,
		Dir: filepath.Join(s.Store.Dir(), cacheName), Client: s.client,
	})
	return r, far(err)
}

// Tested is what the remote answered to a test.
type Tested struct {
	OK       bool
	Message  string // in words for the owner
	Branches []string
}

// Test asks the remote for its branches, and changes nothing on either side. A refusal of
// the remote is no error; a [store.ConflictError] says that none is set up.
func (s *Service) Test(ctx context.Context) (Tested, error) {
	e, err := s.load(ctx)
	if err != nil {
		return Tested{}, err
	}
	r, err := s.open(e)
	if err != nil {
		return Tested{}, s.told(err)
	}
	head, err := r.Check(ctx, e.Sync != SyncPull)
	switch {
	case ctx.Err() != nil:
		return Tested{}, ctx.Err()
	case err != nil:
		return Tested{Message: err.Error()}, nil
	}
	return e.tested(head), nil
}

// tested says in words what the remote answered. Whether it takes a push is part of that
// where the hub is to push or may be told to.
func (e effective) tested(head remote.Head) Tested {
	t := Tested{OK: true, Branches: head.Branches}
	switch {
	case head.Empty:
		t.Message = "The repository is empty: the first sync makes the branch " + e.Branch + "."
	case head.BranchMissing:
		t.Message = "The branch " + e.Branch + " is not there yet: the first sync makes it."
	default:
		t.Message = "The branch " + e.Branch + " is there."
	}
	if e.Sync == SyncPull {
		return t
	}
	switch {
	case head.Push == remote.PushAllowed:
		t.Message += " The hub may push to it."
	case head.Push == remote.PushUnknown:
		t.Message += " Whether the hub may push to it can't be told before the first push."
	case !head.Writable && e.token == "":
		t.OK, t.Message = e.Sync != SyncBoth, "The repository can be read, but not written to without a token, and none is set for it."
	case !head.Writable:
		t.OK, t.Message = e.Sync != SyncBoth, "The repository can be read, but the token may not write to it."
	default:
		t.OK, t.Message = e.Sync != SyncBoth, t.Message+" But the git server refuses a push to it: "+head.Refusal
	}
	return t
}
