package store

import (
	"slices"
	"testing"
	"time"
)

// What other items have of where they come from stays in their history, too: an import, a merge,
// and what took one back.
func TestCompactionKeepsWhereItemsComeFrom(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	bring(t, s, brought())
	imported := list(t, s, ThreadFilter{Statuses: Statuses}).Threads[0].ID
	heir, other, third := create(t, s, "rotate the keys"), create(t, s, "key rotation"), create(t, s, "rotate all keys")
	done(t)(s.MergeThread(t.Context(), agent, other.ID, heir.ID, Guard{}))
	mistake := done(t)(s.MergeThread(t.Context(), agent, third.ID, heir.ID, Guard{}))
	mustUndo(t, s, mistake.EventID)
	c.advance(100 * 24 * time.Hour)
	create(t, s, "newest")
	compactAll(t, s, 90)
	for name, tc := range map[string]struct {
		id   string
		want []string
	}{
		"what an import brought": {imported, []string{"import.created"}},
		"the heir":               {heir.ID, []string{"claude-code created 1", "merged", "merged", "updated"}},
		"what was merged":        {other.ID, []string{"claude-code created 1", "merged"}},
	} {
		var got []string
		for _, e := range past(t, s, ThreadURI(tc.id)) {
			got = append(got, told(e))
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
