package caddyhub

import "github.com/progresshub/progresshub/caddyhub/health"

// newHealth makes the board of what this configuration has set up.
func (a *App) newHealth() *health.Board {
	return health.NewBoard(a.runtime.store.Now, a.runtime.engine.Wake,
		health.Source{Area: "backup", Fails: "Backups fail", Page: "/ui/settings/data", Checks: a.backup},
		health.Source{Area: "forge", Fails: "Sync with the forge fails", Page: "/ui/settings/forge", Checks: a.forge},
		health.Source{Area: "gateway", Fails: "Alerts fail", Page: "/ui/settings/alerts", Checks: a.gateway},
	)
}

// recheck has the engine look for due jobs and the board at all sources: one of them says
// that it has changed.
func (a *App) recheck() { a.health.Recheck() }
