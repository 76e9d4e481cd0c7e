package store

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/recur"
	"github.com/progresshub/progresshub/store/sqlite"
)

// times are the next times of a reminder as the owner's clock shows them.
func times(t testing.TB, s *Store, m Reminder, p Policy) string {
	t.Helper()
	list, err := s.Upcoming(m, p)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, at := range list {
		all = append(all, strings.TrimSuffix(recur.ClockTimeOf(at.Time, p.Zone).String(), ":00"))
	}
	return strings.Join(all, " ")
}

func TestUpcomingTimes(t *testing.T) {
	t.Parallel()
	p := inBerlin(t)
	for _, tc := range []struct {
		name, kind, due, rule string
		late                  time.Duration
		snooze                string
		want                  string
	}{
		{"once", "once", "2026-05-05T08:00", "", 0, "", "2026-05-05T08:00"},
		{"once that is due", "once", "2026-05-04T08:00", "", 0, "", ""},
		{"once, snoozed", "once", "2026-05-04T08:00", "", 0, "tonight", "2026-05-04T20:00"},
		{"daily", "daily", "2026-05-01T08:00", "", 0, "", "2026-05-05T08:00 2026-05-06T08:00 2026-05-07T08:00"},
		{"daily that is due", "daily", "2026-05-04T12:00", "", time.Hour, "", "2026-05-05T12:00 2026-05-06T12:00 2026-05-07T12:00"},
		{"daily, snoozed when it was due", "daily", "2026-05-04T12:00", "", time.Hour, "tonight", "2026-05-04T20:00 2026-05-05T12:00 2026-05-06T12:00"},
		{"daily, snoozed before its time", "daily", "2026-05-05T08:00", "", 0, "tonight", "2026-05-04T20:00 2026-05-06T08:00 2026-05-07T08:00"},
		{"daily, snoozed past its next time", "daily", "2026-05-04T12:00", "", time.Hour, "2026-05-06T18:00", "2026-05-06T18:00 2026-05-07T12:00 2026-05-08T12:00"},
		{"the last two of a rule", "rrule", "2026-05-01T08:00", "FREQ=DAILY;COUNT=6", 0, "", "2026-05-05T08:00 2026-05-06T08:00"},
		{"session", "session", "", "", 0, "", ""},
		{"session, snoozed", "session", "", "", 0, "tonight", ""},
	} {
		s, c := newStore(t)
		m := remind(t, s, reminder(tc.kind, tc.due, tc.rule))
		c.advance(tc.late)
		if tc.snooze != "" {
			in := ReminderSnooze{For: tc.snooze}
			if strings.Contains(tc.snooze, "-") {
				in = ReminderSnooze{Until: tc.snooze}
			}
			w, err := s.SnoozeReminder(t.Context(), agent, m.ID, in, p)
			if err != nil {
				t.Fatal(err)
			}
			m = w.Item
		}
		if got := times(t, s, m, p); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// The owner lives in Berlin and goes to New York, six hours behind, or to Tokyo, seven ahead.
func TestRemindersGoWithTheirOwner(t *testing.T) {
	t.Parallel()
	berlin := inBerlin(t)
	for _, tc := range []struct {
		name, kind, due, rule string
		late                  time.Duration // after 11:30 of Monday, 4 May, in Berlin
		do                    string        // before the move: done or a snooze
		to                    string
		want                  string // next_at there
		then                  string // and the one after it
	}{
		{"daily stays at its hour in the west", "daily", "2026-05-01T08:00", "", 0, "", "America/New_York", "2026-05-05T08:00", "2026-05-06T08:00"},
		{"daily stays at its hour in the east", "daily", "2026-05-01T08:00", "", 0, "", "Asia/Tokyo", "2026-05-05T08:00", "2026-05-06T08:00"},
		{"one that is done today does not come again", "daily", "2026-05-04T12:00", "", time.Hour, "done", "America/New_York", "2026-05-05T12:00", "2026-05-06T12:00"},
		{"an hour that the move has passed waits for the next day", "daily", "2026-05-04T12:00", "", 0, "", "Asia/Tokyo", "2026-05-05T12:00", "2026-05-06T12:00"},
		{"what was due stays due", "daily", "2026-05-04T12:00", "", time.Hour, "", "America/New_York", "2026-05-04T06:00", "2026-05-04T12:00"},
		{"weekly", "weekly", "2026-05-01T08:00", "", 0, "", "Asia/Tokyo", "2026-05-08T08:00", "2026-05-15T08:00"},
		{"rrule", "rrule", "2026-05-01T08:00", "FREQ=WEEKLY;BYDAY=WE", 0, "", "America/New_York", "2026-05-06T08:00", "2026-05-13T08:00"},
		{"the last one of a rule is not lost", "rrule", "2026-05-04T12:00", "FREQ=DAILY;COUNT=1", 0, "", "Asia/Tokyo", "2026-05-04T12:00", ""},
		{"a snooze stays at its moment", "daily", "2026-05-05T08:00", "", 0, "tonight", "America/New_York", "2026-05-04T14:00", "2026-05-06T08:00"},
		{"once stays at its moment", "once", "2026-05-05T08:00", "", 0, "", "America/New_York", "2026-05-05T02:00", ""},
		{"session has no hour", "session", "", "", 0, "", "Asia/Tokyo", "", ""},
		{"the same hours under another name", "daily", "2026-05-01T08:00", "", 0, "", "Europe/Vienna", "2026-05-05T08:00", "2026-05-06T08:00"},
	} {
		s, c := newStore(t)
		m := remind(t, s, reminder(tc.kind, tc.due, tc.rule))
		c.advance(tc.late)
		var err error
		switch tc.do {
		case "done":
			_, err = s.FinishReminder(t.Context(), agent, m.ID, berlin)
		case "tonight":
			_, err = s.SnoozeReminder(t.Context(), agent, m.ID, ReminderSnooze{For: tc.do}, berlin)
		}
		if err != nil {
			t.Fatal(err)
		}
		there := Policy{Zone: zone(t, tc.to)}
		for range 2 { // the second time there is nothing left to move
			if err := s.RescheduleReminders(t.Context(), there); err != nil {
				t.Fatal(err)
			}
		}
		got := readReminder(t, s, m.ID)
		next := ""
		if got.NextAt != nil {
			next = strings.TrimSuffix(recur.ClockTimeOf(got.NextAt.Time, there.Zone).String(), ":00")
		}
		if next != tc.want {
			t.Errorf("%s: next at %s, want %s", tc.name, next, tc.want)
		}
		ended, err := s.FinishReminder(t.Context(), agent, m.ID, there)
		if err != nil {
			t.Fatal(err)
		}
		if then, _, _ := strings.Cut(times(t, s, ended.Item, there), " "); then != tc.then {
			t.Errorf("%s: then %s, want %s", tc.name, then, tc.then)
		}
		// Sent back as it is shown, the time is the same.
		if got.DueAt != nil {
			w, err := s.UpdateReminder(t.Context(), agent, m.ID, ReminderInput{DueAt: Some(got.DueAt.String())}, there)
			if err != nil || w.EventID != "" {
				t.Errorf("%s: its due_at, sent back: %+v, %v", tc.name, w, err)
			}
		}
	}
}

func TestAMoveIsOneEventThatFollowsTheZone(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	berlin, tokyo := inBerlin(t), Policy{Zone: zone(t, "Asia/Tokyo")}
	var all []Reminder
	for _, kind := range []string{"daily", "weekly"} {
		all = append(all, remind(t, s, reminder(kind, "2026-05-01T08:00", "")))
	}
	generation := s.Generation()
	if err := s.RescheduleReminders(t.Context(), berlin); err != nil || s.Generation() != generation {
		t.Fatalf("without a move: %v, or something was written", err)
	}
	if err := s.RescheduleReminders(t.Context(), tokyo); err != nil {
		t.Fatal(err)
	}
	page, err := s.Events(t.Context(), EventFilter{Kind: "reminder.rescheduled"})
	if err != nil || len(page.Events) != 1 || page.Events[0].Also != 1 || page.Events[0].Actor != Owner {
		t.Fatalf("events %+v, %v", page.Events, err)
	}
	if _, err := s.Undo(t.Context(), owner, page.Events[0].ID, Guard{}); !isConflict(err) {
		t.Errorf("undone by itself: %v", err)
	}
	if err := s.RescheduleReminders(t.Context(), berlin); err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if got := readReminder(t, s, m.ID); !same(got.NextAt, m.NextAt) || !same(got.DueAt, m.DueAt) || !same(got.when.Occurrence, m.when.Occurrence) {
			t.Errorf("moved back: %+v, was %+v", got, m)
		}
	}
}

// A time of the owner's clock that his clock skips on its first day is kept as it was said.
func TestATimeThatTheClockSkipsIsKept(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	c.advance(time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC).Sub(c.Now()))
	m := remind(t, s, reminder("daily", "2026-03-29T02:30", ""))
	const want = "2026-03-29T03:30 2026-03-30T02:30 2026-03-31T02:30"
	if got := times(t, s, m, inBerlin(t)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What an undo brings back stands where the owner's clock shows its time by now.
func TestAReminderComesBackInTheZoneOfToday(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	berlin, tokyo := inBerlin(t), Policy{Zone: zone(t, "Asia/Tokyo")}
	if err := s.RescheduleReminders(t.Context(), berlin); err != nil {
		t.Fatal(err)
	}
	m := remind(t, s, reminder("daily", "2026-05-01T09:00", ""))
	w, err := s.DeleteReminder(t.Context(), agent, m.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RescheduleReminders(t.Context(), tokyo); err != nil {
		t.Fatal(err)
	}
	undo(t, s, w.EventID)
	if got := readReminder(t, s, m.ID).NextAt.In(tokyo.Zone).Format(time.TimeOnly); got != "09:00:00" {
		t.Errorf("it comes at %s", got)
	}
}

// TestAReminderGoesByTheZoneChosenInItsCommit: a change of the zone in front of one holds for it.
func TestAReminderGoesByTheZoneChosenInItsCommit(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	_, err := s.UpdatePreferences(t.Context(), owner, PreferencesInput{Timezone: Some("Europe/Berlin")}, Policy{})
	works(t, err)
	daily := remind(t, s, reminder("daily", "2026-05-01T09:00", ""))
	deleted, err := s.DeleteReminder(t.Context(), agent, daily.ID)
	works(t, err)
	var made Written[Reminder]
	for _, err := range together(t, s,
		func(ctx context.Context) error {
			_, err := s.UpdatePreferences(ctx, owner, PreferencesInput{Timezone: Some("Asia/Tokyo")}, Policy{})
			return err
		},
		func(ctx context.Context) (err error) {
			made, err = s.CreateReminder(ctx, agent, reminder("once", "2026-06-04T09:00", ""), Policy{})
			return err
		},
		func(ctx context.Context) error {
			_, err := s.Undo(ctx, owner, deleted.EventID, Guard{})
			return err
		},
	) {
		works(t, err)
	}
	if got := made.Item.DueAt.String(); got != "2026-06-04T00:00:00.000Z" {
		t.Errorf("it is due at %s", got)
	}
	if got := readReminder(t, s, daily.ID).NextAt.In(zone(t, "Asia/Tokyo")).Format(time.TimeOnly); got != "09:00:00" {
		t.Errorf("the daily one comes at %s", got)
	}
}

// TestALostCommitMovesNoReminder: when it fails, the reminders are to be moved still.
func TestALostCommitMovesNoReminder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	berlin, tokyo := inBerlin(t), Policy{Zone: zone(t, "Asia/Tokyo")}
	works(t, s.RescheduleReminders(t.Context(), berlin))
	broken := errors.New("broken")
	fail := sqlite.BeforeCommit(s.db, func(*sqlite.Tx, []bool) error { return broken })
	errs := together(t, s,
		func(ctx context.Context) error { return s.RescheduleReminders(ctx, tokyo) },
		func(ctx context.Context) error {
			return s.write(ctx, "fail the commit", owner, func(tx *tx) error {
				fail.Note(tx.Tx, true)
				return nil
			})
		},
	)
	if !errors.Is(errs[0], broken) || s.RemindersStandIn(tokyo) {
		t.Errorf("%v, and they stand in the other zone: %t", errs, s.RemindersStandIn(tokyo))
	}
}
