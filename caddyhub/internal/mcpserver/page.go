package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// The modes of write_page.
const (
	modeAppend  = "append"
	modeReplace = "replace"
	modeEdit    = "edit"
)

// writable are the addresses of the documents that agents write.
const writable = "hub://wiki/{path} or hub://projects/{slug}/progress"

func (s *server) pageTool() tool {
	return tool{
		name:        "write_page",
		title:       "Write page",
		description: "Append to (default), replace or edit (tick a box) a wiki page or progress file.",
		// A replaced text stays among the revisions, but a client should ask first.
		hints: hints{destructive: true},
		params: []param{
			{name: "uri", required: true, doc: writable, hint: writable},
			{name: "markdown"},
			{name: "mode", oneOf: []string{modeAppend, modeReplace, modeEdit}},
			{name: "find", doc: "there once"},
			{name: "replace"},
			{name: "if_rev", kind: numberArg, doc: "as read; to replace"},
		},
		run: s.writePage,
	}
}

// pageData is a document after a change.
type pageData struct {
	URI     string `json:"uri"`
	Rev     int    `json:"rev"`
	Changed bool   `json:"changed"` // false: the text was this already
	Created bool   `json:"created"` // there was none
	URL     string `json:"url"`
	Unread  []int  `json:"not_understood,omitempty"` // lines of the glossary that set nothing equal
	changeData
}

func (s *server) writePage(ctx context.Context, c call) (toolResult, error) {
	uri, err := s.address(ctx, c.text("uri"))
	if err != nil {
		return toolResult{}, err
	}
	mode := c.text("mode")
	if mode == "" {
		mode = modeAppend
	}
	if err := c.checkMode(mode); err != nil {
		return toolResult{}, err
	}
	data, err := s.write(ctx, c, uri, mode)
	var conflict *store.VersionError
	if errors.As(err, &conflict) {
		return toolResult{}, conflictOf(uri, mode, conflict.Current, c.number("if_rev"))
	}
	if err != nil {
		return toolResult{}, renamed(err, map[string]string{"path": "the path in uri"})
	}
	data.URL = c.base + store.DashboardPath(data.URI)
	sentence := "Nothing changed: that is already the text of"
	switch {
	case !data.Changed && mode == modeAppend:
		sentence = "Nothing changed: that is already the end of"
	case data.Created:
		sentence = "Created"
	case data.Changed && mode == modeAppend:
		sentence = "Appended to"
	case data.Changed && mode == modeEdit:
		sentence = "Edited"
	case data.Changed:
		sentence = "Wrote"
	}
	return toolResult{fmt.Sprintf("%s %s, now revision %d.%s%s %s", sentence, data.URI, data.Rev, unreadText(data.Unread), eventText(data.EventID), data.URL), data}, nil
}

// unreadText names the lines of the glossary that were not understood.
func unreadText(lines []int) string {
	if len(lines) == 0 {
		return ""
	}
	const most = 10
	numbers := make([]string, min(len(lines), most))
	for i := range numbers {
		numbers[i] = strconv.Itoa(lines[i])
	}
	more := ""
	if len(lines) > most {
		more = fmt.Sprintf(" and %d more", len(lines)-most)
	}
	return fmt.Sprintf(" Not understood, so without effect: line %s%s; an item sets words equal, as \"- board = dashboard, cockpit\".", strings.Join(numbers, ", "), more)
}

// checkMode refuses the arguments of another mode.
func (c call) checkMode(mode string) error {
	edits := c.has("find") || c.has("replace")
	switch {
	case mode == modeEdit && (!c.has("find") || !c.has("replace")):
		return refuse(`mode edit takes "find", a text that the document has once, and "replace", what is put in its place; nothing was written`)
	case mode == modeEdit && c.has("markdown"):
		return refuse(`mode edit takes "find" and "replace", not "markdown"; nothing was written`)
	case mode != modeEdit && edits:
		return refuse(`"find" and "replace" belong to mode edit; nothing was written`)
	case mode != modeEdit && c.has("markdown") && c.text("markdown") == "":
		return refuse(`argument "markdown" is empty: give the text to write; request_change deletes a page; nothing was written`)
	case mode != modeEdit && !c.has("markdown"):
		return refuse(`argument "markdown" is missing: the text to write; request_change deletes a page`)
	}
	return nil
}

// edit is the change of mode edit, to the letter.
func (c call) edit() store.Edit {
	find, _ := c.args["find"].(string)
	replace, _ := c.args["replace"].(string)
	return store.Edit{Find: find, Replace: replace}
}

// write makes the change that the mode asks for, in the document at the address.
func (s *server) write(ctx context.Context, c call, uri, mode string) (pageData, error) {
	rev := c.number("if_rev")
	if mode == modeReplace && rev == 0 {
		rev = store.NoRev // only where there is nothing to lose
	}
	text, _ := c.args["markdown"].(string)
	if path, ok := pagePath(uri); ok {
		change := s.Store.AppendPage
		switch mode {
		case modeReplace:
			change = s.Store.PutPage
		case modeEdit:
			change = func(ctx context.Context, by store.By, path string, rev int, _ string) (store.Written[store.Page], error) {
				return s.Store.EditPage(ctx, by, path, rev, c.edit())
			}
		}
		w, err := change(ctx, c.by, path, rev, text)
		return pageData{URI: uri, Rev: w.Item.Rev, Changed: w.EventID != "", Created: w.Created, changeData: changeData{w.EventID}, Unread: store.GlossaryUnread(w.Item)}, err
	}
	if project, ok := progressOf(uri); ok {
		change := s.Store.AppendProgress
		switch mode {
		case modeReplace:
			change = s.Store.PutProgress
		case modeEdit:
			change = func(ctx context.Context, by store.By, project string, rev int, _ string) (store.Written[store.Progress], error) {
				return s.Store.EditProgress(ctx, by, project, rev, c.edit())
			}
		}
		w, err := change(ctx, c.by, project, rev, text)
		// The project may go by another slug now.
		return pageData{URI: store.ProgressURI(w.Item.ProjectSlug), Rev: w.Item.Rev, Changed: w.EventID != "", Created: w.Created, changeData: changeData{w.EventID}}, err
	}
	return pageData{}, refuse("nothing can be written under %s; write_page takes %s", quoteCut(uri, 100), writable)
}

// conflictOf says what to do when a document is not as the change expects it; made is the
// revision the change was made against, 0 if it named none.
func conflictOf(uri, mode string, current, made int) error {
	at := quoteCut(uri, 200)
	switch {
	case made > current && current > 0:
		return refuse("%s has no revision %d: it is at revision %d; read it and repeat with if_rev: %d; nothing was written", at, made, current, current)
	case current == 0:
		return refuse("nothing is written under %s (any more), so it has no revision %d: repeat without if_rev to write it anew", at, made)
	case made == 0:
		return refuse("%s has a text, now at revision %d: read it, merge yours into it and repeat with if_rev: %d, or append; nothing was written", at, current, current)
	case mode != modeReplace:
		return refuse("%s has changed since revision %d and is now at revision %d: read it and repeat with if_rev: %d, or without if_rev; nothing was written", at, made, current, current)
	}
	return refuse("%s has changed since revision %d and is now at revision %d: read it, merge yours into it and repeat with if_rev: %d; nothing was written", at, made, current, current)
}
