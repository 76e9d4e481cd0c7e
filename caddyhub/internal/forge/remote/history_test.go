package remote

import (
	"fmt"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// What led to the branch is known also to who has fetched its newest commit alone, and of a
// commit that the server has but the branch does not.
func TestSinceACommit(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	const branch = "main"
	for _, tc := range []struct {
		name   string
		change func(*gitserver.Server) (from string) // after one commit was fetched
		leads  bool
		way    int
	}{
		{"nothing has happened", func(s *gitserver.Server) string { return s.Tip(branch) }, true, 1},
		{"three commits", func(s *gitserver.Server) string {
			from := s.Tip(branch)
			for i := range 3 {
				s.Write(branch, map[string]string{"a.md": fmt.Sprint(i)})
			}
			return from
		}, true, 4},
		{"a commit beside it was merged", func(s *gitserver.Server) string {
			from := s.Tip(branch)
			s.Git("update-ref", "refs/heads/other", from)
			s.Write("other", map[string]string{"b.md": "b"})
			s.Write(branch, map[string]string{"a.md": "a"})
			merge := strings.TrimSpace(s.Git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit-tree", "-m", "merge", "-p", branch, "-p", "other", branch+"^{tree}"))
			s.Git("update-ref", "refs/heads/main", merge)
			return s.Tip("other")
		}, true, 0}, // with older ones or without
		{"one before it", func(s *gitserver.Server) string {
			s.Write(branch, map[string]string{"a.md": "newer"})
			return strings.TrimSpace(s.Git("rev-parse", "main~2"))
		}, true, 3},
		{"the branch was rewritten, and the server still has the old one", func(s *gitserver.Server) string {
			from := s.Tip(branch)
			s.Git("update-ref", "-d", "refs/heads/main")
			s.Write(branch, map[string]string{"a.md": "anew"})
			return from
		}, false, 0},
		{"the branch was put back", func(s *gitserver.Server) string {
			old := s.Tip(branch)
			from := s.Write(branch, map[string]string{"a.md": "newer"})
			s.Git("update-ref", "refs/heads/main", old)
			return from
		}, false, 0},
		{"the server has never had it", func(*gitserver.Server) string { return strings.Repeat("5", 40) }, false, 0},
		{"no commit is known", func(*gitserver.Server) string { return "" }, false, 0},
	} {
		for _, anew := range []bool{false, true} {
			for _, filter := range []string{"true", "false"} {
				t.Run(fmt.Sprintf("%s, anew %v, filter %s", tc.name, anew, filter), func(t *testing.T) {
					t.Parallel()
					s := gitserver.New(t)
					s.Git("config", "uploadpack.allowFilter", filter)
					s.Write(branch, map[string]string{"a.md": "first"})
					s.Write(branch, map[string]string{"a.md": "second"})
					r := must(t, options(t, s.URL))
					fetch(t, r)
					from := tc.change(s)
					if anew {
						r = must(t, options(t, s.URL))
					}
					tree := fetch(t, r)
					way, leads, err := r.Since(t.Context(), tree, from)
					if err != nil || leads != tc.leads || leads && (tc.way > 0 && len(way) != tc.way || !way[from] || !way[tree.Commit]) {
						t.Errorf("%v %v, %v", leads, way, err)
					}
					if got := texts(t, tree); got["a.md"] == "" {
						t.Errorf("the files are %v", got)
					}
					push(t, r, fetch(t, r), write("c.md", "c"))
				})
			}
		}
	}
}
