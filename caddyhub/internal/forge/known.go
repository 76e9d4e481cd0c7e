package forge

import (
	"context"
	"errors"
	"fmt"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/store"
)

// recognise finds the hub's own work in what the forge has now: a push whose answer was lost
// may have happened all the same, and is then what both sides have in common.
func (p *pass) recognise(ctx context.Context) error {
	p.leads = p.tip == "" || p.tip == p.tree.Commit
	if p.restored {
		return nil // whose pushes those are that the branch has had since, nobody knows
	}
	pushes, err := p.Store.ForgePushes(ctx)
	if err != nil || p.tip == p.tree.Commit {
		return err // none has arrived, and each may yet
	}
	way, leads, err := p.remote.Since(ctx, p.tree, p.tip)
	if err != nil {
		return far(err)
	}
	p.leads = p.leads || leads
	for _, push := range pushes { // all of them were made on the tip: the branch has one at most
		if p.tip == "" {
			if way, _, err = p.remote.Since(ctx, p.tree, push.Commit); err != nil {
				return far(err)
			}
		}
		if way[push.Commit] {
			p.tip, p.leads = push.Commit, true // it was made on the last known one
			return p.Store.EndForgePushes(ctx, p.tip, push.Files)
		}
	}
	if len(pushes) == 0 || !p.leads {
		return nil
	}
	return p.Store.EndForgePushes(ctx, p.tip, p.arrived(pushes))
}

// arrived are the files that the forge has as one of the pushes would have left them, though
// not by its commit. The branch has gone on, so none of the pushes can happen any more.
func (p *pass) arrived(pushes []store.ForgePush) []store.ForgeChange {
	var same []store.ForgeChange
	seen := map[string]bool{}
	for _, push := range pushes {
		for _, f := range push.Files {
			if there, ok := p.files[f.Path]; ok && !f.Deleted && f.Hash == there.Hash && !seen[f.Path] {
				seen[f.Path] = true
				same = append(same, f)
			}
		}
	}
	return same
}

// send pushes the changes of the pass, after they were recorded: whatever becomes of the
// answer, the hub knows them again.
func (p *pass) send(ctx context.Context, changes []remote.Change, common []store.ForgeChange) error {
	by := remote.Author{Name: p.AuthorName, Email: p.AuthorEmail, When: p.Store.Now().In(p.zone())}
	commit, err := p.remote.Commit(p.tree, changes, p.message(changes), by)
	if err != nil {
		return far(err)
	}
	if commit == nil { // the forge has all of it
		return p.Store.EndForgePushes(ctx, p.tree.Commit, common)
	}
	if err := p.Store.BeginForgePush(ctx, store.ForgePush{Commit: commit.Hash, Files: common}); err != nil {
		return err
	}
	tree, err := p.remote.Push(ctx, commit)
	ctx = context.WithoutCancel(ctx) // it has happened, or never will
	if errors.Is(err, remote.ErrRefused) {
		return errors.Join(far(err), p.Store.DropForgePush(ctx, commit.Hash))
	}
	if errors.Is(err, remote.ErrUnknown) {
		return far(fmt.Errorf("%w: the next sync finds out, and nothing is lost or doubled", err))
	}
	if err != nil {
		return far(err)
	}
	p.out.Commit = tree.Commit
	return p.Store.EndForgePushes(ctx, tree.Commit, common)
}
