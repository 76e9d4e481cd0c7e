package store

import "slices"

// SortActivity puts what has ended or been worked on last before what has rested for longer. Stale
// and snoozed threads keep the order they have. Work moves a thread to the front: it may then show
// on no page of a list that is being read.
const SortActivity = "activity"

// isActive and isDone tell what a list holds by its statuses alone.
func (f ThreadFilter) isActive() bool {
	return f.Stale || f.Ready || f.Snoozed || !slices.ContainsFunc(f.Statuses, func(s Status) bool { return !s.Active() })
}

func (f ThreadFilter) isDone() bool { return slices.Equal(f.Statuses, []Status{StatusDone}) }

// time is what the list is ordered by before the ids; "": by those alone, the newest first.
func (f ThreadFilter) time() (column, direction string) {
	switch {
	case f.Stale:
		return "last_activity_at", ""
	case f.Snoozed:
		return "snoozed_until", ""
	case f.Sort != SortActivity:
		return "", " DESC"
	case f.isActive():
		return "last_activity_at", " DESC"
	case f.isDone():
		return "completed_at", " DESC"
	}
	return "ifnull(completed_at, last_activity_at)", " DESC"
}

func (f ThreadFilter) order() string {
	column, direction := f.time()
	if column == "" {
		return "id" + direction
	}
	return column + direction + ", id" + direction
}

// cursor is made of what the index said, which is what the next page goes on from: the
// thread itself may have changed since.
func (f ThreadFilter) cursor() string {
	if column, _ := f.time(); column != "" {
		return column + " || '_' || id"
	}
	return "id"
}

// table names the index that holds the list in its order. Left to itself, SQLite takes the
// one by status and sorts.
func (f ThreadFilter) table() string {
	byAge := f.Stale || f.Sort == SortActivity && f.isActive()
	switch {
	case f.Snoozed:
		return "threads INDEXED BY threads_by_snooze"
	case byAge && f.Project == "":
		return staleThreads
	case byAge:
		return "threads INDEXED BY threads_active_by_project_age"
	case f.Sort == SortActivity && f.isDone():
		return "threads INDEXED BY threads_finished"
	case len(f.Statuses) > 0 && !f.Ready:
		return "threads"
	case f.Project != "":
		return "threads INDEXED BY threads_active_by_project"
	}
	return "threads INDEXED BY threads_active"
}
