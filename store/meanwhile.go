package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Meanwhile is what somebody else did to a thread since it was claimed, which the one who
// brings the lease of that claim must hear: the work behind it must stop.
type Meanwhile struct {
	What   string // "blocked", "deleted", "finished", "merged", "saved", "saved before", "claimed before", "took over"
	Who    string // the agent's name, if it has one
	Actor  Actor
	At     Time
	Reason string // why it is blocked, if that was said
	Event  string // of its deletion, which an undo takes back
	Into   string // the thread that it was merged into
}

// By names whose doing it was.
func (m Meanwhile) By() string {
	switch {
	case m.Who != "":
		return m.Who
	case m.Actor == Agent:
		return "another agent"
	}
	return "the owner"
}

// Sentence says what happened and what an agent shall do. Who and Reason are stored text.
func (m Meanwhile) Sentence() string {
	who := m.By()
	switch m.What {
	case "blocked":
		because := ""
		if m.Reason != "" {
			because = fmt.Sprintf(" (%q)", clip(m.Reason))
		}
		return fmt.Sprintf("%s blocked this thread at %s%s: stop, tell your user, and give your claim back", who, m.At, because)
	case "merged":
		return fmt.Sprintf("%s merged this thread into %s at %s: it goes on there, and start_work with that thread_id claims it", who, m.Into, m.At)
	case "saved":
		return fmt.Sprintf("your claim had ended, and %s saved at %s meanwhile: read the thread and mend what you have overwritten", who, m.At)
	case "claimed before":
		return fmt.Sprintf("%s claimed this thread at %s, after you had: read it before you go on", who, m.At)
	case "saved before":
		return fmt.Sprintf("%s saved at %s, while your claim had ended: read the thread before you go on", who, m.At)
	case "took over":
		return fmt.Sprintf("%s took this thread over at %s: stop and tell your user", who, m.At)
	}
	return fmt.Sprintf("%s %s this thread at %s: stop and tell your user", who, m.What, m.At)
}

// Meanwhile returns what somebody else did to a thread since it was claimed under a lease, or
// nil. That it was deleted is in the [NotFoundError].
func (s *Store) Meanwhile(ctx context.Context, id, leaseID string) (*Meanwhile, error) {
	m, err := s.meanwhile(ctx, id, leaseID)
	return m, wrap("read what happened to a thread", err)
}

func (s *Store) meanwhile(ctx context.Context, id, leaseID string) (*Meanwhile, error) {
	t, err := s.Thread(ctx, id)
	if err != nil {
		return nil, err
	}
	if t.MergedInto != nil && !t.lease.was(leaseID) {
		if t, err = s.ThreadNow(ctx, id); err != nil {
			return nil, err
		}
	}
	if t.lease.after(leaseID) {
		return lostTo(s.lookup(ctx), t, leaseID)
	}
	last, what, holder, err := lastTurn(s.lookup(ctx), t.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case last.Actor == Agent && last.Who == holder:
		// its own
	case what == "thread.blocked" && t.Status == StatusBlocked && t.lease.is(leaseID):
		if last.What = "blocked"; t.BlockedReason != nil {
			last.Reason = *t.BlockedReason
		}
		return &last, nil
	case what == "thread.merged" && t.MergedInto != nil:
		last.What, last.Into = "merged", *t.MergedInto
		return &last, nil
	case !t.Status.Active() && what != "thread.claimed":
		last.What = "finished"
		return &last, nil
	}
	return savedOver(s.lookup(ctx), t, leaseID)
}

// savedOver is the last change by somebody else of a thread whose lease has run out, since it
// did; nil when there is none, or the lease is alive. The lease revives with the next change, over
// that one.
func savedOver(look lookup, t Thread, leaseID string) (*Meanwhile, error) {
	if t.Lease != nil || !t.lease.is(leaseID) {
		return nil, nil
	}
	m := Meanwhile{What: "saved"}
	err := look(`SELECT actor, coalesce(source_tool, ''), at FROM events WHERE item = ? AND at >= ? AND coalesce(source_tool, '') <> ?
		AND kind NOT IN ('thread.claimed', 'thread.released') ORDER BY id DESC LIMIT 1`,
		itemKey(kindThread, t.ID), t.lease.expiresAt, leaseName(t.lease)).Scan(&m.Actor, &m.Who, &m.At)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &m, err
}

// beforeClaim is what somebody else did to a thread since the claim of an id had ended, for the one who
// claims it again.
func (tx *tx) beforeClaim(t Thread, in ClaimInput) (*Meanwhile, error) {
	if in.LeaseID == "" {
		return nil, nil
	}
	saved, err := savedOver(tx.Row, t, in.LeaseID)
	if err != nil || saved != nil {
		if saved != nil {
			saved.What = "saved before"
		}
		return saved, err
	}
	lost, err := lostTo(tx.Row, t, in.LeaseID)
	if err != nil || lost == nil || lost.Actor == Agent && lost.Who == (By{SourceTool: in.Holder}).clean().SourceTool {
		return nil, err // another claim of its own
	}
	lost.What = "claimed before"
	return lost, nil
}

// leaseName is the holder of a lease as its changes are signed.
func leaseName(l leaseRow) string { return By{SourceTool: *l.holder}.clean().SourceTool }

// lastTurn is the last change of who works on a thread, or whether anybody may, and the name
// that the changes of its last holder are signed with.
func lastTurn(look lookup, id string) (m Meanwhile, kind, holder string, err error) {
	err = look(`SELECT kind, actor, coalesce(source_tool, ''), at, coalesce((SELECT json_extract(`+readable("after")+`, '$.lease.holder') FROM events
			WHERE item = ?1 AND kind = 'thread.claimed' ORDER BY id DESC LIMIT 1), '')
		FROM events WHERE item = ?1 AND kind IN
		('thread.claimed', 'thread.blocked', 'thread.reopened', 'thread.done', 'thread.dismissed', 'thread.merged')
		ORDER BY id DESC LIMIT 1`, itemKey(kindThread, id)).Scan(&kind, &m.Actor, &m.Who, &m.At, &holder)
	return m, kind, By{SourceTool: holder}.clean().SourceTool, err
}

// tellDeleted is the error for one who holds a thread that is deleted by now; nil when the
// lease is of no such thread.
func (tx *tx) tellDeleted(leaseID string) error {
	var id string
	err := tx.Row(`SELECT id FROM threads WHERE lease_id = ? AND deleted_at IS NOT NULL`, leaseID).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return withDeletion(tx.Row, &NotFoundError{Kind: kindThread, ID: id}, ThreadURI(id))
}

// withDeletion adds to what is missing who deleted it, by itself or with its project, while that can
// be undone. uri is its address, by which it may have been gone for long.
func withDeletion(look lookup, err error, uri string) error {
	missing, ok := err.(*NotFoundError)
	if !ok {
		return err
	}
	item, err := itemAt(look, uri)
	if err != nil || item == "" {
		return cmp.Or[error](err, missing)
	}
	m := Meanwhile{What: "deleted"}
	err = look(`SELECT e.actor, coalesce(e.source_tool, ''), e.at, e.id FROM events e WHERE e.id > (SELECT through FROM compaction WHERE id = 1) AND e.id = (
			SELECT max(id) FROM (
				SELECT id FROM events WHERE item = ?1 AND after IS NULL
				UNION ALL SELECT event_id FROM event_parts WHERE item = ?1 AND after IS NULL))`, item).Scan(&m.Actor, &m.Who, &m.At, &m.Event)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return missing
	case err != nil:
		return err
	}
	missing.Deleted = &m
	return missing
}
