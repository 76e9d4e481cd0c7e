// Package demo fills a data folder with a believable month: what one person and four agents did
// in seven projects. "hub serve --demo" shows it, and the dashboard's tests and pictures use it.
package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/store"
)

// Fill makes a hub in an empty folder and lets the month that ends now happen in it: every
// change by the store's own rules, at its own time. Clock times are those of now's zone.
func Fill(ctx context.Context, dir string, now time.Time) (err error) {
	var clock atomic.Pointer[time.Time]
	acts, err := month(now)
	if err != nil {
		return err
	}
	clock.Store(&acts[0].time)
	s, err := store.Open(ctx, dir, store.Options{Now: func() time.Time { return *clock.Load() }})
	if err != nil {
		return fmt.Errorf("open the demo's folder: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, a := range acts {
		clock.Store(&a.time)
		if err := a.do(ctx, s, a.author()); err != nil {
			return fmt.Errorf("demo, %s: %w", a.what, err)
		}
	}
	clock.Store(&now)
	return nil
}

// act is one thing that somebody did.
type act struct {
	at string // as [moment] reads it
	by string // the agent; empty: the owner
	do func(context.Context, *store.Store, store.By) error

	what string // it is about, for errors
	time time.Time
}

func (a act) author() store.By {
	if a.by == "" {
		return store.By{Actor: store.Owner}
	}
	return store.By{Actor: store.Agent, SourceTool: a.by}
}

// month is all that happened, in the order of its times, which are before now.
func month(now time.Time) ([]act, error) {
	reminders, err := reminderActs(now)
	if err != nil {
		return nil, err
	}
	acts := slices.Concat(projectActs(), pageActs(), threadActs(), reminders, sessionActs())
	for i := range acts {
		if acts[i].time, err = moment(now, acts[i].at); err != nil {
			return nil, fmt.Errorf("demo, %s: %w", acts[i].what, err)
		}
	}
	slices.SortStableFunc(acts, func(a, b act) int { return a.time.Compare(b.time) })
	return acts, nil
}

// moment reads a time before now: "26 09:12" is that time of the clock 26 days ago, "1h20m" so
// long ago.
func moment(now time.Time, text string) (time.Time, error) {
	days, clock, isDay := strings.Cut(text, " ")
	if !isDay {
		ago, err := time.ParseDuration(text)
		return now.Add(-ago), cmp.Or(err, before(ago > 0, text))
	}
	var ago int
	if _, err := fmt.Sscan(days, &ago); err != nil {
		return now, fmt.Errorf("read the time %q: %w", text, err)
	}
	at, err := time.Parse("15:04", clock)
	if err != nil {
		return now, err
	}
	year, m, day := now.Date()
	return time.Date(year, m, day-ago, at.Hour(), at.Minute(), 0, 0, now.Location()), before(ago > 0, text)
}

func before(is bool, text string) error {
	if is {
		return nil
	}
	return fmt.Errorf("%q is not certain to be in the past", text)
}
