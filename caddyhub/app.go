package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/caddyserver/caddy/v2"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/grant"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/mcpserver"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/ui"
)

// App is the Progress Hub: threads, projects, wiki and reminders of one owner, reached
// over REST, MCP and a dashboard. The handler `hub` serves it.
//
// Its options, in JSON as in the Caddyfile, are those of the table in option.go, which
// docs/settings.md shows. Each has an environment variable that counts when it is not set, so
// that an empty configuration is enough. Texts may hold placeholders such as
// `{env.HUB_AUTH_TOKEN}`, which are filled in when the configuration is loaded.
type App struct {
	configured setting.Configuration

	settings     *settings
	opened       func() error // opens what follows from the runtime on, once; see [App.open]
	registry     *prometheus.Registry
	ending       context.Context // over when the servers of this configuration shut down
	end          context.CancelFunc
	guard        *auth.Guard
	grants       *grant.Service // nil: there are no connectors
	gateway      *gateway.Service
	notify       *notify.Service
	forge        *forge.Service
	backup       *backup.Service
	health       *health.Board
	jobs         *schedule.Owner       // set while this configuration runs
	leaveReplica func()                // set with it
	leaveLog     func()                // set with it
	runtime      *Runtime              // stays set after Cleanup: old handlers still need it
	poolKey      string                // of runtime; set while this App counts as one of its users
	handlers     map[area]http.Handler // what serves each area of paths
	wideAt       string                // listen address that the log has a warning of, said once for all sites
	log          *zap.Logger
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "hub",
		New: func() caddy.Module { return new(App) },
	}
}

// Provision reads the options and looks at the data folder. It opens, makes and starts nothing:
// Caddy also provisions configurations that it never runs.
func (a *App) Provision(ctx caddy.Context) error {
	a.log = ctx.Logger()
	a.registry = ctx.GetMetricsRegistry()
	a.ending, a.end = context.WithCancel(context.Background())
	a.opened = sync.OnceValue(a.open)
	s, err := resolve(a.configured)
	if err != nil {
		return err
	}
	a.settings = s
	a.warn()
	return checkFolder(ctx, s.DataDir)
}

// open joins the runtime of the data folder, and makes on it what this configuration serves. It
// is called through opened alone: Caddy starts apps in any order, so that a request may come
// before [App.Start].
func (a *App) open() (err error) {
	if a.ending.Err() != nil {
		return errors.New("the configuration has ended before it was started")
	}
	s := a.settings
	if a.runtime, err = joinRuntime(s.DataDir, a.log); err != nil {
		return err
	}
	a.poolKey = s.DataDir
	if err := a.checkToken(); err != nil {
		return err
	}
	a.guard = auth.NewGuard(a.runtime.signIn, auth.Config{
		Token:        s.Token,
		CookieSecure: s.CookieSecure,
		PublicURL:    s.PublicURL,
		OwnOrigin:    s.isOwnOrigin,
		Logger:       a.log.Named("auth"),
	})
	a.grants = a.newGrants()
	a.notify, a.gateway = a.newNotify()
	a.forge = a.newForge()
	a.backup = a.newBackup()
	a.health = a.newHealth()
	if err := a.register(a.registry); err != nil {
		return fmt.Errorf("register the metrics: %w", err)
	}
	return a.makeHandlers()
}

// makeHandlers makes the handlers of this configuration.
func (a *App) makeHandlers() error {
	rest := api.New(api.Config{
		Store:     a.runtime.store,
		Policy:    a.settings.policy(),
		PublicURL: a.settings.PublicURL,
		Version:   Version(),
		Demo:      a.settings.Demo,
		Logger:    a.log.Named("api"),
		Auth:      a.guard,
		Grants:    a.runtime.grants,
		OAuth:     a.grants,
		Outside:   grant.NewOutside(),

		Fixed:       a.settings.sources(),
		Stopping:    a.ending.Done(),
		Gateway:     a.gateway,
		Notify:      a.notify,
		Taps:        a.runtime.taps,
		Forge:       a.forge,
		Backup:      a.backup,
		Replica:     a.runtime.replica,
		Health:      a.health,
		Clients:     a.runtime.clients,
		Started:     a.runtime.started,
		Certificate: certificate,
	})
	agents, err := mcpserver.New(mcpserver.Config{
		Store:     a.runtime.store,
		Policy:    a.settings.policy(),
		PublicURL: a.settings.PublicURL,
		Version:   Version(),
		Logger:    a.log.Named("mcp"),
		Clients:   a.runtime.clients,
		Authorize: func(r *http.Request) (inbound.Credential, *inbound.Problem) {
			return a.grants.Bearer(r, a.guard.Bearer)
		},
		OwnOrigin: func(r *http.Request, origin string) bool {
			return a.settings.isOwnOrigin(inbound.From(r.Context()), origin)
		},
	})
	if err != nil {
		return fmt.Errorf("set up the MCP server: %w", err)
	}
	a.handlers = map[area]http.Handler{
		areaAPI:    rest,
		areaMCP:    agents,
		areaUI:     ui.Handler(),
		areaAbsent: http.HandlerFunc(a.serveAbsent),
		areaOAuth:  http.HandlerFunc(a.serveOAuth),
	}
	return nil
}

// Start opens the data folder and takes the jobs over.
func (a *App) Start() error {
	if err := a.opened(); err != nil {
		return err
	}
	a.leaveLog = a.runtime.log.take(a.log)
	a.warnOfBackups()
	a.warnOfReplica()
	a.leaveReplica = a.runtime.replica.Take(a.settings.Replicate)
	if err := a.health.Check(context.Background()); err != nil {
		a.log.Warn("not all is known of what may fail", zap.Error(err))
	}
	a.jobs = a.runtime.engine.Take(a.health.Watch(slices.Concat(a.gateway.Jobs(), a.forge.Jobs(), a.backup.Jobs(), a.runtime.replica.Jobs(), []schedule.Job{a.compaction(), a.tokenUse(), a.connectorUse(), a.programPages()})))
	a.log.Info("the hub runs",
		zap.String("data_dir", a.settings.DataDir),
		zap.Bool("development_mode", a.guard.Development()))
	return nil
}

// newGrants makes the authorization server, if there is to be one.
func (a *App) newGrants() *grant.Service {
	s := a.settings.OAuth
	if s.Issuer == "" {
		return nil
	}
	return grant.New(grant.Config{
		State: a.runtime.grants, Issuer: s.Issuer, AccessTTL: s.AccessTTL.Duration, Registration: s.Registration,
	})
}

// Stop takes this configuration's jobs off, and its replica. All else stays as it is: requests may still be
// under way.
func (a *App) Stop() error {
	if a.jobs != nil {
		a.jobs.Leave()
		a.leaveReplica()
		a.leaveLog()
	}
	return nil
}

// shutDown is called when a server of this configuration begins to shut down: at a reload, when
// the requests under way have all the time they need, or because the process is to end.
func (a *App) shutDown() {
	a.end()
	if caddy.Exiting() && a.opened() == nil {
		a.runtime.end()
	}
}

// Cleanup leaves the runtime. The last configuration to leave closes it, and waits for the
// requests under way: the streams among them must end first.
func (a *App) Cleanup() error {
	if a.end != nil {
		a.end()
		_ = a.opened() // Start has returned it; from here on nothing is opened any more
	}
	if a.poolKey == "" {
		return nil
	}
	key := a.poolKey
	a.poolKey = ""
	return leaveRuntime(key)
}
