package remote

import (
	"errors"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
)

// What a server says to a push that it refuses is shown to the owner, who can do something
// about it, and is nothing more than words.
func TestARefusedPushShowsTheServersOwnWords(t *testing.T) {
	t.Parallel()
	const token = gitserver.Token
	for _, c := range []struct{ name, hook, script, says string }{
		{"pre-receive", "pre-receive", "echo 'GitLab: You are not allowed to push code to protected branches on this project.'; exit 1", "refuses the push: GitLab: You are not allowed to push code to protected branches on this project. (pre-receive hook declined)"},
		{"update", "update", "echo 'This branch is protected.' >&2; exit 1", "refuses the push: This branch is protected. error: hook declined to update refs/heads/main (hook declined)"},
		{"silent", "pre-receive", "exit 1", "refuses the push: pre-receive hook declined"},
		{"several lines with decoration", "pre-receive", `printf '\n=====\n\nerror: GH006: Protected branch update failed.\nerror: Changes must be made through a pull request.\n\n=====\n'; exit 1`, "error: GH006: Protected branch update failed. error: Changes must be made through a pull request. (pre"},
		{"progress", "pre-receive", `printf 'checking\rchecked\n'; exit 1`, "checking checked (pre"},
		{"control characters", "pre-receive", `printf 'no\033[31m red\007 \342\200\256lanif\n'; exit 1`, "no red lanif (pre"},
		{"no UTF-8", "pre-receive", `printf 'no \377\n'; exit 1`, "no ? (pre"},
		{"the token", "pre-receive", "echo 'wrong: " + token + "'; exit 1", "wrong: … (pre"},
		{"a credential", "pre-receive", "echo 'use ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R'; exit 1", "(pre"},
		{"too much", "pre-receive", "for i in 1 2 3 4 5 6 7 8 9; do for j in 1 2 3 4 5 6 7 8 9; do echo 'line of a long text that goes on'; done; done; exit 1", "… (pre"},
		{"words of a lost race", "pre-receive", "echo 'the lock on stale branches: fetch first'; exit 1", "the lock on stale branches: fetch first (pre"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := gitserver.New(t)
			tip := s.Write("main", map[string]string{"a.md": "x"})
			s.Hook(c.hook, c.script)
			r := must(t, options(t, s.URL))
			_, err := commitAndPush(t, r, fetch(t, r), []Change{write("a.md", "y")}, hub())
			if !errors.Is(err, ErrRefused) || errors.Is(err, ErrRejected) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
			if text := err.Error(); len(text) > 400 || strings.Contains(text, token) || strings.Contains(text, "ghp_0a1B") || strings.ContainsAny(text, "\x1b\x07\n\r\u202e") {
				t.Errorf("%q", text)
			}
			if s.Tip("main") != tip {
				t.Error("the branch moved")
			}
		})
	}
}

// Whether the hub may push is found out without changing anything: no branch moves, nothing
// is made, and no hook that tells others of a push runs.
func TestADryRunTellsWhetherAPushWouldBeTaken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		set   func(*gitserver.Server)
		want  Push
		says  string
		empty bool
	}{
		{"allowed", func(*gitserver.Server) {}, PushAllowed, "", false},
		{"a hook that agrees", func(s *gitserver.Server) { s.Hook("pre-receive", "cat >/dev/null; echo welcome") }, PushAllowed, "", false},
		{"a protected branch", func(s *gitserver.Server) {
			s.Hook("pre-receive", "while read old new ref; do if [ $ref = refs/heads/main ]; then echo 'main is protected'; exit 1; fi; done")
		}, PushRefused, "main is protected (pre-receive hook declined)", false},
		{"another branch is protected", func(s *gitserver.Server) {
			s.Hook("pre-receive", "while read old new ref; do if [ $ref = refs/heads/dev ]; then exit 1; fi; done")
		}, PushAllowed, "", false},
		{"an update hook", func(s *gitserver.Server) { s.Hook("update", "echo 'no '$1; exit 1") }, PushRefused, "no refs/heads/main error: hook declined to update refs/heads/main (hook declined)", false},
		{"read only", func(s *gitserver.Server) { s.Git("config", "http.receivepack", "false") }, PushRefused, "", false},
		{"no fast-forwards only", func(s *gitserver.Server) { s.Git("config", "receive.denyNonFastForwards", "true") }, PushAllowed, "", false},
		{"an empty repository", func(*gitserver.Server) {}, PushUnknown, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := gitserver.New(t)
			if !c.empty {
				s.Write("main", map[string]string{"a.md": "x"})
				s.Write("main", map[string]string{"a.md": "y"})
			}
			c.set(s)
			for _, hook := range []string{"post-receive", "post-update", "reference-transaction"} {
				script := "echo ran >>told"
				if hook == "reference-transaction" {
					script = `[ "$1" != committed ] || echo ran >>told`
				}
				s.Hook(hook, script)
			}
			before := s.Git("for-each-ref") + s.Git("count-objects", "-v")
			head, err := must(t, options(t, s.URL)).Check(t.Context(), true)
			if err != nil || head.Push != c.want || head.Refusal != c.says {
				t.Errorf("%+v, %v", head, err)
			}
			if after := s.Git("for-each-ref") + s.Git("count-objects", "-v"); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
			if told := s.Told(); told != "" {
				t.Errorf("the server told others of a push: %s", told)
			}
		})
	}
}
