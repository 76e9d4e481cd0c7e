package caddyhub

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// A hub synchronises through Caddy, also across reloads and with what the configuration
// fixes.
func TestForgeThroughCaddy(t *testing.T) {
	server := gitserver.New(t)
	address := server.BehindCaddy(t, asBinary)
	dir, port := storetest.Dir(t), freePort(t)
	cron, _ := daily() // no sync comes between
	config := func(days int) string {
		return site(t, port, fmt.Sprintf("data_dir %s\nstale_days %d\nforge {\n url %s\n username %s\n token %s\n sync both\n cron %s\n}", dir, days, address, gitserver.Username, gitserver.Token, cron), "hub")
	}
	load(t, config(1))
	base := "http://127.0.0.1:" + port
	call := func(method, path, body string) string {
		t.Helper()
		status, answer, err := do(t.Context(), method, base+path, strings.NewReader(body))
		if err != nil || status >= 300 {
			t.Fatalf("%s %s: %d %s %v", method, path, status, answer, err)
		}
		return answer
	}
	server.Write("main", map[string]string{"projects/home/PROGRESS.md": "# Home\n"})
	call(http.MethodPost, "/api/forge/import", "{}")
	for i := range 3 {
		call(http.MethodPut, fmt.Sprintf("/api/wiki/page-%d", i), `{"markdown":"# Page\n"}`)
		if err := caddy.Load(adapt(t, config(2+i)), true); err != nil {
			t.Fatal(err)
		}
		var now struct {
			LastSync struct{ State, Commit string } `json:"last_sync"`
		}
		if err := json.Unmarshal([]byte(synced(t, base)), &now); err != nil {
			t.Fatal(err)
		}
		if now.LastSync.State != "ok" || now.LastSync.Commit != server.Tip("main") {
			t.Errorf("after reload %d: %+v", i, now)
		}
	}
	files := server.Files("main")
	for _, path := range []string{"wiki/page-0.md", "wiki/page-2.md", "projects/home/PROGRESS.md", "INDEX.md"} {
		if files[path] == "" {
			t.Errorf("the forge lacks %s", path)
		}
	}
	if body := call(http.MethodGet, "/api/forge", ""); strings.Contains(body, gitserver.Token) || !strings.Contains(body, `"url":"the Caddyfile"`) {
		t.Errorf("got %s", body)
	}
}

// synced synchronises and returns how things stand then.
func synced(t *testing.T, base string, headers ...string) string {
	t.Helper()
	method, path := http.MethodPost, "/api/forge/sync"
	for {
		status, answer, err := do(t.Context(), method, base+path, strings.NewReader("{}"), headers...)
		var now struct{ Job json.RawMessage }
		switch {
		case err != nil:
			t.Fatal(err)
		case status == http.StatusAccepted: // it takes longer than a request waits
			method, path = http.MethodGet, "/api/forge"
		case status == http.StatusOK:
			if err := json.Unmarshal([]byte(answer), &now); err != nil {
				t.Fatal(err)
			}
			if string(now.Job) == "null" {
				return answer
			}
		case status != http.StatusConflict: // one that was cut short has been taken up again
			t.Fatalf("%d %s", status, answer)
		}
	}
}

// longRun asks for the long counts. It is read before the tests forget the hub's variables.
var longRun = os.Getenv("HUB_TEST_LONG") != ""

// When in an exchange with the forge a hub is killed.
const (
	asked    = "before the forge has done its part"
	lost     = "before it learns of it"
	answered = "after it has the answer"
)

// deadlyProxy passes requests on to a git server, and kills a hub at one of them.
type deadlyProxy struct {
	handler http.Handler

	mu     sync.Mutex
	victim *os.Process
	left   int // requests until then; negative: never
	when   string
	over   bool   // the victim is being killed: nothing of it arrives any more
	at     string // the request at which it was
}

func (d *deadlyProxy) arm(victim *os.Process, left int, when string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.victim, d.left, d.when, d.over, d.at = victim, left, when, false, ""
}

func (d *deadlyProxy) killedAt() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at
}

func (d *deadlyProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	when, victim, over := "", d.victim, d.over
	if d.left == 0 {
		when, d.over, d.at = d.when, true, r.Method+" "+r.URL.Path
	}
	d.left--
	d.mu.Unlock()
	if over {
		panic(http.ErrAbortHandler) // a push in its last moment would race with what the test does next
	}
	if when == asked {
		_ = victim.Kill()
		return
	}
	answer := httptest.NewRecorder()
	d.handler.ServeHTTP(answer, r)
	if when == lost {
		_ = victim.Kill()
		return
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
	if when == answered {
		_ = http.NewResponseController(w).Flush()
		_ = victim.Kill()
	}
}

// added is a text with one more line at the end of the hub's part, or of the human's.
func added(text, who, line string) string {
	if who == "hub" {
		return strings.Replace(text, "\n\nEnd of the hub's part.\n", "\n"+line+"\n\nEnd of the hub's part.\n", 1)
	}
	return text + line + "\n"
}

// Killed at each exchange with the forge, whatever either side writes before and after, the
// hub loses no line, writes none twice, and makes no conflict that the two sides did not.
func TestForgeSurvivesKills(t *testing.T) {
	server := gitserver.New(t)
	proxy := &deadlyProxy{handler: server.Handler, left: -1}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	cron, _ := daily()
	env := []string{"HUB_FORGE_URL=" + front.URL + "/notes.git", "HUB_FORGE_USERNAME=" + gitserver.Username, "HUB_FORGE_TOKEN=" + gitserver.Token, "HUB_FORGE_SYNC=both", "HUB_FORGE_CRON=" + cron}
	dir := t.TempDir()
	pages := []string{"both", "hub-only"}
	const start = "# Page\n\n- first\n\nEnd of the hub's part.\n\n- last\n"
	server.Write("main", map[string]string{"wiki/both.md": start, "wiki/hub-only.md": start})
	var lines []string
	line := func(who string) string {
		lines = append(lines, fmt.Sprintf("- line %d of the %s", len(lines), who))
		return lines[len(lines)-1]
	}
	byHand := func() {
		t.Helper()
		server.Write("main", map[string]string{"wiki/both.md": added(server.Files("main")["wiki/both.md"], "human", line("human"))})
	}
	const push = 3 // the last exchange of a sync that pushes, after three others
	kills := 0
	killed := func(exchange int, when string, round int) {
		t.Helper()
		h := startServe(t, env, "--data", dir)
		if answer := synced(t, h.base); !strings.Contains(answer, `"state":"ok"`) || !strings.Contains(answer, `"conflicts":[]`) {
			t.Fatalf("exchange %d, %s, round %d: %s", exchange, when, round, answer)
		}
		for _, page := range pages {
			text, _ := json.Marshal(map[string]string{"markdown": added(pageText(t, h, page), "hub", line("hub"))})
			if status, answer, err := do(t.Context(), http.MethodPut, h.base+"/api/wiki/"+page, strings.NewReader(string(text))); err != nil || status != http.StatusOK {
				t.Fatalf("%d %s %v", status, answer, err)
			}
		}
		byHand()
		proxy.arm(h.cmd.Process, exchange, when)
		for proxy.killedAt() == "" { // the last thing the hub does
			status, answer, err := do(t.Context(), http.MethodPost, h.base+"/api/forge/sync", strings.NewReader("{}"))
			if err != nil {
				break
			}
			if status == http.StatusOK && proxy.killedAt() == "" {
				t.Fatalf("exchange %d, %s, round %d: synced without an exchange: %s", exchange, when, round, answer)
			}
		}
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
		front.CloseClientConnections() // with what the dead has sent
		if at := proxy.killedAt(); at == "" || exchange == push && at != "POST /notes.git/git-receive-pack" {
			t.Fatalf("exchange %d, %s, round %d: killed at %q", exchange, when, round, at)
		}
		proxy.arm(nil, -1, "")
		kills++
		writeOffline(t, dir, pages, func(text string) string { return added(text, "hub", line("hub")) })
		if round%2 == 0 {
			byHand()
		}
	}
	for exchange := range push + 1 {
		for _, when := range []string{asked, lost, answered} {
			rounds := 1
			switch {
			case longRun:
				rounds = 100
			case exchange == push:
				rounds = 2
			}
			for round := range rounds {
				killed(exchange, when, round)
			}
		}
	}
	h := startServe(t, env, "--data", dir)
	if answer := synced(t, h.base); !strings.Contains(answer, `"conflicts":[]`) {
		t.Errorf("got %s", answer)
	}
	theirs, ours := strings.Join(slices.Collect(maps.Values(server.Files("main"))), "\n"), ""
	for _, page := range pages {
		ours += pageText(t, h, page)
	}
	for _, line := range lines {
		if n, m := strings.Count(theirs, line+"\n"), strings.Count(ours, line+"\n"); n != 1 || m != 1 {
			t.Errorf("%q stands %d times in the forge and %d times in the hub", line, n, m)
		}
	}
	t.Logf("%d kills, %d lines", kills, len(lines))
	if status := h.interrupt(t); status != 0 {
		t.Errorf("status %d", status)
	}
}

// writeOffline changes pages in the folder of a hub that does not run.
func writeOffline(t *testing.T, dir string, pages []string, edit func(string) string) {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // what was written is
	for _, path := range pages {
		page, err := s.Page(t.Context(), path)
		if err == nil {
			_, err = s.PutPage(t.Context(), store.By{Actor: store.Owner}, path, page.Rev, edit(page.Markdown))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Killed in the middle of an import, the hub finishes what was chosen when it starts again,
// and registers nothing twice.
func TestForgeImportSurvivesAKill(t *testing.T) {
	server := gitserver.New(t)
	const there, chosen = 120, 100
	files, slugs := map[string]string{}, []string{}
	for i := range there {
		slug := fmt.Sprintf("p%03d", i)
		files["projects/"+slug+"/PROGRESS.md"] = "# Project\n"
		if i < chosen {
			slugs = append(slugs, slug)
		}
	}
	server.Write("main", files)
	env := []string{"HUB_FORGE_URL=" + server.URL, "HUB_FORGE_USERNAME=" + gitserver.Username, "HUB_FORGE_TOKEN=" + gitserver.Token}
	var h *served
	read := func(path string, into any) {
		t.Helper()
		_, answer, err := get(t.Context(), h.base+path)
		if err == nil {
			err = json.Unmarshal([]byte(answer), into)
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	type project struct {
		Slug     string
		Progress struct{ Rev int }
	}
	body, err := json.Marshal(map[string]any{"slugs": slugs})
	if err != nil {
		t.Fatal(err)
	}
	dir := ""
	for try, over := 0, true; over; try++ { // it may be quicker than what looks for its beginning
		if try == 5 {
			t.Fatal("the import was over before each kill")
		}
		dir = t.TempDir()
		h = startServe(t, env, "--data", dir)
		ended := make(chan bool, 1)
		go func() {
			status, _, err := do(t.Context(), http.MethodPost, h.base+"/api/forge/import", strings.NewReader(string(body)))
			ended <- err == nil && status != http.StatusAccepted
		}()
		for projects := []project(nil); len(projects) < 3; {
			read("/api/projects?limit=200", &projects)
		}
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
		over = <-ended
	}
	h = startServe(t, env, "--data", dir)
	for waits := true; waits; {
		var now struct{ Import json.RawMessage }
		read("/api/forge", &now)
		waits = string(now.Import) != "null"
	}
	var projects []project
	read("/api/projects?limit=200", &projects)
	got := []string{}
	for _, p := range projects {
		if p.Progress.Rev != 1 {
			t.Errorf("%s has revision %d", p.Slug, p.Progress.Rev)
		}
		got = append(got, p.Slug)
	}
	if slices.Sort(got); !slices.Equal(got, slugs) {
		t.Errorf("%d projects: %v", len(got), got)
	}
	if status := h.interrupt(t); status != 0 {
		t.Errorf("status %d", status)
	}
}

// pageText is the text of a wiki page.
func pageText(t *testing.T, h *served, page string) string {
	t.Helper()
	var now struct{ Markdown string }
	_, answer, err := get(t.Context(), h.base+"/api/wiki/"+page)
	if err == nil {
		err = json.Unmarshal([]byte(answer), &now)
	}
	if err != nil {
		t.Fatal(err)
	}
	return now.Markdown
}
