package notify

import (
	"encoding/json"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/store"
)

// actPath is where a button is used.
const actPath = "/api/act"

// labels are the words of buttons.
var labels = map[string]string{
	store.VerbDone: "Done", store.VerbSnoozeHr: "In an hour", store.VerbSnoozeDay: "Tomorrow", store.VerbOpen: "Open",
}

// groups are the headings of a review's parts.
var groups = map[string]string{store.GroupFinished: "Finished", store.GroupQuiet: "Gone quiet"}

// noticeOf is what a message says to people. One of a hub that knew no notices has its text alone.
func noticeOf(m gateway.Message) store.Notice {
	if m.Notice != nil {
		return *m.Notice
	}
	return store.Notice{ID: m.ID, Kind: m.Kind, Title: "Progress Hub", Body: m.Text, Tag: m.Kind, Items: []store.NoticeItem{}}
}

// encode makes a body of what is sent and what is kept of it.
func encode(sent, shown any) (b gateway.Body, err error) {
	if b.Sent, err = json.Marshal(sent); err != nil {
		return b, err
	}
	b.Shown, err = json.Marshal(shown)
	return b, err
}
