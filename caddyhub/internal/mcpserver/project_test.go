package mcpserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestListProjects(t *testing.T) {
	h := newHub(t)
	about := "The shop's front end"
	h.project(store.ProjectInput{Slug: store.Some("alpha"), Title: store.Some("Alpha Shop"), Description: store.Some(about), WorkspacePaths: store.Some([]string{"/home/me/alpha"})})
	h.project(store.ProjectInput{Slug: store.Some("beta"), Title: store.Some("Бета")})
	h.thread("beta", "One")
	h.finish(h.thread("alpha", "Two").ID, store.StatusDone)
	for _, c := range []struct {
		name string
		args map[string]any
		want []string
		says []string
	}{
		{"all, the busiest first", nil, []string{"beta", "alpha"}, []string{"2 projects", `alpha "Alpha Shop": 1 done; "The shop's front end"; in "/home/me/alpha"`, "beta \"Бета\": 1 open"}},
		{"by slug", map[string]any{"query": "alp"}, []string{"alpha"}, []string{"1 project."}},
		{"by title in another script", map[string]any{"query": "бет"}, []string{"beta"}, nil},
		{"by description", map[string]any{"query": "FRONT end"}, []string{"alpha"}, nil},
		{"mistyped", map[string]any{"query": "alhpa"}, nil, []string{`No project matches "alhpa"; closest: alpha`}},
		{"none near", map[string]any{"query": "zzzzzz"}, nil, []string{"without arguments shows all"}},
		{"by folder", map[string]any{"workspace_path": "/home/me/alpha/src"}, []string{"alpha"}, []string{"belongs to project alpha"}},
		{"folder above", map[string]any{"workspace_path": "/work"}, nil, []string{`No project is registered for the folder "/work"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("list_projects", c.args)
			got := data[projectsData](h, r)
			var slugs []string
			for _, p := range got.Projects {
				if p.Slug == store.InboxSlug {
					continue
				}
				slugs = append(slugs, p.Slug)
				if p.URL != ownOrigin+"/ui/projects/"+p.Slug {
					t.Errorf("%+v", p)
				}
			}
			if fmt.Sprint(slugs) != fmt.Sprint(c.want) {
				t.Errorf("%v, want %v", slugs, c.want)
			}
			if r.Structured["projects"] == nil {
				t.Error("projects is not a list")
			}
			contains(t, r.text(), c.says...)
		})
	}
}

func TestManyProjectsStayShort(t *testing.T) {
	h := newHub(t)
	for i := range 120 {
		h.project(store.ProjectInput{Slug: store.Some(fmt.Sprintf("project-%03d", i)), Title: store.Some(strings.Repeat("<登>", 50))})
	}
	r := h.call("list_projects", nil)
	got := data[projectsData](h, r)
	if len(r.text()) > 2048 || got.Total != 120 || len(got.Projects) == 0 {
		t.Errorf("%d bytes, %d of %d", len(r.text()), len(got.Projects), got.Total)
	}
	contains(t, r.text(), fmt.Sprintf("%d more not shown: narrow with query.", 120-len(got.Projects)))
}
