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
	"errors"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/clients"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/markdown"
	"github.com/progresshub/progresshub/caddyhub/internal/problem"
	"github.com/progresshub/progresshub/caddyhub/internal/secrets"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/recent"
)

// Config is what one configuration of the hub gives to its API.
type Config struct {
	Store     *store.Store
	Policy    store.Policy
	PublicURL string // without a trailing slash; empty: links are paths
	Version   string
	Logger    *zap.Logger
	Auth      *auth.Guard

	// Fixed names the settings that the configuration sets, by their option, and where each
	// comes from: the owner can't change those here.
	Fixed map[string]string
	// Stopping is closed when the configuration ends, and with it the event streams;
	// default: never.
	Stopping <-chan struct{}
	// Gateway is how the hub speaks up; default: one that is not set up.
	Gateway *gateway.Service
	// Forge is the git remote that projects are kept the same with; default: one that is not
	// set up.
	Forge *forge.Service
	// Backup makes backups; default: one that makes none by itself.
	Backup *backup.Service
	// Health knows what is failing; default: nothing is.
	Health *health.Board
	// Clients counts the calls of agents; default: nobody does.
	Clients *clients.Registry
	// Started is when the hub started; default: when New was called.
	Started time.Time
	// Certificate is what the hub shows browsers that come over HTTPS to a host, or nil when
	// there is none; default: there is none.
	Certificate func(host string) *Certificate
}

// API serves everything under /api.
type API struct {
	Config
	mux   *http.ServeMux
	gated http.Handler // the guard around serve
	cache cache
	rows  *recent.Cache[string, row]

	streams       chan struct{}                     // a place for each event stream
	pings         func() (<-chan time.Time, func()) // keep a stream alive; see tick
	sessionRecord validator                         // of the records of a batch
	backupInput   validator                         // of the body of a backup
	html          *markdown.Renderer
}

// New makes the handler of everything under /api. Requests reach it with their
// [reqinfo.Info].
func New(cfg Config) (*API, error) {
	if cfg.Logger == nil {
		cfg.Logger = zap.NewNop()
	}
	if cfg.Started.IsZero() {
		cfg.Started = cfg.Store.Now()
	}
	if cfg.Gateway == nil || cfg.Forge == nil {
		vault, err := secrets.Open(cfg.Store.Dir())
		if err != nil {
			return nil, err
		}
		if cfg.Gateway == nil {
			cfg.Gateway = gateway.New(gateway.Config{Store: cfg.Store, Secrets: vault, Policy: cfg.Policy, PublicURL: cfg.PublicURL, Version: cfg.Version})
		}
		if cfg.Forge == nil {
			cfg.Forge = forge.New(forge.Config{Store: cfg.Store, Secrets: vault, Policy: cfg.Policy, Logger: cfg.Logger})
		}
	}
	if cfg.Backup == nil {
		keeper, err := backup.OpenKeeper(cfg.Store.Dir())
		if err != nil {
			return nil, err
		}
		cfg.Backup = backup.NewService(backup.Config{Store: cfg.Store, Keeper: keeper, Policy: cfg.Policy, Version: cfg.Version})
	}
	if cfg.Health == nil {
		cfg.Health = health.NewBoard(cfg.Store.Now, nil)
	}
	if cfg.Certificate == nil {
		cfg.Certificate = func(string) *Certificate { return nil }
	}
	a := &API{
		Config: cfg, mux: http.NewServeMux(), rows: recent.New[string](recentRows, row.isShort),
		streams: make(chan struct{}, maxStreams), pings: tick, html: markdown.New(),
	}
	a.cache.now, a.cache.generation = cfg.Store.Now, a.generation
	a.gated = cfg.Auth.Require(http.HandlerFunc(a.serve))
	known := map[string]bool{}
	h := humago.New(a.mux, humaConfig(cfg.Version, a.present, known))
	a.routes(h)
	addKeys(known, h.OpenAPI().Components.Schemas)
	a.sessionRecord = validatorOf[SessionFields](h.OpenAPI())
	a.backupInput = validatorOf[BackupInput](h.OpenAPI())
	document, err := describe(h.OpenAPI())
	if err != nil {
		return nil, err
	}
	for pattern, handler := range cfg.Auth.Routes() {
		a.mux.HandleFunc(pattern, handler)
	}
	a.mux.HandleFunc("GET /api/health", a.health)
	a.mux.HandleFunc("GET /api/openapi.json", document.serve)
	a.mux.HandleFunc("GET /api/events/stream", a.stream)
	a.mux.HandleFunc("POST "+batchPath, a.saveSessions)
	a.mux.HandleFunc("POST "+backupPath, a.downloadBackup)
	return a, nil
}

// generation rises with everything that cached answers are made of: the store, and the
// problems that the overview tells of.
func (a *API) generation() uint64 {
	problems, _ := a.Health.Generation()
	return a.Store.Generation() + problems
}

// isAuth reports whether a path belongs to signing in, whose answers are never cached.
func isAuth(path string) bool { return path == "/api/auth" || strings.HasPrefix(path, "/api/auth/") }

// isPublic reports whether a route needs no credential: those do that take one themselves.
func isPublic(path string) bool { return path == "/api/health" || isAuth(path) }

// ServeHTTP answers one request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if isAuth(r.URL.Path) {
		auth.ForbidCaching(w.Header())
	}
	pattern, refusal := a.route(r)
	if refusal != nil {
		refusal.write(w)
		return
	}
	r.Pattern = pattern
	if refusal := checkContentType(r); refusal != nil {
		refusal.Write(w)
		return
	}
	if isPublic(r.URL.Path) {
		a.mux.ServeHTTP(w, r)
		return
	}
	a.gated.ServeHTTP(w, r)
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// answer answers an authenticated request.
func (a *API) answer(w http.ResponseWriter, r *http.Request) {
	if refusal := checkQuery(r.URL.RawQuery); refusal != nil {
		refusal.Write(w)
		return
	}
	if isRead(r) {
		a.cache.serve(w, r, a.mux)
		return
	}
	if r.URL.Path == batchPath {
		a.mux.ServeHTTP(w, r)
		return
	}
	body, refusal := readBody(w, r)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	if r.URL.Path == backupPath {
		a.mux.ServeHTTP(w, r) // no answer is kept for an Idempotency-Key: it would be the whole backup
		return
	}
	a.once(w, r, body)
}

// routeRefusal is a 404, or a 405 with the methods that are allowed.
type routeRefusal struct {
	problem.Problem
	allow string
}

func (f *routeRefusal) write(w http.ResponseWriter) {
	if f.allow != "" {
		w.Header().Set("Allow", f.allow)
	}
	f.Write(w)
}

// route finds the pattern that matches a request, and refuses what no operation answers.
// The mux decides; its own answers are plain text, and it would redirect an unclean path,
// which loses the body of a request.
func (a *API) route(r *http.Request) (pattern string, refusal *routeRefusal) {
	missing := &routeRefusal{Problem: problem.New(http.StatusNotFound, "there is no such address in this API; GET /api/openapi.json lists them")}
	if path.Clean(r.URL.Path) != r.URL.Path || strings.Contains(r.URL.Path, `\`) {
		return "", missing
	}
	handler, pattern := a.mux.Handler(r)
	if redirects(pattern, r.URL.Path) {
		return "", a.folder(r, missing)
	}
	if pattern != "" {
		return pattern, nil
	}
	var probe headerProbe
	handler.ServeHTTP(&probe, r)
	if probe.status == http.StatusMethodNotAllowed {
		return "", &routeRefusal{
			Problem: problem.New(http.StatusMethodNotAllowed, "this address answers "+probe.Header().Get("Allow")),
			allow:   probe.Header().Get("Allow"),
		}
	}
	return "", missing
}

// redirects reports whether the mux would send a request for a folder of documents on to the
// same address with a slash, where nothing is.
func redirects(pattern, path string) bool {
	_, place, _ := strings.Cut(pattern, " ")
	folder, rest := strings.CutSuffix(place, "/{path...}")
	return rest && folder == path
}

// folder refuses a request for a folder of documents: it can only be listed, if at all.
func (a *API) folder(r *http.Request, missing *routeRefusal) *routeRefusal {
	list := r.Clone(r.Context())
	list.Method = http.MethodGet
	if _, pattern := a.mux.Handler(list); redirects(pattern, r.URL.Path) {
		return missing
	}
	const allow = "GET, HEAD"
	return &routeRefusal{problem.New(http.StatusMethodNotAllowed, "this address answers "+allow), allow}
}

// headerProbe takes an answer's status and headers and drops its body.
type headerProbe struct {
	header http.Header
	status int
}

func (p *headerProbe) Header() http.Header {
	if p.header == nil {
		p.header = http.Header{}
	}
	return p.header
}
func (p *headerProbe) WriteHeader(status int)      { p.status = status }
func (p *headerProbe) Write(b []byte) (int, error) { return len(b), nil }

func (a *API) health(w http.ResponseWriter, r *http.Request) {
	if err := a.Store.Healthy(r.Context()); err != nil {
		a.Logger.Warn("the hub is not healthy", zap.Error(err))
		busy(unhealthy(err)).Write(w)
		return
	}
	newAnswer(http.StatusOK, []byte(`{"status":"ok"}`)).prepare().write(w, r)
}

// unhealthy says to anybody why the hub can't store changes, and the cure where it is known.
// It names no folder.
func unhealthy(err error) string {
	var (
		displaced *store.DisplacedError
		corrupt   *store.CorruptError
	)
	switch {
	case errors.As(err, &displaced):
		return displaced.Error()
	case errors.As(err, &corrupt):
		return corrupt.Error()
	}
	return "the hub can't use its database; see its log"
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
