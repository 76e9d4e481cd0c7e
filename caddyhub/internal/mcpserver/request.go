package mcpserver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

func (s *server) requestTool() tool {
	return tool{
		name:        "request_change",
		title:       "Request a change",
		description: "Ask the owner for a change. It waits for approval; reopening or undoing your own is done at once.",
		hints:       writesOnce,
		params: []param{
			{name: "kind", required: true, oneOf: store.ChangeRequestKinds()},
			{name: "payload", kind: objectArg, required: true, doc: "rename_project {slug, new_slug, title?}, delete_project {slug}, merge_threads {thread_id, into}, delete_page {path}, reopen_thread {thread_id}, undo {event_id, lease_id?}"},
			{name: "reason"},
			{name: "source_tool"},
		},
		run: s.request,
	}
}

// requestData is a request as the agent that made it sees it.
type requestData struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"`
	State      string `json:"state"`
	Effect     string `json:"effect"`
	New        bool   `json:"new"`                   // false: the same was asked for before
	RejectedAt string `json:"rejected_at,omitempty"` // when the owner last said no to the same
	changeData
}

const (
	// decidedFor is how long a digest names what the owner decided.
	decidedFor = 48 * time.Hour
	// digestDecided is how many decisions it names.
	digestDecided = 3
)

// decidedView is a decision of the owner in a digest.
type decidedView struct {
	ID         string `json:"id"`
	State      string `json:"state"`
	Effect     string `json:"effect"`
	SourceTool string `json:"source_tool,omitempty"` // who asked
}

func newDecided(a store.Approval) decidedView {
	return decidedView{a.ID, a.State, short(&a.Effect, rowText), short(a.SourceTool, maxCaller)}
}

func (v decidedView) line() string {
	line := fmt.Sprintf("- request %s was %s: %s", v.ID, v.State, quote(v.Effect))
	if v.SourceTool != "" {
		line += ", asked by " + quote(v.SourceTool)
	}
	return line
}

// decided names the decisions of the last days in a digest, and says where the others are.
func (s *server) decided(builder *textBuilder, data *digestData, list []store.Approval) {
	add := builder.under("Decided:")
	for _, a := range list {
		if v := newDecided(a); add(v.line(), v) {
			data.Decided = append(data.Decided, v)
		}
	}
	if more := data.DecidedCount - len(data.Decided); more > 0 {
		add(fmt.Sprintf("- %d more: read %s", more, requestsURI), nil)
	}
}

func (s *server) request(ctx context.Context, c call) (toolResult, error) {
	w, err := s.Store.RequestChange(ctx, c.by, c.text("kind"), c.object("payload"), c.text("reason"))
	if err != nil {
		return toolResult{}, err
	}
	a := w.Item
	data := requestData{a.ID, a.Kind, a.State, oneLine(a.Effect), w.EventID != "", "", changeData{optional(a.EventID)}}
	verb, next := "Asked the owner", "Go on with other work; do not wait for it. read "+requestURI(a.ID)+" shows the decision."
	switch {
	case a.State == store.ApprovalApproved:
		verb, next = "Done at once, as it was your own", ""
	case a.State == store.ApprovalRejected:
		verb, next = "The owner was asked for this before and rejected it at "+a.DecidedAt.String(), "Only a new reason asks again."
	case !data.New:
		verb = "The owner was asked for this before and has not decided yet"
	}
	if a.State == store.ApprovalPending && a.Rejected != nil {
		data.RejectedAt = a.Rejected.String()
		next += fmt.Sprintf(" The owner rejected the same at %s: ask for it only if something has changed since.", a.Rejected)
	}
	switch {
	case a.State != store.ApprovalPending:
	case a.Proof == store.ProofLease:
		next += " If it is your own change of a thread that you hold, repeat with the lease_id of your claim: only with that is it taken back at once."
	case a.Proof == store.ProofName && !c.has("source_tool"):
		next += " If it was your own doing, repeat with source_tool, your name as you gave it then: only so is it done at once."
	}
	return toolResult{strings.TrimSpace(fmt.Sprintf("%s (request %s, %s): %s. %s", verb, a.ID, a.State, quote(a.Effect), next)) + eventText(data.EventID), data}, nil
}
