package caddyhub

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// newHealth makes the board of what this configuration has set up.
func (a *App) newHealth() *health.Board {
	return health.NewBoard(a.runtime.store.Now, a.runtime.engine.Wake, append(services(a.backup, a.runtime.replica, a.forge, a.gateway, a.notify),
		health.Source{Area: health.Storage, Fails: phrase.NotStored, Page: "/ui/settings/data", Checks: storage{a.runtime.store}})...)
}

// services are what the owner may set up, and how to speak of it when it fails.
func services(backup, replica, forge, gateway health.Checker, channels *notify.Service) []health.Source {
	list := []health.Source{
		{Area: health.Backup, Fails: phrase.BackupsFail, Page: "/ui/settings/data", Checks: backup},
		{Area: health.Replica, Fails: phrase.ReplicaFail, Page: "/ui/settings/data", Checks: replica},
		{Area: health.Forge, Fails: phrase.SyncFails, Page: "/ui/settings/forge", Checks: forge},
		{Area: health.Gateway, Fails: phrase.AlertsFail, Page: "/ui/settings/alerts", Checks: gateway},
	}
	for _, channel := range channels.Names() {
		list = append(list, health.Source{Area: channel, Fails: phrase.AlertsFail, Page: "/ui/settings/alerts", Checks: notify.Health{Service: channels, Channel: channel}})
	}
	return list
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
	first, n := d.Rows[0], len(d.Rows)-1
	row := phrase.StorageRow(first.Kind, first.ID, first.Field)
	switch {
	case d.More:
		row = phrase.StorageManyRows(first.Kind, first.ID, n, first.Field)
	case n > 0:
		row = phrase.StorageRows(first.Kind, first.ID, n, first.Field)
	}
	return row.String(), d.Since.Time, true, nil
}
