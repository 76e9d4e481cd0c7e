package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
)

// Unannounced reports whether there is something that the owner has not been told of: change requests
// that wait, conflicts with the forge, threads that can start.
func (s *Store) Unannounced(ctx context.Context) (some bool, err error) {
	err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM approvals WHERE state = 'pending' AND NOT announced)
		OR EXISTS (SELECT 1 FROM forge_conflicts WHERE NOT announced) OR EXISTS (SELECT 1 FROM freed)`).Scan(&some)
	return some, wrap("look for what is to be announced", err)
}

// AnnounceRequests puts what compose says of each change request that waits into the outbox, once.
func (s *Store) AnnounceRequests(ctx context.Context, compose func(Approval) Message) error {
	return s.write(ctx, "announce change requests", By{Actor: Owner}, func(tx *tx) error {
		list, err := txCollect(tx, scanApproval, `SELECT `+approvalColumns+` FROM approvals WHERE state = 'pending' AND NOT announced ORDER BY id LIMIT ?`, maxPending)
		if err != nil {
			return err
		}
		for _, a := range list {
			switch err := a.describe(tx.Row); {
			case err != nil && tx.store.leaveOut(err):
				continue
			case err != nil:
				return err
			}
			if _, err := tx.queue(DeliverApproval, DeliverApproval+"/"+a.ID, compose(a)); err != nil {
				return err
			}
		}
		return tx.Exec(`UPDATE approvals SET announced = 1 WHERE state = 'pending' AND NOT announced`)
	})
}

// AnnounceConflicts puts what compose says of the conflicts with the forge that are new into the
// outbox, all of them in one message.
func (s *Store) AnnounceConflicts(ctx context.Context, compose func(paths []string) Message) error {
	return s.write(ctx, "announce conflicts", By{Actor: Owner}, func(tx *tx) error {
		type found struct{ id, path string }
		list, err := txCollect(tx, func(r rowScanner) (c found, err error) {
			err = r.Scan(&c.id, &c.path)
			return c, err
		}, `SELECT id, path FROM forge_conflicts WHERE NOT announced ORDER BY path`)
		if err != nil || len(list) == 0 {
			return err
		}
		var paths []string
		newest := ""
		for _, c := range list {
			paths, newest = append(paths, c.path), max(newest, c.id)
		}
		if _, err := tx.queue(DeliverConflict, DeliverConflict+"/"+newest, compose(paths)); err != nil {
			return err
		}
		return tx.Exec(`UPDATE forge_conflicts SET announced = 1`)
	})
}

// Freed is a thread that can start, as the last one before it is finished.
type Freed struct {
	Dependency
	After string // the summary of the one that was finished
}

// AnnounceFreed puts what compose says of the threads that can start now into the outbox, all of
// them in one message. Those that wait again, or were begun, put off or ended since, are not told.
func (s *Store) AnnounceFreed(ctx context.Context, compose func([]Freed) Message) error {
	return s.write(ctx, "announce what can start", By{Actor: Owner}, func(tx *tx) error {
		list, err := txCollect(tx, func(r rowScanner) (f Freed, err error) {
			return f, r.Scan(&f.ID, &f.Summary, &f.ProjectSlug, &f.Status, &f.After)
		}, `SELECT `+dependencyColumns+`, (SELECT summary FROM threads WHERE id = f.needs_id) FROM freed f JOIN threads t ON t.id = f.thread_id
			WHERE `+canStart("?1")+` ORDER BY f.at, t.id LIMIT ?2`, tx.now, maxDependents)
		if err != nil {
			return err
		}
		if len(list) > 0 {
			ids := make([]string, len(list))
			for i, f := range list {
				ids[i] = f.ID
			}
			if _, err := tx.queue(DeliverReady, DeliverReady+"/"+tx.NewID(), compose(list), ids...); err != nil {
				return err
			}
		}
		return tx.Exec(`DELETE FROM freed`)
	})
}

// AlarmRest is how long after an alarm the owner is not told of the same area again.
const AlarmRest = 24 * time.Hour

// QueueAlarm puts a message about an area that fails into the outbox, unless one of it was put there
// within [AlarmRest], and was not withdrawn. It returns when the last one was.
func (s *Store) QueueAlarm(ctx context.Context, area string, m Message) (last Time, err error) {
	slot := DeliverAlarm + "/" + area + "/"
	err = s.write(ctx, "queue an alarm", By{Actor: Owner}, func(tx *tx) error {
		// One from far ahead is of a clock that was wrong.
		err := tx.Row(`SELECT created_at FROM deliveries WHERE kind = ? AND slot LIKE ? || '%' AND created_at > ? AND created_at < ? AND last_error IS NOT ? ORDER BY id DESC LIMIT 1`,
			DeliverAlarm, slot, At(tx.now.Add(-AlarmRest)), At(tx.now.Add(FarAhead)), Withdrawn).Scan(&last)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		last = tx.now
		_, err = tx.queue(DeliverAlarm, slot+last.String(), m)
		return err
	})
	return last, err
}

// StillOpen reports whether what a delivery speaks of still waits for its owner: a reminder that is
// due, a change request, a conflict, threads that can start, or are as quiet as when the digest named them.
// Of another kind it always does.
func (s *Store) StillOpen(ctx context.Context, d Delivery) (open bool, err error) {
	switch d.Kind {
	case DeliverReminder:
		return s.stillDue(ctx, d)
	case DeliverApproval:
		err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM approvals WHERE id = ? AND state = 'pending')`, strings.TrimPrefix(d.Slot, DeliverApproval+"/")).Scan(&open)
	case DeliverConflict:
		err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM forge_conflicts)`).Scan(&open)
	case DeliverReady:
		var list string
		if list, err = jsonText(d.threads); err == nil {
			err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM json_each(?) j CROSS JOIN threads t ON t.id = j.value WHERE `+canStart("?2")+`)`, list, At(s.now())).Scan(&open)
		}
	case DeliverDigest:
		var list string
		if list, err = jsonText(d.threads); err == nil {
			err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM json_each(?1) j CROSS JOIN threads t ON t.id = j.value WHERE `+activeThreads+`
				AND last_activity_at <= ?2 AND (snoozed_until IS NULL OR snoozed_until <= ?3))`, list, d.CreatedAt, At(s.now())).Scan(&open)
		}
	default:
		open = true
	}
	return open, wrap("look whether a message is still of use", err)
}
