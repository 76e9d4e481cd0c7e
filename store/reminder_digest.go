package store

import (
	"context"
	"hash/fnv"
	"slices"
	"time"
)

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
