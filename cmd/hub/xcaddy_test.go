package main

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestXcaddyFile ties xcaddy.json to go.mod: who builds the hub with xcaddy gets the Caddy
// that it is tested with.
func TestXcaddyFile(t *testing.T) {
	root := filepath.Join("..", "..")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	module := find(t, mod, `(?m)^module (\S+)$`)
	caddy := find(t, mod, `(?m)^\s*github\.com/caddyserver/caddy/v2 (\S+)$`)

	f, err := os.Open(filepath.Join(root, "xcaddy.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// The part of xcaddy's Builder that we use.
	var build struct {
		CaddyVersion string `json:"caddy_version"`
		Plugins      []struct {
			ModulePath string `json:"module_path"`
		} `json:"plugins"`
	}
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(&build); err != nil {
		t.Fatalf("read xcaddy.json: %v", err)
	}
	if build.CaddyVersion != caddy {
		t.Errorf("xcaddy.json names Caddy %s, go.mod %s", build.CaddyVersion, caddy)
	}
	if len(build.Plugins) != 1 || build.Plugins[0].ModulePath != path.Join(module, "caddyhub") {
		t.Errorf("the plugins are %v, want the hub's package alone", build.Plugins)
	}
	for _, p := range build.Plugins {
		folder := filepath.Join(root, strings.TrimPrefix(p.ModulePath, module))
		if found, err := filepath.Glob(filepath.Join(folder, "*.go")); err != nil || len(found) == 0 {
			t.Errorf("there is no package %s", p.ModulePath)
		}
	}
}

func find(t *testing.T, text []byte, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindSubmatch(text)
	if m == nil {
		t.Fatalf("go.mod has no line like %s", pattern)
	}
	return string(m[1])
}
