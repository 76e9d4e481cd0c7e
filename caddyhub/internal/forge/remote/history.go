package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"
)

const historyOp = "read the history of the git repository"

// Since reports whether a commit leads to a state of the branch, and if so, which others are
// in its history since then; both ends are among them, and some that are older may be. What
// the cache does not know of it, because a first fetch takes no history, the server is asked
// for.
func (r *Remote) Since(ctx context.Context, t *Tree, from string) (way map[string]bool, leads bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.Commit == "" || from == "" || t.cache != r.cache {
		return nil, false, nil
	}
	tip, first := plumbing.NewHash(t.Commit), plumbing.NewHash(from)
	way, leads, whole, err := t.cache.way(tip, first)
	if err != nil || whole {
		return way, leads, err
	}
	known, err := r.deepen(ctx, t.cache, tip, first)
	if err != nil || !known {
		return nil, false, err
	}
	way, leads, _, err = t.cache.way(tip, first)
	return way, leads, err
}

// way walks from a commit back, and not beyond another. whole: no commit was missing there.
func (c *cache) way(tip, first plumbing.Hash) (way map[string]bool, leads, whole bool, err error) {
	way, whole = map[string]bool{tip.String(): true}, true
	for next := []plumbing.Hash{tip}; len(next) > 0; {
		hash := next[len(next)-1]
		next = next[:len(next)-1]
		if hash == first {
			leads = true
			continue
		}
		commit, err := object.GetCommit(c.store, hash)
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			whole = false
			continue
		}
		if err != nil {
			return nil, false, false, c.odd(historyOp, err)
		}
		for _, parent := range commit.ParentHashes {
			if !way[parent.String()] {
				way[parent.String()] = true
				next = append(next, parent)
			}
		}
	}
	return way, leads, whole, nil
}

// deepen fetches the commits that a state of the branch has and another commit does not
// lead to; known: the server has that one at all. A history too long to be looked at counts
// as another one.
func (r *Remote) deepen(ctx context.Context, c *cache, tip, first plumbing.Hash) (known bool, err error) {
	x, refs, err := r.read(ctx, historyOp)
	if err != nil {
		return false, err
	}
	request := packp.NewUploadPackRequestFromCapabilities(refs.Capabilities)
	request.Wants, request.Haves = []plumbing.Hash{tip}, []plumbing.Hash{first}
	wanted := []capability.Capability{capability.NoProgress}
	if refs.Capabilities.Supports(capability.Filter) {
		request.Filter = packp.FilterBlobNone()
		wanted = append(wanted, capability.Filter)
	}
	for _, w := range wanted {
		if !refs.Capabilities.Supports(w) {
			continue
		}
		if err := request.Capabilities.Set(w); err != nil {
			return false, fmt.Errorf("%s: %w", historyOp, err)
		}
	}
	bounded, cancel := r.within(ctx, Deadline)
	defer cancel()
	answer, err := x.session.UploadPack(bounded, request)
	if err != nil {
		return false, explain(bounded, historyOp, x.guard, err)
	}
	defer answer.Close() // all of it was read, or there is an error already, or nobody wants it
	if !slices.Contains(answer.ACKs, first) {
		return false, nil // the server has never heard of it, or has forgotten it
	}
	err = c.add(unpacked(request, answer), r.dir)
	if err == nil || errors.Is(err, packfile.ErrEmptyPackfile) {
		return true, nil
	}
	c.suspect.Store(true)
	if err = explain(bounded, historyOp, x.guard, err); errors.Is(err, ErrTooLarge) {
		return false, nil
	}
	return false, err
}

// unpacked is the pack of an answer, freed from what it was sent in.
func unpacked(request *packp.UploadPackRequest, answer io.Reader) io.Reader {
	switch {
	case request.Capabilities.Supports(capability.Sideband64k):
		return sideband.NewDemuxer(sideband.Sideband64k, answer)
	case request.Capabilities.Supports(capability.Sideband):
		return sideband.NewDemuxer(sideband.Sideband, answer)
	}
	return answer
}
