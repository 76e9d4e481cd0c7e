package mcpserver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

func (s *server) reminderTool() tool {
	return tool{
		name:        "set_reminder",
		title:       "Set reminder",
		description: "text and due or rrule: a new reminder for the owner. reminder_id: change or finish it.",
		hints:       writes,
		params: []param{
			{name: "text"},
			{name: "due", doc: "RFC 3339 or owner's clock: 2026-05-04T09:30"},
			{name: "rrule"},
			{name: "project"},
			{name: "thread_id"},
			{name: "reminder_id"},
			{name: "done", kind: flagArg},
		},
		run: s.setReminder,
	}
}

type setData struct {
	Created  bool         `json:"created"`
	Changed  bool         `json:"changed"` // false: it was so already
	Reminder reminderFull `json:"reminder"`
	changeData
}

// reminderFull is a reminder after a change. Times are UTC.
type reminderFull struct {
	reminderView
	URI         string   `json:"uri"`
	Kind        string   `json:"kind"`
	RRule       string   `json:"rrule,omitempty"`
	ThreadID    string   `json:"thread_id,omitempty"`
	ProjectSlug string   `json:"project_slug,omitempty"`
	Upcoming    []string `json:"upcoming,omitempty"` // the next times, at most three
	DoneAt      string   `json:"done_at,omitempty"`
	URL         string   `json:"url"`
}

func (s *server) setReminder(ctx context.Context, c call) (toolResult, error) {
	zone := s.Store.Effective(s.Policy).Zone
	if err := checkDue(c.text("due"), zone, s.Store.Now()); err != nil {
		return toolResult{}, err
	}
	assumed := ""
	if store.IsDay(c.text("due")) {
		assumed = " No time of day was given, so it is " + store.Morning + "."
	}
	id := strings.TrimPrefix(c.text("reminder_id"), store.ReminderURI(""))
	var w store.Written[store.Reminder]
	var err error
	verb := "Changed"
	switch {
	case id == "":
		verb = "Set"
		w, err = s.createReminder(ctx, c)
	case c.flag("done"):
		verb = "Finished"
		if w, err = s.finishReminder(ctx, c, id); w.Item.GoesOn() {
			verb = "Finished this time of"
		}
	default:
		w, err = s.changeReminder(ctx, c, id)
	}
	if err != nil {
		return toolResult{}, err
	}
	upcoming, err := s.Store.Upcoming(w.Item, s.Policy)
	if err != nil {
		return toolResult{}, err
	}
	v := newReminderFull(w.Item, upcoming, c.base)
	if w.EventID == "" {
		verb = "Nothing changed; this is how it is already:"
	}
	text := fmt.Sprintf("%s reminder %s: %s%s. %s%s%s %s", verb, v.ID, quote(v.Text), v.about(), timesText(w.Item, upcoming, s.Store.Now(), zone), assumed, eventText(w.EventID), v.URL)
	return toolResult{text, setData{id == "" && w.EventID != "", w.EventID != "", v, changeData{w.EventID}}}, nil
}

func (s *server) createReminder(ctx context.Context, c call) (none store.Written[store.Reminder], err error) {
	switch {
	case c.flag("done"):
		return none, refuse(`argument "reminder_id" is missing: name the reminder that is done (session_digest and search show the ids)`)
	case c.text("text") == "" || c.text("due") == "" && c.text("rrule") == "":
		return none, refuse(`to create a reminder, give "text" and "due" (such as 2026-05-04T09:30) or "rrule" (such as FREQ=WEEKLY;BYDAY=MO); to change one, name it by "reminder_id"`)
	}
	in := c.reminderFields()
	in.RRule, in.ProjectSlug, in.NoTwin = given(c.args, "rrule"), given(c.args, "project"), true
	if err := s.checkSubject(ctx, in); err != nil {
		return none, err
	}
	return s.Store.CreateReminder(ctx, c.by, in, s.Policy)
}

// finishReminder ends the time of a reminder that is due, and with an empty rrule all that would come. A
// time still to come has to be named as due: a call that is repeated must not take the one after it, too.
func (s *server) finishReminder(ctx context.Context, c call, id string) (none store.Written[store.Reminder], err error) {
	in, due, whole := c.reminderFields(), c.text("due"), c.has("rrule") && c.text("rrule") == ""
	in.DueAt = store.Opt[string]{}
	if whole {
		in.RRule = store.Opt[string]{}
	}
	if (in != store.ReminderInput{} || whole && due != "") {
		return none, refuse(`"done" ends a reminder as it is: change its other fields in a call of their own; nothing was written`)
	}
	if whole {
		return s.Store.EndReminder(ctx, c.by, id)
	}
	m, err := s.Store.Reminder(ctx, id)
	if err != nil {
		return none, err
	}
	zone, now := s.Store.Effective(s.Policy).Zone, s.Store.Now()
	var named store.Time
	if due != "" {
		if named, err = store.ParseTime(due, zone); err != nil {
			return none, err
		}
	}
	switch waits := m.Waits(now); {
	case waits && due != "" && named.Before(m.NextAt.Time):
		return store.Written[store.Reminder]{Item: m}, nil // it is over, or was left out before
	case waits && !named.Equal(m.NextAt.Time):
		next := m.NextAt.In(zone)
		return none, refuse(`this reminder is not due: it comes next on %s (%s); nothing was written. To leave that time out, add "due": "%s"; to end the reminder for good, add "rrule": ""`,
			next.Format("Mon 2006-01-02 15:04"), store.ZoneName(zone), next.Format("2006-01-02T15:04"))
	}
	return s.Store.FinishReminder(ctx, c.by, id, s.Policy)
}

// changeReminder changes the fields that are given. The kind follows from them: a rule makes
// the reminder repeat by it; a rule taken away, or a time for one that had none, makes it
// come once. A new time alone moves a repeating one.
func (s *server) changeReminder(ctx context.Context, c call, id string) (none store.Written[store.Reminder], err error) {
	in := c.reminderFields()
	if (in == store.ReminderInput{}) {
		return none, refuse("nothing to change: give at least one field, such as text, due (which opens a finished one again) or rrule, or done: true")
	}
	if err := s.checkSubject(ctx, in); err != nil {
		return none, err
	}
	m, err := s.Store.Reminder(ctx, id)
	if err != nil {
		return none, err
	}
	switch in.RRule = given(c.args, "rrule"); {
	case in.RRule.Set:
		in.Kind = store.Some("rrule")
	case c.has("rrule") && m.Recurs() && !in.DueAt.Set:
		return none, refuse(`argument "due" is missing: without repeating the reminder comes once, so say when; nothing was written`)
	case c.has("rrule") && m.Recurs(), in.DueAt.Set && m.DueAt == nil:
		in.Kind = store.Some("once")
	}
	return s.Store.UpdateReminder(ctx, c.by, id, in, s.Policy)
}

// checkSubject refuses a project beside a thread of another one. What there is not, the store tells.
func (s *server) checkSubject(ctx context.Context, in store.ReminderInput) error {
	if in.ThreadID.Value == nil || in.ProjectSlug.Value == nil || *in.ProjectSlug.Value == "" {
		return nil
	}
	t, noThread := s.Store.Thread(ctx, *in.ThreadID.Value)
	p, noProject := s.Store.Project(ctx, *in.ProjectSlug.Value)
	if noThread != nil || noProject != nil || t.ProjectSlug == p.Slug {
		return nil
	}
	return refuse("thread %s is in project %s, not %s: leave project out; nothing was written", t.ID, t.ProjectSlug, p.Slug)
}

// reminderFields are the arguments as fields of a change.
func (c call) reminderFields() store.ReminderInput {
	in := store.ReminderInput{
		Text:        change[string](c.args, "text"),
		DueAt:       given(c.args, "due"),
		RRule:       change[string](c.args, "rrule"),
		ProjectSlug: change[string](c.args, "project"),
	}
	if c.has("thread_id") {
		in.ThreadID = store.Some(c.threadID())
	}
	return in
}

// checkDue says what a time must look like in words of this tool, and what time it is: many
// agents do not know. The store reads the time.
func checkDue(due string, zone *time.Location, now time.Time) error {
	if due == "" {
		return nil
	}
	if _, err := store.ParseTime(due, zone); err != nil {
		return refuse(`argument "due" must be a time: 2026-05-04T09:30 on the owner's clock (%s), or RFC 3339 with an offset, such as 2026-05-04T09:30:00+02:00; it is now %s there; nothing was written`, store.ZoneName(zone), now.In(zone).Format("Mon 2006-01-02T15:04"))
	}
	return nil
}

func newReminderFull(m store.Reminder, upcoming []store.Time, base string) reminderFull {
	uri := store.ReminderURI(m.ID)
	v := reminderFull{
		reminderView: newReminder(m), URI: uri, Kind: m.Kind, RRule: optional(m.RRule),
		ThreadID: optional(m.ThreadID), ProjectSlug: optional(m.ProjectSlug), URL: base + store.DashboardPath(uri),
	}
	for _, at := range upcoming {
		v.Upcoming = append(v.Upcoming, at.String())
	}
	if m.DoneAt != nil {
		v.DoneAt = m.DoneAt.String()
	}
	return v
}

// about says what a reminder hangs on, as the end of a sentence.
func (v reminderFull) about() string {
	s := ""
	if v.ThreadID != "" {
		s += " about thread " + v.ThreadID
	}
	if v.ProjectSlug != "" {
		s += " in " + v.ProjectSlug
	}
	if v.RRule != "" {
		s += " by the rule " + quoteCut(v.RRule, rowText)
	}
	return s
}

// timesText says on the owner's clock when a reminder comes, so that a slip shows at once.
func timesText(m store.Reminder, upcoming []store.Time, now time.Time, zone *time.Location) string {
	clock := func(at store.Time) string { return at.In(zone).Format("Mon 2006-01-02 15:04") }
	switch {
	case m.DoneAt != nil:
		return "It is done."
	case m.NextAt == nil:
		return "It comes when an agent starts."
	case !m.NextAt.After(now):
		return fmt.Sprintf("It is due now, since %s (%s).", clock(*m.NextAt), store.ZoneName(zone))
	}
	times := make([]string, len(upcoming))
	for i, at := range upcoming {
		times[i] = clock(at)
	}
	return fmt.Sprintf("Next: %s (%s).", strings.Join(times, ", "), store.ZoneName(zone))
}

// reminderDocument is a reminder in full.
func reminderDocument(m store.Reminder, base string) string {
	d := newItem(cutRunes(m.Text, rowText))
	d.fact("id", m.ID)
	d.fact("kind", m.Kind)
	d.fact("rule", optional(m.RRule))
	d.time("begins", m.DueAt)
	d.time("next", m.NextAt)
	d.time("last shown", m.LastFiredAt)
	d.time("done", m.DoneAt)
	d.fact("project", optional(m.ProjectSlug))
	d.fact("thread", optional(m.ThreadID))
	d.fact("page", base+store.DashboardPath(store.ReminderURI(m.ID)))
	d.section("Text", clean(m.Text))
	return d.String()
}
