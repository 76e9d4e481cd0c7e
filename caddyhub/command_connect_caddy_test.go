package caddyhub

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// TestConnectFromACaddy: in a Caddy that has the hub in it, what is written for clients starts the
// hub's commands where they stand there.
func TestConnectFromACaddy(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell of another kind runs hooks there")
	}
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	h := newHome(t)
	h.program = h.linked("caddy")
	h.put(".cursor/mcp.json", "{}")
	env := []string{asCaddy}
	if out, errs, status := h.run(privateToken+"\n", env, "hub", "connect", hub.base, "--token", "-", "--hooks=guard", "--yes"); status != 0 {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	var written struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
		Hooks map[string][]struct{ Command string }
	}
	for _, file := range []string{".cursor/mcp.json", ".cursor/hooks.json"} {
		if err := json.Unmarshal([]byte(h.read(file)), &written); err != nil {
			t.Fatal(err)
		}
	}
	if is := written.Servers["hub"]; is.Command != h.program {
		t.Errorf("the entry starts %s", is.Command)
	}
	answer, errs, status := h.run(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`+"\n", env, written.Servers["hub"].Args...)
	if status != 0 || !strings.Contains(answer, "0 projects") {
		t.Errorf("the bridge: status %d, %s%s", status, answer, errs)
	}
	for event, list := range written.Hooks {
		program := h.program
		h.program = "/bin/sh"
		if out, errs, status := h.run("{}", env, "-c", list[0].Command); status != 0 || out != "{}\n" {
			t.Errorf("the hook %s: status %d, %s%s", event, status, out, errs)
		}
		h.program = program
	}
	if out, errs, status := h.run("", env, "hub", "connect", "--yes"); status != 0 || !strings.Contains(out, "Cursor: nothing to do") {
		t.Errorf("again: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", env, "hub", "doctor"); status != 0 && !race.Enabled || !strings.Contains(out, "asks for the digest") {
		t.Errorf("doctor: status %d, %s%s", status, out, errs)
	}
	// Hooks of the hub's own program do nothing in this one.
	h.put(".cursor/hooks.json", strings.ReplaceAll(h.read(".cursor/hooks.json"), " hub hook ", " hook "))
	if out, errs, status := h.run("", env, "hub", "doctor"); status != 1 || !strings.Contains(out, "its hook starts a command that") {
		t.Errorf("doctor of other hooks: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", env, "hub", "connect", "--yes"); status != 0 || !strings.Contains(h.read(".cursor/hooks.json"), " hub hook stop ") {
		t.Errorf("mended: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", env, "hub", "connect", "--remove", "--yes"); status != 0 || h.read(".cursor/mcp.json") != "{}" || strings.Contains(h.read(".cursor/hooks.json"), "hub") {
		t.Errorf("removed: status %d, %s%s\n%s", status, out, errs, h.read(".cursor/hooks.json"))
	}
}
