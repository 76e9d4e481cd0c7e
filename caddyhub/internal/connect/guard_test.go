package connect

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// guarded is a state in which a session holds one thread.
func guarded(t *testing.T, client, folder, named string) (state string, now time.Time) {
	t.Helper()
	state, now = t.TempDir(), time.Now()
	dir := filepath.Join(state, "hub.example.org-1", "claims")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`{"client":%q,"folder":%q,"claims":{"t1":{"summary":"Fix the \"gutter\"\nnow","holder":"x","folder":%q,"expires":%q}}}`,
		client, folder, named, now.Add(time.Hour).Format(time.RFC3339))
	if err := os.WriteFile(filepath.Join(dir, "A.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return state, now
}

// stopped is what a client's hook says when its agent stops.
func stopped(t *testing.T, state string, now time.Time, client, input string) string {
	t.Helper()
	var out strings.Builder
	Hook(t.Context(), Hooked{
		Event: "stop", Client: client, In: strings.NewReader(input), Out: &out, State: state,
		Find: func() (*Hub, error) { return nil, errors.New("no hub is asked") }, Now: func() time.Time { return now },
	})
	return out.String()
}

func TestGuard(t *testing.T) {
	const begins = `"Progress Hub: claimed in this folder, and neither paused nor finished:\n- thread t1: \"Fix the \\\"gutter\\\"\\nnow\"\nIf this session`
	for name, c := range map[string]struct {
		session, folder, named string // what is noted: the client's name, its folder, the agent's
		client, input          string // who stops
		want                   string // the beginning of the answer; empty: nothing is said
	}{
		"claude":                         {"claude-code", "/src/house", "/src/house", "claude-code", `{"session_id":"s","cwd":"/src/house","stop_hook_active":false}`, `{"decision":"block","reason":` + begins},
		"codex":                          {"codex-mcp-client", "/src/house", "", "codex", `{"session_id":"s","cwd":"/src/house","turn_id":"1"}`, `{"decision":"block","reason":` + begins},
		"gemini":                         {"gemini-cli-mcp-client", "/src/house", "", "gemini-cli", `{"session_id":"s","cwd":"/src/house"}`, `{"decision":"deny","reason":` + begins},
		"cursor":                         {"cursor-vscode", "/home/me", "/src/house", "cursor", `{"conversation_id":"s","workspace_roots":["/src/garden","/src/house"],"status":"completed","loop_count":0}`, `{"followup_message":` + begins},
		"a client of another name":       {"my-own", "/src/house", "", "claude-code", `{"session_id":"s","cwd":"/src/house"}`, `{"decision":"block"`},
		"from a folder below":            {"claude-code", "/src/house", "", "claude-code", `{"session_id":"s","cwd":"/src/house/roof"}`, `{"decision":"block"`},
		"in the folder of all":           {"claude-code", "/src", "/src/house", "claude-code", `{"session_id":"s","cwd":"/src"}`, `{"decision":"block"`},
		"it goes on for it":              {"claude-code", "/src/house", "", "claude-code", `{"session_id":"s","cwd":"/src/house","stop_hook_active":true}`, ""},
		"cursor goes on for it":          {"cursor", "/src/house", "", "cursor", `{"conversation_id":"s","workspace_roots":["/src/house"],"loop_count":1}`, ""},
		"its user stopped it":            {"cursor", "/src/house", "", "cursor", `{"conversation_id":"s","workspace_roots":["/src/house"],"status":"aborted"}`, ""},
		"another folder":                 {"claude-code", "/src/house", "", "claude-code", `{"session_id":"s","cwd":"/src/garden"}`, ""},
		"a folder of a similar name":     {"claude-code", "/src/house", "", "claude-code", `{"session_id":"s","cwd":"/src/house2"}`, ""},
		"another of one editor":          {"cursor", "/home/me", "/home/me/house", "cursor", `{"conversation_id":"s","workspace_roots":["/home/me/garden"]}`, ""},
		"a root tells nothing":           {"claude-code", "/", "", "claude-code", `{"session_id":"s","cwd":"/src/house"}`, ""},
		"another client's":               {"codex-mcp-client", "/src/house", "", "claude-code", `{"session_id":"s","cwd":"/src/house"}`, ""},
		"no session":                     {"claude-code", "/src/house", "", "claude-code", `{"cwd":"/src/house"}`, ""},
		"no folder":                      {"claude-code", "/src/house", "", "claude-code", `{"session_id":"s"}`, ""},
		"nonsense":                       {"claude-code", "/src/house", "", "claude-code", `nonsense`, ""},
		"no input":                       {"claude-code", "/src/house", "", "claude-code", ``, ""},
		"a client whose form is unknown": {"zed", "/src/house", "", "zed", `{"session_id":"s","cwd":"/src/house"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			state, now := guarded(t, c.session, c.folder, c.named)
			said := stopped(t, state, now, c.client, c.input)
			if c.want == "" && said != nothing || !strings.HasPrefix(said, c.want) || !json.Valid([]byte(said)) || strings.Count(said, "\n") != 1 {
				t.Errorf("said %q", said)
			}
			if again := stopped(t, state, now, c.client, c.input); again != nothing {
				t.Errorf("said again %q", again)
			}
		})
	}
}

func TestGuardForgets(t *testing.T) {
	const input = `{"session_id":"%s","cwd":"/src/house"}`
	state, now := guarded(t, "claude-code", "/src/house", "")
	if said := stopped(t, state, now.Add(2*time.Hour), "claude-code", fmt.Sprintf(input, "late")); said != nothing {
		t.Errorf("of a claim that has expired: %q", said)
	}
	for _, session := range []string{"one", "two"} {
		if said := stopped(t, state, now, "claude-code", fmt.Sprintf(input, session)); said == nothing {
			t.Errorf("session %s was told nothing", session)
		}
	}
	old := now.Add(-guardMemory - time.Minute)
	notes, _ := filepath.Glob(filepath.Join(state, guardName, "*"))
	for _, note := range notes {
		if err := os.Chtimes(note, old, old); err != nil {
			t.Fatal(err)
		}
	}
	stopped(t, state, now, "claude-code", fmt.Sprintf(input, "three"))
	if left, _ := filepath.Glob(filepath.Join(state, guardName, "*")); len(notes) != 2 || len(left) != 1 {
		t.Errorf("%d notes became %d", len(notes), len(left))
	}
	if err := os.RemoveAll(filepath.Join(state, guardName)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(state, guardName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := stopped(t, state, now, "claude-code", fmt.Sprintf(input, "four")); said != nothing {
		t.Errorf("what can't be noted would be said for ever: %q", said)
	}
	if said := stopped(t, "", now, "claude-code", fmt.Sprintf(input, "five")); said != nothing {
		t.Errorf("without a folder: %q", said)
	}
}

// TestGuardFiles: the guard is put in when asked for, stays up to date, and goes with the rest.
func TestGuardFiles(t *testing.T) {
	for id, c := range map[string]struct{ file, list string }{
		"claude-code": {".claude/settings.json", `"Stop": [`},
		"codex":       {".codex/hooks.json", `"Stop": [`},
		"gemini-cli":  {".gemini/settings.json", `"AfterAgent": [`},
		"cursor":      {".cursor/hooks.json", `"stop": [`},
	} {
		t.Run(id, func(t *testing.T) {
			m := pc(t, nil)
			state := t.TempDir()
			do := func(w Wish) string {
				t.Helper()
				fulfil(t, m, state, id, w)
				text, _ := os.ReadFile(filepath.Join(m.Home, c.file))
				return string(text)
			}
			const one, other = "/usr/local/bin/hub", "/opt/hub"
			if is := do(Wish{Shape: Shape{Command: one}, Hooks: true}); strings.Contains(is, " hook stop ") || !strings.Contains(is, " hook session-start ") {
				t.Errorf("without the guard: %s", is)
			}
			is := do(Wish{Shape: Shape{Command: one}, Hooks: true, Guard: true})
			if !strings.Contains(is, c.list) || !strings.Contains(is, one+" hook stop --client "+id) || !strings.Contains(is, one+" hook session-start --client "+id) {
				t.Errorf("with it: %s", is)
			}
			if again := do(Wish{Shape: Shape{Command: one}, Hooks: true, Guard: true}); again != is {
				t.Errorf("again: %s", again)
			}
			if is := do(Wish{Shape: Shape{Command: other}, Hooks: true}); strings.Count(is, other+" hook ") != 2 || strings.Contains(is, one) {
				t.Errorf("with another program: %s", is)
			}
			if is := do(Wish{Remove: true}); is != "" {
				t.Errorf("removed: %q", is)
			}
		})
	}
}
