package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() { caddy.RegisterModule(Limit{}) }

// serveArg makes this program the child that holds the hub.
const serveArg = "__serve"

// serve runs Caddy with the hub and the limit handler side by side. Its settings come from
// the environment, as with a bare hub line.
func serve(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%s: want an address and a folder", serveArg)
	}
	config := map[string]any{
		"admin":   map[string]any{"disabled": true, "config": map[string]any{"persist": false}},
		"logging": map[string]any{"logs": map[string]any{"default": map[string]any{"level": "WARN"}}},
		"apps": map[string]any{
			"hub": map[string]any{},
			"http": map[string]any{"servers": map[string]any{"bench": map[string]any{
				"listen":          []string{args[0]},
				"automatic_https": map[string]any{"disable": true},
				"routes": []any{
					map[string]any{
						"match":  []any{map[string]any{"path": []string{"/limit/*"}}},
						"handle": []any{map[string]any{"handler": "bench_limit", "dir": args[1]}},
					},
					map[string]any{"handle": []any{map[string]any{"handler": "hub"}}},
				},
			}}},
		},
	}
	text, err := json.Marshal(config)
	if err != nil {
		return err
	}
	caddy.TrapSignals()
	if err := caddy.Load(text, true); err != nil {
		return fmt.Errorf("load the configuration: %w", err)
	}
	select {} // until a signal ends the process
}

// Limit writes the bytes of a file with the headers of a hub's answer and does nothing
// else: what any handler in this process could reach at best.
type Limit struct {
	Dir string `json:"dir"`

	bodies *sync.Map
}

// CaddyModule names the handler.
func (Limit) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.bench_limit", New: func() caddy.Module { return new(Limit) }}
}

// Provision makes room for the bodies.
func (l *Limit) Provision(caddy.Context) error {
	l.bodies = new(sync.Map)
	return nil
}

func (l *Limit) ServeHTTP(w http.ResponseWriter, r *http.Request, _ caddyhttp.Handler) error {
	name := path.Base(r.URL.Path)
	body, ok := l.bodies.Load(name)
	if !ok {
		text, err := os.ReadFile(filepath.Join(l.Dir, name))
		if err != nil {
			return caddyhttp.Error(http.StatusNotFound, err)
		}
		body, _ = l.bodies.LoadOrStore(name, text)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body.([]byte))))
	_, err := w.Write(body.([]byte))
	return err
}
