package api

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// groups are the chapters of the document, its tags, with what the paths in each begin with. They
// are named like the chapters of docs/rest.md.
var groups = []struct {
	name, about string
	paths       []string
}{
	{"Threads", "What somebody works on, and who does.", []string{"/api/threads"}},
	{"Search", "Whether work is known, what to know before it, and everything by its words.", []string{"/api/overlap", "/api/digest", "/api/search"}},
	{"Projects", "What threads are filed under.", []string{"/api/projects"}},
	{"Reminders", "What the owner is to be reminded of, also as a calendar.", []string{"/api/reminders", "/api/calendar"}},
	{"Session records", "What an indexer learned of the sessions of agents.", []string{"/api/sessions"}},
	{"Progress files", "The one document of each project.", []string{"/api/projects/{slug}/progress"}},
	{"Wiki", "Pages of Markdown.", []string{"/api/wiki", "/api/preview", "/api/address"}},
	{"What to do now", "The thread that was chosen, one to choose, and the whole in numbers.", []string{"/api/now", "/api/next", "/api/overview", "/api/activity"}},
	{"History", "Every change, and how it is taken back.", []string{"/api/events", "/api/threads/{id}/events"}},
	{"Preferences", "How the owner has the hub.", []string{"/api/preferences"}},
	{"Approvals", "What agents ask for and the owner decides.", []string{"/api/approvals"}},
	{"Notifications", "How the hub reaches its owner.", []string{"/api/gateway", "/api/deliveries", "/api/notify", "/api/act"}},
	{"The forge", "Progress files and pages in a git repository.", []string{"/api/forge"}},
	{"The running hub", "The process, who calls it, backups and imports.", []string{"/api/health", "/api/openapi.json", "/api/server", "/api/agents", "/api/clients", "/api/backup", "/api/imports"}},
	{"Tokens", "Credentials of agents and machines, and how they get them.", []string{"/api/tokens", "/api/pairings", "/api/oauth"}},
	{"Signing in", "The owner's browser.", []string{"/api/auth"}},
}

// groupOf is the chapter that a path belongs to: the one with the longest beginning of it.
func groupOf(path string) string {
	name, longest := "", 0
	for _, g := range groups {
		for _, prefix := range g.paths {
			if strings.HasPrefix(path, prefix) && len(prefix) > longest {
				name, longest = g.name, len(prefix)
			}
		}
	}
	return name
}

// group puts the operations of the document into its chapters.
func group(o *huma.OpenAPI) {
	for _, g := range groups {
		o.Tags = append(o.Tags, &huma.Tag{Name: g.name, Description: g.about})
	}
	for path, item := range o.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Patch, item.Delete} {
			if op != nil {
				op.Tags = []string{groupOf(path)}
			}
		}
	}
}
