package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/store"
)

// routes is the table of contents: every operation of the API but the plain ones,
// /api/health, /api/openapi.json, /api/events/stream, /api/sessions:batch and /api/backup.
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
	register(h, a, del, "/api/threads/{id}", operation{id: "delete-thread", summary: "Delete a thread with its reminders; an undo brings them back", place: query, status: http.StatusNoContent}, a.deleteThread)

	register(h, a, post, "/api/threads/{id}/pause", operation{id: "pause-thread", summary: "Leave a thread with the step to pick it up by", place: body, result: thread}, a.pauseThread)
	register(h, a, post, "/api/threads/{id}/block", operation{id: "block-thread", summary: "Mark a thread as waiting for something", place: body, result: thread}, a.blockThread)
	register(h, a, post, "/api/threads/{id}/done", operation{id: "finish-thread", summary: "Mark a thread as done", place: body, result: thread}, a.finishThread)
	register(h, a, post, "/api/threads/{id}/dismiss", operation{id: "dismiss-thread", summary: "Give a thread up", place: body, result: thread}, a.dismissThread)
	register(h, a, post, "/api/threads/{id}/reopen", operation{id: "reopen-thread", summary: "Make a thread open again", place: body, result: thread}, a.reopenThread)
	register(h, a, post, "/api/threads/{id}/snooze", operation{id: "snooze-thread", summary: "Keep a thread out of the stale list until a time", place: body, result: thread}, a.snoozeThread)
	register(h, a, post, "/api/threads/{id}/merge", operation{id: "merge-thread", summary: "End a thread as part of another one", place: body, result: thread}, a.mergeThread)
	register(h, a, post, "/api/threads/{id}/claim", operation{id: "claim-thread", summary: "Take the lease of a thread, or renew it", place: body, result: claimedBody{}}, a.claimThread)
	register(h, a, post, "/api/threads/{id}/release", operation{id: "release-thread", summary: "Give the lease of a thread back", place: body, result: thread}, a.releaseThread)

	register(h, a, get, "/api/overlap", operation{id: "get-overlap", summary: "Whether a piece of work is already known", place: query, result: overlapBody{}}, a.overlap)
	register(h, a, get, "/api/digest", operation{id: "get-digest", summary: "What to know before work: threads, due reminders, the last sessions", place: query, result: describedDigest{}}, a.digest)
	register(h, a, get, "/api/search", operation{id: "search", summary: "Find items of all kinds, the best first", place: query, result: []searchHit{}}, a.search)

	register(h, a, get, "/api/projects", operation{id: "list-projects", summary: "List projects with the numbers of their threads", place: query, result: projects}, a.listProjects)
	register(h, a, post, "/api/projects", operation{id: "create-project", summary: "Register a project", place: body, status: http.StatusCreated, result: project}, a.createProject)
	register(h, a, get, "/api/projects/{slug}", operation{id: "get-project", summary: "Read a project", place: query, result: project}, a.getProject)
	register(h, a, patch, "/api/projects/{slug}", operation{id: "update-project", summary: "Change the fields of a project that the body carries", place: body, result: project}, a.updateProject)
	register(h, a, del, "/api/projects/{slug}", operation{id: "delete-project", summary: "Delete a project with its threads, reminders and progress file; an undo brings them back", place: query, status: http.StatusNoContent}, a.deleteProject)
	register(h, a, get, "/api/projects/resolve", operation{id: "resolve-project", summary: "Find the project of a folder or of a git remote", place: query, result: project}, a.resolveProject)

	var (
		events    = []store.Event{}
		undone    = store.Undone{}
		approval  = store.Approval{}
		approvals = []store.Approval{}
	)
	register(h, a, get, "/api/events", operation{id: "list-events", summary: "List what happened, the newest first", place: query, result: events}, a.listEvents)
	register(h, a, get, "/api/events/{id}", operation{id: "get-event", summary: "Read one change, with what it did to other items", place: query, result: store.EventDetail{}}, a.getEvent)
	register(h, a, get, "/api/threads/{id}/events", operation{id: "list-thread-events", summary: "The history of a thread, also of a deleted one", place: query, result: events}, a.threadEvents)
	register(h, a, post, "/api/events/{id}/undo", operation{id: "undo-event", summary: "Take one change back", place: body, result: undone}, a.undoEvent)
	register(h, a, post, "/api/events:undo", operation{id: "undo-events", summary: "Take back all changes of an actor in a time range, or none", place: body, result: undone}, a.undoEvents)

	register(h, a, get, "/api/overview", operation{id: "get-overview", summary: "The whole hub in numbers, and what of it is failing", place: query, result: Overview{}}, a.overview)
	register(h, a, get, "/api/now", operation{id: "get-now", summary: "The thread chosen to work on now", place: query, result: nowBody{}}, a.getNow)
	register(h, a, put, "/api/now", operation{id: "put-now", summary: "Choose the thread to work on now", place: body, result: nowBody{}}, a.putNow)
	register(h, a, get, "/api/next", operation{id: "get-next", summary: "One thread to take up next, and why", place: query, result: nextBody{}}, a.getNext)

	register(h, a, get, "/api/preferences", operation{id: "get-preferences", summary: "The preferences in effect, and where each comes from", place: query, result: PreferencesBody{}}, a.getPreferences)
	register(h, a, put, "/api/preferences", operation{id: "put-preferences", summary: "Change the preferences that the body carries; null takes one back", place: body, result: PreferencesBody{}}, a.putPreferences)

	register(h, a, get, "/api/approvals", operation{id: "list-approvals", summary: "What agents asked for", place: query, result: approvals}, a.listApprovals)
	register(h, a, post, "/api/approvals/{id}/approve", operation{id: "approve", summary: "Make the change that was asked for (the owner only)", place: body, result: approval}, a.approve)
	register(h, a, post, "/api/approvals/{id}/reject", operation{id: "reject", summary: "Turn a request down (the owner only)", place: body, result: approval}, a.reject)

	register(h, a, get, "/api/gateway", operation{id: "get-gateway", summary: "Where notices go, when, and how that went last", place: query, result: GatewayBody{}}, a.getGateway)
	register(h, a, put, "/api/gateway", operation{id: "put-gateway", summary: "Change the settings of the gateway that the body carries; null takes one back", place: body, result: GatewayBody{}}, a.putGateway)
	register(h, a, post, "/api/gateway/test", operation{id: "test-gateway", summary: "Send a message that only says that it arrived", place: body, status: http.StatusAccepted, result: store.Delivery{}}, a.testGateway)
	register(h, a, get, "/api/gateway/preview", operation{id: "preview-gateway", summary: "The digest as it would go out now", place: query, result: DigestPreview{}}, a.previewGateway)
	register(h, a, get, "/api/deliveries", operation{id: "list-deliveries", summary: "List what was sent to the owner, what failed and what waits, the newest first", place: query, result: []store.Delivery{}}, a.listDeliveries)

	register(h, a, get, "/api/forge", operation{id: "get-forge", summary: "The git remote that projects are kept the same with, and how that went last", place: query, result: ForgeBody{}}, a.getForge)
	register(h, a, put, "/api/forge", operation{id: "put-forge", summary: "Change the settings of the forge that the body carries; null takes one back", place: body, result: ForgeBody{}}, a.putForge)
	register(h, a, post, "/api/forge/test", operation{id: "test-forge", summary: "Ask the forge for its branches", place: body, result: ForgeTest{}}, a.testForge)
	register(h, a, post, "/api/forge/scan", operation{id: "scan-forge", summary: "List the projects of the forge; nothing is written", place: body, result: forge.Scanned{}}, a.scanForge)
	register(h, a, post, "/api/forge/import", operation{id: "import-forge", summary: "Register projects of the forge and take their progress files over", place: body, result: forge.Imported{}, goesOn: forge.Job{}}, a.importForge)
	register(h, a, post, "/api/forge/sync", operation{id: "sync-forge", summary: "Bring the hub and the forge together", place: body, result: ForgeBody{}, goesOn: forge.Job{}}, a.syncForge)
	register(h, a, post, "/api/forge/accept", operation{id: "accept-forge", summary: "The two have diverged: take the forge's state over", place: body, result: ForgeBody{}, goesOn: forge.Job{}}, a.acceptForge)
	register(h, a, post, "/api/forge/restore", operation{id: "restore-forge", summary: "The two have diverged: put the hub's texts back into the forge, in a commit on top", place: body, result: ForgeBody{}, goesOn: forge.Job{}}, a.restoreForge)
	register(h, a, post, "/api/forge/cancel", operation{id: "cancel-forge", summary: "Break off the work on the forge that is under way", place: body, result: ForgeBody{}}, a.cancelForge)
	register(h, a, get, "/api/forge/conflicts", operation{id: "list-forge-conflicts", summary: "List the files that both sides have changed in the same place, the newest first", place: query, result: []store.ForgeConflict{}}, a.listConflicts)
	register(h, a, post, "/api/forge/conflicts/{id}/resolve", operation{id: "resolve-forge-conflict", summary: "Decide a conflict: the text becomes the document's, and the next sync brings it to the forge", place: body, result: store.ForgeResolved{}}, a.resolveConflict)

	register(h, a, get, "/api/clients", operation{id: "list-clients", summary: "The programs that have used the hub since it started", place: query, result: []ClientBody{}}, a.listClients)
	register(h, a, get, "/api/server", operation{id: "get-server", summary: "The running hub: version, data folder, addresses, certificate", place: query, result: ServerBody{}}, a.getServer)

	register(h, a, get, "/api/sessions", operation{id: "list-sessions", summary: "List session records, the newest first", place: query, result: []store.SessionRecord{}}, a.listSessions)
	register(h, a, get, "/api/sessions/{id}", operation{id: "get-session", summary: "Read a session record", place: query, result: store.SessionRecord{}}, a.getSession)

	reminder := ReminderBody{}
	register(h, a, get, "/api/reminders", operation{id: "list-reminders", summary: "List reminders, those due first come first", place: query, result: []ReminderBody{}}, a.listReminders)
	register(h, a, post, "/api/reminders", operation{id: "create-reminder", summary: "Create a reminder", place: body, status: http.StatusCreated, result: reminder}, a.createReminder)
	register(h, a, get, "/api/reminders/{id}", operation{id: "get-reminder", summary: "Read a reminder with its next times", place: query, result: ReminderDetail{}}, a.getReminder)
	register(h, a, patch, "/api/reminders/{id}", operation{id: "update-reminder", summary: "Change the fields of a reminder that the body carries", place: body, result: reminder}, a.updateReminder)
	register(h, a, del, "/api/reminders/{id}", operation{id: "delete-reminder", summary: "Delete a reminder", place: query, status: http.StatusNoContent}, a.deleteReminder)
	register(h, a, post, "/api/reminders/{id}/snooze", operation{id: "snooze-reminder", summary: "Move the next time of a reminder", place: body, result: reminder}, a.snoozeReminder)
	register(h, a, post, "/api/reminders/{id}/done", operation{id: "finish-reminder", summary: "End a reminder; of a recurring one this occurrence", place: body, result: reminder}, a.finishReminder)

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

	register(h, a, post, "/api/preview", operation{id: "preview", summary: "Show a text as HTML without saving it", place: body, result: PreviewBody{}}, a.preview)
	register(h, a, get, "/api/address", operation{id: "get-address", summary: "The slug or path that a title becomes", place: query, result: store.Address{}}, a.address)
}
