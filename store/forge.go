package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// settingForge is the name of the forge's setting.
const settingForge = "forge"

// SlotForge is the job whose slots are the times of the scheduled sync.
const SlotForge = "forge"

// ForgeSettings are the owner's choices for the forge that are kept in the database; its
// token is not among them. A choice that was not made is nil.
type ForgeSettings struct {
	URL         *string `json:"url"`
	Branch      *string `json:"branch"`
	Path        *string `json:"path"`
	Username    *string `json:"username"`
	AuthorName  *string `json:"author_name"`
	AuthorEmail *string `json:"author_email"`
	Sync        *string `json:"sync"`
	Cron        *string `json:"cron"`
}

// ForgeSettings returns the stored choices.
func (s *Store) ForgeSettings(ctx context.Context) (ForgeSettings, error) {
	var f ForgeSettings
	return f, wrap("read the forge's settings", s.setting(ctx, settingForge, &f))
}

// UpdateForgeSettings lets change alter the stored choices; its error keeps everything as
// it was. When it returns a schedule, syncs begin under that now: what would have been done
// before is not made up for.
func (s *Store) UpdateForgeSettings(ctx context.Context, by By, change func(*ForgeSettings) (begins string, err error)) (Written[ForgeSettings], error) {
	return changeSetting(ctx, s, "change the forge's settings", by, settingForge, SlotForge, change)
}

// ForgeState is where the sync with the forge stands.
type ForgeState struct {
	// Remote names the repository, branch and folder that was last synchronised with.
	Remote string
	// Tip is the newest commit of its branch that a sync went on with; empty: none yet.
	Tip string
	// Restored says that the database is a copy, such as a backup: what the branch has beyond Tip
	// may have come after it, and is for the owner to decide.
	Restored bool
	// WantedAt is when a sync was asked for that has not ended yet; nil: there is none.
	WantedAt *Time
	// Decision is what the sync that is wanted is to do about two sides that diverged;
	// empty: nothing was decided.
	Decision ForgeDecision
	// LastSync is what [Store.EndForgeSync] was told last; nil: nothing yet.
	LastSync json.RawMessage
}

// ForgeRestored stands in front of the tip in a copy of a database ([ForgeState.Restored]), until a sync
// goes on with the branch.
const ForgeRestored = "restored "

// ForgeDecision is what the owner decides when the hub and the forge have diverged.
type ForgeDecision string

// The decisions.
const (
	ForgeAccept  ForgeDecision = "accept"  // take the forge's state over
	ForgeRestore ForgeDecision = "restore" // put the hub's texts back into the forge
)

// Forge tells where the sync with the forge stands.
func (s *Store) Forge(ctx context.Context) (ForgeState, error) {
	var f ForgeState
	var last sql.NullString
	err := s.db.Row(ctx, `SELECT remote, tip, wanted_at, coalesce(decision, ''), last_sync FROM forge`).Scan(&f.Remote, &f.Tip, &f.WantedAt, &f.Decision, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return f, nil
	}
	f.Tip, f.Restored = strings.CutPrefix(f.Tip, ForgeRestored)
	if last.Valid {
		f.LastSync = json.RawMessage(last.String)
	}
	return f, wrap("read the state of the forge", err)
}

// WantForgeSync records that a sync is to be done, so that a hub which dies before its end
// knows of it. slot, when it has a time, is that of the schedule which is dealt with so.
func (s *Store) WantForgeSync(ctx context.Context, schedule string, slot Time) error {
	return s.changeForge(ctx, "ask for a sync", func(tx *tx) error {
		if !slot.IsZero() {
			if err := tx.passSlot(SlotForge, schedule, slot.Time); err != nil {
				return err
			}
		}
		return tx.Exec(`UPDATE forge SET wanted_at = coalesce(wanted_at, ?)`, tx.now)
	})
}

// DecideForge is [Store.WantForgeSync] for a sync that does what the owner has decided.
func (s *Store) DecideForge(ctx context.Context, decision ForgeDecision) error {
	return s.changeForge(ctx, "decide about the forge", func(tx *tx) error {
		return tx.Exec(`UPDATE forge SET wanted_at = coalesce(wanted_at, ?), decision = ?`, tx.now, decision)
	})
}

// EndForgeSync records what became of the sync that was wanted.
func (s *Store) EndForgeSync(ctx context.Context, outcome json.RawMessage) error {
	return s.changeForge(ctx, "end a sync", func(tx *tx) error {
		return tx.Exec(`UPDATE forge SET wanted_at = NULL, decision = NULL, last_sync = ?`, string(outcome))
	})
}

// MeetForge says which repository, branch and folder is synchronised with from now on. What
// is known of the files of another one is forgotten: nothing there says what this one had.
func (s *Store) MeetForge(ctx context.Context, remote string) error {
	return s.changeForge(ctx, "meet the forge", func(tx *tx) error {
		var known string
		if err := tx.Row(`SELECT remote FROM forge`).Scan(&known); err != nil || known == remote {
			return err
		}
		for _, query := range []string{`DELETE FROM forge_files`, `DELETE FROM forge_conflicts`, `DELETE FROM forge_pushes`} {
			if err := tx.Exec(query); err != nil {
				return fmt.Errorf("forget the other forge: %w", err)
			}
		}
		return tx.Exec(`UPDATE forge SET remote = ?, tip = ''`, remote)
	})
}

// changeForge runs a change of what is known of the forge. It leaves no event: nothing the
// owner could take back has happened.
func (s *Store) changeForge(ctx context.Context, op string, change func(*tx) error) error {
	return s.write(ctx, op, By{Actor: Owner}, func(tx *tx) error {
		tx.touch()
		if err := tx.Exec(`INSERT OR IGNORE INTO forge(id) VALUES (1)`); err != nil {
			return err
		}
		return change(tx)
	})
}
