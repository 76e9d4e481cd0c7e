package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// newForgeHub is a hub whose forge is a git server.
func newForgeHub(t testing.TB, edits ...func(*forge.Config)) (*hub, *gitserver.Server) {
	t.Helper()
	h, server := newHub(t), gitserver.New(t)
	vault, err := setting.OpenVault(h.store.Dir())
	if err != nil {
		t.Fatal(err)
	}
	cfg := h.api.Config
	forgeConfig := forge.Config{Store: h.store, Secrets: vault, Policy: cfg.Policy, Patience: time.Hour}
	for _, edit := range edits {
		edit(&forgeConfig)
	}
	cfg.Forge = forge.New(forgeConfig)
	t.Cleanup(cfg.Forge.Worker.Close)
	h.api = New(cfg)
	settings, err := json.Marshal(map[string]string{"url": server.URL, "username": gitserver.Username, "token": gitserver.Token, "sync": "both"})
	if err != nil {
		t.Fatal(err)
	}
	h.put("/api/forge", string(settings)).wantStatus(http.StatusOK)
	return h, server
}

func TestForgeSettings(t *testing.T) {
	h := newHub(t)
	h.get("/api/forge").wantBody(`{"url":null,"branch":"main","path":"","username":null,"token_set":false,"author_name":"Progress Hub","author_email":"hub@localhost",` +
		`"sync":"off","cron":"*/30 * * * *","schedule":"every 30 minutes","next_run":null,` +
		`"sources":{"author_email":"default","author_name":"default","branch":"default","cron":"default","path":"default","sync":"default","token":"default","url":"default","username":"default"},` +
		`"syncing":false,"job":null,"import":null,"last_sync":null,"diverged":null,"held":[],"skipped":[],"conflicts":[]}`)
	r := h.put("/api/forge", `{"url":"https://git.example.org/me/notes.git","token":"canary-token","path":"hub/","sync":"both","cron":"0 * * * *"}`)
	r.wantStatus(http.StatusOK)
	b := decode[ForgeBody](r)
	if !b.TokenSet || b.Path != "hub" || b.Sources["token"] != "stored" || b.NextRun == nil || b.NextRun.String() != "2026-05-04T10:00:00.000Z" || r.Header.Get("X-Hub-Event") == "" {
		t.Errorf("%+v", b)
	}
	for _, path := range []string{"/api/forge", "/api/events"} {
		if r := h.get(path); strings.Contains(r.Body, "canary") {
			t.Errorf("%s tells the token: %s", path, r.Body)
		}
	}
	if got := decode[ForgeBody](h.put("/api/forge", `{"branch":"notes"}`)); got.Branch != "notes" || got.URL == nil || !got.TokenSet {
		t.Errorf("what was not sent has changed: %+v", got)
	}
	if got := decode[ForgeBody](h.put("/api/forge", `{"url":"https://git.example.com/me/notes.git"}`)); got.TokenSet {
		t.Errorf("the token went to another host: %+v", got)
	}
	for body, location := range map[string]string{
		`{"url":"git@canary.example:x"}`:         "body.url",
		`{"url":"https://u:canary@x.example/a"}`: "body.url",
		`{"branch":"a..canary"}`:                 "body.branch",
		`{"path":"../canary"}`:                   "body.path",
		`{"author_email":"canary"}`:              "body.author_email",
		`{"author_name":"<canary>"}`:             "body.author_name",
		`{"sync":"canary"}`:                      "body.sync",
		`{"cron":"canary"}`:                      "body.cron",
		`{"token":"canary token"}`:               "body.token",
		`{"force":true}`:                         "body.force",
	} {
		r := h.put("/api/forge", body)
		r.wantProblem(http.StatusUnprocessableEntity, "validation", location)
		if strings.Contains(r.Body, "canary") {
			t.Errorf("the answer repeats the value: %s", r.Body)
		}
	}
}

func TestForgeOfAConfiguration(t *testing.T) {
	h := newHub(t)
	vault, err := setting.OpenVault(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cfg := h.api.Config
	cfg.Forge = forge.New(forge.Config{
		Store: h.store, Secrets: vault, Fixed: setting.Fixed{
			"url":   {Text: "https://git.example.org/me/notes.git", Source: "the Caddyfile"},
			"token": {Text: "canary-token", Source: "the environment (HUB_FORGE_TOKEN)"},
		},
	})
	h.api = New(cfg)
	if b := decode[ForgeBody](h.get("/api/forge")); b.Sources["url"] != "the Caddyfile" || !b.TokenSet || b.Sources["cron"] != "default" {
		t.Errorf("%+v", b)
	}
	for _, body := range []string{`{"url":"https://git.example.org/other.git"}`, `{"token":"x"}`, `{"url":null}`} {
		p := h.put("/api/forge", body).wantProblem(http.StatusConflict, "conflict", "")
		if !strings.Contains(p.Detail, "change it there") || strings.Contains(p.Detail, "canary") {
			t.Errorf("%s: %s", body, p.Detail)
		}
	}
	h.put("/api/forge", `{"branch":"notes"}`).wantStatus(http.StatusOK)
}

func TestForgeThatIsNotSetUp(t *testing.T) {
	h := newHub(t)
	for _, action := range []string{"test", "scan", "import", "sync", "accept", "restore"} {
		h.post("/api/forge/"+action, `{}`).wantProblem(http.StatusConflict, "conflict", "")
	}
	h.post("/api/forge/cancel", `{}`).wantStatus(http.StatusOK)
	h.get("/api/forge/conflicts").wantBody(`[]`)
	h.post("/api/forge/conflicts/cxy99bbg25ng/resolve", `{"markdown":"a"}`).wantProblem(http.StatusNotFound, "not-found", "")
	h.put("/api/forge", `{"url":"https://git.example.org/me/notes.git"}`).wantStatus(http.StatusOK)
	h.post("/api/forge/sync", `{}`).wantProblem(http.StatusConflict, "conflict", "")
}

func TestForgeFromScanToSync(t *testing.T) {
	h, server := newForgeHub(t)
	if got := decode[ForgeTest](h.post("/api/forge/test", `{}`)); !got.OK || !strings.Contains(got.Message, "empty") || len(got.Branches) != 0 {
		t.Errorf("%+v", got)
	}
	server.Write("main", map[string]string{"projects/home/PROGRESS.md": "# Home server\n", "projects/garden/PROGRESS.md": "No heading\n", "projects/Bad/PROGRESS.md": "x\n"})
	if got := decode[ForgeTest](h.post("/api/forge/test", `{}`)); !got.OK || len(got.Branches) != 1 {
		t.Errorf("%+v", got)
	}
	events := h.get("/api/events").Body
	found := decode[forge.Scanned](h.post("/api/forge/scan", `{}`))
	if len(found.Candidates) != 2 || found.Candidates[1].Title != "Home server" || found.Candidates[0].State != forge.CandidateNew || len(found.Skipped) != 1 {
		t.Errorf("%+v", found)
	}
	if h.get("/api/events").Body != events || len(decode[[]store.Project](h.get("/api/projects"))) != 0 {
		t.Error("a scan wrote something")
	}
	done := decode[forge.Imported](h.post("/api/forge/import", `{"slugs":["home"]}`))
	if len(done.Registered) != 1 || done.Pulled != 1 {
		t.Errorf("%+v", done)
	}
	if p := decode[store.Project](h.get("/api/projects/home")); p.Title != "Home server" || p.Progress.Rev != 1 {
		t.Errorf("%+v", p)
	}
	if done := decode[forge.Imported](h.post("/api/forge/import", `{}`)); len(done.Registered) != 1 || done.Registered[0] != "garden" {
		t.Errorf("without slugs: %+v", done)
	}
	h.put("/api/wiki/a", `{"markdown":"# A\n"}`).wantStatus(http.StatusCreated)
	r := h.post("/api/forge/sync", `{}`)
	r.wantStatus(http.StatusOK)
	if b := decode[ForgeBody](r); b.Syncing || b.Job != nil || b.LastSync == nil || b.LastSync.State != forge.StateOK || b.LastSync.Pushed != 1 || b.LastSync.Commit != server.Tip("main") {
		t.Errorf("%s", r.Body)
	}
	if got := server.Files("main"); got["wiki/a.md"] != "# A\n" || !strings.Contains(got["INDEX.md"], "[Home server](projects/home/PROGRESS.md)") {
		t.Errorf("the forge has %q", got)
	}
}

func TestForgeConflicts(t *testing.T) {
	h, server := newForgeHub(t)
	h.put("/api/wiki/a", `{"markdown":"base\n"}`).wantStatus(http.StatusCreated)
	h.post("/api/forge/sync", `{}`).wantStatus(http.StatusOK)
	h.put("/api/wiki/a", `{"markdown":"ours\n"}`).wantStatus(http.StatusOK)
	server.Write("main", map[string]string{"wiki/a.md": "theirs\n"})
	if b := decode[ForgeBody](h.post("/api/forge/sync", `{}`)); len(b.Conflicts) != 1 || b.Conflicts[0].Item != "hub://wiki/a" || b.LastSync.State != forge.StateOK {
		t.Errorf("%+v", b)
	}
	r := h.get("/api/forge/conflicts")
	list := decode[[]store.ForgeConflict](r)
	if len(list) != 1 || list[0].Base != "base\n" || list[0].Ours != "ours\n" || list[0].Theirs != "theirs\n" || list[0].Item != "hub://wiki/a" || r.Header.Get("X-Total-Count") != "1" {
		t.Fatalf("%s", r.Body)
	}
	at := "/api/forge/conflicts/" + list[0].ID + "/resolve"
	h.post(at, `{}`).wantProblem(http.StatusUnprocessableEntity, "validation", "body.markdown")
	h.post(at, `{"markdown":"\u0000"}`).wantProblem(http.StatusUnprocessableEntity, "validation", "body.markdown")
	first := h.do(request{method: http.MethodPost, path: at, body: `{"markdown":"both\n"}`, headers: map[string]string{"Idempotency-Key": "k"}})
	first.wantStatus(http.StatusOK)
	if got := decode[store.ForgeResolved](first); got.Rev != 3 || got.Path != "wiki/a.md" || first.Header.Get("X-Hub-Event") == "" {
		t.Errorf("%s", first.Body)
	}
	if again := h.do(request{method: http.MethodPost, path: at, body: `{"markdown":"both\n"}`, headers: map[string]string{"Idempotency-Key": "k"}}); again.Body != first.Body {
		t.Errorf("%s, then %s", first.Body, again.Body)
	}
	if b := decode[ForgeBody](h.post("/api/forge/sync", `{}`)); len(b.Conflicts) != 0 || server.Files("main")["wiki/a.md"] != "both\n" {
		t.Errorf("%+v; the forge has %q", b, server.Files("main"))
	}
}

func TestForgeThatRefuses(t *testing.T) {
	h, _ := newForgeHub(t)
	h.put("/api/forge", `{"token":"canary-wrong"}`).wantStatus(http.StatusOK)
	if got := decode[ForgeTest](h.post("/api/forge/test", `{}`)); got.OK || !strings.Contains(got.Message, "token") {
		t.Errorf("%+v", got)
	}
	for _, action := range []string{"scan", "import"} {
		if p := h.post("/api/forge/"+action, `{}`).wantProblem(http.StatusConflict, "conflict", ""); strings.Contains(p.Detail, "canary") {
			t.Errorf("%s: %s", action, p.Detail)
		}
	}
	if b := decode[ForgeBody](h.post("/api/forge/sync", `{}`)); b.LastSync.State != forge.StateFailed || b.LastSync.Error == nil || strings.Contains(*b.LastSync.Error, "canary") {
		t.Errorf("%+v", b.LastSync)
	}
}

// A sync that takes longer than a request may goes on behind it, can be watched and broken
// off.
func TestASyncGoesOnBehindItsRequest(t *testing.T) {
	h, _ := newForgeHub(t, func(c *forge.Config) { c.Patience = time.Nanosecond })
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(silent.Close)
	h.put("/api/forge", `{"url":"`+silent.URL+`/notes.git"}`).wantStatus(http.StatusOK)
	r := h.post("/api/forge/sync", `{}`)
	r.wantStatus(http.StatusAccepted)
	if j := decode[forge.Job](r); j.Kind != "sync" {
		t.Errorf("%s", r.Body)
	}
	if b := decode[ForgeBody](h.get("/api/forge")); !b.Syncing || b.Job == nil {
		t.Errorf("%+v", b)
	}
	for _, action := range []string{"scan", "import", "sync"} {
		h.post("/api/forge/"+action, `{}`).wantProblem(http.StatusConflict, "conflict", "")
	}
	if b := decode[ForgeBody](h.post("/api/forge/cancel", `{}`)); b.Syncing || b.Job != nil || b.LastSync.State != forge.StateCancelled {
		t.Errorf("%+v", b)
	}
}

// The owner is shown that the two have diverged, and decides once.
func TestForgeThatHasDiverged(t *testing.T) {
	for _, tc := range []struct{ action, page string }{{"accept", ""}, {"restore", "# A\n"}} {
		t.Run(tc.action, func(t *testing.T) {
			h, server := newForgeHub(t)
			h.put("/api/wiki/a", `{"markdown":"# A\n"}`).wantStatus(http.StatusCreated)
			h.post("/api/forge/sync", `{}`).wantStatus(http.StatusOK)
			for _, action := range []string{"accept", "restore"} {
				h.post("/api/forge/"+action, `{}`).wantProblem(http.StatusConflict, "conflict", "")
			}
			server.Git("update-ref", "-d", "refs/heads/main")
			server.Write("main", map[string]string{"README.md": "Anew.\n"})
			r := h.post("/api/forge/sync", `{}`)
			if b := decode[ForgeBody](r); b.LastSync.State != forge.StateDiverged || b.LastSync.Error == nil || b.Diverged == nil || b.Diverged.Reason != forge.ReasonRewritten ||
				b.Diverged.Known != 1 || b.Diverged.Missing != 1 || len(b.Diverged.Paths) != 1 || b.Diverged.Paths[0] != "wiki/a.md" {
				t.Errorf("%s", r.Body)
			}
			h.get("/api/wiki/a").wantStatus(http.StatusOK)
			shown := "none"
			if tc.action == "accept" {
				shown = server.Tip("main")
				server.Git("update-ref", "-d", "refs/heads/main")
				server.Write("main", map[string]string{"README.md": "Anew.\n", "LICENSE": "None.\n"})
				p := h.post("/api/forge/accept", `{}`).wantProblem(http.StatusConflict, "conflict", "")
				if b := decode[ForgeBody](h.get("/api/forge")); !strings.Contains(p.Detail, "has changed again since you were asked") || b.Diverged == nil || b.Diverged.Commit != server.Tip("main") {
					t.Errorf("%s: %+v", p.Detail, b.Diverged)
				}
				h.get("/api/wiki/a").wantStatus(http.StatusOK)
			}
			h.post("/api/forge/"+tc.action, `{"commit":"`+shown+`"}`).wantProblem(http.StatusConflict, "conflict", "")
			r = h.post("/api/forge/"+tc.action, `{"commit":"`+server.Tip("main")+`"}`)
			r.wantStatus(http.StatusOK)
			if b := decode[ForgeBody](r); b.LastSync.State != forge.StateOK || b.Diverged != nil {
				t.Errorf("%s", r.Body)
			}
			if got := server.Files("main"); got["wiki/a.md"] != tc.page || got["README.md"] != "Anew.\n" {
				t.Errorf("the forge has %q", got)
			}
			if status := h.get("/api/wiki/a").Status; (status == http.StatusOK) != (tc.page != "") {
				t.Errorf("the page is %d", status)
			}
			h.post("/api/forge/"+tc.action, `{}`).wantProblem(http.StatusConflict, "conflict", "")
		})
	}
}
