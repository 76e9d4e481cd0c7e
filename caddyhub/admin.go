package caddyhub

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/caddyserver/caddy/v2"
)

// adminAPI adds /hub/health to Caddy's admin endpoint. Caddy makes it before the apps and
// never cleans it up, so it holds nothing and looks the running app up at each request.
type adminAPI struct{}

// CaddyModule returns the Caddy module information.
func (adminAPI) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "admin.api.hub",
		New: func() caddy.Module { return new(adminAPI) },
	}
}

// Routes returns the admin routes of the hub.
func (a adminAPI) Routes() []caddy.AdminRoute {
	return []caddy.AdminRoute{{Pattern: "/hub/health", Handler: caddy.AdminHandlerFunc(a.health)}}
}

// healthAnswer is the answer of /hub/health.
type healthAnswer struct {
	Status          string `json:"status"` // "ok", or "unavailable" when changes can't be kept
	Version         string `json:"version"`
	DataDir         string `json:"data_dir"`
	UptimeSeconds   int64  `json:"uptime_seconds"`
	InFlight        int    `json:"in_flight"`
	DevelopmentMode bool   `json:"development_mode"`
}

func (adminAPI) health(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet {
		return caddy.APIError{HTTPStatus: http.StatusMethodNotAllowed, Err: fmt.Errorf("method not allowed")}
	}
	found, err := caddy.ActiveContext().AppIfConfigured("hub")
	if errors.Is(err, caddy.ErrNotConfigured) {
		return caddy.APIError{HTTPStatus: http.StatusNotFound, Err: fmt.Errorf("no hub is configured")}
	}
	if err != nil {
		return caddy.APIError{HTTPStatus: http.StatusServiceUnavailable, Err: err}
	}
	app := found.(*App)
	answer := healthAnswer{
		Status:          "ok",
		Version:         Version(),
		DataDir:         app.settings.DataDir,
		UptimeSeconds:   int64(time.Since(app.runtime.started) / time.Second),
		InFlight:        app.runtime.gate.count(),
		DevelopmentMode: app.guard.Development(),
	}
	status := http.StatusOK
	if err := app.runtime.store.Healthy(r.Context()); err != nil {
		answer.Status, status = "unavailable", http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(answer)
}
