package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/store"
)

// routes is the table of contents: every operation of the API but the plain ones,
// /api/health, /api/openapi.json and /api/sessions:batch.
func (a *API) routes(h huma.API) {
	const (
		get, post, patch = http.MethodGet, http.MethodPost, http.MethodPatch

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

	register(h, a, get, "/api/sessions", operation{id: "list-sessions", summary: "List session records, the newest first", place: query, result: []store.SessionRecord{}}, a.listSessions)

	reminder := ReminderBody{}
	register(h, a, get, "/api/reminders", operation{id: "list-reminders", summary: "List reminders, those due first come first", place: query, result: []ReminderBody{}}, a.listReminders)
	register(h, a, post, "/api/reminders", operation{id: "create-reminder", summary: "Create a reminder", place: body, status: http.StatusCreated, result: reminder}, a.createReminder)
	register(h, a, get, "/api/reminders/{id}", operation{id: "get-reminder", summary: "Read a reminder with its next times", place: query, result: ReminderDetail{}}, a.getReminder)
	register(h, a, patch, "/api/reminders/{id}", operation{id: "update-reminder", summary: "Change the fields of a reminder that the body carries", place: body, result: reminder}, a.updateReminder)
	register(h, a, http.MethodDelete, "/api/reminders/{id}", operation{id: "delete-reminder", summary: "Delete a reminder", place: query, status: http.StatusNoContent}, a.deleteReminder)
	register(h, a, post, "/api/reminders/{id}/snooze", operation{id: "snooze-reminder", summary: "Move the next time of a reminder", place: body, result: reminder}, a.snoozeReminder)
	register(h, a, post, "/api/reminders/{id}/done", operation{id: "finish-reminder", summary: "End a reminder; of a recurring one this occurrence", place: body, result: reminder}, a.finishReminder)
}
