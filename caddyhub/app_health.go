package caddyhub

import (
	"context"
	"fmt"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
)

// newHealth makes the board of what this configuration has set up.
func (a *App) newHealth() *health.Board {
	return health.NewBoard(a.runtime.store.Now, a.runtime.engine.Wake, append(services(a.backup, a.forge, a.gateway),
		health.Source{Area: "storage", Fails: "Changes can't be stored", Page: "/ui/settings/data", Checks: storage{a.runtime.store}})...)
}

// services are what the owner may set up, and how to speak of it when it fails.
func services(backup, forge, gateway health.Checker) []health.Source {
	return []health.Source{
		{Area: "backup", Fails: "Backups fail", Page: "/ui/settings/data", Checks: backup},
		{Area: "forge", Fails: "Sync with the forge fails", Page: "/ui/settings/forge", Checks: forge},
		{Area: "gateway", Fails: "Alerts fail", Page: "/ui/settings/alerts", Checks: gateway},
	}
}

// recheck has the engine look for due jobs and the board at all sources: one of them says
// that it has changed.
func (a *App) recheck() { a.health.Recheck() }

// storage tells of the database, which every hub has.
type storage struct{ store *store.Store }

// SetUp reports true.
func (storage) SetUp(context.Context) (bool, error) { return true, nil }

// Problem tells what keeps changes from being stored, and since when.
func (s storage) Problem(ctx context.Context) (text string, since time.Time, failing bool, err error) {
	out, err := s.store.Outage(ctx)
	if err != nil {
		return "", time.Time{}, false, err
	}
	if out != nil {
		return out.Text, out.Since, true, nil
	}
	return s.damage(ctx)
}

// damage names the rows that can't be read. Their backups hold them as they are.
func (s storage) damage(ctx context.Context) (text string, since time.Time, failing bool, err error) {
	d, err := s.store.Damage(ctx)
	if err != nil || len(d.Rows) == 0 {
		return "", time.Time{}, false, err
	}
	first, more := d.Rows[0], ""
	switch n := len(d.Rows) - 1; {
	case d.More:
		more = fmt.Sprintf(", and more than %d others,", n)
	case n > 0:
		more = fmt.Sprintf(", and %d more,", n)
	}
	return fmt.Sprintf("The row of the %s %s%s can't be read (%s): restore a backup from before, or mend the row (docs/backups.md says how).", first.Kind, first.ID, more, first.Field), d.Since.Time, true, nil
}
