package store

import (
	"context"
	"time"
)

// Digest is what an agent should know when it starts. It holds no clock value, and
// reading it changes nothing: the next one says the same. What it does not list it counts.
type Digest struct {
	Threads       []Thread        // active ones: near the work first, then stale ones, the oldest first, then the newest
	Near          int             // how many of them, from the first on, are near the work
	OpenCount     int             // all active threads in question
	StaleCount    int             // those of them without work for the stale days
	Reminders     []Reminder      // due ones, the oldest first, then the kinds session and random
	ReminderCount int             // also those not listed
	Sessions      []SessionRecord // the last ones
	// FreshUntil is when the passing of time alone will change the answer; zero: never.
	FreshUntil time.Time
}

// DigestQuery narrows a digest.
type DigestQuery struct {
	Project string // empty: all, or the one At belongs to
	At      Place  // unknown ones narrow nothing
	Text    string // what the work will be: the nearest threads come first
	Limit   int    // threads listed; 0: 5
}

const (
	defaultDigest  = 5
	digestSessions = 3
)

// Digest gathers what to know about.
func (s *Store) Digest(ctx context.Context, q DigestQuery, p Policy) (Digest, error) {
	if q.Limit == 0 {
		q.Limit = defaultDigest
	}
	if q.Project == "" && q.At != (Place{}) {
		if found, err := s.ResolvePlace(ctx, q.At); err == nil {
			q.Project = found.Slug
		}
	}
	if q.Project != "" {
		found, err := s.Project(ctx, q.Project)
		if err != nil {
			return Digest{}, err
		}
		q.Project = found.Slug
	}
	d := Digest{Threads: []Thread{}}
	if err := s.digestThreads(ctx, &d, q, p); err != nil {
		return Digest{}, err
	}
	reminders, err := s.RemindersForDigest(ctx, q.Project, p)
	if err != nil {
		return Digest{}, err
	}
	d.Reminders, d.ReminderCount = reminders.Reminders, reminders.Total
	d.holdsUntil(reminders.FreshUntil)
	sessions, err := s.Sessions(ctx, SessionFilter{Project: q.Project, Limit: digestSessions})
	d.Sessions = sessions.Sessions
	return d, err
}

// holdsUntil makes an answer end no later than one of its parts.
func (d *Digest) holdsUntil(at time.Time) {
	if !at.IsZero() && (d.FreshUntil.IsZero() || at.Before(d.FreshUntil)) {
		d.FreshUntil = at
	}
}

func (s *Store) digestThreads(ctx context.Context, d *Digest, q DigestQuery, p Policy) error {
	stale, err := s.Threads(ctx, ThreadFilter{Stale: true, Project: q.Project, Limit: q.Limit}, p)
	if err != nil {
		return err
	}
	active, err := s.Threads(ctx, ThreadFilter{Project: q.Project, Limit: q.Limit}, p)
	if err != nil {
		return err
	}
	near, err := s.nearThreads(ctx, q, q.Limit)
	if err != nil {
		return err
	}
	d.Near = min(len(near), q.Limit)
	d.OpenCount, d.StaleCount = active.Total, stale.Total
	d.holdsUntil(stale.FreshUntil)
	d.holdsUntil(active.FreshUntil)
	listed := map[string]bool{}
	for _, list := range [][]Thread{near, stale.Threads, active.Threads} {
		for _, t := range list {
			if len(d.Threads) < q.Limit && !listed[t.ID] {
				listed[t.ID] = true
				d.Threads = append(d.Threads, t)
			}
		}
	}
	return nil
}

// nearThreads are the active threads that the digest's text is about.
func (s *Store) nearThreads(ctx context.Context, q DigestQuery, limit int) ([]Thread, error) {
	if q.Text == "" {
		return nil, nil
	}
	overlap, err := s.Overlap(ctx, OverlapQuery{Text: q.Text, Project: q.Project, Limit: min(4*limit, MaxHits)})
	if err != nil || overlap.Verdict == "none" {
		return nil, err
	}
	var near []Thread
	for _, h := range overlap.Hits {
		if !h.Active() || q.Project != "" && *h.ProjectSlug != q.Project {
			continue
		}
		t, err := s.Thread(ctx, h.ID)
		if err != nil {
			continue // gone meanwhile
		}
		near = append(near, t)
	}
	return near, nil
}
