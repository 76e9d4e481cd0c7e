package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// ask requests a change as an agent does over MCP.
func (h *hub) ask(kind, payload string) store.Approval {
	h.t.Helper()
	w, err := h.store.RequestChange(h.t.Context(), store.By{Actor: store.Agent, SourceTool: "codex"}, kind, []byte(payload), "two names for one thing")
	if err != nil {
		h.t.Fatal(err)
	}
	return w.Item
}

func TestOnlyTheOwnerDecides(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"alpha"}`)
	asked := "/api/approvals/" + h.ask("delete_project", `{"slug":"alpha"}`).ID
	for _, action := range []string{"approve", "reject"} {
		p := h.post(asked+"/"+action, "").wantProblem(403, "forbidden", "")
		if !strings.Contains(p.Detail, "owner") {
			t.Errorf("detail %q", p.Detail)
		}
		h.do(request{method: http.MethodPost, path: asked + "/" + action, headers: map[string]string{"Authorization": ""}}).wantProblem(401, "unauthorized", "")
		owner := h.asOwner()
		owner["X-Hub-Request"] = ""
		h.do(request{method: http.MethodPost, path: asked + "/" + action, headers: owner}).wantProblem(403, "forbidden", "")
	}
	h.get("/api/projects/alpha").wantStatus(200)
	owner := h.asOwner()
	r := h.do(request{method: http.MethodPost, path: asked + "/approve", headers: owner})
	r.wantStatus(200)
	got := decode[store.Approval](r)
	if got.State != "approved" || got.EventID == nil || *got.EventID != r.Header.Get("X-Hub-Event") || got.DecidedAt == nil {
		t.Errorf("approved %s", r.Body)
	}
	h.get("/api/projects/alpha").wantProblem(404, "not-found", "")
	h.do(request{method: http.MethodPost, path: "/api/events/" + *got.EventID + "/undo", headers: owner}).wantStatus(200)
	h.get("/api/projects/alpha").wantStatus(200)
	h.do(request{method: http.MethodPost, path: asked + "/reject", headers: owner}).wantProblem(409, "conflict", "")
	h.do(request{method: http.MethodPost, path: "/api/approvals/000000000000/approve", headers: owner}).wantProblem(404, "not-found", "")
}

func TestTheOwnerOfDevelopmentModeDecides(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"alpha"}`)
	asked := h.ask("delete_project", `{"slug":"alpha"}`).ID
	h.develop()
	r := request{method: http.MethodPost, path: "/api/approvals/" + asked + "/reject", headers: map[string]string{"Authorization": ""}}
	r.info.Loopback = true
	got := h.do(r)
	got.wantStatus(200)
	if decode[store.Approval](got).State != "rejected" {
		t.Errorf("rejected %s", got.Body)
	}
}

func TestRequestsAreListed(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"alpha"}`)
	h.create(`{"summary":"b","project_slug":"beta"}`)
	first, second := h.ask("delete_project", `{"slug":"alpha"}`).ID, h.ask("rename_project", `{"slug":"beta","new_slug":"gamma"}`).ID
	ids := func(query string) string {
		t.Helper()
		r := h.get("/api/approvals" + query)
		r.wantStatus(200)
		var ids []string
		for _, a := range decode[[]store.Approval](r) {
			ids = append(ids, a.ID)
		}
		return strings.Join(ids, " ")
	}
	if got := ids(""); got != second+" "+first {
		t.Errorf("pending %s", got)
	}
	r := h.get("/api/approvals?limit=1")
	if r.Header.Get("X-Total-Count") != "2" || !strings.Contains(r.Header.Get("Link"), "state=pending") {
		t.Errorf("headers %v", r.Header)
	}
	for _, part := range []string{`"kind":"rename_project"`, `"payload":{"new_slug":"gamma","project_id":"`, `","slug":"beta"}`, `"reason":"two names for one thing"`, `"source_tool":"codex"`, `"state":"pending"`, `"effect":"Renames the project beta to gamma`, `"decided_at":null`, `"event_id":null`} {
		if !strings.Contains(r.Body, part) {
			t.Errorf("%s lacks %s", r.Body, part)
		}
	}
	h.do(request{method: http.MethodPost, path: "/api/approvals/" + first + "/reject", headers: h.asOwner()}).wantStatus(200)
	for query, want := range map[string]string{"?state=pending": second, "?state=rejected": first, "?state=approved": "", "?state=all": second + " " + first} {
		if got := ids(query); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	h.get("/api/approvals?state=open").wantProblem(422, "validation", "query.state")
}

// What a request does is told in the owner's language: under a code, with what it speaks of.
func TestEffectsHaveCodes(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"Oil the hinges","project_slug":"alpha"}`)
	h.ask("rename_project", `{"slug":"alpha","new_slug":"beta"}`)
	h.ask("delete_project", `{"slug":"alpha"}`)
	h.ask("rename_project", `{"slug":"alpha","new_slug":"beta","title":"B” and titles it “C"}`)
	var list []Approval
	r := h.get("/api/approvals")
	r.wantStatus(200)
	if err := json.Unmarshal([]byte(r.Body), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 3 {
		t.Fatalf("%+v", list)
	}
	for i, want := range []struct {
		code   string
		params map[string]any
	}{
		{"effect.rename_title", map[string]any{"slug": "alpha", "new": "beta", "title": "B” and titles it “C"}},
		{"effect.delete_project", map[string]any{"slug": "alpha", "threads": 1.0, "reminders": 0.0}},
		{"effect.rename", map[string]any{"slug": "alpha", "new": "beta"}},
	} {
		if got := list[i].EffectSaid; got == nil || got.Code != want.code || !maps.Equal(got.Params, want.params) {
			t.Errorf("%s: %+v, want %+v", list[i].Effect, got, want)
		}
	}
}
