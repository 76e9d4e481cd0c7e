package store

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// show is a board in words: who holds what since when, and how much each changed.
func showAgents(t testing.TB, s *Store, p Policy) string {
	t.Helper()
	agents, _, err := s.AgentsToday(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, a := range agents {
		line := fmt.Sprintf("%s %d", a.Name, a.Changes)
		for _, e := range a.Latest {
			line += " " + e.Kind
		}
		for _, h := range a.Held {
			line += fmt.Sprintf(" holds %s since %s", h.Summary, h.Since.Format("15:04"))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestAgentsToday(t *testing.T) {
	t.Parallel()
	s, c := newStore(t) // at 10:00 UTC
	start := c.Now()
	by := func(name string) By { return By{Actor: Agent, SourceTool: name} }
	if got := showAgents(t, s, Policy{}); got != "" {
		t.Errorf("of nothing: %s", got)
	}
	old := create(t, s, "old")
	c.advance(-48 * time.Hour)
	done(t)(s.Block(t.Context(), by("cursor"), old.ID, Guard{}, "a day ago"))
	c.advance(48 * time.Hour)
	claimed, err := s.Claim(t.Context(), by("codex"), old.ID, ClaimInput{Holder: "codex on laptop", Length: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	c.advance(20 * time.Minute)
	done(t)(s.Checkpoint(t.Context(), by("codex"), old.ID, Guard{LeaseID: claimed.Item.LeaseID}, Checkpoint{ThreadInput: ThreadInput{Focus: Some("here")}}))
	since := start.Format("15:04")
	for _, tc := range []struct {
		name  string
		after time.Duration
		zone  *time.Location
		want  string
	}{
		{"one at work, one who was away for days", 0, time.UTC, "codex on laptop 1 thread.updated holds old since " + since + "; codex 0; claude-code 2 thread.created project.created; cursor 0"},
		{"the lease has ended", 61 * time.Minute, time.UTC, "codex on laptop 1 thread.updated; codex 0; claude-code 2 thread.created project.created; cursor 0"},
		{"another day has begun", 24 * time.Hour, time.UTC, "codex on laptop 0; codex 0; claude-code 0; cursor 0"},
	} {
		c.advance(tc.after)
		if got := showAgents(t, s, Policy{Zone: tc.zone}); got != tc.want {
			t.Errorf("%s: %s; want %s", tc.name, got, tc.want)
		}
		c.advance(-tc.after)
	}
}

// The day of the board is the owner's.
func TestAgentsTodayBeginAtMidnight(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("Tokyo", 9*60*60), time.FixedZone("Adak", -10*60*60)} {
		_, from, err := s.AgentsToday(t.Context(), Policy{Zone: zone})
		if at := from.In(zone); err != nil || at.Format(time.TimeOnly) != "00:00:00" || at.Format(time.DateOnly) != c.Now().In(zone).Format(time.DateOnly) {
			t.Errorf("%s: from %s, %v", zone, from, err)
		}
	}
}

// However many names there are, as many are read as are shown; those at work are always there.
func TestAgentsTodayAreBounded(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "held")
	if _, err := s.Claim(t.Context(), By{Actor: Agent, SourceTool: "first"}, th.ID, ClaimInput{Holder: "first", Length: MaxLease}); err != nil {
		t.Fatal(err)
	}
	for i := range maxAgents + 5 {
		c.advance(time.Second)
		done(t)(s.UpdateThread(t.Context(), By{Actor: Agent, SourceTool: fmt.Sprint("agent-", i)}, th.ID, Guard{Force: true}, ThreadInput{Focus: Some(fmt.Sprint(i))}, false))
	}
	agents, _, err := s.AgentsToday(t.Context(), Policy{Zone: time.UTC})
	if err != nil || len(agents) != maxAgents+1 {
		t.Fatalf("%d agents, %v", len(agents), err)
	}
	if agents[0].Name != "first" || agents[1].Name != fmt.Sprint("agent-", maxAgents+4) || agents[maxAgents].Name != "agent-5" {
		t.Errorf("%s, %s ... %s", agents[0].Name, agents[1].Name, agents[maxAgents].Name)
	}
}
