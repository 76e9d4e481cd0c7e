package forge

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestTheConnectionTestSaysWhetherTheHubMayPush(t *testing.T) {
	race.SkipShort(t)
	for _, c := range []struct {
		name, mode string
		set        func(*gitserver.Server)
		ok         bool
		says       string
	}{
		{"allowed", SyncBoth, func(*gitserver.Server) {}, true, "The branch main is there. The hub may push to it."},
		{"before sync is on", SyncOff, func(*gitserver.Server) {}, true, "The hub may push to it."},
		{"a protected branch", SyncBoth, func(s *gitserver.Server) { s.Hook("pre-receive", "echo 'main is protected.'; exit 1") }, false, "But the git server refuses a push to it: main is protected. (pre-receive hook declined)"},
		{"a protected branch before sync is on", SyncOff, func(s *gitserver.Server) { s.Hook("pre-receive", "echo 'main is protected.'; exit 1") }, true, "main is protected."},
		{"a protected branch that is only read", SyncPull, func(s *gitserver.Server) { s.Hook("pre-receive", "exit 1") }, true, "The branch main is there."},
		{"a token that may only read", SyncBoth, func(s *gitserver.Server) { s.Git("config", "http.receivepack", "false") }, false, "the token may not write to it"},
		{"a branch that is not there", SyncBoth, func(s *gitserver.Server) { s.Git("branch", "-m", "main", "other") }, true, "can't be told before the first push"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := gitserver.New(t)
			tip := server.Write("main", map[string]string{"README.md": "Ours.\n"})
			c.set(server)
			h := joined(t, server)
			h.set(setting.Input{"sync": store.Some(c.mode)})
			got, err := h.Test(t.Context())
			if err != nil || got.OK != c.ok || !strings.Contains(got.Message, c.says) {
				t.Errorf("%+v, %v", got, err)
			}
			if now := server.Tip("main") + server.Tip("other"); now != tip {
				t.Errorf("the branch is at %s, was at %s", now, tip)
			}
		})
	}
}

func TestAProtectedBranchFailsTheSyncInTheServersWords(t *testing.T) {
	server := gitserver.New(t)
	server.Write("main", map[string]string{"README.md": "Ours.\n"})
	server.Hook("pre-receive", "echo 'GitLab: You are not allowed to push code to protected branches on this project.'; exit 1")
	h := joined(t, server)
	h.write("wiki/a", "text\n")
	out := h.tried()
	if out.State != StateFailed || out.Error == nil || !strings.Contains(*out.Error, "GitLab: You are not allowed to push code to protected branches on this project.") {
		t.Errorf("%+v", out.Outcome)
	}
	if got := h.texts()["wiki/a"]; got != "text\n" {
		t.Errorf("the page is %q", got)
	}
	server.Hook("pre-receive", "exit 0")
	if h.synced(); server.Files("main")["wiki/a.md"] != "text\n" {
		t.Errorf("the forge has %q", server.Files("main"))
	}
}
