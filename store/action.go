package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The verbs of buttons on a message.
const (
	VerbDone      = "done"
	VerbSnoozeHr  = "snooze_1h"
	VerbSnoozeDay = "snooze_day"
	VerbOpen      = "open" // leads to the page, and changes nothing
)

const (
	// actionAge is how long a button of a message works.
	actionAge = 72 * time.Hour
	// actionMemory is how long a button is known after that, to be told that it is too old.
	actionMemory = 30 * 24 * time.Hour
)

// Button is what one tap on a message does, and the token that allows it, once. The hub keeps
// only its digest: who holds the message may tap.
type Button struct{ Verb, Token string }

// Buttons makes those for a notice: one for each of its verbs, open excepted.
func (n *Notice) Buttons() []Button {
	var list []Button
	seen := map[string]bool{VerbOpen: true}
	for _, item := range n.Items {
		for _, verb := range item.Verbs {
			if !seen[verb] {
				seen[verb] = true
				secret := make([]byte, 32)
				_, _ = rand.Read(secret) // it never fails
				list = append(list, Button{verb, base64.RawURLEncoding.EncodeToString(secret)})
			}
		}
	}
	return list
}

// mint keeps what the buttons of an attempt allow.
func (tx *tx) mint(d *Delivery, buttons []Button) error {
	if len(buttons) == 0 {
		return nil
	}
	for _, b := range buttons {
		digest := sha256.Sum256([]byte(b.Token))
		if err := tx.Exec(`INSERT INTO actions(digest, delivery_id, slot, verb, subject, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
			digest[:], d.ID, d.Slot, b.Verb, d.subjects(), At(tx.now.Add(actionAge))); err != nil {
			return fmt.Errorf("keep a button: %w", err)
		}
	}
	return tx.Exec(`DELETE FROM actions WHERE expires_at < ?`, At(tx.now.Add(-actionMemory)))
}

// subjects are the addresses of what a delivery speaks of.
func (d *Delivery) subjects() string {
	if d.Kind == DeliverReminder {
		id, _ := d.occurrence()
		return ReminderURI(id)
	}
	list := make([]string, len(d.threads))
	for i, id := range d.threads {
		list[i] = ThreadURI(id)
	}
	return strings.Join(list, " ")
}

// occurrence is the reminder that a delivery speaks of, and which of its times.
func (d *Delivery) occurrence() (id, at string) {
	_, rest, _ := strings.Cut(d.Slot, "/")
	id, at, _ = strings.Cut(rest, "/")
	return id, at
}

// EndedError is a button that does nothing any more.
type EndedError struct{ Message string }

func (e *EndedError) Error() string { return e.Message }

// Acted is what a button did.
type Acted struct {
	Done string // in a sentence
	Verb string
}

// byButton is who taps: nobody else holds the message.
var byButton = By{Actor: Owner, SourceTool: "notification", Hub: true}

// Act does what the button of a token is for, once. All other buttons of the same message end
// with it, on every channel. An [EndedError] says why it does nothing any more.
func (s *Store) Act(ctx context.Context, token string, p Policy) (Written[Acted], error) {
	by := byButton
	return answer(ctx, s, "use a button", by, func(tx *tx) (out Written[Acted], err error) {
		digest := sha256.Sum256([]byte(token))
		var slot, subject string
		var end Time
		var used, said *Time
		err = tx.Row(`SELECT slot, verb, subject, expires_at, used_at, (SELECT created_at FROM deliveries WHERE id = delivery_id) FROM actions WHERE digest = ?`,
			digest[:]).Scan(&slot, &out.Item.Verb, &subject, &end, &used, &said)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return out, &NotFoundError{Kind: "button", ID: "of this message"}
		case err != nil:
			return out, err
		case used != nil:
			return out, &EndedError{"this was decided already: a button works once"}
		case !tx.now.Before(end.Time):
			return out, &EndedError{"this button is too old: they work for three days"}
		}
		if out.Item.Verb == VerbSnoozeDay {
			if said == nil { // the outbox keeps a number of messages
				said = new(At(end.Add(-actionAge)))
			}
			out.Item.Done, out.EventID, err = tx.snoozeAll(strings.Fields(subject), *said)
		} else {
			out.Item.Done, out.EventID, err = tx.actOnReminder(Delivery{Slot: slot}, out.Item.Verb, p)
		}
		if err != nil {
			return out, err
		}
		// Digests of one time name other threads on a channel that has told of others before.
		return out, tx.Exec(`UPDATE actions SET used_at = ? WHERE slot = ? AND subject = ? AND used_at IS NULL`, tx.now, slot, subject)
	})
}

// actOnReminder ends an occurrence of a reminder, or puts it off.
func (tx *tx) actOnReminder(d Delivery, verb string, p Policy) (done, event string, err error) {
	id, at := d.occurrence()
	m, err := tx.reminder(id)
	if missing := new(NotFoundError); errors.As(err, &missing) {
		return "", "", &EndedError{"this reminder was deleted"}
	}
	if err != nil {
		return "", "", err
	}
	if m.DoneAt != nil || m.NextAt == nil || m.NextAt.String() != at {
		return "", "", &EndedError{"this reminder was done or put off meanwhile"}
	}
	kind, rule := "reminder.done", func() error { return m.end(tx.now, tx.zone(p)) }
	done = "The reminder is done."
	if verb == VerbSnoozeHr {
		kind, done = "reminder.snoozed", "The reminder comes again in an hour."
		rule = func() error {
			m.NextAt = new(At(tx.now.Add(time.Hour)))
			return nil
		}
	}
	changed, err := tx.amendReminder(&m, rule)
	if err != nil {
		return "", "", err
	}
	event, err = tx.record(kind, changed)
	return done, event, err
}

// snoozeAll puts threads off by a day, as one change. What is finished or gone stays so, and what was
// worked on since it was named, or is put off for longer, is left alone.
func (tx *tx) snoozeAll(subjects []string, named Time) (done, event string, err error) {
	var parts []part
	until := At(tx.now.Add(24 * time.Hour))
	for _, uri := range subjects {
		_, changed, _, err := tx.amendThread(strings.TrimPrefix(uri, ThreadURI("")), Guard{itself: true}, func(t *Thread) (step, error) {
			if err := mayWork(t, "snooze"); err != nil {
				return step{}, err
			}
			if t.LastActivityAt.After(named.Time) || t.SnoozedUntil != nil && t.SnoozedUntil.After(until.Time) {
				return step{}, &ConflictError{Message: "cannot snooze a thread that was taken up or put off meanwhile"}
			}
			t.SnoozedUntil = &until
			return step{kind: "thread.snoozed"}, nil
		})
		missing, ended := new(NotFoundError), new(ConflictError)
		switch {
		case errors.As(err, &missing), errors.As(err, &ended):
		case err != nil:
			return "", "", err
		case !changed.isNothing():
			parts = append(parts, changed)
		}
	}
	if len(parts) == 0 {
		return "", "", &EndedError{"what this message names was finished, taken up or put off meanwhile"}
	}
	done = "Put off until tomorrow."
	event, err = tx.record("thread.snoozed", parts[0], parts[1:]...)
	return done, event, err
}
