package store

import (
	"reflect"
	"testing"
	"time"
)

func TestSnoozeMovesOneOccurrence(t *testing.T) {
	t.Parallel()
	p := inBerlin(t)
	for _, tc := range []struct {
		name, kind, due string
		late            time.Duration // after 11:30 of the owner's clock
		in              ReminderSnooze
		want            string
		bad             string
		after           string // the next time once it is done
	}{
		{"ten minutes", "once", "2026-05-04T11:00", 0, ReminderSnooze{For: "10m"}, "2026-05-04T09:40", "", ""},
		{"an hour", "once", "2026-05-04T11:00", 0, ReminderSnooze{For: "1h"}, "2026-05-04T10:30", "", ""},
		{"tonight", "once", "2026-05-04T11:00", 0, ReminderSnooze{For: "tonight"}, "2026-05-04T18:00", "", ""},
		{"tonight at eight is an hour later", "once", "2026-05-04T11:00", 8*time.Hour + 30*time.Minute, ReminderSnooze{For: "tonight"}, "2026-05-04T19:00", "", ""},
		{"tonight near midnight is an hour later", "once", "2026-05-04T11:00", 12 * time.Hour, ReminderSnooze{For: "tonight"}, "2026-05-04T22:30", "", ""},
		{"tomorrow", "once", "2026-05-04T11:00", 0, ReminderSnooze{For: "tomorrow"}, "2026-05-05T07:00", "", ""},
		{"tomorrow, after midnight", "once", "2026-05-04T11:00", 13 * time.Hour, ReminderSnooze{For: "tomorrow"}, "2026-05-06T07:00", "", ""},
		{"until a time of the owner's", "once", "2026-05-04T11:00", 0, ReminderSnooze{Until: "2026-05-07T08:00"}, "2026-05-07T06:00", "", ""},
		{"until a day", "once", "2026-05-04T11:00", 0, ReminderSnooze{Until: "2026-05-07"}, "2026-05-07T07:00", "", ""},
		{"a daily one that was due", "daily", "2026-05-04T12:00", time.Hour, ReminderSnooze{For: "1h"}, "2026-05-04T11:30", "", "2026-05-05T10:00"},
		{"a daily one past its next time", "daily", "2026-05-04T12:00", time.Hour, ReminderSnooze{Until: "2026-05-06T18:00"}, "2026-05-06T16:00", "", "2026-05-05T10:00"},
		{"a daily one before its time", "daily", "2026-05-04T12:00", 0, ReminderSnooze{For: "10m"}, "2026-05-04T09:40", "", "2026-05-05T10:00"},
		{"one that comes when an agent starts", "session", "", 0, ReminderSnooze{For: "tomorrow"}, "2026-05-05T07:00", "", ""},
		{"a random one", "random", "", 0, ReminderSnooze{For: "10m"}, "2026-05-04T09:40", "", ""},
		{"until now", "session", "", 0, ReminderSnooze{Until: "2026-05-04T09:30:00Z"}, "", "until", ""},
		{"until what is over", "session", "", 0, ReminderSnooze{Until: "2026-05-04"}, "", "until", ""},
		{"until no time", "session", "", 0, ReminderSnooze{Until: "later"}, "", "until", ""},
		{"for no known length", "session", "", 0, ReminderSnooze{For: "2h"}, "", "for", ""},
		{"for nothing", "session", "", 0, ReminderSnooze{}, "", "until", ""},
		{"both", "session", "", 0, ReminderSnooze{Until: "2026-05-07", For: "1h"}, "", "until", ""},
	} {
		s, c := newStore(t)
		m := remind(t, s, reminder(tc.kind, tc.due, ""))
		c.advance(tc.late)
		w, err := s.SnoozeReminder(t.Context(), agent, m.ID, tc.in, p)
		if invalidFields(err) != tc.bad || tc.bad == "" && (err != nil || whenOf(w.Item.NextAt) != tc.want) {
			t.Errorf("%s: next at %s, %v; want %s, %q refused", tc.name, whenOf(w.Item.NextAt), err, tc.want, tc.bad)
		}
		if tc.bad != "" {
			continue
		}
		if last := history(t, s, ReminderURI(m.ID))[1]; last.Kind != "reminder.snoozed" || keys(t, last.After) != "next_at" {
			t.Errorf("%s: event %+v", tc.name, last)
		}
		ended, err := s.FinishReminder(t.Context(), agent, m.ID, p)
		if err != nil || whenOf(ended.Item.NextAt) != tc.after || (ended.Item.DoneAt == nil) != (tc.after != "") {
			t.Errorf("%s, then done: %+v, %v; want %s", tc.name, ended.Item, err, tc.after)
		}
		if _, err := s.SnoozeReminder(t.Context(), agent, m.ID, tc.in, p); tc.after == "" && !isConflict(err) {
			t.Errorf("%s, snoozed when done: %v", tc.name, err)
		}
	}
}

func TestAChangeCarriesOnlyItsFields(t *testing.T) {
	t.Parallel()
	p := inBerlin(t)
	null := Opt[string]{Set: true}
	for _, tc := range []struct {
		name, kind, due, rule string
		in                    ReminderInput
		want                  string // kind, next_at
		bad                   string
		event                 string
	}{
		{"nothing", "daily", "2026-05-01T08:00", "", ReminderInput{}, "daily 2026-05-05T06:00", "", ""},
		{"the text", "daily", "2026-05-01T08:00", "", ReminderInput{Text: Some("other")}, "daily 2026-05-05T06:00", "", "text"},
		{"no text", "daily", "2026-05-01T08:00", "", ReminderInput{Text: null}, "", "text", ""},
		{"no kind, without a rule", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: null}, "once 2026-05-01T06:00", "", "anchor kind next_at occurrence occurrence_at"},
		{"no kind, with the rule that it has", "rrule", "2026-05-01T08:00", "FREQ=MONTHLY", ReminderInput{Kind: null}, "rrule 2026-06-01T06:00", "", ""},
		{"no kind, with a rule", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: null, RRule: Some("FREQ=MONTHLY")}, "rrule 2026-06-01T06:00", "", "kind next_at occurrence occurrence_at rrule"},
		{"an empty kind", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: Some("")}, "", "kind", ""},
		{"all that it has", "daily", "2026-05-01T08:00", "", ReminderInput{Text: Some("call back"), Kind: Some("daily"), DueAt: Some("2026-05-01T06:00:00.000Z"), RRule: null, ThreadID: null, ProjectSlug: null}, "daily 2026-05-05T06:00", "", ""},
		{"another time", "daily", "2026-05-01T08:00", "", ReminderInput{DueAt: Some("2026-05-04T18:00")}, "daily 2026-05-04T16:00", "", "anchor due_at next_at occurrence occurrence_at"},
		{"no time", "daily", "2026-05-01T08:00", "", ReminderInput{DueAt: null}, "", "due_at", ""},
		{"another time of a once", "once", "2026-05-01T08:00", "", ReminderInput{DueAt: Some("2026-05-06T08:00")}, "once 2026-05-06T06:00", "", "due_at next_at"},
		{"daily to weekly", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: Some("weekly")}, "weekly 2026-05-08T06:00", "", "kind next_at occurrence occurrence_at"},
		{"once to daily", "once", "2026-05-01T08:00", "", ReminderInput{Kind: Some("daily")}, "daily 2026-05-05T06:00", "", "anchor kind next_at occurrence occurrence_at"},
		{"daily to once is over", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: Some("once")}, "once 2026-05-01T06:00", "", "anchor kind next_at occurrence occurrence_at"},
		{"daily to session drops the time", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: Some("session")}, "session ", "", "anchor due_at kind next_at occurrence occurrence_at"},
		{"session with a time", "session", "", "", ReminderInput{DueAt: Some("2026-05-06T08:00")}, "", "due_at", ""},
		{"session to daily without a time", "session", "", "", ReminderInput{Kind: Some("daily")}, "", "due_at", ""},
		{"session to daily", "session", "", "", ReminderInput{Kind: Some("daily"), DueAt: Some("2026-05-06T08:00")}, "daily 2026-05-06T06:00", "", "anchor due_at kind next_at occurrence occurrence_at"},
		{"a rule on a daily one", "daily", "2026-05-01T08:00", "", ReminderInput{RRule: Some("FREQ=DAILY")}, "", "rrule", ""},
		{"daily to rrule", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: Some("rrule"), RRule: Some("FREQ=MONTHLY")}, "rrule 2026-06-01T06:00", "", "kind next_at occurrence occurrence_at rrule"},
		{"daily to rrule without a rule", "daily", "2026-05-01T08:00", "", ReminderInput{Kind: Some("rrule")}, "", "rrule", ""},
		{"rrule to weekly drops the rule", "rrule", "2026-05-01T08:00", "FREQ=MONTHLY", ReminderInput{Kind: Some("weekly")}, "weekly 2026-05-08T06:00", "", "kind next_at occurrence occurrence_at rrule"},
		{"a rule that never fires", "rrule", "2026-05-01T08:00", "FREQ=MONTHLY", ReminderInput{RRule: Some("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")}, "", "rrule", ""},
		{"no rule", "rrule", "2026-05-01T08:00", "FREQ=MONTHLY", ReminderInput{RRule: null}, "", "rrule", ""},
		{"a rule without its time begins anew", "rrule", "2026-05-01T08:00", "FREQ=MONTHLY", ReminderInput{DueAt: null}, "rrule 2026-06-04T07:00", "", "anchor due_at next_at occurrence occurrence_at"},
	} {
		s, c := newStore(t)
		m := remind(t, s, reminder(tc.kind, tc.due, tc.rule))
		c.advance(time.Minute)
		w, err := s.UpdateReminder(t.Context(), agent, m.ID, tc.in, p)
		if invalidFields(err) != tc.bad || tc.bad == "" && (err != nil || w.Item.Kind+" "+whenOf(w.Item.NextAt) != tc.want) {
			t.Errorf("%s: %s next at %s, %v; want %s, %q refused", tc.name, w.Item.Kind, whenOf(w.Item.NextAt), err, tc.want, tc.bad)
			continue
		}
		events := history(t, s, ReminderURI(m.ID))
		if tc.event == "" {
			if len(events) != 1 || w.EventID != "" || !reflect.DeepEqual(readReminder(t, s, m.ID), m) {
				t.Errorf("%s: wrote something: %+v", tc.name, events)
			}
			continue
		}
		if last := events[len(events)-1]; last.Kind != "reminder.updated" || keys(t, last.After) != tc.event || last.ID != w.EventID {
			t.Errorf("%s: event %s {%s}, want {%s}", tc.name, last.Kind, keys(t, last.After), tc.event)
		}
	}
}

func TestAChangeOfTheTimeAloneStartsAnew(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	p := inBerlin(t)
	m := remind(t, s, reminder("once", "2026-05-04T11:00", ""))
	change := func(in ReminderInput) Reminder {
		t.Helper()
		w, err := s.UpdateReminder(t.Context(), agent, m.ID, in, p)
		if err != nil {
			t.Fatal(err)
		}
		return w.Item
	}
	if _, err := s.SnoozeReminder(t.Context(), agent, m.ID, ReminderSnooze{For: "1h"}, p); err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]ReminderInput{
		"the text": {Text: Some("other")}, "the same kind": {Kind: Some("once")},
		"the same time": {DueAt: Some("2026-05-04T09:00:00Z")}, "the same time of the owner's clock": {DueAt: Some("2026-05-04T11:00")},
	} {
		if got := change(in); whenOf(got.NextAt) != "2026-05-04T10:30" {
			t.Errorf("%s: the snooze is lost: next at %s", name, whenOf(got.NextAt))
		}
	}
	if _, err := s.FinishReminder(t.Context(), agent, m.ID, p); err != nil {
		t.Fatal(err)
	}
	if got := change(ReminderInput{Text: Some("done is done"), DueAt: Some("2026-05-04T09:00:00Z")}); got.DoneAt == nil {
		t.Error("another text made a done reminder pending")
	}
	if got := change(ReminderInput{DueAt: Some("2026-05-05T09:00:00Z")}); got.DoneAt != nil || whenOf(got.NextAt) != "2026-05-05T09:00" {
		t.Errorf("another time: %+v", got)
	}
}

func TestADeletedReminderIsGoneUntilItIsUndone(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m := remind(t, s, reminder("daily", "2026-05-01T08:00", ""))
	w, err := s.DeleteReminder(t.Context(), agent, m.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, errRead := s.Reminder(t.Context(), m.ID)
	_, errAgain := s.DeleteReminder(t.Context(), agent, m.ID)
	_, errUpdate := s.UpdateReminder(t.Context(), agent, m.ID, ReminderInput{Text: Some("x")}, Policy{})
	for _, err := range []error{errRead, errAgain, errUpdate} {
		if !isMissing(err) {
			t.Errorf("a deleted one: %v", err)
		}
	}
	if page, err := s.Reminders(t.Context(), ReminderFilter{State: ReminderAll}); err != nil || page.Total != 0 {
		t.Errorf("%d in the list, %v", page.Total, err)
	}
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); err != nil {
		t.Fatal(err)
	}
	if got := readReminder(t, s, m.ID); !reflect.DeepEqual(got, m) {
		t.Errorf("back as %+v, was %+v", got, m)
	}
}
