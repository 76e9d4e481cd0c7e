package store

import (
	"context"
	"fmt"
)

// keptPushes is how many pushes of unknown outcome are remembered, the newest ones.
const keptPushes = 3

// ForgePush is a push that was begun and whose outcome is not known.
type ForgePush struct {
	Commit string // git's name of it
	Files  []ForgeChange
}

// ForgeChange is what a commit makes of one file: what both sides have in common of it then.
type ForgeChange struct {
	ForgeFile
	Deleted bool // the file goes; of the rest only the path counts
}

// BeginForgePush records what a commit is about to change in the forge, so that a hub which
// never learns whether it did knows its own work again.
func (s *Store) BeginForgePush(ctx context.Context, push ForgePush) error {
	return s.changeForge(ctx, "begin a push", func(tx *tx) error {
		for _, f := range push.Files {
			var base *string
			if !f.Deleted {
				base = &f.Base
			}
			if err := tx.Exec(`INSERT OR REPLACE INTO forge_pushes(hash, path, begun_at, base, file, block, project) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				push.Commit, f.Path, tx.now, base, f.Hash, f.Block, f.Project); err != nil {
				return fmt.Errorf("remember a push: %w", err)
			}
		}
		return tx.Exec(`DELETE FROM forge_pushes WHERE hash NOT IN (
			SELECT hash FROM forge_pushes GROUP BY hash ORDER BY hash = ? DESC, max(begun_at) DESC LIMIT ?)`, push.Commit, keptPushes)
	})
}

// ForgePushes lists the pushes whose outcome is not known, the newest first.
func (s *Store) ForgePushes(ctx context.Context) ([]ForgePush, error) {
	type row struct {
		commit string
		ForgeChange
	}
	rows, err := collect(ctx, s, func(r rowScanner) (c row, err error) {
		err = r.Scan(&c.commit, &c.Path, &c.Base, &c.Deleted, &c.Hash, &c.Block, &c.Project)
		return c, err
	}, `SELECT hash, path, coalesce(base, ''), base IS NULL, file, block, project FROM forge_pushes ORDER BY begun_at DESC, hash, path`)
	var list []ForgePush
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].Commit != r.commit {
			list = append(list, ForgePush{Commit: r.commit})
		}
		last := &list[len(list)-1]
		last.Files = append(last.Files, r.ForgeChange)
	}
	return list, wrap("list pushes", err)
}

// EndForgePushes records that the forge is at a commit, what both sides have in common there
// of the files that changed, and that no push is open any more. A conflict about a progress
// file follows where the file went.
func (s *Store) EndForgePushes(ctx context.Context, tip string, changes []ForgeChange) error {
	return s.changeForge(ctx, "end a push", func(tx *tx) error {
		for _, c := range changes {
			if err := tx.applyForgeChange(c); err != nil {
				return err
			}
		}
		if err := tx.Exec(`DELETE FROM forge_pushes`); err != nil {
			return fmt.Errorf("forget the pushes: %w", err)
		}
		return tx.Exec(`UPDATE forge SET tip = ?`, tip)
	})
}

func (tx *tx) applyForgeChange(c ForgeChange) error {
	if c.Deleted {
		return tx.Exec(`DELETE FROM forge_files WHERE path = ?`, c.Path)
	}
	if err := tx.putForgeFile(c.ForgeFile); err != nil || c.Project == "" || c.Claimed {
		return err
	}
	return tx.Exec(`UPDATE OR REPLACE forge_conflicts SET path = ?2 WHERE project = `+currentSlug, c.Project, c.Path)
}

// DropForgePush forgets a push that the forge did not take.
func (s *Store) DropForgePush(ctx context.Context, commit string) error {
	return s.changeForge(ctx, "forget a push", func(tx *tx) error {
		return tx.Exec(`DELETE FROM forge_pushes WHERE hash = ?`, commit)
	})
}

// ReachForge records the newest commit of the branch, when a sync goes on with it.
func (s *Store) ReachForge(ctx context.Context, tip string) error {
	return s.changeForge(ctx, "reach a commit", func(tx *tx) error {
		return tx.Exec(`UPDATE forge SET tip = ?`, tip)
	})
}
