package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// changesURI is the list of what agents have changed; with a name behind it, of what one has.
const changesURI = "hub://changes"

// changeURI is the address of one change.
func changeURI(id string) string { return changesURI + "/" + id }

// changeData is the part of a write's answer about its event, by which it can be taken back.
type changeData struct {
	EventID string `json:"event_id,omitempty"` // empty: nothing had to change
}

// eventText names the event of a write, as the end of a sentence's paragraph.
func eventText(id string) string {
	if id == "" {
		return ""
	}
	return " Event " + id + "."
}

// changesDocument is what agents have changed lately, each change with the id that an undo
// takes.
func (s *server) changesDocument(ctx context.Context, _ string) (string, error) {
	return s.changes(ctx, "Changes by agents", store.EventFilter{Actor: store.Agent, Limit: listRows / 2})
}

// changesOf is the same of one agent, or one change by its id.
func (s *server) changesOf(ctx context.Context, tool, _ string) (string, error) {
	switch e, err := s.Store.Event(ctx, tool); {
	case err == nil:
		e.Event = e.Redacted() // whoever asks: settings are for the dashboard
		return changeDocument(e), nil
	case !errors.As(err, new(*store.NotFoundError)):
		return "", err
	}
	return s.changes(ctx, "Changes by "+cutRunes(oneLine(tool), maxCaller), store.EventFilter{Actor: store.Agent, SourceTool: tool, Limit: listRows / 2})
}

func (s *server) changes(ctx context.Context, title string, f store.EventFilter) (string, error) {
	found, err := s.Store.Events(ctx, f)
	text := listDocument(title, found.Events, len(found.Events), changeLine)
	if left := found.Total - len(found.Events); left > 0 && err == nil {
		text += fmt.Sprintf("\n%d earlier ones: %s\n", left, earlier(f))
	}
	return text, err
}

// changeDocument is one change in full: what it was before, and what it is since.
func changeDocument(e store.EventDetail) string {
	d := newItem("Change " + e.ID)
	d.WriteString("- " + changeLine(e.Event) + "\n")
	for _, part := range e.Parts {
		d.WriteString("- and " + strings.TrimSpace(part.Subject+" "+quotedTitle(part.Title)) + "\n")
	}
	d.section("Before", fieldLines(e.Before))
	d.section("After", fieldLines(e.After))
	return d.String()
}

// fieldLines are the fields of a change, a line each.
func fieldLines(raw json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	delete(fields, "lease_mark") // is for the hub alone
	lines := make([]string, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		lines = append(lines, "- "+name+": "+oneLine(string(fields[name])))
	}
	return strings.Join(lines, "\n")
}

// earlier says where the changes are that a list has no room for.
func earlier(f store.EventFilter) string {
	if f.SourceTool == "" {
		return changesURI + "/ and the name of an agent lists those of one."
	}
	return "read of a thread names its last changes, and the owner sees all in the dashboard."
}

// changed is the item of a change, by the address that read takes; a setting has none.
func changed(e store.Event) string {
	if id, ok := strings.CutPrefix(e.Subject, store.ApprovalURI("")); ok {
		return requestURI(id)
	}
	if name, ok := strings.CutPrefix(e.Subject, store.SettingURI("")); ok {
		return "setting " + name
	}
	return e.Subject
}

// changeLine is a change with what an undo of it has to name. A day that is beyond undo has none.
func changeLine(e store.Event) string {
	if e.Compacted != nil {
		return fmt.Sprintf("%s %s on %s: %s, too old to undo", dayOf(e), dayAuthors(e), dayUTC(e), strings.TrimSpace(changed(e)+" "+quotedTitle(e.Title)))
	}
	line := fmt.Sprintf("%s %s %s by %s: %s", e.ID, e.At, whatHappened(e), author(e), strings.TrimSpace(changed(e)+" "+quotedTitle(e.Title)))
	if e.Undone {
		line += " (taken back)"
	}
	return line
}

// whatHappened is the kind of a change. That a block was lifted goes by the kind of a reopening, which to
// its reader is that of finished work.
func whatHappened(e store.Event) string {
	var before struct {
		Status store.Status `json:"status"`
	}
	if e.Kind == "thread.reopened" && json.Unmarshal(e.Before, &before) == nil && before.Status == store.StatusBlocked {
		return "thread.unblocked"
	}
	return e.Kind
}

// dayUTC is the day of a change. Whatever an agent reads of times says which clock they are by.
func dayUTC(e store.Event) string { return dayAt(e.At) }

func dayAt(at store.Time) string { return at.UTC().Format(time.DateOnly) + " UTC" }

// dayOf is how much was changed on a day.
func dayOf(e store.Event) string {
	if e.Compacted.Changes == 1 {
		return "1 change"
	}
	return fmt.Sprintf("%d changes", e.Compacted.Changes)
}

// dayAuthors are those who changed it.
func dayAuthors(e store.Event) string {
	names := make([]string, len(e.Compacted.By))
	for i, by := range e.Compacted.By {
		names[i] = author(store.Event{Subject: e.Subject, Actor: by.Actor, SourceTool: by.SourceTool})
	}
	return "by " + strings.Join(names, " and ")
}

// author is who made a change. Nobody is taken for the owner: what they did, agents obey.
func author(e store.Event) string {
	switch {
	case e.SourceTool != nil:
		return quoteCut(*e.SourceTool, maxCaller)
	case e.Actor == store.Owner:
		return "the owner"
	case strings.HasPrefix(e.Subject, store.ConnectorURI("")):
		return "the hub" // which revokes a stolen one
	}
	return "an agent"
}

func quotedTitle(title *string) string {
	if title == nil {
		return ""
	}
	return quote(short(title, rowText))
}

// threadChanges names the last changes of a thread, as short as an undo allows.
func (s *server) threadChanges(ctx context.Context, d *itemDocument, t store.Thread) error {
	found, err := s.Store.Events(ctx, store.EventFilter{Subject: store.ThreadURI(t.ID), Limit: briefState})
	lines := make([]string, len(found.Events))
	for i, e := range found.Events {
		if e.Compacted != nil {
			lines[i] = fmt.Sprintf("- %s: %s %s, too old to undo", dayUTC(e), dayOf(e), dayAuthors(e))
			continue
		}
		lines[i] = fmt.Sprintf("- %s %s by %s", e.ID, strings.TrimPrefix(whatHappened(e), "thread."), author(e))
	}
	d.section("Last changes", strings.Join(lines, "\n"))
	return err
}
