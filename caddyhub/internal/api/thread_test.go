package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

func TestCreatedThreadIsAnsweredWhole(t *testing.T) {
	h := newHub(t)
	r := h.post("/api/threads", `{"summary":"Fix the login loop","project_slug":"alpha","source_tool":"claude-code"}`)
	r.wantStatus(http.StatusCreated)
	got := decode[map[string]any](r)
	if r.Header.Get("Location") != "/api/threads/"+got["id"].(string) || r.Header.Get("X-Hub-Event") == "" {
		t.Errorf("headers %v", r.Header)
	}
	want := map[string]any{
		"summary": "Fix the login loop", "project_slug": "alpha", "source_tool": "claude-code", "status": "open",
		"energy": "unknown", "goal": nil, "focus": nil, "blocked_reason": nil, "resume_step": nil, "origin": "agent",
		"version": 1.0, "created_at": "2026-05-04T09:30:00.000Z", "updated_at": "2026-05-04T09:30:00.000Z",
		"last_activity_at": "2026-05-04T09:30:00.000Z", "paused_at": nil, "completed_at": nil, "snoozed_until": nil,
		"merged_into": nil, "lease": nil, "workspace_path": nil, "transcript_ref": nil, "url": "/ui/threads/" + got["id"].(string),
	}
	for name, value := range want {
		if v, there := got[name]; !there || v != value {
			t.Errorf("%s = %v (present %v), want %v", name, v, there, value)
		}
	}
	if read := h.get("/api/threads/" + got["id"].(string)); read.Body != r.Body {
		t.Errorf("reading it gives %s\nwant %s", read.Body, r.Body)
	}
}

func TestThreadInputIsChecked(t *testing.T) {
	h := newHub(t)
	thread := "/api/threads/" + h.create(`{"summary":"one"}`).ID
	long := strings.Repeat("x", 2001)
	cases := []struct {
		name, method, path, body string
		status                   int
		kind, location           string
	}{
		{"broken JSON", "POST", "/api/threads", `{"summary":`, 400, "bad-request", "body"},
		{"no body", "POST", "/api/threads", ``, 400, "bad-request", ""},
		{"text after the body", "POST", "/api/threads", `{"summary":"a"} {}`, 400, "bad-request", "body"},
		{"a key twice", "POST", "/api/threads", `{"summary":"a","summary":"b"}`, 400, "bad-request", "body.summary"},
		{"a key in another case", "POST", "/api/threads", `{"Summary":"a"}`, 400, "bad-request", "body.Summary"},
		{"a key that folds to another", "POST", "/api/threads", `{"ſummary":"a"}`, 400, "bad-request", "body.ſummary"},
		{"not UTF-8", "POST", "/api/threads", "{\"summary\":\"\xff\"}", 400, "bad-request", "body"},
		{"nested too deep", "POST", "/api/threads", strings.Repeat("[", 100_000), 400, "bad-request", "body"},
		{"an array for an object", "POST", "/api/threads", `[]`, 422, "validation", "body"},
		{"missing summary", "POST", "/api/threads", `{}`, 422, "validation", "body.summary"},
		{"blank summary", "POST", "/api/threads", `{"summary":"  "}`, 422, "validation", "body.summary"},
		{"summary of another type", "POST", "/api/threads", `{"summary":5}`, 422, "validation", "body.summary"},
		{"summary too long", "POST", "/api/threads", `{"summary":"` + strings.Repeat("x", 501) + `"}`, 422, "validation", "body.summary"},
		{"unknown field", "POST", "/api/threads", `{"summary":"a","colour":"red"}`, 422, "validation", "body.colour"},
		{"not a slug", "POST", "/api/threads", `{"summary":"a","project_slug":"My Project"}`, 422, "validation", "body.project_slug"},
		{"unknown energy", "POST", "/api/threads", `{"summary":"a","energy":"huge"}`, 422, "validation", "body.energy"},
		{"too many next steps", "POST", "/api/threads", `{"summary":"a","next_steps":["1","2","3","4"]}`, 422, "validation", "body.next_steps"},
		{"an attempt without a what", "POST", "/api/threads", `{"summary":"a","tried":[{"what":"","why_not":"b"}]}`, 422, "validation", "body.tried[0].what"},
		{"goal too long", "PATCH", thread, `{"goal":"` + long + `"}`, 422, "validation", "body.goal"},
		{"status by PATCH", "PATCH", thread, `{"status":"done"}`, 422, "validation", "body.status"},
		{"summary cleared", "PATCH", thread, `{"summary":null}`, 422, "validation", "body.summary"},
		{"If-Match of another kind", "PATCH", thread + "#match", `{"goal":"g"}`, 422, "validation", "header.If-Match"},
		{"pause without a step", "POST", thread + "/pause", `{}`, 422, "validation", "body.resume_step"},
		{"pause with a blank step", "POST", thread + "/pause", `{"resume_step":" "}`, 422, "validation", "body.resume_step"},
		{"lease too short", "POST", thread + "/claim", `{"holder":"me","ttl_minutes":4}`, 422, "validation", "body.ttl_minutes"},
		{"lease too long", "POST", thread + "/claim", `{"holder":"me","ttl_minutes":481}`, 422, "validation", "body.ttl_minutes"},
		{"claim by nobody", "POST", thread + "/claim", `{}`, 422, "validation", "body.holder"},
		{"snooze to the past", "POST", thread + "/snooze", `{"until":"2026-05-04T09:30:00Z"}`, 422, "validation", "body.until"},
		{"snooze to no time", "POST", thread + "/snooze", `{"until":"soon"}`, 422, "validation", "body.until"},
		{"release of nothing named", "POST", thread + "/release", `{}`, 422, "validation", "body.lease_id"},
		{"limit too large", "GET", "/api/threads?limit=201", ``, 422, "validation", "query.limit"},
		{"limit zero", "GET", "/api/threads?limit=0", ``, 422, "validation", "query.limit"},
		{"limit not a number", "GET", "/api/threads?limit=ten", ``, 422, "validation", "query.limit"},
		{"stale not a boolean", "GET", "/api/threads?stale=maybe", ``, 422, "validation", "query.stale"},
		{"unknown status", "GET", "/api/threads?status=lost", ``, 422, "validation", "query.status"},
		{"cursor from elsewhere", "GET", "/api/threads?cursor=zzz", ``, 422, "validation", "query.cursor"},
		{"unknown parameter", "GET", "/api/threads?colour=red", ``, 422, "validation", "query.colour"},
		{"a parameter twice", "GET", "/api/threads?status=open&status=done", ``, 422, "validation", "query.status"},
		{"a broken escape", "GET", "/api/threads?q=%zz", ``, 400, "bad-request", ""},
		{"a semicolon for an ampersand", "GET", "/api/threads?status=done;project=x", ``, 400, "bad-request", ""},
		{"unknown thread", "GET", "/api/threads/000000000000", ``, 404, "not-found", ""},
		{"no id at all", "GET", "/api/threads/%00", ``, 404, "not-found", ""},
		{"change of an unknown thread", "PATCH", "/api/threads/000000000000", `{}`, 404, "not-found", ""},
		{"action on an unknown thread", "POST", "/api/threads/000000000000/done", ``, 404, "not-found", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path, match := strings.CutSuffix(c.path, "#match")
			r := request{method: c.method, path: path, body: c.body}
			if match {
				r.headers = map[string]string{"If-Match": `"abc"`}
			}
			got := h.do(r)
			got.t = t
			p := got.wantProblem(c.status, c.kind, c.location)
			if strings.Contains(got.Body, "xxxxxxxx") {
				t.Errorf("the value is repeated: %.200s", got.Body)
			}
			if p.RequestID != "" {
				t.Error("this is no internal error")
			}
		})
	}
	if got := h.get("/api/threads").Header.Get("X-Total-Count"); got != "1" {
		t.Errorf("%s threads after refused input, want 1", got)
	}
}

func TestLifeCycleOverREST(t *testing.T) {
	cases := []struct {
		name, first, then, body string
		status                  int
		says                    []string // of the problem
		ends                    string   // status of the thread
	}{
		{"open is blocked", "", "block", `{"blocked_reason":"waits for a key"}`, 200, nil, "blocked"},
		{"open is blocked without a body", "", "block", ``, 200, nil, "blocked"},
		{"blocked is reopened", "block", "reopen", ``, 200, nil, "open"},
		{"blocked is done", "block", "done", `{"note":"arrived"}`, 200, nil, "done"},
		{"done twice", "done", "done", ``, 200, nil, "done"},
		{"done is reopened", "done", "reopen", ``, 200, nil, "open"},
		{"done cannot be dismissed", "done", "dismiss", ``, 409, []string{"done", "dismissed"}, "done"},
		{"dismissed cannot be done", "dismiss", "done", ``, 409, []string{"done", "dismissed"}, "dismissed"},
		{"done cannot be paused", "done", "pause", `{"resume_step":"x"}`, 409, []string{"done", "open or blocked"}, "done"},
		{"done cannot be blocked", "done", "block", ``, 409, []string{"done", "open or blocked"}, "done"},
		{"done cannot be snoozed", "done", "snooze", `{"until":"2026-06-01"}`, 409, []string{"done", "open or blocked"}, "done"},
		{"dismissed cannot be claimed", "dismiss", "claim", `{"holder":"me"}`, 409, []string{"dismissed", "open or blocked"}, "dismissed"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			path := "/api/threads/" + h.create(`{"summary":"work"}`).ID
			if c.first != "" {
				h.post(path+"/"+c.first, "").wantStatus(200)
			}
			r := h.post(path+"/"+c.then, c.body)
			r.wantStatus(c.status)
			for _, word := range c.says {
				if !strings.Contains(r.Body, word) {
					t.Errorf("%s does not say %q", r.Body, word)
				}
			}
			if got := decode[ThreadBody](h.get(path)); string(got.Status) != c.ends {
				t.Errorf("ends as %s, want %s", got.Status, c.ends)
			}
		})
	}
}

func TestLeaseOverREST(t *testing.T) {
	h := newHub(t)
	path := "/api/threads/" + h.create(`{"summary":"work"}`).ID
	r := h.post(path+"/claim", `{"holder":"claude-code","ttl_minutes":30}`)
	r.wantStatus(200)
	held := decode[claimedBody](r)
	if held.Lease.ID == "" || held.Lease.ExpiresAt.String() != "2026-05-04T10:00:00.000Z" {
		t.Errorf("lease %+v", held.Lease)
	}
	if other := h.get(path); strings.Contains(other.Body, held.Lease.ID) || !strings.Contains(other.Body, "claude-code") {
		t.Errorf("others see %s", other.Body)
	}
	refused := h.post(path+"/claim", `{"holder":"codex"}`).wantProblem(409, "conflict", "")
	if refused.Holder != "claude-code" || refused.ExpiresAt != "2026-05-04T10:00:00.000Z" {
		t.Errorf("refusal %+v", refused)
	}
	h.clock.Advance(10 * time.Minute)
	renewed := decode[claimedBody](h.post(path+"/claim", `{"holder":"claude-code","ttl_minutes":30,"lease_id":"`+held.Lease.ID+`"}`))
	if renewed.Lease.ID != held.Lease.ID || renewed.Lease.ExpiresAt.String() != "2026-05-04T10:10:00.000Z" {
		t.Errorf("heartbeat gave %+v", renewed.Lease)
	}
	// The list says nothing of a lease that has run out, although nothing was written.
	if !strings.Contains(h.get("/api/threads").Body, "claude-code") {
		t.Error("the list does not name the holder")
	}
	h.clock.Advance(time.Hour)
	if strings.Contains(h.get("/api/threads").Body, "claude-code") || strings.Contains(h.get(path).Body, "claude-code") {
		t.Error("an expired lease still shows")
	}
	h.post(path+"/claim", `{"holder":"codex"}`).wantStatus(200)
}

func TestLinksFollowTheWayIn(t *testing.T) {
	cases := []struct{ name, public, prefix, want string }{
		{"at the root", "", "", "/ui/threads/"},
		{"under handle_path", "", "/hub", "/hub/ui/threads/"},
		{"with a public URL", "https://hub.example.org", "/hub", "https://hub.example.org/ui/threads/"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.api.PublicURL = c.public
			id := h.create(`{"summary":"work"}`).ID
			h.get("/api/threads") // must not leave another way's links in the cache
			r := h.do(request{path: "/api/threads", info: inbound.Info{Prefix: c.prefix}})
			if got := decode[[]ThreadBody](r)[0].URL; got != c.want+id {
				t.Errorf("url %s, want %s", got, c.want+id)
			}
			// What the client is to follow leads the way it came.
			made := h.do(request{method: "POST", path: "/api/threads", body: `{"summary":"more"}`, info: inbound.Info{Prefix: c.prefix}})
			if got, want := made.Header.Get("Location"), c.prefix+"/api/threads/"+decode[ThreadBody](made).ID; got != want {
				t.Errorf("location %s, want %s", got, want)
			}
			r = h.do(request{path: "/api/threads?limit=1", info: inbound.Info{Prefix: c.prefix}})
			if got := r.Header.Get("Link"); !strings.HasPrefix(got, "<"+c.prefix+"/api/threads?") {
				t.Errorf("link %s", got)
			}
		})
	}
}

// A bearer needs the lease of what somebody holds; the owner's browser does not.
func TestALeaseProtectsOverREST(t *testing.T) {
	for _, c := range []struct {
		name, method, action, body string // %s: the lease
		owner                      bool
		status                     int
	}{
		{"a bearer's edit", "PATCH", "", `{"goal":"g"}`, false, 409},
		{"with the lease", "PATCH", "", `{"goal":"g","lease_id":"%s"}`, false, 200},
		{"by force", "PATCH", "", `{"goal":"g","force":true}`, false, 200},
		{"the owner's edit", "PATCH", "", `{"goal":"g"}`, true, 200},
		{"a bearer's pause", "POST", "/pause", `{"resume_step":"x"}`, false, 409},
		{"by force", "POST", "/pause", `{"resume_step":"x","force":true}`, false, 200},
		{"a bearer's end", "POST", "/done", ``, false, 409},
		{"by force", "POST", "/done", `{"force":true}`, false, 200},
		{"the owner's end", "POST", "/done", ``, true, 200},
		{"a bearer's deletion", "DELETE", "", ``, false, 409},
		{"by force", "DELETE", "?force=true", ``, false, 204},
	} {
		t.Run(c.action+" "+c.name, func(t *testing.T) {
			h := newHub(t)
			path := "/api/threads/" + h.create(`{"summary":"work"}`).ID
			held := decode[claimedBody](h.post(path+"/claim", `{"holder":"codex"}`))
			r := request{method: c.method, path: path + c.action, body: strings.Replace(c.body, "%s", held.Lease.ID, 1)}
			if c.owner {
				r.headers = h.asOwner()
			}
			got := h.do(r)
			if got.wantStatus(c.status); c.status != 409 {
				return
			}
			if p := got.wantProblem(409, "conflict", ""); p.Holder != "codex" || p.ExpiresAt == "" {
				t.Errorf("%+v", p)
			}
		})
	}
}

// What a lease does besides: it says whose a change is, and its holder learns that the thread
// is gone. What was tried is taken without it.
func TestWhatALeaseSaysOverREST(t *testing.T) {
	hold := func(h *hub) (path, lease string) {
		path = "/api/threads/" + h.create(`{"summary":"work"}`).ID
		return path, decode[claimedBody](h.post(path+"/claim", `{"holder":"codex"}`)).Lease.ID
	}
	t.Run("whose a change is", func(t *testing.T) {
		h := newHub(t)
		path, lease := hold(h)
		h.do(request{method: "PATCH", path: path, body: `{"goal":"g","lease_id":"` + lease + `"}`}).wantStatus(200)
		if e := decode[[]store.Event](h.get(path + "/events"))[0]; e.SourceTool == nil || *e.SourceTool != "codex" {
			t.Errorf("%s is by %v", e.Kind, e.SourceTool)
		}
	})
	t.Run("that the thread is gone", func(t *testing.T) {
		h := newHub(t)
		path, lease := hold(h)
		h.do(request{method: "DELETE", path: path, headers: h.asOwner()}).wantStatus(204)
		for action, body := range map[string]string{"/claim": `{"lease_id":"` + lease + `"}`, "/pause": `{"resume_step":"x","lease_id":"` + lease + `"}`} {
			p := h.post(path+action, body).wantProblem(404, "not-found", "")
			if !strings.Contains(p.Detail, "not found: the owner deleted it at") || !strings.Contains(p.Detail, ", and an undo of event ") {
				t.Errorf("%s: %s", action, p.Detail)
			}
		}
	})
	t.Run("that a made-up one is none", func(t *testing.T) {
		h := newHub(t)
		path, _ := hold(h)
		h.post(path+"/claim", `{"holder":"zed","take_over":true}`).wantStatus(200)
		p := h.do(request{method: "PATCH", path: path, body: `{"goal":"g","lease_id":"0000000000zz"}`}).wantProblem(409, "conflict", "")
		if p.Holder != "zed" || !strings.HasPrefix(p.Detail, "lease_id is no lease of this thread, and zed is working on it") {
			t.Errorf("%+v", p)
		}
	})
	t.Run("whose a forced change is", func(t *testing.T) {
		h := newHub(t)
		path, lease := hold(h)
		h.do(request{method: "PATCH", path: path, body: `{"goal":"g","force":true,"lease_id":"` + lease + `"}`}).wantStatus(200)
		if e := decode[[]store.Event](h.get(path + "/events"))[0]; e.SourceTool == nil || *e.SourceTool != "test-agent" {
			t.Errorf("%s is by %v", e.Kind, e.SourceTool)
		}
	})
	t.Run("what was tried is taken with one that was lost", func(t *testing.T) {
		h := newHub(t)
		path, lost := hold(h)
		h.post(path+"/claim", `{"holder":"zed","take_over":true}`).wantStatus(200)
		h.do(request{method: "PATCH", path: path, body: `{"tried":[{"what":"a cache"}],"lease_id":"` + lost + `"}`}).wantStatus(200)
		h.do(request{method: "PATCH", path: path, body: `{"goal":"g","lease_id":"` + lost + `"}`}).wantProblem(409, "conflict", "")
	})
}

// A folder that came with a project's slug and was not learned: the answer says why, also the
// second time, and also that of a change.
func TestAFolderThatIsNotLearnedIsToldOf(t *testing.T) {
	h := newHub(t)
	h.post("/api/projects", `{"slug":"garden","workspace_paths":["/home/me/src/garden"]}`).wantStatus(201)
	h.post("/api/projects", `{"slug":"shop"}`).wantStatus(201)
	id := h.create(`{"summary":"known"}`).ID
	for _, c := range []struct{ name, project, folder, says string }{
		{"another project's", "shop", "/home/me/src/garden", "The folder belongs to project garden, so keep naming the project with it"},
		{"one of clones", "shop", "/home/me/src", "The folder lies above project garden, so keep naming the project with it"},
		{"one that says nothing", "shop", "/workspace", "The folder is too general to tell one project from another, so keep naming the project with it"},
		{"its own", "garden", "/home/me/src/garden/beds", ""},
		{"a new one", "shop", "/srv/shop", ""},
		{"the inbox", "inbox", "/workspace", ""},
		{"a new project's", "attic", "/workspace", "The folder is too general to tell one project from another, so keep naming the project with it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			place := `"project_slug":"` + c.project + `","workspace_path":"` + c.folder + `"}`
			create := request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"work",` + place, headers: map[string]string{"Idempotency-Key": c.name}}
			for name, r := range map[string]request{
				"created": create, "created, asked again": create,
				"changed": {method: http.MethodPatch, path: "/api/threads/" + id, body: "{" + place},
			} {
				got := h.do(r)
				if said := got.Header.Get("X-Hub-Not-Learned"); got.Status/100 != 2 || said != c.says {
					t.Errorf("%s: %d %q, want %q", name, got.Status, said, c.says)
				}
			}
		})
	}
}
