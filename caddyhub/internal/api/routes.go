package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// routes is the table of contents: every operation that Huma has a part in. What it takes and
// answers stands with its handler.
func (a *API) routes(h huma.API) {
	r := router{h, a}
	route(r, "GET /api/threads", listThreads, a.listThreads)
	route(r, "POST /api/threads", createThread, a.createThread)
	route(r, "GET /api/threads/{id}", getThread, a.getThread)
	route(r, "PATCH /api/threads/{id}", updateThread, a.updateThread)
	route(r, "DELETE /api/threads/{id}", deleteThread, a.deleteThread)

	route(r, "GET /api/threads/{id}/dependencies", threadDependencies, a.threadDependencies)
	route(r, "POST /api/threads/{id}/pause", pauseThread, a.pauseThread)
	route(r, "POST /api/threads/{id}/block", blockThread, a.blockThread)
	route(r, "POST /api/threads/{id}/done", finishThread, a.finishThread)
	route(r, "POST /api/threads/{id}/dismiss", dismissThread, a.dismissThread)
	route(r, "POST /api/threads/{id}/reopen", reopenThread, a.reopenThread)
	route(r, "POST /api/threads/{id}/keep", keepThread, a.keepThread)
	route(r, "POST /api/threads/{id}/snooze", snoozeThread, a.snoozeThread)
	route(r, "POST /api/threads/{id}/merge", mergeThread, a.mergeThread)
	route(r, "POST /api/threads/{id}/claim", claimThread, a.claimThread)
	route(r, "POST /api/threads/{id}/release", releaseThread, a.releaseThread)

	route(r, "GET /api/overlap", overlap, a.overlap)
	route(r, "GET /api/digest", digest, a.digest)
	route(r, "GET /api/search", search, a.search)

	route(r, "GET /api/projects", listProjects, a.listProjects)
	route(r, "POST /api/projects", createProject, a.createProject)
	route(r, "GET /api/projects/{slug}", getProject, a.getProject)
	route(r, "PATCH /api/projects/{slug}", updateProject, a.updateProject)
	route(r, "DELETE /api/projects/{slug}", deleteProject, a.deleteProject)
	route(r, "GET /api/projects/resolve", resolveProject, a.resolveProject)

	route(r, "GET /api/events", listEvents, a.listEvents)
	route(r, "GET /api/events/{id}", getEvent, a.getEvent)
	route(r, "GET /api/threads/{id}/events", threadEvents, a.threadEvents)
	route(r, "POST /api/events/{id}/undo", undoEvent, a.undoEvent)
	route(r, "POST /api/events:undo", undoEvents, a.undoEvents)

	route(r, "GET /api/overview", overview, a.overview)
	route(r, "GET /api/activity", getActivity, a.getActivity)
	route(r, "GET /api/now", getNow, a.getNow)
	route(r, "PUT /api/now", putNow, a.putNow)
	route(r, "GET /api/next", getNext, a.getNext)

	route(r, "GET /api/preferences", getPreferences, a.getPreferences)
	route(r, "PUT /api/preferences", putPreferences, a.putPreferences)

	route(r, "GET /api/approvals", listApprovals, a.listApprovals)
	route(r, "POST /api/approvals/{id}/approve", approve, a.approve)
	route(r, "POST /api/approvals/{id}/reject", reject, a.reject)

	route(r, "GET /api/gateway", getGateway, a.getGateway)
	route(r, "PUT /api/gateway", putGateway, a.putGateway)
	route(r, "POST /api/gateway/test", testGateway, a.testGateway)
	route(r, "GET /api/gateway/preview", previewGateway, a.previewGateway)
	route(r, "GET /api/deliveries", listDeliveries, a.listDeliveries)

	route(r, "GET /api/notify", getNotify, a.getNotify)
	route(r, "PUT /api/notify", putNotify, a.putNotify)
	route(r, "POST /api/notify/{channel}/test", testNotify, a.testNotify)
	route(r, "GET /api/notify/push", getPush, a.getPush)
	route(r, "PUT /api/notify/push/devices/{id}", putDevice, a.putDevice)
	route(r, "DELETE /api/notify/push/devices/{id}", deleteDevice, a.deleteDevice)
	route(r, "POST /api/act", act, a.act)

	route(r, "GET /api/forge", getForge, a.getForge)
	route(r, "PUT /api/forge", putForge, a.putForge)
	route(r, "POST /api/forge/test", testForge, a.testForge)
	route(r, "POST /api/forge/scan", scanForge, a.scanForge)
	route(r, "POST /api/forge/import", importForge, a.importForge)
	route(r, "POST /api/forge/sync", syncForge, a.syncForge)
	route(r, "POST /api/forge/accept", acceptForge, a.acceptForge)
	route(r, "POST /api/forge/restore", restoreForge, a.restoreForge)
	route(r, "POST /api/forge/cancel", cancelForge, a.cancelForge)
	route(r, "GET /api/forge/conflicts", listConflicts, a.listConflicts)
	route(r, "POST /api/forge/conflicts/{id}/resolve", resolveConflict, a.resolveConflict)

	route(r, "GET /api/agents", getAgents, a.getAgents)
	route(r, "GET /api/clients", listClients, a.listClients)
	route(r, "GET /api/server", getServer, a.getServer)

	route(r, "GET /api/tokens", listTokens, a.listTokens)
	route(r, "POST /api/tokens", createToken, a.createToken)
	route(r, "DELETE /api/tokens/{id}", revokeToken, a.revokeToken)

	route(r, "POST /api/oauth/check", checkConnectors, a.checkConnectors)
	route(r, "GET /api/oauth/requests/{id}", getConnectionRequest, a.getConnectionRequest)
	route(r, "POST /api/oauth/requests/{id}/approve", approveConnection, a.approveConnection)
	route(r, "POST /api/oauth/requests/{id}/deny", denyConnection, a.denyConnection)

	route(r, "GET /api/calendar", getFeed, a.getFeed)
	route(r, "POST /api/calendar", makeFeed, a.makeFeed)
	route(r, "DELETE /api/calendar", endFeed, a.endFeed)

	route(r, "POST /api/pairings", askPairing, a.askPairing)
	route(r, pairingPattern, getPairing, a.getPairing)
	route(r, "POST /api/pairings/{id}/allow", allowPairing, a.allowPairing)
	route(r, "POST /api/pairings/{id}/deny", denyPairing, a.denyPairing)
	route(r, "POST /api/pairings/{id}/token", takePairing, a.takePairing)

	route(r, "GET /api/sessions", listSessions, a.listSessions)
	route(r, "GET /api/sessions/{id}", getSession, a.getSession)

	route(r, "GET /api/reminders", listReminders, a.listReminders)
	route(r, "POST /api/reminders", createReminder, a.createReminder)
	route(r, "GET /api/reminders/{id}", getReminder, a.getReminder)
	route(r, "PATCH /api/reminders/{id}", updateReminder, a.updateReminder)
	route(r, "DELETE /api/reminders/{id}", deleteReminder, a.deleteReminder)
	route(r, "POST /api/reminders/{id}/snooze", snoozeReminder, a.snoozeReminder)
	route(r, "POST /api/reminders/{id}/done", finishReminder, a.finishReminder)

	route(r, "GET /api/projects/{slug}/progress", getProgress, a.getProgress)
	route(r, "PUT /api/projects/{slug}/progress", putProgress, a.putProgress)
	route(r, "POST /api/projects/{slug}/progress/log", logProgress, a.logProgress)
	route(r, "GET /api/projects/{slug}/progress-revisions", listProgressRevisions, a.listProgressRevisions)

	route(r, "GET /api/imports/{id}", getImport, a.getImport)
	route(r, "POST /api/imports/{id}/apply", applyImport, a.applyImport)

	route(r, "GET /api/wiki", listPages, a.listPages)
	route(r, "GET /api/wiki/{path...}", getPage, a.getPage)
	route(r, "PUT /api/wiki/{path...}", putPage, a.putPage)
	route(r, "DELETE /api/wiki/{path...}", deletePage, a.deletePage)
	route(r, "GET /api/wiki-revisions/{path...}", listPageRevisions, a.listPageRevisions)
	route(r, "POST /api/wiki-move", movePages, a.movePages)
	route(r, "GET /api/wiki-links", getWikiLinks, a.getWikiLinks)

	route(r, "POST /api/preview", preview, a.preview)
	route(r, "GET /api/address", address, a.address)
}

// plainRoutes are the others: they read their input by themselves, or have none.
func (a *API) plainRoutes(document http.HandlerFunc) {
	a.plain("GET /api/health", inbound.Open, a.health) // whatever a monitor adds to the address
	a.plain("GET /api/openapi.json", inbound.Read, withoutParameters(document))
	a.plain("GET /api/events/stream", inbound.Read, withoutParameters(a.stream))
	a.plain(feedPattern, inbound.Open, a.calendarFile)
	a.plain("POST "+batchPath, inbound.Write, withoutParameters(a.saveSessions))
	a.plain("POST "+backupPath, inbound.Owner, withoutParameters(a.downloadBackup))
	a.plain("POST "+importPath, inbound.Owner, a.planImport)
	for pattern, handler := range a.Auth.Routes() {
		a.plain(pattern, inbound.Open, handler)
	}
}

// plain adds a route without Huma.
func (a *API) plain(pattern string, class inbound.Class, handler http.HandlerFunc) {
	a.mux.classes[pattern] = class
	a.mux.HandleFunc(pattern, handler)
}
