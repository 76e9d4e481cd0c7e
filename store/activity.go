package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"
)

// activityDays is how many days the activity goes back: twelve weeks.
const activityDays = 12 * 7

// Activity is how much was changed of late, by whom and where. What is passing is no change, as
// for an agent's day; what is compacted by now is still counted.
type Activity struct {
	Days       []DayChanges     `json:"days" nullable:"false" doc:"The last 84 days, today the last"`
	Projects   []ProjectChanges `json:"projects" nullable:"false" doc:"Those in use, by slug"`
	Authors    []string         `json:"authors" nullable:"false" doc:"The names of all agents that have ever changed something" example:"claude-code"`
	FreshUntil time.Time        `json:"-"` // when the passing of time alone may change the numbers
}

// DayChanges are the numbers of changes on one day of the owner's.
type DayChanges struct {
	Date   string `json:"date" format:"date" example:"2026-05-04" doc:"In the owner's time zone"`
	Owner  int    `json:"owner" doc:"Changes that the owner made" example:"4"`
	Agents int    `json:"agents" doc:"Changes that agents made" example:"11"`
}

// ProjectChanges are the numbers of changes of a project, its threads and its progress file, and
// what lies still in it.
type ProjectChanges struct {
	Slug    string `json:"slug" example:"home-server"`
	Changes []int  `json:"changes" nullable:"false" doc:"On each of the last 14 days, today the last; empty when there was none"`
	Stale   int    `json:"stale" doc:"Active threads that have been quiet for the stale days" example:"1"`
}

const (
	daysOfChanges = `SELECT json_group_array(json((SELECT json_array(ifnull(sum(owner), 0), ifnull(sum(agents), 0))
		FROM change_quarters WHERE ` + ofDay + `))) FROM json_each(?1)`
	authorsKnown = `SELECT source_tool FROM event_counts WHERE actor = 'agent' AND source_tool <> '' AND n > 0
		UNION ALL SELECT source_tool FROM compacted_counts WHERE kind = '' AND actor = 'agent' AND source_tool <> ''`
)

// projectsOfChanges takes the parameters of [staleCount] first.
var projectsOfChanges = `SELECT q.slug, CASE WHEN EXISTS (SELECT 1 FROM project_hours WHERE project_slug = q.slug AND hour >= ?6)
		THEN (SELECT json_group_array(ifnull((SELECT sum(n) FROM project_hours WHERE project_slug = q.slug AND ` + hoursOfDay + `), 0)) FROM json_each(?5))
		ELSE '[]' END, (` + staleCount("AND project_slug = q.slug") + `)
	FROM projects q WHERE q.deleted_at IS NULL AND q.archived_at IS NULL ORDER BY q.slug`

// hoursOfDay chooses the hours of one [span]. Where days begin within one, it is of the later day.
const hoursOfDay = `hour >= substr(value ->> 'first', 1, 13) AND hour < substr(value ->> 'end', 1, 13)`

// Activity counts the changes of the last twelve weeks, and those of each project of two.
func (s *Store) Activity(ctx context.Context, p Policy) (Activity, error) {
	const op = "count the changes"
	now := At(s.now())
	p = s.Effective(p)
	days := lastDays(now, p.Zone, activityDays)
	a := Activity{Days: make([]DayChanges, len(days))}
	asked, err := jsonText(days)
	if err != nil {
		return a, err
	}
	var counted string
	if err := s.db.Row(ctx, daysOfChanges, asked).Scan(&counted); err != nil {
		return a, wrap(op, err)
	}
	var numbers [][2]int
	if err := json.Unmarshal([]byte(counted), &numbers); err != nil {
		return a, wrap(op, err)
	}
	for i, n := range numbers {
		a.Days[i] = DayChanges{days[i].Date, n[0], n[1]}
	}
	if a.Projects, err = s.projectChanges(ctx, staleArgs(now, p), days[len(days)-overviewDays:]); err != nil {
		return a, wrap(op, err)
	}
	names, err := collect(ctx, s, scanString, authorsKnown)
	if err != nil {
		return a, wrap(op, err)
	}
	slices.Sort(names)
	a.Authors = append([]string{}, slices.Compact(names)...)
	moment, err := s.nextMoment(ctx, now, p)
	a.FreshUntil = earliest(moment, days[len(days)-1].To.Time, now.Add(overviewAge))
	return a, wrap(op, err)
}

func (s *Store) projectChanges(ctx context.Context, stale []any, days []span) ([]ProjectChanges, error) {
	asked, err := jsonText(days)
	if err != nil {
		return nil, err
	}
	list, err := collect(ctx, s, func(r rowScanner) (c ProjectChanges, err error) {
		var counted string
		if err := r.Scan(&c.Slug, &counted, &c.Stale); err != nil {
			return c, err
		}
		return c, json.Unmarshal([]byte(counted), &c.Changes)
	}, projectsOfChanges, append(stale, asked, days[0].First[:len("2026-05-04T10")])...)
	return append([]ProjectChanges{}, list...), err
}
