package store

import (
	"context"
	"slices"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

const (
	// maxAgents is how many agents a day has a row for, besides those at work; those that were
	// away for the longest are left out.
	maxAgents = 60
	// maxLatest is how many of an agent's changes are shown.
	maxLatest = 8
)

// AgentDay is an agent: what it works on, and what it has changed today.
type AgentDay struct {
	Name    string
	LastAt  *Time        // of its last change or claim; nil: undo no longer reaches that
	Changes int          // how many it has made today
	Latest  []Event      // the newest of them, at most 8
	Held    []HeldThread // what it works on, that whose lease ends first at the front
}

// HeldThread is a thread with a live lease.
type HeldThread struct {
	Thread
	Since Time // when it was claimed
}

// AgentsToday are the agents that undo reaches or that hold something: first those at work, then
// the one heard of last. from is when the owner's day began.
func (s *Store) AgentsToday(ctx context.Context, p Policy) (agents []AgentDay, from Time, err error) {
	now := At(s.now())
	days := lastDays(now, s.Effective(p).Zone)
	from = days[len(days)-1].From
	agents, err = s.agentsSince(ctx, from, now)
	return agents, from, wrap("list agents", err)
}

func (s *Store) agentsSince(ctx context.Context, from, now Time) ([]AgentDay, error) {
	held, err := s.heldThreads(ctx, now)
	if err != nil {
		return nil, err
	}
	names, err := collect(ctx, s, scanString, lastHeard, maxAgents)
	if err != nil {
		return nil, err
	}
	for name := range held {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	changes, err := s.changesByAgent(ctx, from)
	if err != nil {
		return nil, err
	}
	agents := make([]AgentDay, 0, len(names))
	for _, name := range names {
		day, err := s.agentDay(ctx, name, from)
		if err != nil {
			return nil, err
		}
		day.Changes, day.Held = changes[name], append(day.Held, held[name]...)
		agents = append(agents, day)
	}
	slices.SortStableFunc(agents, compareAgentDays)
	return agents, nil
}

// lastHeard are the names of the agents whose last event is the newest.
const lastHeard = `SELECT a.source_tool FROM event_counts a
	WHERE a.actor = 'agent' AND a.source_tool <> '' AND a.n > 0 GROUP BY 1
	ORDER BY max((SELECT max(e.id) FROM events e INDEXED BY events_by_author
		WHERE e.kind = a.kind AND e.actor = a.actor AND e.source_tool = a.source_tool)) DESC LIMIT ?`

func compareAgentDays(a, b AgentDay) int {
	if atWork := len(a.Held) > 0; atWork != (len(b.Held) > 0) {
		if atWork {
			return -1
		}
		return 1
	}
	return b.lastAt().Compare(a.lastAt())
}

func (d AgentDay) lastAt() time.Time {
	if d.LastAt == nil {
		return time.Time{}
	}
	return d.LastAt.Time
}

// agentDay is what an agent has done since the day began, but for how much it was.
func (s *Store) agentDay(ctx context.Context, name string, from Time) (AgentDay, error) {
	day := AgentDay{Name: name, Latest: []Event{}, Held: []HeldThread{}}
	page, err := s.Events(ctx, EventFilter{Actor: Agent, SourceTool: name, Limit: 2 * maxLatest})
	if err != nil {
		return day, err
	}
	for _, e := range page.Events {
		if lasting(e.Kind) && !e.At.Before(from.Time) && len(day.Latest) < maxLatest {
			day.Latest = append(day.Latest, e)
		}
	}
	if len(page.Events) > 0 {
		day.LastAt = &page.Events[0].At
	}
	return day, nil
}

// changesByAgent are how many lasting changes each agent has made since a time.
func (s *Store) changesByAgent(ctx context.Context, from Time) (map[string]int, error) {
	type count struct {
		name string
		n    int
	}
	counts, err := collect(ctx, s, func(r rowScanner) (c count, err error) {
		err = r.Scan(&c.name, &c.n)
		return c, err
	}, `SELECT a.source_tool, count(*) FROM event_counts a CROSS JOIN events e INDEXED BY events_by_author
		ON e.kind = a.kind AND e.actor = a.actor AND e.source_tool = a.source_tool AND e.id >= ?1
		WHERE a.actor = 'agent' AND a.n > 0 AND e.at >= ?2 AND a.kind NOT IN (SELECT value FROM json_each(?3)) GROUP BY 1`,
		sqlite.FirstID(from.Time), from, passingKinds)
	byName := make(map[string]int, len(counts))
	for _, c := range counts {
		byName[c.name] = c.n
	}
	return byName, err
}

// heldThreads are the threads with a live lease by who holds them, which is the name their
// changes go under. The lease that ends first comes first.
func (s *Store) heldThreads(ctx context.Context, now Time) (map[string][]HeldThread, error) {
	type claim struct {
		id string
		at Time
	}
	claims, err := collect(ctx, s, func(r rowScanner) (c claim, err error) {
		err = r.Scan(&c.id, &c.at)
		return c, err
	}, `SELECT t.id, ifnull(e.at, t.last_activity_at) FROM threads t
		LEFT JOIN events e ON e.id = (SELECT max(id) FROM events WHERE item = 'thread/' || t.id AND kind = 'thread.claimed')
		WHERE t.deleted_at IS NULL AND t.lease_expires_at > ? ORDER BY t.lease_expires_at LIMIT ?`, now, MaxLimit)
	if err != nil {
		return nil, err
	}
	held := map[string][]HeldThread{}
	for _, c := range claims {
		t, err := s.Thread(ctx, c.id)
		if err != nil {
			return nil, err
		}
		if t.Lease != nil { // it may have ended meanwhile
			name := By{SourceTool: t.Lease.Holder}.clean().SourceTool
			held[name] = append(held[name], HeldThread{t, c.at})
		}
	}
	return held, nil
}
