package mcpserver

import (
	"strconv"

	"github.com/progresshub/progresshub/store"
)

// sessionDocument is a session record in full.
func sessionDocument(r store.SessionRecord, base string) string {
	d := newItem(r.Title)
	d.fact("id", r.ID)
	d.fact("tool", oneLine(r.Tool))
	d.fact("session", oneLine(r.SessionRef))
	d.fact("project", optional(r.ProjectSlug))
	d.fact("workspace", optional(r.WorkspacePath))
	d.fact("repository", optional(r.RepoURL))
	d.time("started", r.StartedAt)
	d.time("ended", r.EndedAt)
	if r.Messages > 0 {
		d.fact("messages", strconv.Itoa(r.Messages))
	}
	d.fact("page", base+store.DashboardPath(store.SessionURI(r.ID)))
	d.section("Summary", paragraph(r.Summary))
	d.section("Open items", bullets(r.OpenItems))
	return d.String()
}
