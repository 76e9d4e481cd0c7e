package store

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// A reminder whose times can't be read is left out, and neither fires nor keeps others from it.
func TestADamagedReminderCostsOnlyItself(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"created_at", "updated_at", "due_at", "next_at", "fires_at", "occurrence_at", "anchor", "occurrence"} {
		for _, text := range []string{"garbage", "2026-13-99", ""} {
			t.Run(column+" "+text, func(t *testing.T) {
				t.Parallel()
				c := newClock()
				s := openStore(t, t.TempDir(), Options{Now: c.Now})
				soon := At(c.Now().Add(time.Hour)).String()
				kind := remindOnce
				if column == "anchor" || column == "occurrence" {
					kind = remindDaily // which has them
				}
				remind := func(text string) Reminder {
					t.Helper()
					w, err := s.CreateReminder(t.Context(), owner, ReminderInput{Text: Some(text), Kind: Some(kind), DueAt: Some(soon)}, Policy{})
					works(t, err)
					return w.Item
				}
				bad, good := remind("bad"), remind("good")
				s.spoil(t, "reminders", column, text, "id", bad.ID)
				check := func(when string) {
					t.Helper()
					if _, err := s.Calendar(t.Context(), Policy{}); err != nil {
						t.Errorf("the calendar %s: %v", when, err)
					}
					if err := s.RescheduleReminders(t.Context(), Policy{}); err != nil {
						t.Errorf("rescheduling %s: %v", when, err)
					}
					if _, err := s.UpdatePreferences(t.Context(), owner, PreferencesInput{Language: Some(map[string]string{"before": "de", "after": "fr"}[when])}, Policy{}); err != nil {
						t.Errorf("preferences %s: %v", when, err)
					}
					if _, err := s.Digest(t.Context(), DigestQuery{}, Policy{}); err != nil {
						t.Errorf("the digest %s: %v", when, err)
					}
					for _, state := range ReminderStates {
						if _, err := s.Reminders(t.Context(), ReminderFilter{State: state}); err != nil {
							t.Errorf("those %s %s: %v", state, when, err)
						}
					}
				}
				check("before")
				c.advance(2 * time.Hour)
				for range 3 {
					if at, due, err := s.NextFiring(t.Context()); err != nil {
						t.Fatal(err)
					} else if !due || at.After(c.Now()) {
						break
					}
					if _, err := s.FireReminders(t.Context(), Policy{}, nil); err != nil {
						t.Fatal(err)
					}
				}
				if at, due, err := s.NextFiring(t.Context()); err != nil || due && !at.After(c.Now()) {
					t.Errorf("what is due was not fired: %s, %v", at, err)
				}
				check("after")
				page, err := s.DueReminders(t.Context(), 10)
				works(t, err)
				found := false
				for _, m := range page.Reminders {
					found = found || m.ID == good.ID
				}
				if !found {
					t.Errorf("due: %+v", page.Reminders)
				}
				if m, err := s.Reminder(t.Context(), good.ID); err != nil || m.LastFiredAt == nil {
					t.Errorf("the good one has not fired: %+v, %v", m, err)
				}
				if column == "fires_at" {
					return // which nobody sees
				}
				var damaged *DamagedError
				if _, err := s.Reminder(t.Context(), bad.ID); !errors.As(err, &damaged) || damaged.ID != bad.ID {
					t.Errorf("the bad one itself: %v", err)
				}
				if d, err := s.Damage(t.Context()); err != nil || len(d.Rows) != 1 || d.Rows[0].ID != bad.ID {
					t.Errorf("damage %+v, %v", d, err)
				}
				s.sql(t, fmt.Sprintf("UPDATE reminders SET %[1]s = (SELECT %[1]s FROM reminders WHERE id = ?) WHERE id = ?", column), good.ID, bad.ID)
				if d, err := s.Damage(t.Context()); err != nil || len(d.Rows) != 0 {
					t.Errorf("damage that was mended %+v, %v", d, err)
				}
			})
		}
	}
}
