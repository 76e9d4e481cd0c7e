package store

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDigestTellsTheOldestFirstAndChangesNothing(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	names := map[string]string{}
	add := func(name string, status Status, project string) {
		th := create(t, s, name, inProject(project))
		names[th.ID] = name
		switch status {
		case StatusBlocked:
			done(t)(s.Block(t.Context(), agent, th.ID, Guard{}, "r"))
		case StatusDone:
			done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, ""))
		}
		c.advance(time.Minute)
	}
	add("oldest", StatusBlocked, "p")
	add("older", StatusOpen, "q")
	add("finished", StatusDone, "p")
	c.advance(4 * 24 * time.Hour)
	add("fresh", StatusOpen, "p")
	add("replace the roof tiles", StatusOpen, "q")
	add("newest", StatusOpen, "p")
	if _, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("home"), WorkspacePaths: Some([]string{"/home"})}); err != nil {
		t.Fatal(err)
	}
	generation := s.Generation()
	for _, tc := range []struct {
		name        string
		q           DigestQuery
		want        string
		open, stale int
	}{
		{"everything", DigestQuery{}, "oldest, older, newest, replace the roof tiles, fresh", 5, 2},
		{"few, the counts stay", DigestQuery{Limit: 2}, "oldest, older", 5, 2},
		{"one project", DigestQuery{Project: "p"}, "oldest, newest, fresh", 3, 1},
		{"a workspace", DigestQuery{At: Place{Folder: "/home/x"}}, "", 0, 0},
		{"an unknown workspace narrows nothing", DigestQuery{At: Place{Folder: "/else"}, Limit: 1}, "oldest", 5, 2},
		{"the nearest to the text come first", DigestQuery{Text: "replace the roof tiles", Limit: 2}, "replace the roof tiles, oldest", 5, 2},
		{"but not another project's", DigestQuery{Text: "replace the roof tiles", Project: "p", Limit: 1}, "oldest", 3, 1},
		{"finished work is not news", DigestQuery{Text: "finished", Project: "p", Limit: 1}, "oldest", 3, 1},
	} {
		for range 2 { // the second digest is the first
			d, err := s.Digest(t.Context(), tc.q, Policy{})
			if err != nil {
				t.Fatalf("%s: %v", tc.name, err)
			}
			var got []string
			for _, th := range d.Threads {
				got = append(got, names[th.ID])
			}
			if strings.Join(got, ", ") != tc.want || d.OpenCount != tc.open || d.StaleCount != tc.stale || d.Threads == nil {
				t.Errorf("%s: %v, %d open, %d stale; want %s, %d, %d", tc.name, got, d.OpenCount, d.StaleCount, tc.want, tc.open, tc.stale)
			}
		}
	}
	if _, err := s.Digest(t.Context(), DigestQuery{Project: "r"}, Policy{}); !isMissing(err) {
		t.Errorf("an unknown project: %v", err)
	}
	if s.Generation() != generation {
		t.Error("reading a digest wrote something")
	}
	if events := history(t, s, ""); !slices.IsSortedFunc(events, func(a, b Event) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("events out of order")
	}
}
