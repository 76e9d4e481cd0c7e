package caddyhub

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// needs are the packages that a package names itself, and all it takes to build it.
type needs struct{ Imports, Deps []string }

// imported are the needs of each package of the hub.
func imported(t *testing.T) map[string]needs {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := make(map[string]needs)
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath string
			needs
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if name, ours := strings.CutPrefix(p.ImportPath, modulePath+"/"); ours {
			found[name] = p.needs
		}
	}
	return found
}

// TestDependencies keeps the rule that lets a reader take the house room by room.
func TestDependencies(t *testing.T) {
	race.SkipShort(t)
	under := func(path, base string) bool { return path == base || strings.HasPrefix(path, base+"/") }
	all := imported(t)
	for _, name := range []string{"caddyhub", "caddyhub/internal/api", "caddyhub/internal/mcpserver", "caddyhub/internal/inbound", "store", "ui"} {
		if _, found := all[name]; !found {
			t.Errorf("%s is missing: the rule below is about nothing", name)
		}
	}
	for name, p := range all {
		if name == "caddyhub" || under(name, "cmd") {
			continue
		}
		// Only what store names itself: zap, which it logs to, brings net/http along.
		if under(name, "store") && slices.Contains(p.Imports, "net/http") {
			t.Errorf("%s needs net/http", name)
		}
		for _, dep := range p.Deps {
			own, ours := strings.CutPrefix(dep, modulePath+"/")
			switch {
			case under(dep, "github.com/caddyserver"):
				t.Errorf("%s needs Caddy (%s): only caddyhub and cmd may", name, dep)
			case !ours:
			case under(own, "cmd") || own == "caddyhub":
				t.Errorf("%s needs %s, which is above it", name, own)
			case under(name, "caddyhub/internal/api") && own == "caddyhub/internal/mcpserver":
				t.Errorf("%s needs %s: what both need belongs in store", name, own)
			case under(name, "store") && !under(own, "store"),
				under(name, "ui") && !under(own, "ui"),
				name == "caddyhub/internal/inbound", name == "caddyhub/internal/credential", name == "caddyhub/internal/forge/merge", name == "store/outline",
				under(name, "caddyhub/internal/forge/remote") && under(own, "store") && own != "store/phrase":
				t.Errorf("%s needs %s", name, own)
			case under(name, "caddyhub/internal/mcpserver"):
				if own != "caddyhub/internal/inbound" && !under(own, "store") && !under(own, "caddyhub/internal/mcpserver") {
					t.Errorf("%s needs %s", name, own)
				}
			}
		}
	}
}
