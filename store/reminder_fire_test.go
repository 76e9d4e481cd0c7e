package store

import (
	"strings"
	"testing"
	"time"
)

// fire lets reminders fire and returns what was said, or counted without a channel.
func fire(t *testing.T, s *Store, p Policy) string {
	t.Helper()
	var said []string
	if _, err := s.FireReminders(t.Context(), p, func(m Reminder) Message {
		said = append(said, whenOf(m.NextAt))
		return toGateway(m.Text)
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(said, " ")
}

// at moves the clock to a time of the owner in Berlin.
func (c *clock) at(t *testing.T, local string) {
	t.Helper()
	when, err := ParseTime(local, zone(t, "Europe/Berlin"))
	if err != nil {
		t.Fatal(err)
	}
	c.advance(when.Sub(c.Now()))
}

func TestRemindersFireOnceAtTheirTimes(t *testing.T) {
	t.Parallel()
	type step struct{ at, do, says string } // what is done at a time, and the times that fire then
	for _, tc := range []struct {
		name            string
		kind, due, rule string
		steps           []step
	}{
		{"once", "once", "2026-05-04T12:00", "", []step{
			{"2026-05-04T11:59", "", ""}, {"2026-05-04T12:00", "", "2026-05-04T10:00"}, {"2026-05-04T12:00", "", ""}, {"2026-05-06T12:00", "", ""},
		}},
		{"once in the past, at once", "once", "2026-05-01T12:00", "", []step{{"2026-05-04T11:30", "", "2026-05-01T10:00"}, {"2026-05-05T11:30", "", ""}}},
		{"daily, whether it is done or not", "daily", "2026-05-05T09:00", "", []step{
			{"2026-05-05T09:00", "", "2026-05-05T07:00"},
			{"2026-05-06T08:59", "", ""},
			{"2026-05-06T09:00", "done", "2026-05-06T07:00"},
			{"2026-05-06T10:00", "", ""},
			{"2026-05-07T09:00", "", "2026-05-07T07:00"},
		}},
		{"several missed are one", "daily", "2026-05-05T09:00", "", []step{{"2026-05-20T08:00", "", "2026-05-19T07:00"}, {"2026-05-20T09:00", "", "2026-05-20T07:00"}}},
		{"of a rule that comes every hour", "rrule", "2026-05-05T09:00", "FREQ=HOURLY", []step{{"2026-05-09T15:20", "", "2026-05-09T13:00"}, {"2026-05-09T15:50", "", ""}, {"2026-05-09T16:00", "", "2026-05-09T14:00"}}},
		{"of a rule that comes once a year", "rrule", "2026-05-05T09:00", "FREQ=YEARLY", []step{{"2031-04-01T00:00", "", "2030-05-05T07:00"}, {"2031-05-05T09:00", "", "2031-05-05T07:00"}}},
		{"of a rule that ends", "rrule", "2026-05-05T09:00", "FREQ=DAILY;COUNT=2", []step{{"2026-05-05T09:00", "", "2026-05-05T07:00"}, {"2026-05-07T09:00", "", "2026-05-06T07:00"}, {"2026-06-07T09:00", "", ""}}},
		{"snoozed", "once", "2026-05-04T12:00", "", []step{
			{"2026-05-04T12:00", "snooze", "2026-05-04T10:00"}, {"2026-05-04T12:59", "", ""}, {"2026-05-04T13:00", "", "2026-05-04T11:00"},
		}},
		{"a daily one snoozed", "daily", "2026-05-05T09:00", "", []step{
			{"2026-05-05T09:00", "snooze", "2026-05-05T07:00"}, {"2026-05-05T10:00", "", "2026-05-05T08:00"}, {"2026-05-06T09:00", "", "2026-05-06T07:00"},
		}},
		{"a daily one put to an earlier time", "daily", "2026-05-05T09:00", "", []step{
			{"2026-05-05T07:00", "snooze", ""}, {"2026-05-05T08:00", "", "2026-05-05T06:00"}, {"2026-05-05T09:00", "", ""}, {"2026-05-06T09:00", "", "2026-05-06T07:00"},
		}},
		{"the last of a rule, put to an earlier time", "rrule", "2026-05-05T09:00", "FREQ=DAILY;COUNT=1", []step{
			{"2026-05-05T07:00", "snooze", ""}, {"2026-05-05T08:00", "", "2026-05-05T06:00"}, {"2026-05-05T09:00", "", ""}, {"2026-05-06T09:00", "", ""},
		}},
		{"done before its time", "daily", "2026-05-05T09:00", "", []step{{"2026-05-05T08:00", "done", ""}, {"2026-05-05T09:00", "", ""}, {"2026-05-06T09:00", "", "2026-05-06T07:00"}}},
		{"done, and the done undone", "once", "2026-05-04T12:00", "", []step{{"2026-05-04T12:00", "done", "2026-05-04T10:00"}, {"2026-05-04T12:05", "undo", ""}, {"2026-05-04T12:06", "", ""}}},
		{"deleted", "once", "2026-05-04T12:00", "", []step{{"2026-05-04T11:50", "delete", ""}, {"2026-05-04T12:00", "", ""}}},
		{"when the clocks skip it", "daily", "2027-03-27T02:30", "", []step{{"2027-03-27T02:30", "", "2027-03-27T01:30"}, {"2027-03-28T03:29", "", ""}, {"2027-03-28T03:30", "", "2027-03-28T01:30"}, {"2027-03-29T02:30", "", "2027-03-29T00:30"}}},
		{"when the clocks show it twice", "daily", "2026-10-24T02:30", "", []step{{"2026-10-24T02:30", "", "2026-10-24T00:30"}, {"2026-10-25T02:30", "", "2026-10-25T00:30"}, {"2026-10-25T04:00", "", ""}}},
		{"at the start of a session", "session", "", "", []step{{"2026-06-04T12:00", "", ""}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, c := newStore(t)
			m := remind(t, s, reminder(tc.kind, tc.due, tc.rule))
			last := ""
			for _, step := range tc.steps {
				c.at(t, step.at)
				if got := fire(t, s, inBerlin(t)); got != step.says {
					t.Errorf("at %s fires %q, want %q", step.at, got, step.says)
				}
				var err error
				var w Written[Reminder]
				switch step.do {
				case "done":
					w, err = s.FinishReminder(t.Context(), owner, m.ID, inBerlin(t))
				case "snooze":
					w, err = s.SnoozeReminder(t.Context(), owner, m.ID, ReminderSnooze{For: "1h"}, inBerlin(t))
				case "delete":
					w, err = s.DeleteReminder(t.Context(), owner, m.ID)
				case "undo":
					undo(t, s, last)
				}
				if err != nil {
					t.Fatal(err)
				}
				last = w.EventID
				next, ok, err := s.NextFiring(t.Context())
				if err != nil || ok && !next.After(c.Now()) && step.do != "undo" {
					t.Errorf("at %s the next firing is %s, %v", step.at, next, err)
				}
			}
		})
	}
}

// A clock that jumps a day ahead and back says nothing twice, and what comes later comes.
func TestFiringOnAJumpingClock(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	p := inBerlin(t)
	remind(t, s, reminder("daily", "2026-05-05T09:00", ""))
	remind(t, s, reminder("once", "2026-05-05T08:00", ""))
	c.at(t, "2026-05-05T09:30")
	if got := fire(t, s, p); got != "2026-05-05T06:00 2026-05-05T07:00" {
		t.Fatal(got)
	}
	c.at(t, "2026-05-06T09:30") // a day ahead
	if got := fire(t, s, p); got != "2026-05-06T07:00" {
		t.Error(got)
	}
	c.at(t, "2026-05-05T09:31") // and back
	if got := fire(t, s, p); got != "" {
		t.Errorf("said again: %s", got)
	}
	remind(t, s, reminder("once", "2026-05-05T10:00", ""))
	c.at(t, "2026-05-06T09:30")
	if got := fire(t, s, p); got != "2026-05-05T08:00" {
		t.Error(got)
	}
	c.at(t, "2026-05-07T09:00")
	if got := fire(t, s, p); got != "2026-05-07T07:00" {
		t.Error(got)
	}
}

func TestFiredRemindersAreRecordedAndQueued(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	m := remind(t, s, reminder("once", "2026-05-04T12:00", ""))
	c.at(t, "2026-05-04T12:00")
	if got := fire(t, s, Policy{}); got == "" {
		t.Fatal("nothing fired")
	}
	if outbox(t, s) != "queued: call back" {
		t.Error(outbox(t, s))
	}
	if got := readReminder(t, s, m.ID); got.LastFiredAt == nil || !got.LastFiredAt.Equal(c.Now()) {
		t.Errorf("%+v", got)
	}
	page, err := s.Events(t.Context(), EventFilter{Kind: "reminder.fired"})
	if err != nil || len(page.Events) != 1 || page.Events[0].Subject != ReminderURI(m.ID) {
		t.Fatalf("%+v, %v", page.Events, err)
	}
	t.Run("a change before it can still be undone", func(t *testing.T) {
		events := history(t, s, ReminderURI(m.ID))
		undo(t, s, events[0].ID)
		if _, err := s.Reminder(t.Context(), m.ID); !isMissing(err) {
			t.Error(err)
		}
	})
	t.Run("without a channel it shows in the dashboard only", func(t *testing.T) {
		remind(t, s, reminder("once", "2026-05-04T12:10", ""))
		c.advance(time.Hour)
		if fired, err := s.FireReminders(t.Context(), Policy{}, nil); fired != 1 || err != nil || outbox(t, s) != "queued: call back" {
			t.Errorf("%d fired, %v; %s", fired, err, outbox(t, s))
		}
	})
	t.Run("many at once go in parts", func(t *testing.T) {
		for range maxFired + 1 {
			remind(t, s, reminder("once", "2026-05-04T12:20", ""))
		}
		c.advance(time.Hour)
		for _, want := range []int{maxFired, 1, 0} {
			if fired, err := s.FireReminders(t.Context(), Policy{}, nil); fired != want || err != nil {
				t.Errorf("%d fired, want %d; %v", fired, want, err)
			}
		}
	})
}

func TestFiringFollowsTheZone(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	remind(t, s, reminder("daily", "2026-05-05T09:00", ""))
	c.at(t, "2026-05-05T09:00")
	if got := fire(t, s, inBerlin(t)); got != "2026-05-05T07:00" {
		t.Fatal(got)
	}
	york := Policy{Zone: zone(t, "America/New_York")}
	if err := s.RescheduleReminders(t.Context(), york); err != nil || !s.RemindersStandIn(york) || s.RemindersStandIn(inBerlin(t)) {
		t.Fatal(err)
	}
	next, ok, err := s.NextFiring(t.Context())
	if err != nil || !ok || next.In(york.Zone).Format("15:04") != "09:00" {
		t.Errorf("fires at %s there, %v", next.In(york.Zone), err)
	}
}

// One that was put to an earlier time, and heard then, is not heard at its own time because its owner
// has moved.
func TestAnEarlierFiringStandsInAnotherZone(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	m := remind(t, s, reminder("daily", "2026-05-05T09:00", ""))
	c.at(t, "2026-05-05T07:00")
	if _, err := s.SnoozeReminder(t.Context(), owner, m.ID, ReminderSnooze{For: "1h"}, inBerlin(t)); err != nil {
		t.Fatal(err)
	}
	c.at(t, "2026-05-05T08:00")
	if got := fire(t, s, inBerlin(t)); got != "2026-05-05T06:00" {
		t.Fatal(got)
	}
	vienna := Policy{Zone: zone(t, "Europe/Vienna")}
	if err := s.RescheduleReminders(t.Context(), vienna); err != nil {
		t.Fatal(err)
	}
	next, ok, err := s.NextFiring(t.Context())
	if got := next.In(vienna.Zone).Format("02 15:04"); err != nil || !ok || got != "06 09:00" {
		t.Errorf("fires next on %s, %v", got, err)
	}
}

func TestASnoozedSessionReminderThatGetsATime(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	m := remind(t, s, reminder("session", "", ""))
	w, err := s.SnoozeReminder(t.Context(), owner, m.ID, ReminderSnooze{For: "tomorrow"}, inBerlin(t))
	if err != nil {
		t.Fatal(err)
	}
	in := ReminderInput{Kind: Some("once"), DueAt: Some(w.Item.NextAt.String())}
	if _, err := s.UpdateReminder(t.Context(), owner, m.ID, in, inBerlin(t)); err != nil {
		t.Fatal(err)
	}
	c.advance(w.Item.NextAt.Sub(c.Now()))
	if got := fire(t, s, inBerlin(t)); got != whenOf(w.Item.NextAt) {
		t.Errorf("fires %q", got)
	}
}
