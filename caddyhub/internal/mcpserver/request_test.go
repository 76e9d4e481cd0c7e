package mcpserver

import (
	"net/http"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestRequestsWaitForTheOwner(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	args := map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": "alpha"}, "reason": "it is empty"}
	r := h.call("request_change", args)
	got := data[requestData](h, r)
	if got.State != "pending" || !got.New || got.Kind != "delete_project" {
		t.Errorf("%+v", got)
	}
	contains(t, r.text(), got.ID, "pending", "Deletes the project alpha")
	if _, err := h.store.Project(t.Context(), "alpha"); err != nil {
		t.Errorf("it did not wait: %v", err)
	}
	again := h.call("request_change", args)
	if twin := data[requestData](h, again); twin.ID != got.ID || twin.New {
		t.Errorf("asked again: %+v", twin)
	}
	contains(t, again.text(), "has not decided yet")
	h.clock.Advance(time.Minute)
	if _, err := h.store.Approve(t.Context(), store.By{Actor: store.Owner}, got.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.Project(t.Context(), "alpha"); err == nil {
		t.Error("approved, it is still there")
	}
	t.Run("a digest names the decision for two days", func(t *testing.T) {
		h.clock.Advance(47 * time.Hour)
		contains(t, h.call("session_digest", nil).text(), "request "+got.ID+" was approved: ", "Deletes the project alpha")
		h.clock.Advance(2 * time.Hour)
		absent(t, h.call("session_digest", nil).text(), got.ID)
	})
	for name, c := range map[string]struct {
		args map[string]any
		says string
	}{
		"no kind":           {map[string]any{"payload": map[string]any{}}, `argument "kind"`},
		"an unknown kind":   {map[string]any{"kind": "delete_hub", "payload": map[string]any{}}, "must be one of delete_page, delete_project, merge_threads, rename_project, reopen_thread, undo"},
		"a payload as text": {map[string]any{"kind": "delete_page", "payload": "x"}, `argument "payload" must be an object`},
		"a missing field":   {map[string]any{"kind": "delete_page", "payload": map[string]any{}}, "payload.path is required"},
		"no such page":      {map[string]any{"kind": "delete_page", "payload": map[string]any{"path": "a/b"}}, "not found"},
		"no such project":   {map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": "alhpa"}}, "not found"},
	} {
		t.Run(name, func(t *testing.T) { contains(t, h.refusal("request_change", c.args), c.says) })
	}
}

// An agent takes back what it did itself at once, and sees what became of its requests.
func TestRequestsToTakeBack(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	id := mine.Thread.ID
	h.call("finish_thread", map[string]any{"thread_id": id, "lease_id": mine.Lease.ID})
	args := map[string]any{"kind": "reopen_thread", "payload": map[string]any{"thread_id": id}, "source_tool": "zed"}
	asked := h.call("request_change", args)
	contains(t, asked.text(), "Asked the owner", "pending")
	if _, err := h.store.Reject(t.Context(), byOwner, data[requestData](h, asked).ID); err != nil {
		t.Fatal(err)
	}
	contains(t, h.call("request_change", args).text(), "rejected it at 2026-05-04T09:30:00.000Z", "new reason")
	contains(t, h.call("read", map[string]any{"uri": "hub://requests"}).text(), "rejected reopen_thread")
	h.finishAs("codex", h.reopen(id))
	contains(t, h.call("request_change", map[string]any{"kind": "reopen_thread", "payload": args["payload"], "source_tool": "codex", "reason": "not yet"}).text(), "Done at once")
	if got := h.read(id).Status; got != store.StatusOpen {
		t.Errorf("it is %s", got)
	}
	contains(t, h.refusal("request_change", map[string]any{"kind": "reopen_thread", "payload": args["payload"], "reason": "again"}), "this thread is open already")
}

// What was done with a lease is the holder's: who does not say that name waits, and is told to say
// its own. Who has said one is not told to try others.
func TestARequestIsOnesOwnByTheNameOfTheClaim(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	h.call("finish_thread", map[string]any{"thread_id": mine.Thread.ID, "lease_id": mine.Lease.ID})
	args := map[string]any{"kind": "reopen_thread", "payload": map[string]any{"thread_id": mine.Thread.ID}}
	waits := h.call("request_change", args).text()
	contains(t, waits, "Asked the owner", "repeat with source_tool, your name as you gave it")
	absent(t, waits, "codex", "lease_id")
	args["source_tool"] = "zed"
	absent(t, h.call("request_change", args).text(), "source_tool", "lease_id")
	args["source_tool"] = "codex"
	contains(t, h.call("request_change", args).text(), "Done at once")
	if got := h.read(mine.Thread.ID).Status; got != store.StatusOpen {
		t.Errorf("it is %s", got)
	}
}

// An agent says its name in some calls, and its program is named in all of them: what either has
// done is its own, and another program's is not.
func TestARequestIsOnesOwnByTheNameOfTheProgram(t *testing.T) {
	const codex, bridged = "codex_cli_rs/0.9", "hub-mcp/1.0 (codex-mcp-client)"
	for _, c := range []struct {
		name      string
		did, asks string // User-Agents
		done      bool
	}{
		{"by its program", codex, codex, true},
		{"by another program", "cursor-vscode/1.2", codex, false},
		{"by its program behind the bridge", bridged, bridged, true},
		{"by another program behind the bridge", "hub-mcp/1.0 (cursor-vscode)", bridged, false},
	} {
		for kind, prepare := range map[string]func(h *hub) map[string]any{
			"undo": func(h *hub) map[string]any {
				made := h.callAs(c.did, "write_page", map[string]any{"uri": "hub://wiki/ops", "markdown": "wrong"})
				return map[string]any{"event_id": data[changeData](h, made).EventID}
			},
			"reopen_thread": func(h *hub) map[string]any {
				id := h.thread("shop", billing).ID
				h.callAs(c.did, "finish_thread", map[string]any{"thread_id": id})
				return map[string]any{"thread_id": id}
			},
		} {
			t.Run(kind+" "+c.name, func(t *testing.T) {
				h := newHub(t)
				payload := prepare(h)
				r := h.callAs(c.asks, "request_change", map[string]any{"kind": kind, "payload": payload, "source_tool": "codex"})
				if got := data[requestData](h, r); (got.State == store.ApprovalApproved) != c.done {
					t.Errorf("%s", r.text())
				}
				absent(t, r.text(), "lease_id", "source_tool")
			})
		}
	}
}

// callAs is call by a client of another User-Agent.
func (h *hub) callAs(agent, tool string, args any) result {
	h.Helper()
	body := h.encode(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args}})
	got := decodeTo[rpcReply](h, h.send(http.MethodPost, "/mcp", body, map[string]string{"User-Agent": agent}).body)
	r := decodeTo[result](h, got.Result)
	if got.Error != nil || r.IsError {
		h.Fatalf("%s: %v %s", tool, got.Error, r.text())
	}
	return r
}

// The lease is asked for only where it would do: not once the claim has ended, nor of a page.
func TestALeaseIsAskedForOnlyWhereItWouldDo(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	paused := h.call("pause_thread", underLease(mine.Thread.ID, mine.Lease.ID, map[string]any{"resume_step": "open queue.go"}))
	payload := map[string]any{"event_id": data[changeData](h, paused).EventID, "lease_id": mine.Lease.ID}
	args := map[string]any{"kind": "undo", "payload": payload}
	waits := h.call("request_change", args).text()
	absent(t, waits, "lease_id")
	contains(t, waits, "repeat with source_tool")
	args["source_tool"] = "codex"
	contains(t, h.call("request_change", args).text(), "Done at once")
}

// Of a thread that is held, its holder takes its own change back with the lease; without it that
// waits for the owner. The lease is nowhere to be read.
func TestAnUndoOfHeldWorkTakesItsLease(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	id := mine.Thread.ID
	h.call("save_thread", underLease(id, mine.Lease.ID, map[string]any{"focus": "the wrong table"}))
	page, err := h.store.Events(t.Context(), store.EventFilter{Subject: store.ThreadURI(id), Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	payload := map[string]any{"event_id": page.Events[0].ID}
	args := map[string]any{"kind": "undo", "payload": payload, "source_tool": "codex"}
	contains(t, h.call("request_change", args).text(), "Asked the owner", "repeat with the lease_id of your claim")
	payload["lease_id"] = "000000000000"
	contains(t, h.call("request_change", args).text(), "has not decided yet")
	payload["lease_id"] = mine.Lease.ID
	delete(args, "source_tool")
	r := h.call("request_change", args)
	contains(t, r.text(), "Done at once")
	if got := h.read(id); got.Focus != nil || got.Lease == nil {
		t.Errorf("%+v", got)
	}
	absent(t, h.call("read", map[string]any{"uri": requestURI(data[requestData](h, r).ID)}).text(), mine.Lease.ID)
	list, err := h.store.Approvals(t.Context(), store.ApprovalFilter{State: "all"})
	if err != nil {
		t.Fatal(err)
	}
	absent(t, h.encode(list.Approvals), mine.Lease.ID)
}

// What could not be done, or is so already, is refused at once, with the way out.
func TestImpossibleRequestsAreRefused(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), Title: store.Some("Alpha")})
	h.project(store.ProjectInput{Slug: store.Some("beta")})
	h.project(store.ProjectInput{Slug: store.Some("gamma")})
	if _, err := h.store.UpdateProject(t.Context(), byOwner, "gamma", store.ProjectInput{Slug: store.Some("delta")}); err != nil {
		t.Fatal(err)
	}
	a, b, c, d := h.thread("alpha", "Rotate the keys"), h.thread("alpha", "Rotate all keys"), h.thread("alpha", "Paint the fence"), h.thread("alpha", "Oil the hinges")
	if _, err := h.store.MergeThread(t.Context(), byOwner, b.ID, a.ID, store.Guard{}); err != nil {
		t.Fatal(err)
	}
	h.finish(c.ID, store.StatusDone)
	var events []string
	for _, goal := range []string{"one", "two"} {
		w, err := h.store.UpdateThread(t.Context(), byOwner, d.ID, store.Guard{}, store.ThreadInput{Goal: store.Some(goal)}, false)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, w.EventID)
	}
	for _, tc := range []struct {
		name, kind string
		payload    map[string]any
		says       []string
	}{
		{"a slug that is taken", "rename_project", map[string]any{"slug": "alpha", "new_slug": "beta"}, []string{`the project "beta" exists already`, "another new_slug"}},
		{"a slug that was another's", "rename_project", map[string]any{"slug": "alpha", "new_slug": "gamma"}, []string{`earlier name of the project "delta"`, "another new_slug"}},
		{"a name it has", "rename_project", map[string]any{"slug": "alpha", "new_slug": "alpha", "title": "Alpha"}, []string{"already has that name"}},
		{"a merge by titles", "merge_threads", map[string]any{"thread_id": "Paint the fence", "into": "Rotate the keys"}, []string{"payload.thread_id must be the id of a thread", "payload.into must be the id", "list_threads"}},
		{"a merge that is done", "merge_threads", map[string]any{"thread_id": b.ID, "into": a.ID}, []string{"merged already"}},
		{"a merge with its own part", "merge_threads", map[string]any{"thread_id": a.ID, "into": b.ID}, []string{"merged already"}},
		{"a merge of a part", "merge_threads", map[string]any{"thread_id": b.ID, "into": d.ID}, []string{"is part of " + a.ID}},
		{"a merge into finished work", "merge_threads", map[string]any{"thread_id": d.ID, "into": c.ID}, []string{"thread " + c.ID + " is done", "the other way round", "reopen_thread"}},
		{"an undo behind a newer change", "undo", map[string]any{"event_id": events[0]}, []string{"stand in the way", events[1]}},
		{"what is open", "reopen_thread", map[string]any{"thread_id": store.ThreadURI(d.ID)}, []string{"open already"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			contains(t, h.refusal("request_change", map[string]any{"kind": tc.kind, "payload": tc.payload, "source_tool": "codex"}), tc.says...)
		})
	}
	t.Run("the same in other words answers with its state", func(t *testing.T) {
		first := h.call("request_change", map[string]any{"kind": "merge_threads", "payload": map[string]any{"thread_id": d.ID, "into": a.ID}})
		contains(t, first.text(), "(request ", "pending", "("+d.ID+")", "("+a.ID+")")
		again := h.call("request_change", map[string]any{"kind": "merge_threads", "payload": map[string]any{"thread_id": store.ThreadURI(d.ID), "into": b.ID}, "reason": "else"})
		contains(t, again.text(), "has not decided yet", data[requestData](h, first).ID, "pending")
	})
	page, err := h.store.Approvals(t.Context(), store.ApprovalFilter{State: "all"})
	if err != nil || page.Total != 1 {
		t.Errorf("%d requests were kept, %v", page.Total, err)
	}
}

// A digest names what the owner decided of the caller's own requests first, and what was rejected: that
// is what must not be asked again. The rest is counted.
func TestDecisionsInADigest(t *testing.T) {
	h := newHub(t)
	asked := map[string]string{} // the ids of requests, by project
	for _, c := range []struct{ tool, slug, verdict string }{
		{"zed", "alpha", store.ApprovalRejected},
		{"codex", "beta", store.ApprovalApproved},
		{"codex", "gamma", store.ApprovalRejected},
		{"zed", "delta", store.ApprovalApproved},
		{"zed", "epsilon", store.ApprovalApproved},
	} {
		h.project(store.ProjectInput{Slug: store.Some(c.slug)})
		asked[c.slug] = data[requestData](h, h.call("request_change", map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": c.slug}, "source_tool": c.tool})).ID
		h.clock.Advance(time.Minute)
		decide := h.store.Approve
		if c.verdict == store.ApprovalRejected {
			decide = h.store.Reject
		}
		if _, err := decide(t.Context(), byOwner, asked[c.slug]); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		agent string
		first []string // projects, in the order of the digest
	}{
		{"codex/1.0", []string{"gamma", "beta", "alpha"}},
		{"zed/1.0", []string{"alpha", "epsilon", "delta"}},
		{"cursor/1.0", []string{"gamma", "alpha", "epsilon"}},
	} {
		t.Run(c.agent, func(t *testing.T) {
			r := h.callAs(c.agent, "session_digest", nil)
			contains(t, r.text(), "- 2 more: read hub://requests", `, asked by "`)
			got := data[digestData](h, r)
			if len(got.Decided) != len(c.first) || got.DecidedCount != 5 {
				t.Fatalf("%+v, %d in all", got.Decided, got.DecidedCount)
			}
			for i, slug := range c.first {
				if got.Decided[i].ID != asked[slug] {
					t.Errorf("at %d is %+v", i, got.Decided[i])
				}
			}
		})
	}
}

// Who asks anew for what the owner rejected learns of that.
func TestARequestThatWasRejectedBefore(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	args := map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": "alpha"}, "source_tool": "codex"}
	first := h.call("request_change", args)
	absent(t, first.text(), "rejected")
	if _, err := h.store.Reject(t.Context(), byOwner, data[requestData](h, first).ID); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Hour)
	args["reason"], args["source_tool"] = "really", "zed"
	for _, begins := range []string{"Asked the owner (request", "The owner was asked for this before and has not decided yet"} {
		r := h.call("request_change", args)
		contains(t, r.text(), begins, "The owner rejected the same at 2026-05-04T09:30:00.000Z", "only if something has changed")
		if got := data[requestData](h, r); got.RejectedAt != "2026-05-04T09:30:00.000Z" {
			t.Errorf("%+v", got)
		}
	}
}

func (h *hub) reopen(id string) string {
	h.Helper()
	if _, err := h.store.Reopen(h.Context(), byOwner, id, store.Guard{}); err != nil {
		h.Fatal(err)
	}
	return id
}

func (h *hub) finishAs(tool, id string) {
	h.Helper()
	if _, err := h.store.Finish(h.Context(), store.By{Actor: store.Agent, SourceTool: tool}, id, store.Guard{}, store.StatusDone, ""); err != nil {
		h.Fatal(err)
	}
}
