package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/store"
)

// routes is the table of contents: every operation of the API but the two plain ones,
// /api/health and /api/openapi.json.
func (a *API) routes(h huma.API) {
	const (
		get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete

		query, body = "query", "body"
	)
	var (
		thread   = ThreadBody{}
		threads  = []ThreadBody{}
		project  = store.Project{}
		projects = []store.Project{}
	)
	register(h, a, get, "/api/threads", operation{id: "list-threads", summary: "List threads", place: query, result: threads}, a.listThreads)
	register(h, a, post, "/api/threads", operation{id: "create-thread", summary: "Create a thread", place: body, status: http.StatusCreated, result: thread}, a.createThread)
	register(h, a, get, "/api/threads/{id}", operation{id: "get-thread", summary: "Read a thread", place: query, result: thread}, a.getThread)
	register(h, a, patch, "/api/threads/{id}", operation{id: "update-thread", summary: "Change the fields of a thread that the body carries", place: body, result: thread}, a.updateThread)

	register(h, a, post, "/api/threads/{id}/pause", operation{id: "pause-thread", summary: "Leave a thread with the step to pick it up by", place: body, result: thread}, a.pauseThread)
	register(h, a, post, "/api/threads/{id}/block", operation{id: "block-thread", summary: "Mark a thread as waiting for something", place: body, result: thread}, a.blockThread)
	register(h, a, post, "/api/threads/{id}/done", operation{id: "finish-thread", summary: "Mark a thread as done", place: body, result: thread}, a.finishThread)
	register(h, a, post, "/api/threads/{id}/dismiss", operation{id: "dismiss-thread", summary: "Give a thread up", place: body, result: thread}, a.dismissThread)
	register(h, a, post, "/api/threads/{id}/reopen", operation{id: "reopen-thread", summary: "Make a thread open again", place: body, result: thread}, a.reopenThread)
	register(h, a, post, "/api/threads/{id}/snooze", operation{id: "snooze-thread", summary: "Keep a thread out of the stale list until a time", place: body, result: thread}, a.snoozeThread)
	register(h, a, post, "/api/threads/{id}/claim", operation{id: "claim-thread", summary: "Take the lease of a thread, or renew it", place: body, result: claimedBody{}}, a.claimThread)
	register(h, a, post, "/api/threads/{id}/release", operation{id: "release-thread", summary: "Give the lease of a thread back", place: body, result: thread}, a.releaseThread)

	register(h, a, get, "/api/overlap", operation{id: "get-overlap", summary: "Whether a piece of work is already known", place: query, result: overlapBody{}}, a.overlap)

	register(h, a, get, "/api/projects", operation{id: "list-projects", summary: "List projects with the numbers of their threads", place: query, result: projects}, a.listProjects)
	register(h, a, post, "/api/projects", operation{id: "create-project", summary: "Register a project", place: body, status: http.StatusCreated, result: project}, a.createProject)
	register(h, a, get, "/api/projects/{slug}", operation{id: "get-project", summary: "Read a project", place: query, result: project}, a.getProject)

	progress, wikiPage := ProgressBody{}, PageBody{}
	register(h, a, get, "/api/projects/{slug}/progress", operation{id: "get-progress", summary: "Read a project's progress file", place: query, result: progress}, a.getProgress)
	register(h, a, put, "/api/projects/{slug}/progress", operation{id: "put-progress", summary: "Write a project's progress file", place: body, creates: true, result: progress}, a.putProgress)
	register(h, a, post, "/api/projects/{slug}/progress/log", operation{id: "log-progress", summary: "Add an entry to the log of a project's progress file", place: body, result: progress}, a.logProgress)
	register(h, a, get, "/api/projects/{slug}/progress-revisions", operation{id: "list-progress-revisions", summary: "List the versions of a project's progress file", place: query, result: []store.Revision{}}, a.listProgressRevisions)

	register(h, a, get, "/api/wiki", operation{id: "list-pages", summary: "List wiki pages by path", place: query, result: []store.PageInfo{}}, a.listPages)
	register(h, a, get, "/api/wiki/{path...}", operation{id: "get-page", summary: "Read a wiki page", place: query, result: wikiPage}, a.getPage)
	register(h, a, put, "/api/wiki/{path...}", operation{id: "put-page", summary: "Write a wiki page", place: body, creates: true, result: wikiPage}, a.putPage)
	register(h, a, del, "/api/wiki/{path...}", operation{id: "delete-page", summary: "Delete a wiki page", place: query, status: http.StatusNoContent}, a.deletePage)
	register(h, a, get, "/api/wiki-revisions/{path...}", operation{id: "list-page-revisions", summary: "List the versions of a wiki page", place: query, result: []store.Revision{}}, a.listPageRevisions)
	register(h, a, post, "/api/wiki-move", operation{id: "move-pages", summary: "Move a wiki page and all below it; the links to them follow", place: body, result: store.Moved{}}, a.movePages)
}
