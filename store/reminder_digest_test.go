package store

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// fingerprint is a digest of every row of every table. What the store writes by itself has ended
// by then.
func fingerprint(t testing.TB, s *Store) [sha256.Size]byte {
	t.Helper()
	rest(s)
	tables, err := collect(t.Context(), s, scanString, `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`)
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for _, table := range tables {
		rows, err := s.db.Query(t.Context(), `SELECT * FROM "`+table+`"`)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		lines, err := scanAll(rows, func(r rowScanner) (string, error) {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			err := r.Scan(into...)
			return fmt.Sprintf("%q", values), err
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(lines)
		fmt.Fprintln(h, table, len(lines), lines)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func remindersForDigest(t testing.TB, s *Store, project string) ReminderDigest {
	t.Helper()
	d, err := s.RemindersForDigest(t.Context(), project, inBerlin(t))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDigestHoldsWhatIsDueAndWhatShowsAtStart(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	p := inBerlin(t)
	for _, slug := range []string{"shop", "blog"} {
		createProject(t, s, ProjectInput{Slug: Some(slug)})
	}
	names := map[string]string{}
	add := func(name, kind, due, project string) Reminder {
		in := reminder(kind, due, "")
		if project != "" {
			in.ProjectSlug = Some(project)
		}
		m := remind(t, s, in)
		names[m.ID] = name
		return m
	}
	add("second", "once", "2026-05-04T11:00", "shop")
	add("first", "once", "2026-05-03T08:00", "")
	add("to come", "once", "2026-05-04T14:00", "shop")
	add("always", "session", "", "")
	add("the blog's", "session", "", "blog")
	add("tomorrow", "session", "", "shop")
	ended := add("done", "session", "", "shop")
	if _, err := s.FinishReminder(t.Context(), agent, ended.ID, p); err != nil {
		t.Fatal(err)
	}
	for id, name := range names {
		if name == "tomorrow" {
			if _, err := s.SnoozeReminder(t.Context(), agent, id, ReminderSnooze{For: "tomorrow"}, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tc := range []struct {
		name, project string
		late          time.Duration
		want          string
		fresh         string
	}{
		{"all", "", 0, "first, second, always, the blog's", "2026-05-04T12:00"},
		{"a project's, and those of none", "shop", 0, "first, second, always", "2026-05-04T12:00"},
		{"another's", "blog", 0, "first, always, the blog's", ""},
		{"later", "shop", 3 * time.Hour, "first, second, to come, always", "2026-05-05T07:00"},
		{"after the snooze", "shop", 24 * time.Hour, "first, second, to come, always, tomorrow", ""},
		{"an unknown project's", "shpo", 0, "first, always", ""},
	} {
		c.advance(tc.late)
		d := remindersForDigest(t, s, tc.project)
		var got []string
		for _, m := range d.Reminders {
			got = append(got, names[m.ID])
		}
		fresh := ""
		if !d.FreshUntil.IsZero() {
			fresh = whenOf(new(At(d.FreshUntil)))
		}
		if strings.Join(got, ", ") != tc.want || d.Total != len(got) || fresh != tc.fresh {
			t.Errorf("%s: %s of %d, fresh until %s; want %s until %s", tc.name, strings.Join(got, ", "), d.Total, fresh, tc.want, tc.fresh)
		}
		c.advance(-tc.late)
	}
}

// Trap 3: the second digest is the first, and no time, no table and no reminder is touched.
func TestReadingRemindersChangesNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for i := range 15 {
		remind(t, s, reminder("once", "2026-05-01T08:00", ""))
		remind(t, s, reminder("session", "", ""))
		remind(t, s, reminder("random", "", ""))
		remind(t, s, reminder("daily", fmt.Sprintf("2026-05-%02dT08:00", i+1), ""))
	}
	before, generation := fingerprint(t, s), s.Generation()
	first := remindersForDigest(t, s, "")
	for range 3 {
		if again := remindersForDigest(t, s, ""); !reflect.DeepEqual(again, first) {
			t.Error("the digest read again is another one")
		}
		reminders(t, s, ReminderFilter{State: ReminderDue})
		if _, err := s.Upcoming(first.Reminders[0], inBerlin(t)); err != nil {
			t.Fatal(err)
		}
	}
	if fingerprint(t, s) != before || s.Generation() != generation {
		t.Error("reading wrote something")
	}
	if len(first.Reminders) != maxDigestReminders || first.Total < 30 || first.Total > 45 {
		t.Errorf("%d reminders of %d", len(first.Reminders), first.Total)
	}
	for i, m := range first.Reminders[:15] { // the due ones come before those that are always there
		if m.Kind != "once" || i > 0 && first.Reminders[i-1].ID > m.ID {
			t.Errorf("place %d: %+v", i, m)
		}
	}
}

func TestRandomRemindersShowOnSomeDaysAllDay(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	const many, days = 15, 40
	for range many {
		remind(t, s, reminder("random", "", ""))
	}
	shown := map[string]int{}
	for range days {
		midnight := remindersForDigest(t, s, "").FreshUntil
		if got := midnight.In(zone(t, "Europe/Berlin")).Format("15:04:05"); got != "00:00:00" || midnight.Sub(c.Now()) > 24*time.Hour {
			t.Fatalf("fresh until %s", midnight)
		}
		today := remindersForDigest(t, s, "").Reminders
		c.advance(midnight.Sub(c.Now()) - time.Millisecond)
		if !reflect.DeepEqual(remindersForDigest(t, s, "").Reminders, today) {
			t.Fatal("it is another one in the evening")
		}
		c.advance(time.Millisecond)
		for _, m := range today {
			shown[m.ID]++
		}
	}
	total := 0
	for _, n := range shown {
		total += n
	}
	if len(shown) != many || total < many*days/4 || total > many*days*5/12 {
		t.Errorf("%d of %d showed, %d times in %d days", len(shown), many, total, days)
	}
}
