package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/transport"
)

// Change is what one file becomes.
type Change struct {
	Path    string // from the root, with slashes
	Content []byte // nil deletes the file
}

// Author is whom a commit is of.
type Author struct {
	Name, Email string
	When        time.Time
}

const pushOp = "push to the git repository"

// Commit is one that the server does not have yet.
type Commit struct {
	Hash string

	hash plumbing.Hash
	onto *Tree
	pack []byte
}

// Commit makes one commit of the changes on top of a state of the branch, which the server
// does not learn of. When the changes change nothing there is none.
func (r *Remote) Commit(onto *Tree, changes []Change, message string, by Author) (*Commit, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if onto.cache != r.cache {
		return nil, fmt.Errorf("%s: %w", pushOp, ErrRejected) // fetched again since
	}
	made := newBuilder(onto.cache)
	root, err := made.root(onto.root, changes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pushOp, err)
	}
	if root == onto.root {
		return nil, nil //nolint:nilnil // there is nothing to push, as the comment says
	}
	commit, err := made.commit(root, onto.Commit, message, by)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pushOp, err)
	}
	pack, err := made.pack()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pushOp, err)
	}
	return &Commit{Hash: commit.String(), hash: commit, onto: onto, pack: pack}, nil
}

// Push moves the branch to a commit and returns the state there. It fails with ErrRejected
// when the branch is not at what the commit was made on any more, and with ErrRefused when
// the server does not want the push. After ErrUnknown it may have happened, or happen yet:
// Since tells.
func (r *Remote) Push(ctx context.Context, c *Commit) (*Tree, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.onto.cache != r.cache {
		return nil, fmt.Errorf("%s: %w", pushOp, ErrRejected) // fetched again since
	}
	if err := r.send(ctx, plumbing.NewHash(c.onto.Commit), c.hash, c.pack); err != nil {
		return nil, err
	}
	cache := c.onto.cache
	if err := packfile.UpdateObjectStorage(cache.store, bytes.NewReader(c.pack)); err != nil {
		return nil, cache.odd("store what was pushed", err)
	}
	cache.tip = c.hash
	return cache.tree(c.hash, c.onto.partial)
}

// send asks the server to move the branch from one commit to the next.
func (r *Remote) send(ctx context.Context, from, to plumbing.Hash, pack []byte) error {
	x, refs, err := r.write(ctx, pushOp)
	if err != nil {
		return err
	}
	if refs.References[r.branch.String()] != from {
		return fmt.Errorf("%s: %w", pushOp, ErrRejected)
	}
	said, err := r.command(ctx, x, refs, &packp.Command{Name: r.branch, Old: from, New: to}, pack)
	switch {
	case said.reason != "":
		return r.refused(ctx, from, said)
	case err != nil:
		if err = explain(ctx, pushOp, x.guard, err); !x.guard.declined() {
			err = fmt.Errorf("%w; %w", err, ErrUnknown)
		}
		return err
	case !said.reported:
		return r.confirm(ctx, to)
	}
	return nil
}

// command asks the server for one change of a branch.
func (r *Remote) command(ctx context.Context, x exchange[transport.ReceivePackSession], refs *packp.AdvRefs, c *packp.Command, pack []byte) (verdict, error) {
	request := packp.NewReferenceUpdateRequestFromCapabilities(refs.Capabilities)
	var words words
	if refs.Capabilities.Supports(capability.Sideband64k) { // the server says more than its report has room for
		if err := request.Capabilities.Set(capability.Sideband64k); err != nil {
			return verdict{}, err
		}
		request.Progress = &words
	}
	request.Commands = []*packp.Command{c}
	request.Packfile = io.NopCloser(bytes.NewReader(pack))
	ctx, cancel := r.within(ctx, Deadline)
	defer cancel()
	report, err := x.session.ReceivePack(ctx, request)
	said := verdict{reported: report != nil, words: words.shown(r.token)}
	if report != nil {
		said.reason = refusal(report)
	}
	return said, err
}

// verdict is what a server says to a push.
type verdict struct {
	reported bool   // else the server makes no reports
	reason   string // why it did not do what it was asked, in a few words; empty: it did
	words    string // what it says about that to people; empty: nothing
}

// Error is the server's own sentence, if it has one, with its reason.
func (v verdict) Error() string {
	if v.words == "" {
		return v.reason
	}
	return v.words + " (" + v.reason + ")"
}

// refusal is why the server did not do what it was asked; empty: it did.
func refusal(report *packp.ReportStatus) string {
	for _, c := range report.CommandStatuses {
		if c.Error() != nil {
			return line(c.Status)
		}
	}
	if report.UnpackStatus != "ok" {
		return line("unpack: " + report.UnpackStatus)
	}
	if len(report.CommandStatuses) == 0 {
		return "it does not say why"
	}
	return ""
}

// races are words of servers for a branch that another push moved, or moves just now.
var races = []string{"lock", "failed to update ref", "non-fast-forward", "fetch first", "stale", "already exists", "incorrect old value"}

// lostRace reports whether the branch was not where the push expected it.
func (v verdict) lostRace() bool {
	return slices.ContainsFunc(races, func(words string) bool { return strings.Contains(v.reason, words) })
}

// refused tells a lost race from a push that the server will not take later either.
func (r *Remote) refused(ctx context.Context, from plumbing.Hash, said verdict) error {
	if said.lostRace() {
		return fmt.Errorf("%s: %w", pushOp, ErrRejected)
	}
	_, refs, err := r.read(ctx, pushOp)
	if err != nil {
		return err
	}
	if refs.References[r.branch.String()] != from {
		return fmt.Errorf("%s: %w", pushOp, ErrRejected)
	}
	return fmt.Errorf("%s: %w: %w", pushOp, ErrRefused, said)
}

// confirm looks whether the branch is where it was pushed to.
func (r *Remote) confirm(ctx context.Context, to plumbing.Hash) error {
	_, refs, err := r.read(ctx, pushOp)
	if err != nil {
		return fmt.Errorf("%w; %w", err, ErrUnknown)
	}
	if refs.References[r.branch.String()] != to {
		return fmt.Errorf("%s: %w", pushOp, ErrRejected)
	}
	return nil
}

// commit makes a commit with one parent or none.
func (b *builder) commit(root plumbing.Hash, parent, message string, by Author) (plumbing.Hash, error) {
	if strings.ContainsAny(by.Name+by.Email, "<>\n\x00") || by.Name == "" || by.Email == "" {
		return plumbing.ZeroHash, errors.New("the author needs a name and an address, without < and >")
	}
	who := object.Signature{Name: by.Name, Email: by.Email, When: by.When}
	c := &object.Commit{Author: who, Committer: who, TreeHash: root, Message: strings.TrimRight(strings.ReplaceAll(message, "\x00", ""), "\n") + "\n"}
	if parent != "" {
		c.ParentHashes = []plumbing.Hash{plumbing.NewHash(parent)}
	}
	return b.add(c)
}
