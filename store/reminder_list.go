package store

import (
	"context"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

// The states a list of reminders is narrowed to.
const (
	ReminderPending = "pending" // not done
	ReminderDue     = "due"     // not done, and its time has come
	ReminderDone    = "done"
	ReminderAll     = "all"
)

// ReminderStates are all states a list of reminders is narrowed to.
var ReminderStates = []string{ReminderPending, ReminderDue, ReminderDone, ReminderAll}

// ReminderFilter chooses reminders.
type ReminderFilter struct {
	State    string // empty: ReminderPending
	Project  string // a slug or an earlier one
	ThreadID string
	Limit    int // 0: DefaultLimit
	Cursor   string
}

// ReminderPage is one page of reminders: those due first come first, those without a time
// last.
type ReminderPage struct {
	Reminders []Reminder
	Next      string // cursor of the next page; empty at the end
	Total     int    // over all pages
	// FreshUntil is when the passing of time alone will change the answer; zero: never.
	FreshUntil time.Time
}

// timeless sorts behind every time.
const timeless = "~"

// liveReminders are those that are not done, in their order.
const liveReminders = `reminders INDEXED BY reminders_by_time`

// table names the index that holds the list in its order.
func (f ReminderFilter) table() string {
	switch {
	case f.ThreadID != "":
		return "reminders INDEXED BY reminders_by_thread"
	case f.Project != "":
		return "reminders INDEXED BY reminders_by_project"
	case f.State == ReminderDone || f.State == ReminderAll:
		return "reminders INDEXED BY reminders_all_by_time"
	}
	return liveReminders
}

const (
	timedKinds  = `kind IN ('once', 'daily', 'weekly', 'rrule')` // those that come at a time
	dueReminder = timedKinds + ` AND ifnull(next_at, '~') <= ?`  // of those that are not done
)

// place is where a reminder stands in a list.
func (m *Reminder) place() string {
	if m.NextAt == nil {
		return timeless
	}
	return m.NextAt.String()
}

// Reminders lists reminders. Whoever walks the pages sees none twice, and each whose time
// did not change meanwhile.
func (s *Store) Reminders(ctx context.Context, f ReminderFilter) (ReminderPage, error) {
	const op = "list reminders"
	var v invalid
	if f.State == "" {
		f.State = ReminderPending
	}
	v.oneOf("state", f.State, ReminderStates)
	limit := v.page(f.Limit, "")
	if err := v.err(); err != nil {
		return ReminderPage{}, err
	}
	now := At(s.now())
	about, err := s.aboutReminders(ctx, f)
	if err != nil {
		return ReminderPage{}, wrap(op, err)
	}
	c := f.narrow(about, now)
	page := ReminderPage{Reminders: []Reminder{}}
	if page.Total, err = s.countReminders(ctx, f.table(), c); err != nil {
		return page, wrap(op, err)
	}
	if f.State == ReminderDue {
		if page.FreshUntil, err = s.soonest(ctx, f.table(), about.with("done_at IS NULL AND "+timedKinds), now); err != nil {
			return page, wrap(op, err)
		}
	}
	placed, err := s.afterReminder(ctx, &c, f.Cursor)
	if err != nil {
		return page, wrap(op, err)
	}
	list, err := s.reminderRows(ctx, f.table(), c, limit+1)
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		page.Next = strings.Join([]string{last.place(), last.ID, placed}, "_")
	}
	page.Reminders = append(page.Reminders, list...)
	return page, wrap(op, err)
}

// DueReminders are the reminders whose time has come, the oldest first, at most so many.
func (s *Store) DueReminders(ctx context.Context, limit int) (ReminderPage, error) {
	return s.Reminders(ctx, ReminderFilter{State: ReminderDue, Limit: limit})
}

func (s *Store) countReminders(ctx context.Context, table string, c conditions) (n int, err error) {
	err = s.db.Row(ctx, `SELECT count(*) FROM `+table+` WHERE `+c.text(), c.args...).Scan(&n)
	return n, err
}

func (s *Store) reminderRows(ctx context.Context, table string, c conditions, limit int) ([]Reminder, error) {
	return collect(ctx, s, scanReminder, `SELECT `+reminderColumns+` FROM `+table+` WHERE `+c.text()+` ORDER BY ifnull(next_at, '~'), id LIMIT ?`, append(c.args, limit)...)
}

// aboutReminders are the conditions of a filter on what reminders are about.
func (s *Store) aboutReminders(ctx context.Context, f ReminderFilter) (c conditions, err error) {
	c.add("deleted_at IS NULL")
	if f.ThreadID != "" {
		c.add("thread_id = ?", f.ThreadID)
	}
	if f.Project != "" {
		slug, err := s.currentProject(ctx, f.Project)
		c.add("project_slug = ?", slug)
		return c, err
	}
	return c, nil
}

// narrow adds the condition on the state.
func (f ReminderFilter) narrow(about conditions, now Time) conditions {
	switch f.State {
	case ReminderPending:
		return about.with("done_at IS NULL")
	case ReminderDue:
		return about.with("done_at IS NULL AND "+dueReminder, now)
	case ReminderDone:
		return about.with("done_at IS NOT NULL")
	}
	return about
}

// afterReminder narrows a list to what follows a cursor, and leaves out what has moved in
// it since its first page was read: that may have been on a page before. It returns the
// mark that tells so on the next page.
func (s *Store) afterReminder(ctx context.Context, c *conditions, cursor string) (placed string, err error) {
	if cursor == "" {
		err := s.db.Row(ctx, `SELECT coalesce(max(placed), '') FROM reminders`).Scan(&placed)
		c.add("placed <= ?", placed)
		return placed, err
	}
	parts := strings.Split(cursor, "_")
	bad := len(parts) != 3
	for i := 1; i < 3 && !bad; i++ {
		_, err := sqlite.DecodeID(parts[i])
		bad = err != nil
	}
	if !bad && parts[0] != timeless {
		at, err := ParseTime(parts[0], time.UTC)
		bad = err != nil || at.String() != parts[0]
	}
	if bad {
		return "", &InvalidError{Fields: []FieldError{{"cursor", "is not a cursor of this list: take it from the page before"}}}
	}
	// Of the two conditions on the time, SQLite finds its way in the index by the plain one.
	c.add("ifnull(next_at, '~') >= ? AND (ifnull(next_at, '~'), id) > (?, ?) AND placed <= ?", parts[0], parts[0], parts[1], parts[2])
	return parts[2], nil
}

// soonest is the first time after now among reminders; zero: there is none.
func (s *Store) soonest(ctx context.Context, table string, c conditions, now Time) (time.Time, error) {
	c.add("ifnull(next_at, '~') > ? AND next_at IS NOT NULL", now)
	next, err := firstOf(s, 1, s.reads(ctx), scanReminder, `SELECT `+reminderColumns+` FROM `+table+` WHERE `+c.text()+` ORDER BY ifnull(next_at, '~')`, c.args...)
	if len(next) == 0 {
		return time.Time{}, err
	}
	return next[0].NextAt.Time, err
}

// Upcoming are the next three times of a reminder, fewer if it ends before; empty for the
// kinds that come when an agent starts.
func (s *Store) Upcoming(m Reminder, p Policy) ([]Time, error) {
	times, err := m.upcoming(3, At(s.now()), s.Effective(p).Zone)
	return times, wrap("find the next times of a reminder", err)
}

// ReminderDigest are the reminders to know of when an agent starts. It holds no clock value,
// and reading it changes nothing.
type ReminderDigest struct {
	Reminders []Reminder // those due, the oldest first, then the kinds session and random
	Total     int        // also those not listed
	// FreshUntil is when the passing of time alone will change the answer; zero: never.
	FreshUntil time.Time
}

// maxDigestReminders bounds how many reminders a digest lists.
const maxDigestReminders = 20

// RemindersForDigest gathers the reminders of a project, or of all, together with those of
// no project. A random one shows on about one day in three, all day, by the owner's clock.
func (s *Store) RemindersForDigest(ctx context.Context, project string, p Policy) (ReminderDigest, error) {
	const op = "gather reminders"
	now := At(s.now())
	live := conditions{parts: []string{"deleted_at IS NULL AND done_at IS NULL"}}
	if project != "" {
		slug, err := s.currentProject(ctx, project)
		if err != nil {
			return ReminderDigest{}, wrap(op, err)
		}
		live.add("(project_slug = ? OR project_slug IS NULL)", slug)
	}
	d := ReminderDigest{}
	due, err := s.dueForDigest(ctx, live, now, &d)
	if err != nil {
		return d, wrap(op, err)
	}
	shown, err := s.shownAtStart(ctx, live, now, s.Effective(p).Zone, &d)
	if err != nil {
		return d, wrap(op, err)
	}
	rest, err := s.remindersByID(ctx, shown[:min(len(shown), maxDigestReminders-len(due))])
	d.Reminders = append(append([]Reminder{}, due...), rest...)
	return d, wrap(op, err)
}

// dueForDigest are the reminders whose time has come.
func (s *Store) dueForDigest(ctx context.Context, live conditions, now Time, d *ReminderDigest) (due []Reminder, err error) {
	if d.FreshUntil, err = s.soonest(ctx, liveReminders, live, now); err != nil {
		return nil, err
	}
	c := live.with(dueReminder, now)
	if d.Total, err = s.countReminders(ctx, liveReminders, c); err != nil {
		return nil, err
	}
	return s.reminderRows(ctx, liveReminders, c, maxDigestReminders)
}

// shownAtStart are the ids of the reminders that show when an agent starts today.
func (s *Store) shownAtStart(ctx context.Context, live conditions, now Time, zone *time.Location, d *ReminderDigest) ([]string, error) {
	read := func(kind string) ([]string, error) {
		c := live.with("kind = ? AND (next_at IS NULL OR next_at <= ?)", kind, now)
		return collect(ctx, s, scanString, `SELECT id FROM reminders INDEXED BY reminders_by_kind WHERE `+c.text()+` ORDER BY id`, c.args...)
	}
	shown, err := read(remindSession)
	if err != nil {
		return nil, err
	}
	random, err := read(remindRandom)
	if err != nil {
		return nil, err
	}
	if midnight := clockAt(now, zone, 0, 24).Time; len(random) > 0 && (d.FreshUntil.IsZero() || midnight.Before(d.FreshUntil)) {
		d.FreshUntil = midnight
	}
	today := now.In(zone).Format(time.DateOnly)
	for _, id := range random {
		if isDay(id, today) {
			shown = append(shown, id)
		}
	}
	d.Total += len(shown)
	return shown, nil
}

// isDay reports whether a random reminder shows on a day. It is the same all day long, so that
// a digest read twice is the same.
func isDay(id, day string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id + day)) // never fails
	return h.Sum32()%3 == 0
}

// remindersByID returns those of the reminders that are still there, in the order of ids.
func (s *Store) remindersByID(ctx context.Context, ids []string) ([]Reminder, error) {
	text, err := jsonText(ids)
	if err != nil {
		return nil, err
	}
	list, err := collect(ctx, s, scanReminder, `SELECT `+reminderColumns+` FROM reminders WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`, text)
	slices.SortFunc(list, func(a, b Reminder) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return list, err
}
