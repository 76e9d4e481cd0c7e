package store

import "context"

// Digest is what an agent should know when it starts (contract §5). It holds no clock
// value, and reading it changes nothing.
type Digest struct {
	Threads    []Thread `json:"threads" nullable:"false"` // active ones; stale first, the oldest of them first
	OpenCount  int      `json:"open_count"`               // all active threads in question, also those not listed
	StaleCount int      `json:"stale_count"`
}

// DigestQuery narrows a digest.
type DigestQuery struct {
	Project   string // empty: all, or the one Workspace belongs to
	Workspace string // a folder; unknown ones narrow nothing
	Text      string // what the work will be: the nearest threads come first
	Limit     int    // threads listed; 0: 5
}

const defaultDigest = 5

// Digest gathers the threads to know about.
func (s *Store) Digest(ctx context.Context, q DigestQuery, p Policy) (Digest, error) {
	limit := q.Limit
	if limit == 0 {
		limit = defaultDigest
	}
	if q.Project == "" && q.Workspace != "" {
		if found, err := s.ResolveWorkspace(ctx, q.Workspace); err == nil {
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
	stale, err := s.Threads(ctx, ThreadFilter{Stale: true, Project: q.Project, Limit: limit}, p)
	if err != nil {
		return Digest{}, err
	}
	active, err := s.Threads(ctx, ThreadFilter{Project: q.Project, Limit: limit}, p)
	if err != nil {
		return Digest{}, err
	}
	d := Digest{Threads: []Thread{}, OpenCount: active.Total, StaleCount: stale.Total}
	near, err := s.nearThreads(ctx, q, limit)
	if err != nil {
		return Digest{}, err
	}
	listed := map[string]bool{}
	for _, list := range [][]Thread{near, stale.Threads, active.Threads} {
		for _, t := range list {
			if len(d.Threads) < limit && !listed[t.ID] {
				listed[t.ID] = true
				d.Threads = append(d.Threads, t)
			}
		}
	}
	return d, nil
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
