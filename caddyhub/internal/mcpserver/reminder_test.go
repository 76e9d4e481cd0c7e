package mcpserver

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// newBerlinHub is a hub whose owner lives in Berlin, where it is Monday, 11:30.
func newBerlinHub(t testing.TB) *hub {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return newHub(t, func(c *Config) { c.Policy.Zone = zone })
}

func (h *hub) reminders() int {
	h.Helper()
	page, err := h.store.Reminders(h.Context(), store.ReminderFilter{State: store.ReminderAll})
	if err != nil {
		h.Fatal(err)
	}
	return page.Total
}

func TestSetReminderCreates(t *testing.T) {
	h := newBerlinHub(t)
	id := h.thread("alpha", "Fix the login redirect").ID
	for _, c := range []struct {
		name, due, rrule string
		kind, next       string
		says             string
	}{
		{"with an offset", "2026-05-05T09:30:00+02:00", "", "once", "2026-05-05T07:30:00.000Z", "Next: Tue 2026-05-05 09:30 (Europe/Berlin)."},
		{"in UTC", "2026-05-05T09:30:00Z", "", "once", "2026-05-05T09:30:00.000Z", "Next: Tue 2026-05-05 11:30 (Europe/Berlin)."},
		{"on the owner's clock", "2026-05-05T10:30", "", "once", "2026-05-05T08:30:00.000Z", "Next: Tue 2026-05-05 10:30 (Europe/Berlin)."},
		{"in winter time", " 2026-12-01 09:30 ", "", "once", "2026-12-01T08:30:00.000Z", "Next: Tue 2026-12-01 09:30"},
		{"a day", "2026-05-06", "", "once", "2026-05-06T07:00:00.000Z", "Next: Wed 2026-05-06 09:00 (Europe/Berlin). No time of day was given, so it is 09:00."},
		{"in the past", "2026-05-04T09:00", "", "once", "2026-05-04T07:00:00.000Z", "It is due now, since Mon 2026-05-04 09:00 (Europe/Berlin)."},
		{"by a rule from a time on", "2026-05-01T09:00", "FREQ=WEEKLY;BYDAY=MO,TH", "rrule", "2026-05-07T07:00:00.000Z", "Next: Thu 2026-05-07 09:00, Mon 2026-05-11 09:00, Thu 2026-05-14 09:00 (Europe/Berlin)."},
		{"by a rule in the morning", "", "FREQ=DAILY", "rrule", "2026-05-05T07:00:00.000Z", "Next: Tue 2026-05-05 09:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("set_reminder", map[string]any{"text": "call the \"bank\"\n", "due": c.due, "rrule": c.rrule, "thread_id": store.ThreadURI(id), "project": ""})
			got := data[setData](h, r)
			m := got.Reminder
			if !got.Created || !got.Changed || m.Kind != c.kind || m.NextAt != c.next || m.RRule != c.rrule || m.Text != `call the "bank"` ||
				m.ThreadID != id || m.ProjectSlug != "alpha" || m.URI != store.ReminderURI(m.ID) || m.URL != ownOrigin+"/ui/reminders/"+m.ID {
				t.Errorf("%+v", m)
			}
			contains(t, r.text(), "Set reminder "+m.ID+`: "call the \"bank\"" about thread `+id+" in alpha", c.says)
			if c.rrule != "" {
				contains(t, r.text(), ` by the rule "`+c.rrule+`". Next:`)
			}
			again := h.call("set_reminder", map[string]any{"text": "call the \"bank\"", "due": c.due, "rrule": c.rrule, "thread_id": id})
			if twin := data[setData](h, again); twin.Created || twin.Changed || twin.Reminder.ID != m.ID {
				t.Errorf("the same once more: %s", again.text())
			}
		})
	}
}

func TestSetReminderRefuses(t *testing.T) {
	h := newBerlinHub(t)
	th := h.thread("alpha", "Fix the login redirect").ID
	h.project(store.ProjectInput{Slug: store.Some("beta")})
	once := h.reminder("water the plants")
	const example = `give "text" and "due" (such as 2026-05-04T09:30) or "rrule" (such as FREQ=WEEKLY;BYDAY=MO)`
	for _, c := range []struct {
		name, args string
		says       []string
	}{
		{"nothing", `{}`, []string{example, `"reminder_id"`}},
		{"no time", `{"text":"x"}`, []string{example}},
		{"no text", `{"due":"2026-05-05"}`, []string{example}},
		{"done without which", `{"done":true}`, []string{`argument "reminder_id" is missing`}},
		{"a word for a time", `{"text":"x","due":"tomorrow"}`, []string{`argument "due" must be a time: 2026-05-04T09:30 on the owner's clock (Europe/Berlin), or RFC 3339`}},
		{"a day that is none", `{"text":"x","due":"2026-02-30"}`, []string{`argument "due" must be a time`}},
		{"a number for a time", `{"text":"x","due":1777887000}`, []string{`argument "due" must be a string, not a number`}},
		{"no rule", `{"text":"x","rrule":"every monday"}`, []string{"rrule must be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,TH", "nothing was written"}},
		{"a rule that is over", `{"text":"x","due":"2020-01-01","rrule":"FREQ=DAILY;COUNT=2"}`, []string{"rrule must still come at least once"}},
		{"unknown project", `{"text":"x","due":"2026-05-05","project":"alhpa"}`, []string{`project "alhpa" not found; closest: alpha`}},
		{"a thread of another project", `{"text":"x","due":"2026-05-05","project":"beta","thread_id":"` + th + `"}`, []string{"thread " + th + " is in project alpha, not beta: leave project out; nothing was written"}},
		{"the same in a change", `{"reminder_id":"` + once + `","project":"beta","thread_id":"` + th + `"}`, []string{"is in project alpha, not beta"}},
		{"unknown thread", `{"text":"x","due":"2026-05-05","thread_id":"zzz"}`, []string{`thread "zzz" not found`}},
		{"too long", `{"due":"2026-05-05","text":"` + strings.Repeat("x", store.MaxText+1) + `"}`, []string{"text must have at most 2000 characters"}},
		{"unknown reminder", `{"reminder_id":"zzz","done":true}`, []string{`reminder "zzz" not found; read hub://reminders`}},
		{"unknown reminder to change", `{"reminder_id":"zzz","text":"x"}`, []string{`reminder "zzz" not found`}},
		{"nothing to change", `{"reminder_id":"` + once + `","done":false}`, []string{"nothing to change", "due (which opens a finished one again)"}},
		{"done and more", `{"reminder_id":"` + once + `","done":true,"text":"x"}`, []string{"in a call of their own"}},
		{"a blank text", `{"reminder_id":"` + once + `","text":" "}`, []string{"text is required"}},
		{"done as a text", `{"reminder_id":"` + once + `","done":"yes"}`, []string{`argument "done" must be true or false`}},
	} {
		t.Run(c.name, func(t *testing.T) { contains(t, h.refusal("set_reminder", rawJSON(c.args)), c.says...) })
	}
	if m, err := h.store.Reminder(t.Context(), once); err != nil || m.Text != "water the plants" || m.DoneAt != nil || h.reminders() != 1 {
		t.Errorf("a refused call wrote: %+v, %v, %d reminders", m, err, h.reminders())
	}
}

// An id of something else is told for what it is.
func TestAnIDOfAnotherKind(t *testing.T) {
	h := newHub(t)
	thread, reminder := h.thread("alpha", "Fix the login redirect").ID, h.reminder("Water the plants")
	for _, c := range []struct {
		tool string
		args map[string]any
		says string
	}{
		{"set_reminder", map[string]any{"reminder_id": thread, "done": true}, " is no reminder, it is hub://threads/" + thread},
		{"save_thread", map[string]any{"thread_id": reminder, "focus": "x"}, " is no thread, it is hub://reminders/" + reminder},
		{"start_work", map[string]any{"intent": "go on", "thread_id": reminder, "source_tool": "codex"}, " is no thread, it is hub://reminders/" + reminder},
		{"read", map[string]any{"uri": "hub://threads/" + reminder}, " is no thread, it is hub://reminders/" + reminder},
		{"read", map[string]any{"uri": "hub://requests/" + thread}, " is no request, it is hub://threads/" + thread},
	} {
		contains(t, h.refusal(c.tool, c.args), c.says)
	}
}

func TestSetReminderChangesAndFinishes(t *testing.T) {
	h := newBerlinHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	for _, c := range []struct {
		name       string
		start      store.ReminderInput
		args       map[string]any
		kind, next string // as they are then
		unchanged  bool
		says       string
		refusal    string
	}{
		{name: "another text", start: atNoon("once"), args: map[string]any{"text": "new"}, kind: "once", next: "2026-05-04T10:00:00.000Z", says: `"new"`},
		{name: "the same text", start: atNoon("once"), args: map[string]any{"text": "old"}, kind: "once", next: "2026-05-04T10:00:00.000Z", unchanged: true, says: "Nothing changed"},
		{name: "another time", start: atNoon("once"), args: map[string]any{"due": "2026-05-06T08:00"}, kind: "once", next: "2026-05-06T06:00:00.000Z", says: "Wed 2026-05-06 08:00"},
		{name: "a project", start: atNoon("once"), args: map[string]any{"project": "alpha"}, kind: "once", next: "2026-05-04T10:00:00.000Z", says: "Changed"},
		{name: "a rule makes it repeat", start: atNoon("once"), args: map[string]any{"rrule": "FREQ=MONTHLY"}, kind: "rrule", next: "2026-05-04T10:00:00.000Z", says: "Thu 2026-06-04 12:00"},
		{name: "a time alone moves what repeats", start: atNoon("weekly"), args: map[string]any{"due": "2026-05-04T18:00"}, kind: "weekly", next: "2026-05-04T16:00:00.000Z", says: "Mon 2026-05-11 18:00"},
		{name: "a time for what had none", start: store.ReminderInput{Text: store.Some("old"), Kind: store.Some("session")}, args: map[string]any{"due": "2026-05-05T08:00"}, kind: "once", next: "2026-05-05T06:00:00.000Z", says: "Tue 2026-05-05 08:00"},
		{name: "no rule any more, but a time", start: byRule(), args: map[string]any{"rrule": "", "due": "2026-05-05T08:00"}, kind: "once", next: "2026-05-05T06:00:00.000Z", says: "Tue 2026-05-05 08:00"},
		{name: "no rule any more and no time", start: byRule(), args: map[string]any{"rrule": ""}, kind: "rrule", next: "2026-05-04T10:00:00.000Z", refusal: `argument "due" is missing`},
		{name: "what repeats daily comes once, at a time", start: atNoon("daily"), args: map[string]any{"rrule": "", "due": "2026-05-05T08:00"}, kind: "once", next: "2026-05-05T06:00:00.000Z", says: "Tue 2026-05-05 08:00"},
		{name: "what repeats weekly, and no time", start: atNoon("weekly"), args: map[string]any{"rrule": ""}, kind: "weekly", next: "2026-05-04T10:00:00.000Z", refusal: `argument "due" is missing`},
		{name: "no rule where there was none", start: atNoon("once"), args: map[string]any{"rrule": "", "text": "new"}, kind: "once", next: "2026-05-04T10:00:00.000Z", says: `"new"`},
		{name: "done", start: atNoon("once"), args: map[string]any{"done": true}, kind: "once", says: "Finished"},
		{name: "done, of a repeating one that is not due", start: byRule(), args: map[string]any{"done": true}, kind: "rrule", next: "2026-05-04T10:00:00.000Z", refusal: `not due: it comes next on Mon 2026-05-04 12:00 (Europe/Berlin); nothing was written. To leave that time out, add "due": "2026-05-04T12:00"; to end the reminder for good, add "rrule": ""`},
		{name: "a time of a repeating one left out", start: byRule(), args: map[string]any{"done": true, "due": "2026-05-04T12:00"}, kind: "rrule", next: "2026-05-05T10:00:00.000Z", says: "Next: Tue 2026-05-05 12:00"},
		{name: "a time left out that is over", start: byRule(), args: map[string]any{"done": true, "due": "2026-05-03T12:00"}, kind: "rrule", next: "2026-05-04T10:00:00.000Z", unchanged: true, says: "Nothing changed"},
		{name: "a time left out that is not the next", start: byRule(), args: map[string]any{"done": true, "due": "2026-05-05T12:00"}, kind: "rrule", next: "2026-05-04T10:00:00.000Z", refusal: `add "due": "2026-05-04T12:00"`},
		{name: "a repeating one ended for good", start: byRule(), args: map[string]any{"done": true, "rrule": ""}, kind: "rrule", says: "It is done."},
		{name: "done, of one without a time", start: store.ReminderInput{Text: store.Some("old"), Kind: store.Some("session")}, args: map[string]any{"done": true}, kind: "session", says: "It is done."},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := h.store.CreateReminder(t.Context(), byOwner, c.start, store.Policy{Zone: time.FixedZone("", 2*3600)})
			if err != nil {
				t.Fatal(err)
			}
			c.args["reminder_id"] = store.ReminderURI(w.Item.ID)
			if c.refusal != "" {
				contains(t, h.refusal("set_reminder", c.args), c.refusal)
			} else {
				r := h.call("set_reminder", c.args)
				contains(t, r.text(), w.Item.ID, c.says)
				if got := data[setData](h, r); got.Created || got.Changed == c.unchanged || got.Reminder.NextAt != c.next {
					t.Errorf("%+v", got)
				}
			}
			m, err := h.store.Reminder(t.Context(), w.Item.ID)
			if err != nil || m.Kind != c.kind || (m.NextAt == nil) != (c.next == "") || m.NextAt != nil && m.NextAt.String() != c.next {
				t.Errorf("%+v, %v", m, err)
			}
		})
	}
	t.Run("done twice", func(t *testing.T) {
		id := h.reminder("once")
		h.call("set_reminder", map[string]any{"reminder_id": id, "done": true})
		r := h.call("set_reminder", map[string]any{"reminder_id": id, "done": true})
		contains(t, r.text(), "Nothing changed", "It is done.")
		if got := data[setData](h, r); got.Changed || got.Reminder.DoneAt == "" {
			t.Errorf("%+v", got)
		}
	})
}

func atNoon(kind string) store.ReminderInput {
	return store.ReminderInput{Text: store.Some("old"), Kind: store.Some(kind), DueAt: store.Some("2026-05-04T12:00")}
}

func byRule() store.ReminderInput {
	in := atNoon("rrule")
	in.RRule = store.Some("FREQ=DAILY")
	return in
}

func TestReadReminder(t *testing.T) {
	h := newBerlinHub(t)
	r := h.call("read", map[string]any{"uri": store.ReminderURI(h.reminder("call the bank\nabout the card"))})
	contains(t, r.text(), "# call the bank about the card\n", "- kind: once", "- next: 2026-05-04T12:00:00.000Z", "## Text\n\ncall the bank\nabout the card")
	contains(t, h.refusal("read", map[string]any{"uri": "hub://reminders/zzz"}), `reminder "zzz" not found; read hub://reminders`)
}

// Whatever is given for a time, the hub takes just what the store does, and says the rest in
// one sentence of its own that repeats nothing.
func FuzzDue(f *testing.F) {
	for _, seed := range []string{"", "2026-05-04T09:30", "2026-05-04 09:30", "2026-05-04", "2026-05-04T09:30:00+02:00", "tomorrow", "0000-00-00", "9999-12-31T23:59:59-23:59", "\xff\n\u202e"} {
		f.Add(seed)
	}
	zone := time.FixedZone("", 2*3600)
	now := time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)
	want := checkDue("no time", zone, now).Error()
	f.Fuzz(func(t *testing.T, due string) {
		err := checkDue(due, zone, now)
		_, parseErr := store.ParseTime(due, zone)
		if due != "" && (err == nil) != (parseErr == nil) {
			t.Errorf("%q: %v, the store says %v", due, err, parseErr)
		}
		if err != nil && err.Error() != want {
			t.Errorf("%q: %v", due, err)
		}
	})
}

func TestEveryReminderKindHasItsTimes(t *testing.T) {
	h := newBerlinHub(t)
	for _, kind := range store.ReminderKinds {
		t.Run(kind, func(t *testing.T) {
			in := store.ReminderInput{Text: store.Some("x"), Kind: store.Some(kind)}
			if !slices.Contains([]string{"session", "random"}, kind) {
				in.DueAt = store.Some("2026-05-04T12:00:00Z")
			}
			if kind == "rrule" {
				in.RRule = store.Some("FREQ=DAILY")
			}
			w, err := h.store.CreateReminder(t.Context(), byOwner, in, store.Policy{})
			if err != nil {
				t.Fatal(err)
			}
			r := h.call("set_reminder", map[string]any{"reminder_id": w.Item.ID, "text": "y"})
			got := data[setData](h, r).Reminder
			if in.DueAt.Set != (len(got.Upcoming) > 0) || in.DueAt.Set == strings.Contains(r.text(), "when an agent starts") {
				t.Errorf("%s: %+v", r.text(), got)
			}
			for _, at := range got.Upcoming {
				if parsed, err := time.Parse(time.RFC3339, at); err != nil || !parsed.After(h.clock.Now()) {
					t.Errorf("upcoming %s, %v", at, err)
				}
			}
		})
	}
}

// The list tells what repeats, and the owner's clock.
func TestTheListOfReminders(t *testing.T) {
	h := newBerlinHub(t)
	for _, in := range []store.ReminderInput{
		{Text: store.Some("once"), DueAt: store.Some("2026-05-05T09:00")},
		{Text: store.Some("daily"), Kind: store.Some("daily"), DueAt: store.Some("2026-05-05T09:00")},
		{Text: store.Some("by a rule"), RRule: store.Some("FREQ=WEEKLY;BYDAY=TU")},
		{Text: store.Some("some day"), Kind: store.Some("random")},
	} {
		if _, err := h.store.CreateReminder(t.Context(), byOwner, in, store.Policy{Zone: time.FixedZone("", 2*3600)}); err != nil {
			t.Fatal(err)
		}
	}
	const due = ", due 2026-05-05T07:00:00.000Z (Tue 09:00, Europe/Berlin)"
	contains(t, h.call("read", map[string]any{"uri": "hub://reminders"}).text(),
		`"once"`+due+"\n", `"daily"`+due+", daily", `"by a rule"`+due+`, by the rule "FREQ=WEEKLY;BYDAY=TU"`, `"some day", random`)
}
