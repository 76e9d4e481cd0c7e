package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Event is one recorded change: append-only, written in the change's own transaction.
type Event struct {
	ID         string          `json:"id"`
	At         Time            `json:"at"`
	Actor      Actor           `json:"actor"`
	SourceTool *string         `json:"source_tool"`
	Kind       string          `json:"kind"`    // "thread.created", ... (contract §11)
	Subject    string          `json:"subject"` // the item's hub:// URI
	Before     json.RawMessage `json:"before"`  // the changed fields only; null when created
	After      json.RawMessage `json:"after"`
	UndoOf     *string         `json:"undo_of"`
}

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

// record writes an event and returns its id. A nil before is a creation, a nil after the end.
func (t *tx) record(kind, subject string, before, after fields) (string, error) {
	e := Event{ID: t.newID(), At: t.now, Actor: t.by.Actor, Kind: kind, Subject: subject}
	if t.by.SourceTool != "" {
		e.SourceTool = new(t.by.SourceTool)
	}
	var err error
	if e.Before, err = jsonOrNull(before); err != nil {
		return "", err
	}
	if e.After, err = jsonOrNull(after); err != nil {
		return "", err
	}
	if err := t.exec(`INSERT INTO events(id, at, actor, source_tool, kind, subject, before, after, undo_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.ID, e.At, e.Actor, e.SourceTool, e.Kind, e.Subject, textOrNull(e.Before), textOrNull(e.After), e.UndoOf); err != nil {
		return "", fmt.Errorf("record %s: %w", kind, err)
	}
	t.events = append(t.events, e)
	t.touched = true
	return e.ID, nil
}

func jsonOrNull(f fields) (json.RawMessage, error) {
	if f == nil {
		return nil, nil
	}
	return json.Marshal(f)
}

func textOrNull(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}
