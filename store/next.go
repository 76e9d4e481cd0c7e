package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
)

// Suggestion is the thread to take up next, and why it.
type Suggestion struct {
	Thread *Thread // nil: there is none to take up
	Why    phrase.Phrase
	// FreshUntil is when the passing of time alone may change the suggestion; zero: never.
	FreshUntil time.Time
}

// freeThreads may be taken up at ?1: ready, and not chosen (?3) already.
var freeThreads = activeThreads + ` AND ` + readyAt("?1") + ` AND id <> ?3`

// tier is one reason to take a thread up.
type tier struct {
	query string // the best thread of the tier, if any; ?2 is the last activity of stale ones
	why   func(days int) phrase.Phrase
}

// because is the reason of a tier that has nothing to count.
func because(why phrase.Phrase) func(int) phrase.Phrase {
	return func(int) phrase.Phrase { return why }
}

// tiers are the reasons, the best first.
var tiers = []tier{
	{
		best(`SELECT thread_id FROM ` + liveReminders + ` WHERE ` + dueReminders + `
			AND EXISTS (SELECT 1 FROM threads WHERE id = thread_id AND ` + freeThreads + `) ORDER BY ifnull(next_at, '~'), id LIMIT 1`),
		because(phrase.NextReminder),
	},
	{
		best(leastRecent("threads_to_resume", `resume_step IS NOT NULL AND last_activity_at <= ?2`)),
		phrase.NextQuietResume,
	},
	{
		best(leastRecent("threads_active_by_age", `last_activity_at <= ?2`)),
		phrase.NextQuiet,
	},
	{
		best(leastRecent("threads_to_resume", `resume_step IS NOT NULL`)),
		because(phrase.NextResume),
	},
	{
		best(`SELECT max((` + newest("threads_active_by_project", `project_slug = p.slug`) + `)) FROM projects p WHERE p.pinned AND p.deleted_at IS NULL`),
		because(phrase.NextPinned),
	},
	{
		best(newest("threads_active", `TRUE`)),
		because(phrase.NextNewest),
	},
}

// best reads the thread whose id a query finds, or none.
func best(id string) string {
	return `SELECT ` + threadColumns + ` FROM threads WHERE id = (` + id + `)`
}

func leastRecent(index, condition string) string {
	return `SELECT id FROM threads INDEXED BY ` + index + ` WHERE ` + freeThreads + ` AND ` + condition + ` ORDER BY last_activity_at, id LIMIT 1`
}

func newest(index, condition string) string {
	return `SELECT id FROM threads INDEXED BY ` + index + ` WHERE ` + freeThreads + ` AND ` + condition + ` ORDER BY id DESC LIMIT 1`
}

// NextThread suggests one thread to take up: of the same threads at the same time always
// the same one.
func (s *Store) NextThread(ctx context.Context, p Policy) (Suggestion, error) {
	const op = "suggest a thread"
	now := At(s.now())
	p = s.Effective(p)
	chosen := ""
	t, err := s.ChosenThread(ctx)
	if err != nil && !s.leaveOut(err) {
		return Suggestion{}, wrap(op, err)
	}
	if err == nil && t != nil {
		chosen = t.ID
	}
	next := Suggestion{Why: phrase.NextNothing}
	if next.FreshUntil, err = s.nextMoment(ctx, now, p); err != nil {
		return Suggestion{}, wrap(op, err)
	}
	for _, tier := range tiers {
		t, err := scanThread(s.db.Row(ctx, tier.query, now, p.staleBefore(now.Time), chosen), now)
		if errors.Is(err, sql.ErrNoRows) || err != nil && s.leaveOut(err) {
			continue
		}
		if err != nil {
			return Suggestion{}, wrap(op, err)
		}
		const day = 24 * time.Hour
		days := now.Sub(t.LastActivityAt.Time) / day
		next.Thread, next.Why = &t, tier.why(int(days))
		next.FreshUntil = earliest(next.FreshUntil, t.LastActivityAt.Add((days+1)*day)) // the sentence counts them
		break
	}
	return next, nil
}

// plural counts a noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
