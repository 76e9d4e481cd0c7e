package store

import (
	"errors"
	"strings"
	"testing"
)

// A project is not deleted under the one who works in it.
func TestALeaseProtectsAProject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		by    By
		guard Guard
		taken bool
	}{
		{"an agent", agent, Guard{}, false},
		{"an agent by force", agent, Guard{Force: true}, true},
		{"the owner", owner, Guard{}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := create(t, s, "Paint the fence", inProject("garden"))
			create(t, s, "Water the roses", inProject("garden"))
			claim(t, s, th.ID, "codex")
			_, err := s.DeleteProject(t.Context(), c.by, "garden", c.guard)
			if c.taken {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var conflict *ConflictError
			if !errors.As(err, &conflict) || conflict.Lease == nil || !strings.Contains(conflict.Message, "codex is working on its thread "+th.ID) {
				t.Errorf("%v", err)
			}
			if page := list(t, s, ThreadFilter{Project: "garden"}); page.Total != 2 {
				t.Errorf("%d threads are left", page.Total)
			}
		})
	}
}
