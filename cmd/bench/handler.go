package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	caddy.RegisterModule(Limit{})
	caddy.RegisterModule(Echo{})
}

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
					map[string]any{
						"match":  []any{map[string]any{"path": []string{"/echo"}}},
						"handle": []any{map[string]any{"handler": "bench_echo"}},
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
	// Until a signal ends the process, or the one that started it is gone.
	_, _ = io.Copy(io.Discard, os.Stdin)
	return caddy.Stop()
}

// Limit writes an answer of the hub again, header for header and byte for byte, and does
// nothing else: what any handler in this process could reach at best.
type Limit struct {
	Dir string `json:"dir"`

	answers *sync.Map // of saved
}

// saved is an answer as [hub.saveLimit] writes it to a file.
type saved struct {
	Header http.Header
	Body   []byte
}

// CaddyModule names the handler.
func (Limit) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.bench_limit", New: func() caddy.Module { return new(Limit) }}
}

// Provision makes room for the answers.
func (l *Limit) Provision(caddy.Context) error {
	l.answers = new(sync.Map)
	return nil
}

func (l *Limit) ServeHTTP(w http.ResponseWriter, r *http.Request, _ caddyhttp.Handler) error {
	name := path.Base(r.URL.Path)
	found, ok := l.answers.Load(name)
	if !ok {
		text, err := os.ReadFile(filepath.Join(l.Dir, name))
		if err != nil {
			return caddyhttp.Error(http.StatusNotFound, err)
		}
		var answer saved
		if err := json.Unmarshal(text, &answer); err != nil {
			return err
		}
		found, _ = l.answers.LoadOrStore(name, answer)
	}
	answer := found.(saved)
	h := w.Header()
	for name, values := range answer.Header {
		h[name] = values
	}
	_, err := w.Write(answer.Body)
	return err
}

// Echo decodes a JSON body and encodes it again: what any JSON endpoint costs at least.
type Echo struct{}

// CaddyModule names the handler.
func (Echo) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.bench_echo", New: func() caddy.Module { return new(Echo) }}
}

func (Echo) ServeHTTP(w http.ResponseWriter, r *http.Request, _ caddyhttp.Handler) error {
	var v any
	if err := json.NewDecoder(r.Body).Decode(&v); err != nil {
		return caddyhttp.Error(http.StatusBadRequest, err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, err = w.Write(text)
	return err
}
