package store

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// inBerlin is the policy of an owner in Berlin. The tests' clock shows 11:30 there, on a Monday.
func inBerlin(t testing.TB) Policy { return Policy{Zone: zone(t, "Europe/Berlin")} }

// reminder is the input for a reminder: its kind, due_at and rrule, where they are not empty.
func reminder(kind, due, rule string) ReminderInput {
	in := ReminderInput{Text: Some("call back"), Kind: Some(kind)}
	if due != "" {
		in.DueAt = Some(due)
	}
	if rule != "" {
		in.RRule = Some(rule)
	}
	return in
}

// remind makes a reminder of an owner in Berlin.
func remind(t testing.TB, s *Store, in ReminderInput) Reminder {
	t.Helper()
	w, err := s.CreateReminder(t.Context(), agent, in, inBerlin(t))
	if err != nil {
		t.Fatalf("create a reminder: %v", err)
	}
	return w.Item
}

func readReminder(t testing.TB, s *Store, id string) Reminder {
	t.Helper()
	m, err := s.Reminder(t.Context(), id)
	if err != nil {
		t.Fatalf("read a reminder: %v", err)
	}
	return m
}

// whenOf is an optional time as a text, empty without one.
func whenOf(at *Time) string {
	if at == nil {
		return ""
	}
	return strings.TrimSuffix(at.String(), ":00.000Z")
}

func TestNewRemindersAreChecked(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	with := func(edit func(*ReminderInput)) ReminderInput {
		in := reminder("session", "", "")
		edit(&in)
		return in
	}
	for name, tc := range map[string]struct {
		in  ReminderInput
		bad string
	}{
		"text alone needs a time":      {ReminderInput{Text: Some("x")}, "due_at"},
		"text and a time":              {ReminderInput{Text: Some("x"), DueAt: Some("2026-05-05T09:00:00Z")}, ""},
		"text and a rule":              {ReminderInput{Text: Some("x"), RRule: Some("FREQ=DAILY")}, ""},
		"no text":                      {with(func(in *ReminderInput) { in.Text = Opt[string]{} }), "text"},
		"a text drawn as nothing":      {with(func(in *ReminderInput) { in.Text = Some("\u200b\u202e") }), "text"},
		"an empty text":                {with(func(in *ReminderInput) { in.Text = Some(" \n") }), "text"},
		"a text at the limit":          {with(func(in *ReminderInput) { in.Text = Some(strings.Repeat("ö", MaxText)) }), ""},
		"a long text":                  {with(func(in *ReminderInput) { in.Text = Some(strings.Repeat("ö", MaxText+1)) }), "text"},
		"an unknown kind":              {reminder("monthly", "2026-05-05", ""), "kind"},
		"an empty kind":                {reminder("", "2026-05-05", ""), "kind"},
		"once without a time":          {reminder("once", "", ""), "due_at"},
		"once in the past":             {reminder("once", "1999-12-31T23:59:00Z", ""), ""},
		"once with a rule":             {reminder("once", "2026-05-05", "FREQ=DAILY"), "rrule"},
		"daily without a time":         {reminder("daily", "", ""), "due_at"},
		"daily with a rule":            {reminder("daily", "2026-05-05", "FREQ=DAILY"), "rrule"},
		"weekly without a time":        {reminder("weekly", "", ""), "due_at"},
		"weekly from a past day":       {reminder("weekly", "2020-01-01T08:00", ""), ""},
		"daily from before the clocks": {reminder("daily", "1890-01-01T08:00", ""), "due_at"},
		"rrule without a rule":         {reminder("rrule", "2026-05-05", ""), "rrule"},
		"rrule without a time":         {reminder("rrule", "", "FREQ=WEEKLY;BYDAY=MO"), ""},
		"rrule that is no rule":        {reminder("rrule", "2026-05-05", "every day"), "rrule"},
		"rrule that comes too often":   {reminder("rrule", "2026-05-05", "FREQ=SECONDLY"), "rrule"},
		"rrule that never fires":       {reminder("rrule", "2026-05-05", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "rrule"},
		"rrule that is over":           {reminder("rrule", "2026-04-01", "FREQ=DAILY;COUNT=3"), "rrule"},
		"rrule that is not over":       {reminder("rrule", "2026-05-02T08:00", "FREQ=DAILY;COUNT=4"), ""},
		"rrule from after its end":     {reminder("rrule", "2026-06-01", "FREQ=DAILY;UNTIL=20260501"), "rrule"},
		"rrule from too late a year":   {reminder("rrule", "2300-01-01", "FREQ=DAILY"), "due_at"},
		"session with a time":          {reminder("session", "2026-05-05", ""), "due_at"},
		"session with a rule":          {reminder("session", "", "FREQ=DAILY"), "rrule"},
		"random":                       {reminder("random", "", ""), ""},
		"random with a time":           {reminder("random", "2026-05-05", ""), "due_at"},
		"a time that is none":          {reminder("once", "soon", ""), "due_at"},
		"an empty time":                {ReminderInput{Text: Some("x"), DueAt: Some("")}, "due_at"},
		"wrong in every way":           {ReminderInput{Text: Some(""), Kind: Some("x"), DueAt: Some("x")}, "text kind"},
	} {
		w, err := s.CreateReminder(t.Context(), agent, tc.in, inBerlin(t))
		if invalidFields(err) != tc.bad || (err == nil) != (tc.bad == "") {
			t.Errorf("%s: %v, want %q refused", name, err, tc.bad)
		}
		if err != nil {
			continue
		}
		if got := readReminder(t, s, w.Item.ID); !reflect.DeepEqual(got, w.Item) {
			t.Errorf("%s: read as %+v, created as %+v", name, got, w.Item)
		}
		if events := history(t, s, ReminderURI(w.Item.ID)); len(events) != 1 || events[0].Kind != "reminder.created" || events[0].ID != w.EventID {
			t.Errorf("%s: events %+v", name, events)
		}
	}
}

func TestFirstTimeOfAReminder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, tc := range []struct{ name, kind, due, rule, want string }{
		{"once to come", "once", "2026-05-04T12:00", "", "2026-05-04T10:00"},
		{"once over is due at once", "once", "2026-05-04T11:00", "", "2026-05-04T09:00"},
		{"once with an offset", "once", "2026-05-04T12:00:00-07:00", "", "2026-05-04T19:00"},
		{"daily later today", "daily", "2026-05-04T12:00", "", "2026-05-04T10:00"},
		{"daily earlier today", "daily", "2026-05-04T11:00", "", "2026-05-05T09:00"},
		{"daily right now", "daily", "2026-05-04T11:30", "", "2026-05-05T09:30"},
		{"daily from a later day", "daily", "2026-06-01T08:00", "", "2026-06-01T06:00"},
		{"daily from the winter keeps the hour", "daily", "2026-01-10T08:00", "", "2026-05-05T06:00"},
		{"weekly from last week's Friday", "weekly", "2026-05-01T08:00", "", "2026-05-08T06:00"},
		{"weekly from today's weekday", "weekly", "2026-04-27T12:00", "", "2026-05-04T10:00"},
		{"rrule by weekday", "rrule", "2026-05-01T08:00", "FREQ=WEEKLY;BYDAY=WE", "2026-05-06T06:00"},
		{"rrule on the last of the month", "rrule", "2026-01-31T08:00", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1", "2026-05-31T06:00"},
		{"rrule without a time begins in the morning", "rrule", "", "FREQ=DAILY", "2026-05-05T07:00"},
		{"rrule without a time, with an hour", "rrule", "", "FREQ=DAILY;BYHOUR=9;BYMINUTE=15", "2026-05-05T07:15"},
		{"session has none", "session", "", "", ""},
		{"random has none", "random", "", "", ""},
	} {
		m := remind(t, s, reminder(tc.kind, tc.due, tc.rule))
		if got := whenOf(m.NextAt); got != tc.want || m.DoneAt != nil || m.LastFiredAt != nil {
			t.Errorf("%s: next at %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestRemindersAreFiledWithoutRegisteringAnything(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "work", inProject("shop"))
	gone := create(t, s, "deleted", inProject("shop"))
	if _, err := s.DeleteThread(t.Context(), owner, gone.ID, Guard{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")}); err != nil {
		t.Fatal(err)
	}
	null := Opt[string]{Set: true}
	for _, tc := range []struct {
		name            string
		thread, project Opt[string]
		want            string // the project; "?" not found
	}{
		{"nothing", Opt[string]{}, Opt[string]{}, ""},
		{"a thread brings its project", Some(th.ID), Opt[string]{}, "store"},
		{"unless another is said", Some(th.ID), Some("inbox"), "inbox"},
		{"or none", Some(th.ID), null, ""},
		{"a project", Opt[string]{}, Some("store"), "store"},
		{"an earlier slug", null, Some("shop"), "store"},
		{"an empty slug", Opt[string]{}, Some(""), ""},
		{"an unknown project", Opt[string]{}, Some("stroe"), "?"},
		{"an unknown thread", Some("000000000000"), Opt[string]{}, "?"},
		{"a deleted thread", Some(gone.ID), Opt[string]{}, "?"},
	} {
		create(t, s, "so that there is an inbox")
		in := reminder("session", "", "")
		in.ThreadID, in.ProjectSlug = tc.thread, tc.project
		made, err := s.CreateReminder(t.Context(), agent, in, inBerlin(t))
		old := remind(t, s, reminder("session", "", ""))
		changed, errUpdate := s.UpdateReminder(t.Context(), agent, old.ID, ReminderInput{ThreadID: tc.thread, ProjectSlug: tc.project}, inBerlin(t))
		if tc.want == "?" {
			if !isMissing(err) || !isMissing(errUpdate) {
				t.Errorf("%s: %v, %v", tc.name, err, errUpdate)
			}
			continue
		}
		project := ""
		if made.Item.ProjectSlug != nil {
			project = *made.Item.ProjectSlug
		}
		if err != nil || errUpdate != nil || project != tc.want || !same(made.Item.ThreadID, tc.thread.Value) || !same(changed.Item.ThreadID, tc.thread.Value) {
			t.Errorf("%s: filed under %q, %v, %v; want %q", tc.name, project, err, errUpdate, tc.want)
		}
		if tc.project.Set && !same(changed.Item.ProjectSlug, made.Item.ProjectSlug) || !tc.project.Set && changed.Item.ProjectSlug != nil {
			t.Errorf("%s: the change files it under %v", tc.name, changed.Item.ProjectSlug)
		}
	}
	_, err := s.CreateReminder(t.Context(), agent, ReminderInput{Text: Some("x"), Kind: Some("session"), ProjectSlug: Some("stroe")}, Policy{})
	if !isMissing(err) || !strings.Contains(err.Error(), "closest: store") {
		t.Errorf("got %v", err)
	}
	if all, err := s.Projects(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("%d projects, %v", len(all), err)
	}
}

func TestDoneEndsAReminderOrItsOccurrence(t *testing.T) {
	t.Parallel()
	p := inBerlin(t)
	for _, tc := range []struct{ name, kind, due, rule, next, event string }{
		{"once", "once", "2026-05-04T11:00", "", "", "done_at next_at"},
		{"session", "session", "", "", "", "done_at"},
		{"random", "random", "", "", "", "done_at"},
		{"daily that is due", "daily", "2026-05-04T11:00", "", "2026-05-06T09:00", "next_at occurrence occurrence_at"},
		{"daily that was missed", "daily", "2026-05-04T12:00", "", "2026-05-05T10:00", "next_at occurrence occurrence_at"},
		{"daily before its time", "daily", "2026-05-06T08:00", "", "2026-05-07T06:00", "next_at occurrence occurrence_at"},
		{"weekly before its time", "weekly", "2026-05-08T08:00", "", "2026-05-15T06:00", "next_at occurrence occurrence_at"},
		{"rrule", "rrule", "2026-05-01T08:00", "FREQ=WEEKLY;BYDAY=TU,TH", "2026-05-07T06:00", "next_at occurrence occurrence_at"},
		{"the last one of a rule", "rrule", "2026-05-04T14:00", "FREQ=DAILY;COUNT=1", "", "done_at next_at occurrence occurrence_at"},
	} {
		s, c := newStore(t)
		m := remind(t, s, reminder(tc.kind, tc.due, tc.rule))
		now := c.advance(24 * time.Hour) // the one at 11:00 is due since half an hour
		w, err := s.FinishReminder(t.Context(), agent, m.ID, p)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		ended := tc.next == ""
		if got := whenOf(w.Item.NextAt); got != tc.next || ended != (w.Item.DoneAt != nil) || ended && *w.Item.DoneAt != now {
			t.Errorf("%s: next at %s, done at %v; want %s", tc.name, got, w.Item.DoneAt, tc.next)
		}
		events := history(t, s, ReminderURI(m.ID))
		if last := events[len(events)-1]; last.Kind != "reminder.done" || keys(t, last.After) != tc.event || last.ID != w.EventID {
			t.Errorf("%s: event %s {%s}", tc.name, last.Kind, keys(t, last.After))
		}
		if !ended {
			continue
		}
		c.advance(time.Minute)
		again, err := s.FinishReminder(t.Context(), agent, m.ID, p)
		if err != nil || again.EventID != "" || !reflect.DeepEqual(again.Item, readReminder(t, s, m.ID)) || *again.Item.DoneAt != now {
			t.Errorf("%s, again: %+v, %v", tc.name, again, err)
		}
	}
	s, _ := newStore(t)
	if _, err := s.FinishReminder(t.Context(), agent, "000000000000", p); !isMissing(err) {
		t.Errorf("an unknown one: %v", err)
	}
}

// Who names the time that is to end, ends no other one: a retry, or a second device.
func TestDoneOfATimeEndsItOnce(t *testing.T) {
	t.Parallel()
	p := inBerlin(t)
	done := func(s *Store, id string) error {
		_, err := s.FinishReminder(t.Context(), owner, id, p)
		return err
	}
	endedForGood := func(s *Store, id string) error {
		_, err := s.EndReminder(t.Context(), owner, id)
		return err
	}
	putOff := func(s *Store, id string) error {
		_, err := s.SnoozeReminder(t.Context(), owner, id, ReminderSnooze{Until: "2026-05-05T09:00:00Z"}, p)
		return err
	}
	for name, tc := range map[string]struct {
		kind    string
		before  func(s *Store, id string) error // what happens meanwhile
		named   string                          // empty: next_at as it was read
		next    string                          // next_at afterwards
		event   bool
		refused string
	}{
		"it is next":                    {kind: "daily", next: "2026-05-06T08:00", event: true},
		"as the owner's clock shows it": {kind: "daily", named: "2026-05-05T10:00", next: "2026-05-06T08:00", event: true},
		"one that comes once":           {kind: "once", event: true},
		"it was done meanwhile":         {kind: "daily", before: done, next: "2026-05-06T08:00"},
		"it was ended for good":         {kind: "daily", before: endedForGood},
		"it was put off meanwhile":      {kind: "daily", before: putOff, next: "2026-05-05T09:00"},
		"one that comes once was done":  {kind: "once", before: done},
		"one after the next":            {kind: "daily", named: "2026-05-06T08:00:00Z", next: "2026-05-05T08:00", refused: "it comes before, at 2026-05-05T08:00:00.000Z"},
		"of one that has no times":      {kind: "session", named: "2026-05-05T08:00:00Z", refused: "it has none"},
		"not a time":                    {kind: "daily", named: " ", next: "2026-05-05T08:00", refused: "next_at is not a time"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			due := "2026-05-05T10:00"
			if tc.kind == "session" {
				due = ""
			}
			m := remind(t, s, reminder(tc.kind, due, ""))
			if tc.before != nil {
				works(t, tc.before(s, m.ID))
			}
			if tc.named == "" {
				tc.named = m.NextAt.String()
			}
			w, err := s.FinishReminderAt(t.Context(), agent, m.ID, &tc.named, p)
			if (err != nil) != (tc.refused != "") || err != nil && !strings.Contains(err.Error(), tc.refused) {
				t.Errorf("%v, want it refused by %q", err, tc.refused)
			}
			if got := whenOf(readReminder(t, s, m.ID).NextAt); got != tc.next || (w.EventID != "") != tc.event {
				t.Errorf("next at %s, event %q; want %s", got, w.EventID, tc.next)
			}
		})
	}
}

func TestAnUrgentReminder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	in := reminder("once", "2026-06-01T09:00:00Z", "")
	in.Urgent = Some(true)
	m := remind(t, s, in)
	if !m.Urgent {
		t.Fatalf("%+v", m)
	}
	w, err := s.UpdateReminder(t.Context(), owner, m.ID, ReminderInput{Urgent: Some(false)}, inBerlin(t))
	if err != nil || w.Item.Urgent || w.EventID == "" {
		t.Fatalf("%+v, %v", w, err)
	}
	takeBack(t, s, w.EventID)
	if got, err := s.Reminder(t.Context(), m.ID); err != nil || !got.Urgent || !got.NextAt.Equal(m.NextAt.Time) {
		t.Errorf("after an undo: %+v, %v", got, err)
	}
}

// A rule without a due_at begins at its first time to come: what is over counts for nothing.
func TestARuleBeginsAtItsFirstTime(t *testing.T) {
	t.Parallel()
	p := inBerlin(t)
	for _, tc := range []struct{ name, due, rule, begins, want string }{
		{"daily, counted", "", "FREQ=DAILY;COUNT=3", "2026-05-05T09:00", "2026-05-05T09:00 2026-05-06T09:00 2026-05-07T09:00"},
		{"once", "", "FREQ=DAILY;COUNT=1", "2026-05-05T09:00", "2026-05-05T09:00"},
		{"on this weekday", "", "FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-05-11T09:00", "2026-05-11T09:00 2026-05-18T09:00"},
		{"on this weekday, as it was not said", "", "FREQ=WEEKLY;COUNT=2", "2026-05-11T09:00", "2026-05-11T09:00 2026-05-18T09:00"},
		{"later today", "", "FREQ=DAILY;BYHOUR=18;COUNT=2", "2026-05-04T18:00", "2026-05-04T18:00 2026-05-05T18:00"},
		{"each other day from today", "", "FREQ=DAILY;INTERVAL=2;COUNT=2", "2026-05-06T09:00", "2026-05-06T09:00 2026-05-08T09:00"},
		{"without a count", "", "FREQ=MONTHLY", "2026-06-04T09:00", "2026-06-04T09:00 2026-07-04T09:00 2026-08-04T09:00"},
		{"from a time that is over", "2026-05-04T09:00", "FREQ=DAILY;COUNT=3", "2026-05-04T09:00", "2026-05-05T09:00 2026-05-06T09:00"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t) // Monday, 4 May 2026, 11:30
			m := remind(t, s, reminder("rrule", tc.due, tc.rule))
			if got := times(t, s, m, p); got != tc.want {
				t.Errorf("comes %s, want %s", got, tc.want)
			}
			if got := m.DueAt.In(p.Zone).Format("2006-01-02T15:04"); got != tc.begins {
				t.Errorf("begins %s, want %s", got, tc.begins)
			}
		})
	}
}
