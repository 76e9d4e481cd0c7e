package remote

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/transport"
)

// HeldBack is the size in KiB from which on a server that can leaves files out of a fetch.
// Their names are known, their content is not.
const HeldBack = 512

const fetchOp = "fetch from the git repository"

// Fetch returns the newest state of the branch. The first time it asks for that alone,
// later for what is new. A repository without the branch has an empty tree with no commit.
// Earlier trees may not be read after it.
func (r *Remote) Fetch(ctx context.Context) (*Tree, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	session, refs, err := r.read(ctx, fetchOp)
	if err != nil {
		return nil, err
	}
	tip := refs.References[r.branch.String()]
	cache, err := r.open()
	if err != nil {
		return nil, err
	}
	if tip.IsZero() {
		return &Tree{cache: cache}, nil
	}
	known := !cache.tip.IsZero()
	tree, err := r.fetch(ctx, cache, session, refs, tip)
	if _, final := errors.AsType[failure](err); err == nil || final && !errors.Is(err, ErrTooLarge) || !known {
		return tree, err
	}
	// The cache does not fit what the server has, or the way between is too long.
	_ = session.guard.stop(nil)
	cache.suspect.Store(true)
	if cache, err = r.open(); err != nil {
		return nil, err
	}
	return r.fetch(ctx, cache, session, refs, tip)
}

func (r *Remote) fetch(ctx context.Context, c *cache, x exchange[transport.UploadPackSession], refs *packp.AdvRefs, tip plumbing.Hash) (*Tree, error) {
	partial := refs.Capabilities.Supports(capability.Filter)
	if c.tip != tip {
		if err := r.download(ctx, c, x, refs, tip); err != nil {
			c.suspect.Store(true)
			return nil, err
		}
	}
	return c.tree(tip, partial)
}

// download fetches what leads from the cached tip to a commit.
func (r *Remote) download(ctx context.Context, c *cache, x exchange[transport.UploadPackSession], refs *packp.AdvRefs, tip plumbing.Hash) error {
	last := c.tip
	request, err := request(c, refs.Capabilities, last, tip)
	if err != nil {
		return err
	}
	bounded, cancel := r.within(ctx, Deadline)
	defer cancel()
	answer, err := x.session.UploadPack(bounded, request)
	if err != nil {
		return explain(bounded, fetchOp, x.guard, err)
	}
	defer answer.Close() // all of it was read, or there is an error already
	if err := c.add(unpacked(request, answer), r.dir); err != nil {
		return explain(bounded, fetchOp, x.guard, err)
	}
	if last.IsZero() {
		if err := c.store.SetShallow(answer.Shallows); err != nil {
			return fmt.Errorf("%s: note where history begins: %w", fetchOp, err)
		}
	}
	if _, err := c.tree(tip, true); err != nil {
		return fmt.Errorf("%s: %w", fetchOp, err)
	}
	c.tip = tip
	return nil
}

// request asks for one commit: without its history the first time, else with what came
// after the last. A depth each time would fetch all files each time.
func request(c *cache, offered *capability.List, last, tip plumbing.Hash) (*packp.UploadPackRequest, error) {
	request := packp.NewUploadPackRequestFromCapabilities(offered)
	request.Wants = []plumbing.Hash{tip}
	wanted := []capability.Capability{capability.NoProgress}
	if last.IsZero() {
		if offered.Supports(capability.Shallow) {
			request.Depth = packp.DepthCommits(1)
			wanted = append(wanted, capability.Shallow)
		}
	} else {
		shallows, err := c.store.Shallow()
		if err != nil {
			return nil, c.odd(fetchOp, err)
		}
		request.Haves, request.Shallows = []plumbing.Hash{last}, shallows
		if len(shallows) > 0 {
			wanted = append(wanted, capability.Shallow)
		}
	}
	if offered.Supports(capability.Filter) {
		request.Filter = packp.FilterBlobLimit(HeldBack, packp.BlobLimitPrefixKibi)
		wanted = append(wanted, capability.Filter)
	}
	for _, w := range wanted {
		if !offered.Supports(w) {
			continue
		}
		if err := request.Capabilities.Set(w); err != nil {
			return nil, fmt.Errorf("%s: %w", fetchOp, err)
		}
	}
	return request, nil
}
