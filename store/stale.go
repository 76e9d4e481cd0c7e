package store

import "time"

// staleCount is the query of how many active threads are stale: those whose last work is not
// after ?2, less those snoozed beyond ?1. Reading only those, it would grow with what is left
// undone: most are told from the others by the hours of [staleArgs], and only the hour that
// ?2 is in is looked at thread by thread. of narrows it to what belongs to a project:
// "AND project_slug = ?", with the parameter that follows those of staleArgs.
func staleCount(of string) string {
	return `SELECT ifnull((SELECT sum(n) FROM thread_counts WHERE status IN ('open', 'blocked') ` + of + `), 0)
		- ifnull((SELECT sum(h.n) FROM projects p JOIN thread_hours h ON h.project_slug = p.slug AND h.hour > ?3 WHERE TRUE ` + of + `), 0)
		- (SELECT count(*) FROM ` + staleThreads + ` WHERE ` + activeThreads + ` AND last_activity_at > ?2 AND last_activity_at < ?4 ` + of + `)
		- (SELECT count(*) FROM threads INDEXED BY threads_by_snooze WHERE ` + activeThreads + ` AND snoozed_until > ?1 AND last_activity_at <= ?2 ` + of + `)`
}

// staleArgs are the first parameters of [staleCount]: now, the last moment of work that makes
// a thread stale, the hour it is in, and when that hour ends.
func staleArgs(now Time, p Policy) []any {
	border := p.staleBefore(now.Time)
	hour := border.Truncate(time.Hour)
	return []any{now, border, hour.UTC().Format("2006-01-02T15"), At(hour.Add(time.Hour))}
}
