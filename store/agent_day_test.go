package store

import (
	"fmt"
	"regexp"
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
		name := a.Name
		if a.Via != nil {
			name += fmt.Sprintf(" (%s)", *a.Via)
		}
		line := fmt.Sprintf("%s %d", name, a.Changes)
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

// An agent that works over two tokens with a name stands there once for each: that is two machines.
func TestAnAgentHasARowForEachOfItsTokens(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		work   []string // the tokens that threads are claimed and changed with
		change []string // those that threads are only changed with
		after  time.Duration
		want   string
	}{
		{"no token", []string{""}, []string{""}, 0, "codex 2 holds 0"},
		{"one token", []string{"laptop"}, []string{"laptop"}, 0, "codex 2 holds 0"},
		{"one token, and the access token", []string{"laptop"}, []string{""}, 0, "codex 2 holds 0"},
		{"two at work", []string{"laptop", "desk"}, nil, 0, "codex (desk) 1 holds 1; codex (laptop) 1 holds 0"},
		{"one at work", []string{"laptop"}, []string{"desk"}, 0, "codex (laptop) 1 holds 0; codex (desk) 1"},
		{"two, and the access token", []string{"laptop", "desk"}, []string{"", ""}, 0, "codex (desk) 1 holds 1; codex (laptop) 1 holds 0; codex () 2"},
		{"held over midnight", []string{"laptop", "desk"}, []string{""}, 3 * time.Hour, "codex (desk) 0 holds 1; codex (laptop) 0 holds 0"},
		{"two on the day before", nil, []string{"laptop", "desk"}, 24 * time.Hour, "codex 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t) // at 10:00 UTC
			using := func(token string) By {
				by := By{Actor: Agent, SourceTool: "codex"}
				if token != "" {
					by = over(by, token)
				}
				return by
			}
			change := func(token string, leaseID string, id string) {
				c.advance(time.Second)
				done(t)(s.UpdateThread(t.Context(), using(token), id, Guard{LeaseID: leaseID}, ThreadInput{Focus: Some(c.Now().String())}, false))
			}
			for i, token := range tc.work {
				th := done(t)(s.CreateThread(t.Context(), owner, "", ThreadInput{Summary: Some(fmt.Sprint(i))}, true)).Item
				claimed, err := s.Claim(t.Context(), using(token), th.ID, ClaimInput{Holder: "codex", Length: MaxLease})
				if err != nil {
					t.Fatal(err)
				}
				change(token, claimed.Item.LeaseID, th.ID)
			}
			other := done(t)(s.CreateThread(t.Context(), owner, "", ThreadInput{Summary: Some("other")}, true)).Item
			for _, token := range tc.change {
				change(token, "", other.ID)
			}
			c.advance(tc.after)
			got := showAgents(t, s, Policy{Zone: time.FixedZone("Auckland", 12*60*60)}) // where it is 22:00
			got = strings.ReplaceAll(regexp.MustCompile(` since \d\d:\d\d`).ReplaceAllString(got, ""), " thread.updated", "")
			if got != tc.want {
				t.Errorf("%s; want %s", got, tc.want)
			}
		})
	}
}

// Nor has a day more rows for many tokens.
func TestRowsOfTokensAreBounded(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "held")
	for i := range maxAgents + 5 {
		c.advance(time.Second)
		done(t)(s.UpdateThread(t.Context(), over(agent, fmt.Sprint("machine-", i)), th.ID, Guard{Force: true}, ThreadInput{Focus: Some(fmt.Sprint(i))}, false))
	}
	if agents, _, err := s.AgentsToday(t.Context(), Policy{Zone: time.UTC}); err != nil || len(agents) != maxAgents {
		t.Errorf("%d rows, %v", len(agents), err)
	}
}
