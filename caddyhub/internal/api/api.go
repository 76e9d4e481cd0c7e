// Package api is REST: JSON over the store, validated and described by OpenAPI
// 3.1 from the same Go types. routes.go is its table of contents.
//
// A request passes, in this order: the route table (404, 405), the content type (415),
// the guard ([auth.Guard.Require]: 401, 403), the body's form (413, 400), the cache
// of unchanged answers, the answers kept for an Idempotency-Key, and then the operation
// of the resource, which Huma feeds with parsed and validated input. A batch of session
// records reads its body by itself, and a backup is sent as a file.
package api

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/grant"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/markdown"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/store"
)

// Config is what one configuration of the hub gives to its API, all of it but where nil or empty
// is said to mean something.
type Config struct {
	Store     *store.Store
	Policy    store.Policy
	PublicURL string // without a trailing slash; empty: links are paths
	Version   string
	Demo      bool // whether the overview says that the data is made up
	Logger    *zap.Logger
	Auth      *auth.Guard
	Grants    *grant.State   // what programs were connected
	OAuth     *grant.Service // by which more can be; nil: none
	Outside   grant.Outside  // how the hub looks whether they can reach it

	// Fixed names the settings that the configuration sets, by their option, and where each
	// comes from: the owner can't change those here.
	Fixed map[string]string
	// Stopping is closed when the configuration ends, and with it the event streams; nil: never.
	Stopping <-chan struct{}
	Gateway  *gateway.Service // how the hub speaks up
	Notify   *notify.Service  // where else than to the gateway
	Taps     *auth.Throttle   // on uses of the buttons of messages
	Forge    *forge.Service   // the git remote that projects are kept the same with
	Backup   *backup.Service
	Replica  Replica
	Health   *health.Board    // knows what is failing
	Clients  *inbound.Clients // counts the calls of agents; nil: nobody does
	Started  time.Time        // when the hub did
	// Certificate is what the hub shows browsers that come over HTTPS to a host, or nil when
	// there is none.
	Certificate func(host string) *Certificate
}

// API serves everything under /api.
type API struct {
	Config
	mux   *table
	gated http.Handler // the guard around serve
	cache cache
	rows  *store.Recent[string, row]

	feed          feed                              // of the event streams
	places        places                            // for them
	pings         func() (<-chan time.Time, func()) // keep a stream alive; see tick
	sessionRecord validator                         // of the records of a batch
	backupInput   validator                         // of the body of a backup
	plans         plans                             // of imports
	html          *markdown.Renderer
}

// New makes the handler of everything under /api. Requests reach it with their
// [inbound.Info].
func New(cfg Config) *API {
	a := &API{
		Config: cfg, mux: newTable(), rows: store.NewRecent[string](recentRows, row.isShort),
		places: newPlaces(openFiles()), pings: tick, html: markdown.New(),
	}
	a.feed.store = cfg.Store
	a.cache.now, a.cache.generation = cfg.Store.Now, a.generation
	a.gated = cfg.Auth.Require(http.HandlerFunc(a.serve))
	known := map[string]bool{}
	h := humago.New(a.mux, humaConfig(cfg.Version, a.present, known))
	a.routes(h)
	addKeys(known, h.OpenAPI().Components.Schemas)
	a.sessionRecord = validatorOf[SessionFields](h.OpenAPI())
	a.backupInput = validatorOf[BackupInput](h.OpenAPI())
	a.plainRoutes(a.openAPIDocument(describe(h.OpenAPI())))
	return a
}

// generation rises with everything that cached answers are made of: the store, and the
// problems that the overview tells of.
func (a *API) generation() uint64 {
	problems, _ := a.Health.Generation()
	return a.Store.Generation() + problems
}

// humaConfig turns off what Huma adds by itself (documents, links, routes) and keeps the
// settings of this API apart from Huma's process-wide ones.
func humaConfig(version string, present huma.Transformer, known map[string]bool) huma.Config {
	cfg := huma.DefaultConfig("Progress Hub", version)
	cfg.CreateHooks = nil
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	format := jsonFormat(known)
	cfg.Formats = map[string]huma.Format{"application/json": format, "json": format}
	cfg.DefaultFormat = "application/json"
	cfg.RejectUnknownQueryParameters = true
	cfg.Transformers = []huma.Transformer{present}
	return cfg
}
