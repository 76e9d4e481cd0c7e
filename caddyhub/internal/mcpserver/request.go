package mcpserver

import (
	"context"
	"fmt"

	"github.com/progresshub/progresshub/store"
)

func (s *server) requestTool() tool {
	return tool{
		name:        "request_change",
		title:       "Request a change",
		description: "Ask the owner to rename or delete a project, merge threads or delete a page. Nothing happens before the owner approves.",
		hints:       writesOnce,
		params: []param{
			{name: "kind", required: true, oneOf: store.ChangeRequestKinds()},
			{name: "payload", kind: objectArg, required: true, doc: "rename_project {slug, new_slug, title?}, delete_project {slug}, merge_threads {thread_id, into}, delete_page {path}"},
			{name: "reason"},
		},
		run: s.request,
	}
}

// requestData is a request as the agent that made it sees it.
type requestData struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	State  string `json:"state"`
	Effect string `json:"effect"`
	New    bool   `json:"new"` // false: the same was asked for before and still waits
}

func (s *server) request(ctx context.Context, c call) (toolResult, error) {
	w, err := s.Store.RequestChange(ctx, c.by, c.text("kind"), c.object("payload"), c.text("reason"))
	if err != nil {
		return toolResult{}, err
	}
	a := w.Item
	data := requestData{a.ID, a.Kind, a.State, oneLine(a.Effect), w.EventID != ""}
	verb := "Asked the owner"
	if !data.New {
		verb = "The owner was asked for this before and has not decided yet"
	}
	return toolResult{fmt.Sprintf("%s (request %s, %s): %s. Go on with other work; do not wait for it.", verb, a.ID, a.State, quote(a.Effect)), data}, nil
}
