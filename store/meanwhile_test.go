package store

import (
	"strings"
	"testing"
)

// Who lost the work to somebody hears to whom, by the name of an agent, if it has one.
func TestWhoseTurnItWasMeanwhile(t *testing.T) {
	t.Parallel()
	force := Guard{Force: true}
	nameless := By{Actor: Agent}
	finish := func(by By, g Guard) func(*testing.T, *Store, string, string) {
		return func(t *testing.T, s *Store, id, lease string) {
			if !g.Force && by.Actor == Agent {
				g.LeaseID = lease
			}
			done(t)(s.Finish(t.Context(), by, id, g, StatusDone, ""))
		}
	}
	block := func(by By) func(*testing.T, *Store, string, string) {
		return func(t *testing.T, s *Store, id, _ string) { done(t)(s.Block(t.Context(), by, id, force, "no keys")) }
	}
	for _, c := range []struct {
		name string
		do   func(t *testing.T, s *Store, id, lease string)
		says string // the beginning; empty: nothing
	}{
		{"the owner finished it", finish(owner, Guard{}), "the owner finished this thread at "},
		{"another agent finished it by force", finish(By{Actor: Agent, SourceTool: "zed"}, force), "zed finished this thread at "},
		{"an agent without a name finished it by force", finish(nameless, force), "another agent finished this thread at "},
		{"the holder finished it", finish(agent, Guard{}), ""},
		{"the owner blocked it", block(owner), "the owner blocked this thread at "},
		{"an agent without a name blocked it by force", block(nameless), "another agent blocked this thread at "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := create(t, s, "Rotate the keys")
			lease := claim(t, s, th.ID, "codex").LeaseID
			c.do(t, s, th.ID, lease)
			m, err := s.Meanwhile(t.Context(), th.ID, lease)
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			if m != nil {
				said = m.Sentence()
			}
			if !strings.HasPrefix(said, c.says) || (said == "") != (c.says == "") {
				t.Errorf("%q, want %q", said, c.says)
			}
		})
	}
}
