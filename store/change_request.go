package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/sqlite"
)

// changeRequest is a kind of change that an agent may only ask for. Its payload is an object of
// texts.
type changeRequest struct {
	required, optional []string // fields of the payload
	// normalize checks a payload and names its items as they are called today, so that equal
	// requests are one.
	normalize func(tx *tx, p map[string]string) error
	// effect says in one sentence what the change does to things as they are. It may name its
	// items in the payload as they are called today.
	effect func(look lookup, p map[string]string) (phrase.Phrase, error)
	// carryOut makes the change and returns its event, empty when nothing had to change.
	carryOut func(tx *tx, a *Approval, g Guard) (event string, err error)
	// own reports whether the change takes back what the same agent did: it needs no approval.
	own func(tx *tx, p map[string]string, g Guard) (ownership, error)
}

// leaseField is the one field of a payload that is not kept: it is a secret.
const leaseField = "lease_id"

// changeRequests are the kinds of changes, by the names that agents know.
var changeRequests = map[string]changeRequest{
	"rename_project": {[]string{"slug", "new_slug"}, []string{"title"}, normalizeRename, effectOfRename, carryOutRename, nil},
	"delete_project": {[]string{"slug"}, nil, normalizeProject, effectOfDeletion, carryOutDeletion, nil},
	"merge_threads":  {[]string{"thread_id", "into"}, nil, normalizeMerge, effectOfMerge, carryOutMerge, nil},
	"delete_page":    {[]string{"path"}, nil, normalizePage, effectOfPageDeletion, carryOutPageDeletion, nil},
	"reopen_thread":  {[]string{"thread_id"}, nil, normalizeReopening, effectOfReopening, carryOutReopening, ownEnd},
	"undo":           {[]string{"event_id"}, []string{leaseField}, normalizeUndo, effectOfUndo, carryOutUndo, ownEvent},
}

// ChangeRequestKinds are the kinds of changes that an agent may ask for, by name.
func ChangeRequestKinds() []string { return slices.Sorted(maps.Keys(changeRequests)) }

// askFor is the refusal of a change that an agent may only ask for, and why it is one.
func askFor(kind, why string) error {
	return &OwnerError{Message: why + ": ask the owner for it over MCP, by request_change " + kind}
}

// lookup reads one row, inside a change or beside it.
type lookup func(query string, args ...any) *sql.Row

func (s *Store) lookup(ctx context.Context) lookup {
	return func(query string, args ...any) *sql.Row { return s.db.Row(ctx, query, args...) }
}

// checkRequest checks a request and returns its payload in the one form it is kept in, and the
// lease that came with it.
func (tx *tx) checkRequest(kind string, raw json.RawMessage) (p map[string]string, g Guard, err error) {
	var v invalid
	v.oneOf("kind", kind, ChangeRequestKinds())
	if err := v.err(); err != nil {
		return nil, g, err
	}
	asked := changeRequests[kind]
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &given); err != nil || given == nil {
		return nil, g, &InvalidError{Fields: []FieldError{{"payload", "must be an object with " + strings.Join(asked.required, " and ")}}}
	}
	p = map[string]string{}
	for _, name := range slices.Concat(asked.required, asked.optional) {
		text := ""
		value, there := given[name]
		delete(given, name)
		if there && json.Unmarshal(value, &text) != nil {
			v.add("payload."+name, "must be a text")
			continue
		}
		if text = v.checkText("payload."+name, text, MaxSummary); text != "" {
			p[name] = text
		} else if slices.Contains(asked.required, name) {
			v.say("payload."+name, phrase.FieldRequired)
		}
	}
	if len(given) > 0 {
		v.add("payload", "must hold nothing but %s", strings.Join(slices.Concat(asked.required, asked.optional), ", "))
	}
	if err := v.err(); err != nil {
		return nil, g, err
	}
	g.LeaseID = p[leaseField]
	delete(p, leaseField)
	return p, g, asked.normalize(tx, p)
}

// addressed takes the id out of the address of an item: either names it.
func addressed(p map[string]string, field, prefix string) {
	p[field] = strings.TrimPrefix(p[field], prefix)
}

// normalizeMerge refuses what could not be carried out as things are. Who names a thread that
// is part of another one by now means that.
func normalizeMerge(tx *tx, p map[string]string) error {
	var v invalid
	for _, field := range []string{"thread_id", "into"} {
		addressed(p, field, ThreadURI(""))
		if _, err := sqlite.DecodeID(p[field]); err != nil {
			v.add("payload."+field, "must be the id of a thread, not its title; list_threads and check_overlap show the ids")
		}
	}
	if p["thread_id"] == p["into"] {
		v.add("payload.into", "must be another thread")
	}
	if err := v.err(); err != nil {
		return err
	}
	t, err := tx.thread(p["thread_id"])
	if err != nil {
		return err
	}
	target, err := tx.threadNow(p["into"])
	if err != nil {
		return err
	}
	now, err := heir(t, tx.thread)
	if err != nil {
		return err
	}
	p["into"] = target.ID
	switch {
	case now.ID == target.ID:
		return &ConflictError{Message: "these threads are merged already"}
	case now.ID != t.ID:
		return &ConflictError{Message: fmt.Sprintf("thread %s is part of %s by now: ask for that one to be merged", t.ID, now.ID)}
	case !target.Status.Active() && t.Status.Active():
		return &ConflictError{Message: fmt.Sprintf("thread %s is %s, and only an open one takes another in: ask for them to be merged the other way round, or first for it to be reopened (reopen_thread)", target.ID, target.Status)}
	case !target.Status.Active():
		return &ConflictError{Message: fmt.Sprintf("thread %s is %s, and only an open one takes another in: ask first for it to be reopened (reopen_thread)", target.ID, target.Status)}
	}
	return nil
}

func effectOfMerge(look lookup, p map[string]string) (phrase.Phrase, error) {
	titles := make([]string, 2)
	for i, id := range []string{p["thread_id"], p["into"]} {
		err := look(`SELECT summary FROM threads WHERE id = ? AND deleted_at IS NULL`, id).Scan(&titles[i])
		if err := found(err, kindThread, id); err != nil {
			return phrase.Phrase{}, err
		}
	}
	return phrase.EffectMerge(clip(titles[0]), p["thread_id"], clip(titles[1]), p["into"]), nil
}

func carryOutMerge(tx *tx, a *Approval, g Guard) (string, error) {
	g.itself = true // what was merged elsewhere meanwhile is not what was asked about
	w, err := tx.changeThread(a.Payload["thread_id"], g, func(t *Thread) (step, error) { return tx.merge(t, a.Payload["into"], g) })
	return w.EventID, err
}

// clip shortens a text that stands inside a sentence.
func clip(text string) string {
	const most = 80
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
