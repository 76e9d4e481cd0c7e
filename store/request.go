package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/sqlite"
)

// Approval reads one request by its id.
func (s *Store) Approval(ctx context.Context, id string) (Approval, error) {
	a, err := scanApproval(s.db.Row(ctx, `SELECT `+approvalColumns+` FROM approvals WHERE id = ?`, id))
	if err := found(err, kindApproval, id); err != nil {
		return Approval{}, wrap("read a request", err)
	}
	return a, wrap("read a request", a.describe(s.lookup(ctx)))
}

// Decided returns the requests that the owner decided since a time, and how many there are: the
// caller's own first, then what was rejected, then the latest. What an agent took back of its own was
// no decision.
func (s *Store) Decided(ctx context.Context, by By, since time.Time, limit int) (list []Approval, all int, err error) {
	const (
		op  = "list what was decided"
		key = kindApproval + "/"
		of  = `FROM approvals WHERE id IN (
			SELECT substr(item, ?) FROM events WHERE kind IN ('approval.approved', 'approval.rejected') AND actor = 'owner' AND id >= ? AND at >= ?)`
	)
	names, err := jsonText(by.clean().names())
	if err != nil {
		return nil, 0, wrap(op, err)
	}
	decided := []any{len(key) + 1, sqlite.FirstID(since), At(since)}
	if err := s.db.Row(ctx, `SELECT count(*) `+of, decided...).Scan(&all); err != nil || all == 0 {
		return nil, 0, wrap(op, err)
	}
	list, err = collect(ctx, s, scanApproval, `SELECT `+approvalColumns+` `+of+`
		ORDER BY coalesce(source_tool, '') IN (SELECT value FROM json_each(?)) DESC, state = 'rejected' DESC, decided_at DESC, id DESC LIMIT ?`,
		append(decided, names, limit)...)
	return list, all, wrap(op, err)
}

func normalizeReopening(tx *tx, p map[string]string) error {
	addressed(p, "thread_id", ThreadURI(""))
	t, err := tx.thread(p["thread_id"])
	if err == nil && t.Status.Active() {
		return &ConflictError{Message: fmt.Sprintf("this thread is %s already", t.Status)}
	}
	return err
}

func effectOfReopening(look lookup, p map[string]string) (phrase.Phrase, error) {
	var summary, status string
	err := look(`SELECT summary, status FROM threads WHERE id = ? AND deleted_at IS NULL`, p["thread_id"]).Scan(&summary, &status)
	if err := found(err, kindThread, p["thread_id"]); err != nil {
		return phrase.Phrase{}, err
	}
	if Status(status) == StatusDismissed {
		return phrase.EffectReopenDismissed(clip(summary)), nil
	}
	return phrase.EffectReopenFinished(clip(summary)), nil
}

func carryOutReopening(tx *tx, a *Approval, g Guard) (string, error) {
	g.itself = true
	w, err := tx.changeThread(a.Payload["thread_id"], g, func(t *Thread) (step, error) {
		again := t.reopen()
		if a.Reason != nil {
			again.notes = map[string]string{"note": *a.Reason}
		}
		return again, nil
	})
	return w.EventID, err
}

// ownEnd reports whether the agent that asks has finished the thread itself, and nobody has said
// since that it is to stay so, as a merge does. It goes by what is not compacted: of older changes only the end may
// be gone, and a block before it still be there.
func ownEnd(tx *tx, p map[string]string, _ Guard) (ownership, error) {
	type turn struct{ tool, token *string }
	turns, err := txCollect(tx, func(r rowScanner) (t turn, err error) {
		err = r.Scan(&t.tool, &t.token)
		return t, err
	}, `SELECT e.source_tool, `+tokenOf+` FROM events e
		WHERE item = ? AND id > (SELECT through FROM compaction WHERE id = 1) AND (before ->> '$.status' <> after ->> '$.status' OR kind = 'thread.merged') ORDER BY id DESC LIMIT 1`, itemKey(kindThread, p["thread_id"]))
	if err != nil || len(turns) == 0 {
		return ownership{}, err
	}
	return tx.by.owns(turns[0].tool, turns[0].token), nil
}

func normalizeUndo(tx *tx, p map[string]string) error {
	past, err := tx.pastChange(p["event_id"])
	if err := found(err, "event", p["event_id"]); err != nil {
		return err
	}
	undone, err := takenBack(tx.Query, []string{past.ID})
	switch {
	case err != nil:
		return err
	case undone[past.ID]:
		return &ConflictError{Message: phrase.UndoneAlready.String()}
	case !lasting(past.Kind):
		return &ConflictError{Message: fmt.Sprintf("a change of kind %s can't be undone", past.Kind)}
	}
	return tx.mayUndo(past)
}

// mayUndo refuses to ask for an undo in whose way newer changes stand, and names them.
func (tx *tx) mayUndo(past pastChange) error {
	later, err := tx.laterThan([]pastChange{past})
	if err != nil {
		return err
	}
	blocked := &ConflictError{}
	if later.findBlocking(past, blocked); len(blocked.Blocking) == 0 {
		return nil
	}
	ids := make([]string, len(blocked.Blocking))
	for i, e := range blocked.Blocking {
		ids[i] = e.ID
	}
	const most = 5
	more := ""
	if len(ids) > most {
		ids, more = ids[:most], fmt.Sprintf(" and %d more", len(ids)-most)
	}
	blocked.Message = "newer changes of the same fields stand in the way: ask for those to be undone first, " + strings.Join(ids, ", ") + more
	return blocked
}

func effectOfUndo(look lookup, p map[string]string) (phrase.Phrase, error) {
	var kind, subject, tool string
	var at Time
	var along int // what eraseWhole deletes with a thread
	err := look(`SELECT kind, subject, coalesce(source_tool, ''), at, (SELECT count(*) FROM reminders
			WHERE before IS NULL AND item LIKE 'thread/%' AND thread_id = substr(item, 8) AND deleted_at IS NULL)
		FROM events WHERE id = ?`, p["event_id"]).Scan(&kind, &subject, &tool, &at, &along)
	if err := found(err, "event", p["event_id"]); err != nil {
		return phrase.Phrase{}, err
	}
	who := phrase.EffectOwner
	if tool != "" {
		who = phrase.Text(tool)
	}
	if along > 0 {
		return phrase.EffectUndoAndMore(who, subject, kind, along), nil
	}
	return phrase.EffectUndo(who, subject, at.String(), kind), nil
}

func carryOutUndo(tx *tx, a *Approval, g Guard) (string, error) {
	past, err := tx.pastChange(a.Payload["event_id"])
	if err := found(err, "event", a.Payload["event_id"]); err != nil {
		return "", err
	}
	w, err := tx.undo([]pastChange{past}, g)
	return w.EventID, err
}

// ownEvent reports whether the change is the asking agent's own, and of nothing that somebody
// else works on now or has put something on.
func ownEvent(tx *tx, p map[string]string, g Guard) (ownership, error) {
	past, err := tx.pastChange(p["event_id"])
	if err != nil || past.SourceTool == nil {
		return ownership{}, err
	}
	as := tx.by
	for _, part := range past.parts {
		it, err := tx.tracked(part.of.item)
		if err != nil {
			return ownership{}, err
		}
		t, ok := it.(*Thread)
		if !ok {
			continue
		}
		if t.Lease != nil {
			as.SourceTool = leaseName(t.lease)
			switch mine := as.made(past.SourceTool, past.token); {
			case t.lease.is(g.LeaseID):
			case mine: // if the agent that asks is the holder
				return ownership{proof: ProofLease}, nil
			default:
				return ownership{}, nil
			}
		}
		if part.before != nil {
			continue
		}
		if others, err := tx.remindedByOthers(t, past.Event); err != nil || others {
			return ownership{}, err
		}
	}
	return as.owns(past.SourceTool, past.token), nil
}

// remindedByOthers reports whether anybody but the agent of a change has made or changed a reminder on a thread.
func (tx *tx) remindedByOthers(t *Thread, own Event) (others bool, err error) {
	names, err := jsonText(append(tx.by.names(), textOf(own.SourceTool)))
	if err != nil {
		return false, err
	}
	err = tx.Row(`SELECT EXISTS (SELECT 1 FROM reminders r JOIN events e ON e.item = 'reminder/' || r.id
		WHERE r.thread_id = ?1 AND r.deleted_at IS NULL AND (e.actor <> ?5 OR coalesce(e.source_tool, '') NOT IN (SELECT value FROM json_each(?2)) OR `+tokenOf+` IS NOT ?3) AND e.kind NOT IN (SELECT value FROM json_each(?4)))
		OR EXISTS (SELECT 1 FROM reminders r JOIN compacted_events c ON c.item = 'reminder/' || r.id JOIN json_each(`+readable("c.authors")+`) a
		WHERE r.thread_id = ?1 AND r.deleted_at IS NULL AND (a.value ->> '$.owner' OR coalesce(a.value ->> '$.tool', '') NOT IN (SELECT value FROM json_each(?2)) OR coalesce(a.value ->> '$.token', a.value ->> '$.via') IS NOT ?3))`,
		t.ID, names, own.token, passingKinds, Agent).Scan(&others)
	return others, err
}
