package store

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Event is one recorded change: append-only, written in the change's own transaction.
type Event struct {
	ID         string            `json:"id" example:"0k3x5p9q2abd"`
	At         Time              `json:"at" format:"date-time"`
	Actor      Actor             `json:"actor" enum:"owner,agent"`
	SourceTool *string           `json:"source_tool" doc:"The agent's name; null for the owner" example:"claude-code"`
	Via        *string           `json:"via" doc:"The name of the token it came with; null: the owner's session or the access token" example:"laptop"`
	Kind       string            `json:"kind" doc:"thread.created, ..." example:"thread.blocked"`
	Subject    string            `json:"subject" doc:"The item's hub:// URI" example:"hub://threads/0k3x5p9q2abc"`
	Before     json.RawMessage   `json:"before" doc:"The changed fields only; null when the item was created, empty where only the owner may read them" example:"{\"status\":\"open\"}"`
	After      json.RawMessage   `json:"after" doc:"The same fields afterwards, of a new item those that are not empty; null when it was deleted" example:"{\"status\":\"blocked\"}"`
	UndoOf     *string           `json:"undo_of" doc:"The event that this one takes back"`
	Also       int               `json:"also" doc:"How many other items the same change touched" example:"0"`
	Title      *string           `json:"title" doc:"What the item is called now; null for one without a name" example:"Rotate the backup keys"`
	Threads    map[string]string `json:"threads,omitempty" doc:"What the threads that before and after name by their ids are called now; missing when they name none"`
	Undone     bool              `json:"undone" doc:"Whether it was taken back since"`
	BeyondUndo bool              `json:"beyond_undo" doc:"Whether it is too old to be taken back"`
	token      *string           // its id; where only its name is known, that
	Compacted  *Compacted        `json:"compacted" doc:"What is left of the changes of a day that is beyond undo; null: the event is one change"`
}

// subject names an item in an event: by the address it has now, and by the key it is found
// under whatever it is called later.
type subject struct {
	item string // its kind and id, such as thread/0abc...
	uri  string
}

// part is what a change did to one item. A nil before is a creation, a nil after the end.
type part struct {
	of            subject
	before, after fields
}

// The kinds of items. They begin the kind of an event ("thread.created") and an item's key
// in the history, and tell hits of a search apart.
const (
	kindThread    = "thread"
	kindProject   = "project"
	kindProgress  = "progress"
	kindPage      = "page"
	kindReminder  = "reminder"
	kindSession   = "session"
	kindSettings  = "settings"
	kindSetting   = "setting" // one of them, among what is damaged
	kindApproval  = "approval"
	kindImport    = "import"
	kindConnector = "connector"
)

// itemKey is the key of an item in the history.
func itemKey(kind, id string) string { return kind + "/" + id }

// ThreadURI is the subject of a thread's events and its address over MCP.
func ThreadURI(id string) string { return "hub://threads/" + id }

// ProjectURI is the subject of a project's events.
func ProjectURI(slug string) string { return "hub://projects/" + slug }

// fields is an item as the JSON it shows, for the comparison of before and after.
type fields map[string]json.RawMessage

func fieldsOf(item any) (fields, error) {
	b, err := json.Marshal(item)
	if err != nil {
		return nil, err
	}
	var f fields
	err = json.Unmarshal(b, &f)
	return f, err
}

// difference leaves in both only the fields that differ, without those named by skip.
func difference(before, after fields, skip ...string) {
	for name, value := range after {
		if slices.Contains(skip, name) || bytes.Equal(before[name], value) {
			delete(before, name)
			delete(after, name)
		}
	}
	for name := range before {
		if slices.Contains(skip, name) {
			delete(before, name)
		}
	}
}

func (p part) texts() (before, after json.RawMessage, err error) {
	if before, err = jsonOrNull(p.before); err != nil {
		return nil, nil, err
	}
	after, err = jsonOrNull(p.after)
	return before, after, err
}

// dropEmpty leaves out what says nothing of a new item. Events from before it was so hold all
// fields: readers take a missing one for an empty one.
func (f fields) dropEmpty() {
	for name, value := range f {
		switch string(value) {
		case "null", "[]", `""`, "false":
			delete(f, name)
		}
	}
}

func jsonOrNull(f fields) (json.RawMessage, error) {
	if f == nil {
		return nil, nil
	}
	return json.Marshal(f)
}
