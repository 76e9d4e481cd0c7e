package api

import (
	"strings"
	"testing"
)

func TestProjectsOverREST(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"alpha"}`)
	id := h.create(`{"summary":"b","project_slug":"alpha"}`).ID
	h.post("/api/threads/"+id+"/block", "").wantStatus(200)
	h.create(`{"summary":"c"}`)
	r := h.post("/api/projects", `{"slug":"beta","title":"Beta","description":null,"workspace_paths":["/home/me/beta/"]}`)
	r.wantStatus(201)
	if r.Header.Get("Location") != "/api/projects/beta" || !strings.Contains(r.Body, `"workspace_paths":["/home/me/beta"]`) {
		t.Errorf("created %v %s", r.Header, r.Body)
	}
	list := h.get("/api/projects")
	var got []string
	for _, p := range decode[[]struct {
		Slug   string
		Counts map[string]int
	}](list) {
		if p.Slug == "alpha" && (p.Counts["open"] != 1 || p.Counts["blocked"] != 1 || p.Counts["done"] != 0) {
			t.Errorf("counts of alpha: %v", p.Counts)
		}
		got = append(got, p.Slug)
	}
	if strings.Join(got, ",") != "beta,inbox,alpha" || list.Header.Get("X-Total-Count") != "3" {
		t.Errorf("projects %v of %s", got, list.Header.Get("X-Total-Count"))
	}
	h.get("/api/projects/alpha").wantStatus(200)
	if p := h.get("/api/projects/alhpa").wantProblem(404, "not-found", ""); !strings.Contains(p.Detail, "closest: alpha") {
		t.Errorf("detail %q", p.Detail)
	}
	h.post("/api/projects", `{"slug":"beta"}`).wantProblem(409, "conflict", "")
	h.post("/api/projects", `{"slug":"Beta"}`).wantProblem(422, "validation", "body.slug")
	for _, repo := range []string{"javascript:alert(1)", "JavaScript://example.org/%0aalert(1)", "data:text/html,x", "file:///etc/passwd"} {
		h.post("/api/projects", `{"slug":"gamma","repo_url":"`+repo+`"}`).wantProblem(422, "validation", "body.repo_url")
		h.do(request{method: "PATCH", path: "/api/projects/beta", body: `{"repo_url":"` + repo + `"}`}).wantProblem(422, "validation", "body.repo_url")
	}
}
