package connect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
)

// answers is a hub that needs no network: a bubble does not outwait one.
type answers http.HandlerFunc

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	a(w, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

// digestHub answers every call with one digest.
func digestHub(answer http.HandlerFunc) func() (*Hub, error) {
	return func() (*Hub, error) {
		base := &url.URL{Scheme: "http", Host: "127.0.0.1:8787"}
		return &Hub{Way: indexer.Way{Base: base, Token: "t"}, Client: &http.Client{Transport: answers(answer)}, Now: time.Now}, nil
	}
}

// hookMost is how long a session may wait for a hook.
const hookMost = 1600 * time.Millisecond

// TestHook runs in bubbles: what a busy machine does meanwhile is not the hook's time.
func TestHook(t *testing.T) {
	run := func(name string, f func(*testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
	}
	const full = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"1 open thread.\n` + "```" + `ignore me"}],"structuredContent":{"threads":[{}]}}}`
	var asked string
	say := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			asked = string(body)
			_, _ = io.WriteString(w, text)
		}
	}
	for name, c := range map[string]struct {
		client, event, input string
		hub                  http.HandlerFunc
		want                 string // part of the answer; empty: nothing is said
	}{
		"claude":            {"claude-code", "session-start", `{"cwd":"/p","source":"startup"}`, say(full), `{"hookSpecificOutput":{"additionalContext":"What Progress Hub`},
		"codex":             {"codex", "session-start", `{"cwd":"/p"}`, say(full), `"hookEventName":"SessionStart"`},
		"cursor":            {"cursor", "session-start", `{"workspace_roots":["/p"]}`, say(full), `{"additional_context":"What`},
		"no input":          {"codex", "session-start", ``, say(full), "1 open thread"},
		"nonsense":          {"codex", "session-start", `nonsense`, say(full), "1 open thread"},
		"another event":     {"codex", "session-end", `{}`, say(full), ""},
		"nothing to say":    {"codex", "session-start", `{}`, say(`{"result":{"content":[{"text":"0 open threads."}],"structuredContent":{"threads":[]}}}`), ""},
		"an error":          {"codex", "session-start", `{}`, say(`{"result":{"isError":true,"content":[{"text":"no"}]}}`), ""},
		"no hub":            {"codex", "session-start", `{}`, say(`<html>`), ""},
		"the hub refuses":   {"codex", "session-start", `{}`, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }, ""},
		"the hub is asleep": {"codex", "session-start", `{}`, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.ReadAll(r.Body); <-r.Context().Done() }, ""},
	} {
		run(name, func(t *testing.T) {
			var out strings.Builder
			began := time.Now()
			Hook(t.Context(), Hooked{Event: c.event, Client: c.client, In: strings.NewReader(c.input), Out: &out, Find: digestHub(c.hub), Now: time.Now})
			if took := time.Since(began); took > hookMost {
				t.Errorf("took %s", took)
			}
			if c.want == "" && out.String() != nothing || !strings.Contains(out.String(), c.want) || strings.Count(out.String(), "\n") != 1 {
				t.Errorf("said %q", out.String())
			}
			if strings.Contains(c.input, "/p") && !strings.Contains(asked, `"workspace_path":"/p"`) {
				t.Errorf("asked %s", asked)
			}
			if c.want != "" && !strings.Contains(out.String(), "\\n````\\n") {
				t.Errorf("the fence is broken: %q", out.String())
			}
		})
	}
	run("a client that never speaks", func(t *testing.T) {
		in, w := io.Pipe()
		defer w.Close()
		var out strings.Builder
		began := time.Now()
		Hook(t.Context(), Hooked{Event: "session-start", Client: "codex", In: in, Out: &out, Find: func() (*Hub, error) { return nil, errors.New("none") }, Now: time.Now})
		if took := time.Since(began); out.String() != nothing || took > hookMost {
			t.Errorf("%q after %s", out.String(), took)
		}
	})
	run("a full digest", func(t *testing.T) {
		const bytesPerToken, most = 4, 1200
		var budget int
		full := digestHub(func(w http.ResponseWriter, r *http.Request) {
			var is struct {
				Params struct {
					Arguments struct{ Budget int }
				}
			}
			if err := json.NewDecoder(r.Body).Decode(&is); err != nil {
				t.Error(err)
			}
			budget = is.Params.Arguments.Budget
			text := strings.Repeat("a", budget*bytesPerToken) // as much as the hub makes of it
			_, _ = io.WriteString(w, `{"result":{"content":[{"text":"`+text+`"}],"structuredContent":{"threads":[{}]}}}`)
		})
		var out strings.Builder
		Hook(t.Context(), Hooked{Event: "session-start", Client: "cursor", In: strings.NewReader("{}"), Out: &out, Find: full, Now: time.Now})
		var said struct {
			Context string `json:"additional_context"`
		}
		if err := json.Unmarshal([]byte(out.String()), &said); err != nil || len(said.Context) <= budget*bytesPerToken || len(said.Context) > most*bytesPerToken {
			t.Errorf("%d bytes for a budget of %d tokens, %v", len(said.Context), budget, err)
		}
	})
	run("a program that was slow to start", func(t *testing.T) {
		for _, spent := range []time.Duration{time.Second, time.Hour} {
			asleep := digestHub(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.ReadAll(r.Body); <-r.Context().Done() })
			var out strings.Builder
			began := time.Now()
			Hook(t.Context(), Hooked{Event: "session-start", Client: "codex", In: strings.NewReader("{}"), Out: &out, Find: asleep, Now: time.Now, Spent: spent})
			if took := time.Since(began); out.String() != nothing || took < hookLeast || took > hookDeadline-200*time.Millisecond {
				t.Errorf("%q after %s, behind %s", out.String(), took, spent)
			}
		}
	})
	run("a search that panics", func(t *testing.T) {
		var out strings.Builder
		Hook(context.Background(), Hooked{Event: "session-start", Client: "codex", In: strings.NewReader("{}"), Out: &out, Find: func() (*Hub, error) { panic("x") }, Now: time.Now})
		if out.String() != nothing {
			t.Errorf("said %q", out.String())
		}
	})
}

// TestHookFiles: hooks are put beside those that are there, once, and taken back.
func TestHookFiles(t *testing.T) {
	wish := Wish{Shape: Shape{Command: "/usr/local/bin/hub"}, Hooks: true}
	for name, c := range map[string]struct {
		id, file, before, want string
	}{
		"claude, none":      {"claude-code", ".claude/settings.json", "", `"matcher": "startup|resume|clear|compact"`},
		"claude, others":    {"claude-code", ".claude/settings.json", "{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]} // mine\n    ]\n  }\n}\n", "// mine\n      {\n        \"matcher\""},
		"claude, empty":     {"claude-code", ".claude/settings.json", "{\"hooks\": {\"SessionStart\": []}}\n", "hub hook session-start --client claude-code"},
		"codex":             {"codex", ".codex/hooks.json", "", "hub hook session-start --client codex"},
		"cursor":            {"cursor", ".cursor/hooks.json", "", "{\n  \"version\": 1,\n  \"hooks\": {\n    \"sessionStart\": ["},
		"gemini, both":      {"gemini-cli", ".gemini/settings.json", "{\n  \"ui\": {} // mine\n}", "\"mcpServers\": {"},
		"gemini, both, new": {"gemini-cli", ".gemini/settings.json", "", "hook session-start --client gemini-cli"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			if c.before != "" {
				files[c.file] = c.before
			}
			m := pc(t, files)
			state := t.TempDir()
			file := filepath.Join(m.Home, c.file)
			do := func(w Wish) string {
				t.Helper()
				fulfil(t, m, state, c.id, w)
				text, _ := os.ReadFile(file)
				return string(text)
			}
			once := do(wish)
			if !strings.Contains(once, c.want) {
				t.Errorf("the file is %s", once)
			}
			if again := do(wish); again != once {
				t.Errorf("again: %s", again)
			}
			moved := Wish{Shape: Shape{Command: "/opt/my tools/hub"}} // those that are there need not be asked for
			if is := do(moved); strings.Contains(is, "/usr/local") || !strings.Contains(is, `\"/opt/my tools/hub\" hook`) {
				t.Errorf("moved: %s", is)
			}
			if is := do(Wish{Remove: true}); is != c.before {
				t.Errorf("removed: %q, was %q", is, c.before)
			}
		})
	}
	t.Run("not asked for", func(t *testing.T) {
		m := pc(t, nil)
		p, err := client(t, "cursor").Plan(m, OpenLedger(t.TempDir()), Wish{Shape: wish.Shape})
		if err != nil || len(p.Changes) != 1 {
			t.Errorf("%v, %+v", err, p)
		}
	})
	for name, text := range map[string]string{"no list": `{"hooks":{"SessionStart":{}}}`, "no object": `{"hooks":1}`, "broken": `{`} {
		t.Run(name, func(t *testing.T) {
			m := pc(t, map[string]string{".claude/settings.json": text})
			if p, err := client(t, "claude-code").Plan(m, OpenLedger(t.TempDir()), wish); err == nil {
				t.Errorf("planned %s", fmt.Sprint(p))
			}
		})
	}
}

// TestRestart: a hook that a client leaves out until it is trusted is not left unsaid.
func TestRestart(t *testing.T) {
	for name, c := range map[string]struct {
		id           string
		hooks, trust bool
	}{
		"a hook to be trusted": {"codex", true, true},
		"the entry alone":      {"codex", false, false},
		"a hook that runs":     {"cursor", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			m, l := pc(t, nil), OpenLedger(t.TempDir())
			p, err := client(t, c.id).Plan(m, l, Wish{Shape: Shape{Command: "/usr/local/bin/hub"}, Hooks: c.hooks})
			if err == nil {
				err = p.Do(m, l)
			}
			if err != nil {
				t.Fatal(err)
			}
			if is := p.Restart(m); strings.Contains(is, "trust") != c.trust || !strings.Contains(is, "start") {
				t.Errorf("it says %q", is)
			}
			if p.Client.Unhooked(m) == c.hooks {
				t.Errorf("unhooked: %t", !c.hooks)
			}
		})
	}
}

// TestHooksInOneGroup: a hook that the user has put beside ours stays.
func TestHooksInOneGroup(t *testing.T) {
	const file, line, theirs = ".claude/settings.json", "hub hook stop --client claude-code", `{"type": "command", "command": "notify-send done"}`
	ours := func(program string) string {
		return `{"type":"command","command":"` + program + `/` + line + `","timeout":5}`
	}
	stop := func(elements ...string) string {
		return "{\n  \"hooks\": {\n    \"Stop\": [\n      " + strings.Join(elements, ",\n      ") + "\n    ]\n  }\n}\n"
	}
	for name, c := range map[string]struct {
		before string
		wish   Wish
		want   string // what is the same as JSON
	}{
		"nothing new":        {stop(`{"hooks":[` + ours("/bin") + `,` + theirs + `]}`), Wish{Shape: Shape{Command: "/bin/hub"}}, stop(`{"hooks":[` + ours("/bin") + `,` + theirs + `]}`)},
		"the hub has moved":  {stop(`{"hooks":[` + ours("/bin") + `,` + theirs + `]}`), Wish{Shape: Shape{Command: "/opt/hub"}}, stop(`{"hooks":[` + ours("/opt") + `,` + theirs + `]}`)},
		"moved, two of us":   {stop(`{"hooks":[` + ours("/bin") + `,` + theirs + `,` + ours("/usr/bin") + `]}`), Wish{Shape: Shape{Command: "/opt/hub"}}, stop(`{"hooks":[` + theirs + `,` + ours("/opt") + `]}`)},
		"moved, two alone":   {stop(`{"hooks":[` + ours("/bin") + `,` + ours("/usr/bin") + `]}`), Wish{Shape: Shape{Command: "/opt/hub"}}, stop(`{"hooks":[` + ours("/opt") + `]}`)},
		"moved, its own way": {stop(`{"matcher":"m","hooks":[{"command":"/bin/` + line + `","timeout":60,"x":[1]}]}`), Wish{Shape: Shape{Command: "/opt/hub"}}, stop(`{"matcher":"m","hooks":[{"command":"/opt/` + line + `","timeout":60,"x":[1]}]}`)},
		"removed, the first": {stop(`{"hooks":[` + ours("/bin") + `,` + theirs + `]}`), Wish{Remove: true}, stop(`{"hooks":[` + theirs + `]}`)},
		"removed, the last":  {stop(`{"matcher":"x","hooks":[`+theirs+`,`+ours("/bin")+`]}`, `{"hooks":[]}`), Wish{Remove: true}, stop(`{"matcher":"x","hooks":[`+theirs+`]}`, `{"hooks":[]}`)},
		"removed, two of us": {stop(`{"hooks":[` + ours("/bin") + `,` + theirs + `,` + ours("/opt") + `]}`), Wish{Remove: true}, stop(`{"hooks":[` + theirs + `]}`)},
		"removed, alone":     {stop(`{"hooks":[`+ours("/bin")+`]}`, `{"hooks":[`+theirs+`]}`), Wish{Remove: true}, stop(`{"hooks":[` + theirs + `]}`)},
	} {
		t.Run(name, func(t *testing.T) {
			m, l := pc(t, map[string]string{file: c.before}), OpenLedger(t.TempDir())
			p, err := client(t, "claude-code").Plan(m, l, c.wish)
			if err == nil {
				err = p.Do(m, l)
			}
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(m.Home, file))
			if err != nil {
				t.Fatal(err)
			}
			is, err := jsonc{}.decode(text)
			if err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			if want, err := (jsonc{}).decode([]byte(c.want)); err != nil || !reflect.DeepEqual(is, want) {
				t.Errorf("%v: the file is %s", err, text)
			}
		})
	}
}
