package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store"
)

func (s *server) listProjectsTool() tool {
	return tool{
		name:        "list_projects",
		title:       "List projects",
		description: "Projects with thread counts, busiest first; or a folder's own.",
		hints:       reads,
		params: []param{
			{name: "workspace_path"},
			{name: "query"},
		},
		run: s.listProjects,
	}
}

// projectView is a project as an agent gets it.
type projectView struct {
	Slug           string               `json:"slug"`
	Title          string               `json:"title"`
	Description    string               `json:"description,omitempty"`
	WorkspacePaths []string             `json:"workspace_paths,omitempty"`
	Counts         map[store.Status]int `json:"counts"`
	Archived       bool                 `json:"archived,omitempty"`
	URL            string               `json:"url"`
}

type projectsData struct {
	Projects []projectView `json:"projects"`
	Total    int           `json:"total"`
}

func (s *server) listProjects(ctx context.Context, c call) (toolResult, error) {
	if folder := c.text("workspace_path"); folder != "" {
		return s.projectOf(ctx, folder, c.base)
	}
	all, err := s.Store.Projects(ctx)
	if err != nil {
		return toolResult{}, err
	}
	found := all
	query := c.text("query")
	if query != "" {
		found = slices.DeleteFunc(slices.Clone(all), func(p store.Project) bool { return !about(p, query) })
	}
	head := plural(len(found), "project") + "."
	if query != "" && len(found) == 0 {
		head = "No project matches " + quoteCut(query, 60) + nearestProject(query, all) + "."
	}
	return projectList(head, found, c.base), nil
}

// projectOf answers with the one project that a folder belongs to.
func (s *server) projectOf(ctx context.Context, folder, base string) (toolResult, error) {
	p, err := s.Store.ResolveWorkspace(ctx, folder)
	var missing *store.NotFoundError
	if errors.As(err, &missing) {
		return projectList("No project is registered for the folder "+quoteCut(folder, 200)+"; list_projects without arguments shows all.", nil, base), nil
	}
	if err != nil {
		return toolResult{}, err
	}
	return projectList("The folder belongs to project "+p.Slug+".", []store.Project{p}, base), nil
}

// projectList renders projects, those with the most work under way first.
func projectList(head string, list []store.Project, base string) toolResult {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b store.Project) int { return cmp.Compare(active(b), active(a)) })
	data := projectsData{Projects: []projectView{}, Total: len(list)}
	more := func(n int) string { return fmt.Sprintf("%d more not shown: narrow with query.", n) }
	builder := newTextBuilder(usualText, head)
	if len(list) > 0 {
		builder.add(note, nil)
	}
	builder.keepRoom(more(len(list)))
	for _, p := range list {
		v := newProject(p, base)
		if !builder.add(v.line(), v) {
			break
		}
		data.Projects = append(data.Projects, v)
	}
	if left := len(list) - len(data.Projects); left > 0 {
		builder.addLast(more(left))
	}
	return toolResult{builder.String(), data}
}

func newProject(p store.Project, base string) projectView {
	v := projectView{
		Slug: p.Slug, Title: short(&p.Title, rowText), Description: short(p.Description, rowText),
		Counts: p.Counts, Archived: p.ArchivedAt != nil, URL: base + "/ui/projects/" + p.Slug,
	}
	for _, w := range p.WorkspacePaths[:min(len(p.WorkspacePaths), 3)] {
		v.WorkspacePaths = append(v.WorkspacePaths, short(&w, rowText))
	}
	return v
}

func (v projectView) line() string {
	s := "- " + v.Slug
	if v.Title != v.Slug {
		s += " " + quote(v.Title)
	}
	if v.Archived {
		s += " (archived)"
	}
	s += ": " + countsText(v.Counts)
	if v.Description != "" {
		s += "; " + quote(v.Description)
	}
	if len(v.WorkspacePaths) > 0 {
		s += "; in " + quoted(v.WorkspacePaths)
	}
	return s
}

func countsText(counts map[store.Status]int) string {
	var parts []string
	for _, status := range store.Statuses {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	if parts == nil {
		return "no threads"
	}
	return strings.Join(parts, ", ")
}

// active counts the threads with work still to come.
func active(p store.Project) int { return p.Counts[store.StatusOpen] + p.Counts[store.StatusBlocked] }

// about reports whether the project's names or its description contain the query.
func about(p store.Project, query string) bool {
	texts := []string{p.Slug, p.Title}
	if p.Description != nil {
		texts = append(texts, *p.Description)
	}
	return strings.Contains(strings.ToLower(strings.Join(texts, "\n")), strings.ToLower(query))
}

func nearestProject(query string, all []store.Project) string {
	slugs := make([]string, len(all))
	for i, p := range all {
		slugs[i] = p.Slug
	}
	if near := store.Closest(strings.ToLower(query), slugs); near != "" {
		return "; closest: " + near
	}
	return "; list_projects without arguments shows all"
}
