package store

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The kinds of items. They begin the kind of an event ("thread.created") and an item's key
// in the history, and tell hits of a search apart.
const (
	kindThread   = "thread"
	kindProject  = "project"
	kindProgress = "progress"
	kindPage     = "page"
	kindReminder = "reminder"
	kindSession  = "session"
	kindSettings = "settings"
	kindApproval = "approval"
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

// trackers load an item of each kind by its id, also a deleted one.
var trackers map[string]func(tx *tx, id string) (tracked, error)

// The map is filled here because its functions lead back to it: undoing a project's
// deletion brings back its threads.
func init() {
	trackers = map[string]func(tx *tx, id string) (tracked, error){
		kindThread:   loadTracked((*tx).anyThread),
		kindProject:  loadTracked((*tx).projectByID),
		kindReminder: loadTracked((*tx).anyReminder),
		kindProgress: loadTracked((*tx).progressByID),
		kindPage:     loadTracked((*tx).anyPage),
	}
}

// loadTracked fits a loader of one type of item into [trackers].
func loadTracked[T any, P interface {
	*T
	tracked
}](load func(*tx, string) (T, error)) func(*tx, string) (tracked, error) {
	return func(tx *tx, id string) (tracked, error) {
		item, err := load(tx, id)
		return P(&item), err
	}
}

// itemKey is the key of an item in the history.
func itemKey(kind, id string) string { return kind + "/" + id }

func (tx *tx) tracked(item string) (tracked, error) {
	kind, id, _ := strings.Cut(item, "/")
	load := trackers[kind]
	if load == nil {
		return nil, &ConflictError{Message: fmt.Sprintf("a change of kind %s can't be undone", kind)}
	}
	return load(tx, id)
}

// created records the birth of an item.
func (tx *tx) created(kind string, it tracked, also ...part) (string, error) {
	after, err := it.recorded()
	if err != nil {
		return "", err
	}
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
	}
	return "/ui/" + place
}
