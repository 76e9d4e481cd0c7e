package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/sqlite"
)

// tracked is an item whose changes can be taken back.
type tracked interface {
	subject() subject
	// recorded is the item as events show it.
	recorded() (fields, error)
	gone() bool
	// setGone deletes the item or brings it back, and saves it. What stands in the way of
	// its return is a [ConflictError].
	setGone(tx *tx, gone bool) error
	// restore gives fields the values they had, and saves the item.
	restore(tx *tx, earlier fields) error
}

// record writes an event and returns its id: what was done to its subject, and to other
// items along with it.
func (t *tx) record(kind string, main part, also ...part) (string, error) {
	before, after, err := main.texts()
	if err != nil {
		return "", err
	}
	return t.recordTexts(kind, main.of, before, after, also...)
}

// recordTexts is record of a change that is in JSON already.
func (t *tx) recordTexts(kind string, of subject, before, after json.RawMessage, also ...part) (string, error) {
	e := Event{ID: t.NewID(), At: t.now, Actor: t.by.Actor, Kind: kind, Subject: of.uri, Before: before, After: after, UndoOf: t.undoOf, Also: len(also)}
	if t.by.SourceTool != "" {
		e.SourceTool = new(t.by.SourceTool)
	}
	if t.by.Token != "" {
		e.Via, e.token = new(t.by.Via), new(t.by.Token)
	}
	if err := t.Exec(`INSERT INTO events(id, at, actor, source_tool, via, token_id, kind, subject, item, before, after, undo_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.ID, e.At, e.Actor, e.SourceTool, e.Via, e.token, e.Kind, e.Subject, of.item, textOrNull(e.Before), textOrNull(e.After), e.UndoOf); err != nil {
		return "", fmt.Errorf("record %s: %w", kind, err)
	}
	for _, p := range also {
		before, after, err := p.texts()
		if err != nil {
			return "", err
		}
		if err := t.Exec(`INSERT INTO event_parts(event_id, item, subject, before, after) VALUES (?, ?, ?, ?, ?)`,
			e.ID, p.of.item, p.of.uri, textOrNull(before), textOrNull(after)); err != nil {
			return "", fmt.Errorf("record a part of %s: %w", kind, err)
		}
	}
	t.store.news.Note(t.Tx, &e)
	return e.ID, nil
}

// created records the birth of an item: of its fields those that are not empty.
func (tx *tx) created(kind string, it tracked, also ...part) (string, error) {
	after, err := it.recorded()
	if err != nil {
		return "", err
	}
	after.dropEmpty()
	return tx.record(kind, part{it.subject(), nil, after}, also...)
}

// erase deletes an item and returns what happened to it, for the event.
func (tx *tx) erase(it tracked) (part, error) {
	before, err := it.recorded()
	if err != nil {
		return part{}, err
	}
	return part{it.subject(), before, nil}, it.setGone(tx, true)
}

// amend runs a change of an item and returns what it changed, for the event.
func (tx *tx) amend(it tracked, change func() error) (part, error) {
	before, err := it.recorded()
	if err != nil {
		return part{}, err
	}
	if err := change(); err != nil {
		return part{}, err
	}
	after, err := it.recorded()
	difference(before, after)
	return part{it.subject(), before, after}, err
}

// overlay writes the fields of a recorded item over an item.
func overlay(item any, earlier fields) error {
	text, err := json.Marshal(earlier)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, item); err != nil {
		return fmt.Errorf("restore earlier fields: %w", err)
	}
	return nil
}

// index lets search and overlap know of an item. Its full-text row is only written when
// the text differs from the one known before; a new item has none.
func (t *tx) index(doc match.Doc, before *match.Doc) error {
	t.store.noteIndexed(t.Tx, indexing{doc, before})
	if before != nil && before.Title == doc.Title && before.Body == doc.Body && slices.Equal(before.Also, doc.Also) {
		return nil
	}
	t.store.spelled.Note(t.Tx, spelling{doc, false})
	if doc.Kind == kindThread {
		return nil
	}
	row, err := sqlite.DecodeID(doc.ID)
	if err != nil {
		return err
	}
	if err := t.Exec("INSERT OR REPLACE INTO search_kinds(row, kind) VALUES (?, ?)", int64(row), doc.Kind); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// unindex makes search and overlap forget an item.
func (t *tx) unindex(doc match.Doc) error {
	t.store.noteIndexed(t.Tx, indexing{match.Doc{ID: doc.ID}, &doc})
	t.store.spelled.Note(t.Tx, spelling{doc, true})
	row, err := sqlite.DecodeID(doc.ID)
	if err != nil {
		return err
	}
	if err := t.Exec("DELETE FROM search_kinds WHERE row = ?", int64(row)); err != nil {
		return fmt.Errorf("unindex: %w", err)
	}
	return nil
}

// DashboardPath is where the dashboard shows the item at a hub:// URI: the path behind the
// hub's address.
func DashboardPath(uri string) string {
	place := strings.TrimPrefix(uri, "hub://")
	kind, rest, _ := strings.Cut(place, "/")
	switch kind {
	case "projects":
		return "/ui/projects/" + strings.TrimSuffix(rest, "/progress")
	case "settings", "approvals":
		return "/ui/" + kind
	case "sessions":
		return "/ui/search?session=" + rest
	case "imports":
		return "/ui/activity"
	}
	return "/ui/" + place
}
