package store

import (
	"context"
	"encoding/json"
	"strconv"
	"time"
)

// Overview is the state of the whole hub in numbers. All of them are true counts of one
// moment.
type Overview struct {
	Threads     map[Status]int `json:"threads" doc:"By status" example:"{\"blocked\":1,\"dismissed\":2,\"done\":40,\"open\":7}"`
	Stale       int            `json:"stale" doc:"Active threads that have been quiet for the stale days"`
	Held        int            `json:"held" doc:"Threads somebody works on now, by a lease"`
	Projects    ProjectCounts  `json:"projects"`
	Pages       int            `json:"pages" doc:"Of the wiki"`
	Reminders   ReminderCounts `json:"reminders"`
	Sessions    int            `json:"sessions" doc:"Session records"`
	Approvals   int            `json:"approvals" doc:"Requests that wait for the owner"`
	LastEventID *string        `json:"last_event_id" doc:"Of the newest change"`
	Days        []DayCounts    `json:"days" nullable:"false" doc:"The last 14 days, today the last"`
	FreshUntil  time.Time      `json:"-"` // when the passing of time alone may change the numbers
}

// ProjectCounts are the numbers of projects in use and put away.
type ProjectCounts struct {
	Active   int `json:"active"`
	Archived int `json:"archived"`
}

// ReminderCounts are the numbers of reminders that are not done, and of those among them
// whose time has come.
type ReminderCounts struct {
	Pending int `json:"pending"`
	Due     int `json:"due"`
}

// DayCounts are what happened on one day of the owner's.
type DayCounts struct {
	Date     string `json:"date" format:"date" example:"2026-05-04" doc:"In the owner's time zone"`
	Added    int    `json:"added" doc:"Threads created"`
	Finished int    `json:"finished" doc:"Threads done or dismissed, as they stand now"`
}

// overviewDays is how many days the overview goes back.
const overviewDays = 14

// overviewAge bounds how long the numbers may be kept by who asked for them.
const overviewAge = time.Minute

// overviewQuery reads all numbers at once, so that they fit together.
var overviewQuery = `SELECT
	(SELECT json_object(
		'open', ifnull(sum(n) FILTER (WHERE status = 'open'), 0), 'blocked', ifnull(sum(n) FILTER (WHERE status = 'blocked'), 0),
		'done', ifnull(sum(n) FILTER (WHERE status = 'done'), 0), 'dismissed', ifnull(sum(n) FILTER (WHERE status = 'dismissed'), 0))
		FROM thread_counts),
	(` + staleCount("") + `),
	(SELECT count(*) FROM threads WHERE deleted_at IS NULL AND lease_expires_at > ?1),
	(SELECT count(*) FROM projects WHERE deleted_at IS NULL AND archived_at IS NULL),
	(SELECT count(*) FROM projects WHERE deleted_at IS NULL AND archived_at IS NOT NULL),
	(SELECT count(*) FROM wiki_pages WHERE deleted_at IS NULL),
	(SELECT count(*) FROM reminders WHERE ` + pendingReminders + `),
	(SELECT count(*) FROM ` + liveReminders + ` WHERE ` + dueReminders + `),
	(SELECT count(*) FROM session_records),
	(SELECT count(*) FROM approvals WHERE state = 'pending'),
	(SELECT max(id) FROM events),
	(SELECT json_group_array(json_object('date', d.value ->> 'date', 'added', ifnull(d.added, 0), 'finished', ifnull(d.finished, 0)))
		FROM (SELECT value, (SELECT sum(added) FROM thread_quarters WHERE ` + ofDay + `) AS added,
			(SELECT sum(finished) FROM thread_quarters WHERE ` + ofDay + `) AS finished FROM json_each(?5)) d)`

// ofDay chooses the quarters of an hour of one [span].
const ofDay = `quarter >= value ->> 'first' AND quarter < value ->> 'end'`

// Overview counts everything once.
func (s *Store) Overview(ctx context.Context, p Policy) (Overview, error) {
	const op = "count everything"
	now := At(s.now())
	p = s.Effective(p)
	days := lastDays(now, p.Zone, overviewDays)
	asked, err := jsonText(days)
	if err != nil {
		return Overview{}, err
	}
	var o Overview
	var threads, counted string
	err = s.db.Row(ctx, overviewQuery, append(staleArgs(now, p), asked)...).Scan(&threads, &o.Stale, &o.Held,
		&o.Projects.Active, &o.Projects.Archived, &o.Pages, &o.Reminders.Pending, &o.Reminders.Due,
		&o.Sessions, &o.Approvals, &o.LastEventID, &counted)
	if err != nil {
		return Overview{}, wrap(op, err)
	}
	if err := json.Unmarshal([]byte(threads), &o.Threads); err != nil {
		return Overview{}, wrap(op, err)
	}
	if err := json.Unmarshal([]byte(counted), &o.Days); err != nil {
		return Overview{}, wrap(op, err)
	}
	moment, err := s.nextMoment(ctx, now, p)
	o.FreshUntil = earliest(moment, days[len(days)-1].To.Time, now.Add(overviewAge))
	return o, wrap(op, err)
}

// span is one day, and the quarters of an hour from and before which it lasts.
type span struct {
	Date  string `json:"date"`
	From  Time   `json:"-"`
	To    Time   `json:"-"`
	First string `json:"first"`
	End   string `json:"end"`
}

// lastDays are the last n days up to today as the clocks of a zone have them: one may have 23
// hours, or 25.
func lastDays(now Time, zone *time.Location, n int) []span {
	year, month, today := now.In(zone).Date()
	days := make([]span, n)
	for i := range days {
		date := time.Date(year, month, today-n+1+i, 0, 0, 0, 0, time.UTC)
		from, to := At(startOfDay(date, zone)), At(startOfDay(date.AddDate(0, 0, 1), zone))
		days[i] = span{date.Format(time.DateOnly), from, to, quarterOf(from), quarterOf(to)}
	}
	return days
}

// quarterOf is the quarter of an hour that a time is in, as thread_quarters names it. The days
// of every zone begin with one.
func quarterOf(t Time) string {
	return t.UTC().Format("2006-01-02T15:") + strconv.Itoa(t.UTC().Minute()/15)
}

// startOfDay is the first moment of a date in a zone.
func startOfDay(date time.Time, zone *time.Location) time.Time {
	year, month, day := date.Date()
	start := time.Date(year, month, day, 0, 0, 0, 0, zone)
	if start.Format(time.DateOnly) < date.Format(time.DateOnly) {
		// The clocks skip midnight there: the day begins with the new time.
		_, start = start.ZoneBounds()
	}
	return start
}
