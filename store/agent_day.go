package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

const (
	// maxAgents is how many rows a day has, besides those at work; agents that were away for the
	// longest are left out.
	maxAgents = 60
	// maxLatest is how many of an agent's changes are shown.
	maxLatest = 8
)

// AgentDay is an agent: what it works on, and what it has changed today. One that works over several
// tokens is one for each.
type AgentDay struct {
	Name    string
	Via     *string      // the name of the token, empty: none with a name; nil: the agent as a whole
	LastAt  *Time        // of its last change or claim; nil: undo no longer reaches that
	Changes int          // how many it has made today
	Latest  []Event      // the newest of them, at most 8
	Held    []HeldThread // what it works on, that whose lease ends first at the front
}

// HeldThread is a thread with a live lease.
type HeldThread struct {
	Thread
	Since Time // when it was claimed

	via string // the name of the token it was claimed with
}

// AgentsToday are the agents that undo reaches or that hold something: first those at work, then
// the one heard of last. from is when the owner's day began.
func (s *Store) AgentsToday(ctx context.Context, p Policy) (agents []AgentDay, from Time, err error) {
	now := At(s.now())
	days := lastDays(now, s.Effective(p).Zone, 1)
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
		for _, day := range daysOf(name, changes[name], held[name]) {
			if len(agents) >= maxAgents && len(day.Held) == 0 {
				continue
			}
			if err := s.readDay(ctx, &day, from); err != nil {
				return nil, err
			}
			agents = append(agents, day)
		}
	}
	slices.SortStableFunc(agents, compareAgentDays)
	return agents, nil
}

// lastHeard are the names of the agents whose last event is the newest.
const lastHeard = `SELECT a.source_tool FROM event_counts a
	WHERE a.actor = 'agent' AND a.source_tool <> '' AND a.n > 0 GROUP BY 1
	ORDER BY max((SELECT max(e.id) FROM events e INDEXED BY events_by_author
		WHERE e.kind = a.kind AND e.actor = a.actor AND e.source_tool = a.source_tool)) DESC LIMIT ?`

// daysOf are an agent's rows: one, or one for each token when it works over two with a name or more,
// which are as many machines. The tokens are those of its changes today, and of its claims.
func daysOf(name string, changes map[string]int, held []HeldThread) []AgentDay {
	whole := AgentDay{Name: name, Held: []HeldThread{}}
	tokens := map[string]*AgentDay{}
	of := func(via string) *AgentDay {
		if tokens[via] == nil {
			tokens[via] = &AgentDay{Name: name, Via: &via, Held: []HeldThread{}}
		}
		return tokens[via]
	}
	for via, n := range changes {
		whole.Changes += n
		of(via).Changes = n
	}
	for _, h := range held {
		whole.Held = append(whole.Held, h)
		of(h.via).Held = append(of(h.via).Held, h)
	}
	named := len(tokens)
	if tokens[""] != nil {
		named--
	}
	if named < 2 {
		return []AgentDay{whole}
	}
	days := make([]AgentDay, 0, len(tokens))
	for _, via := range slices.Sorted(maps.Keys(tokens)) {
		days = append(days, *tokens[via])
	}
	return days
}

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

// readDay reads what an agent has done since the day began, but for how much it was. What it did
// before is asked only of an agent as a whole, which the index holds apart.
func (s *Store) readDay(ctx context.Context, day *AgentDay, from Time) error {
	f := EventFilter{Actor: Agent, SourceTool: day.Name, Via: day.Via, Limit: 2 * maxLatest}
	if day.Via != nil {
		f.From = &from
	}
	page, err := s.Events(ctx, f)
	if err != nil {
		return err
	}
	day.Latest = []Event{}
	for _, e := range page.Events {
		if lasting(e.Kind) && !e.At.Before(from.Time) && len(day.Latest) < maxLatest {
			day.Latest = append(day.Latest, e)
		}
	}
	if len(page.Events) > 0 {
		day.LastAt = &page.Events[0].At
	}
	for _, h := range day.Held {
		if day.Via != nil && h.Since.After(day.lastAt()) {
			day.LastAt = new(h.Since)
		}
	}
	return nil
}

// changesByAgent are how many lasting changes each agent has made since a time, by the names of the
// tokens that they came with.
func (s *Store) changesByAgent(ctx context.Context, from Time) (map[string]map[string]int, error) {
	type count struct {
		name, via string
		n         int
	}
	counts, err := collect(ctx, s, func(r rowScanner) (c count, err error) {
		err = r.Scan(&c.name, &c.via, &c.n)
		return c, err
	}, `SELECT a.source_tool, ifnull(e.via, ''), count(*) FROM event_counts a CROSS JOIN events e INDEXED BY events_by_author
		ON e.kind = a.kind AND e.actor = a.actor AND e.source_tool = a.source_tool AND e.id >= ?1
		WHERE a.actor = 'agent' AND a.n > 0 AND e.at >= ?2 AND a.kind NOT IN (SELECT value FROM json_each(?3)) GROUP BY 1, 2`,
		sqlite.FirstID(from.Time), from, passingKinds)
	byName := map[string]map[string]int{}
	for _, c := range counts {
		if byName[c.name] == nil {
			byName[c.name] = map[string]int{}
		}
		byName[c.name][c.via] = c.n
	}
	return byName, err
}

// heldThreads are the threads with a live lease by who holds them, which is the name their
// changes go under. The lease that ends first comes first.
func (s *Store) heldThreads(ctx context.Context, now Time) (map[string][]HeldThread, error) {
	type claim struct {
		id, via string
		at      Time
	}
	claims, err := collect(ctx, s, func(r rowScanner) (c claim, err error) {
		err = r.Scan(&c.id, &c.at, &c.via)
		return c, err
	}, `SELECT t.id, ifnull(e.at, t.last_activity_at), ifnull(e.via, '') FROM threads t
		LEFT JOIN events e ON e.id = (SELECT max(id) FROM events WHERE item = 'thread/' || t.id AND kind = 'thread.claimed')
		WHERE t.deleted_at IS NULL AND t.lease_expires_at > ? ORDER BY t.lease_expires_at LIMIT ?`, now, MaxLimit)
	if err != nil {
		return nil, err
	}
	held := map[string][]HeldThread{}
	for _, c := range claims {
		t, err := s.Thread(ctx, c.id)
		if err != nil && s.leaveOut(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if t.Lease != nil { // it may have ended meanwhile
			name := By{SourceTool: t.Lease.Holder}.clean().SourceTool
			held[name] = append(held[name], HeldThread{t, c.at, c.via})
		}
	}
	return held, nil
}
