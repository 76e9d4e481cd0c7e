package forge

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
)

const index = "# Index\n\n<!-- hub:index -->\n\n## Projects\n\n- [The house](projects/home/PROGRESS.md)\n- [Not \\[mine\\]](projects/other/PROGRESS.md)\n\n## Wiki\n\n- [b](wiki/a/b.md)\n\n<!-- /hub:index -->\n"

func TestTheIndexListsWhatTheForgeHas(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	if h.synced(); commits(server) != 0 {
		t.Error("an empty hub made a commit")
	}
	server.Write("main", map[string]string{"projects/other/PROGRESS.md": "# Not [mine]\n"})
	h.project("home")
	h.write("home", "# The house\n")
	h.write("wiki/a/b", "no heading\n")
	h.synced()
	if got := server.Files("main")[indexName]; got != index {
		t.Errorf("got %q", got)
	}
	t.Run("another hub writes the same", func(t *testing.T) {
		n := commits(server)
		joined(t, server).synced()
		if commits(server) != n {
			t.Errorf("it wrote %q", server.Files("main")[indexName])
		}
	})
	t.Run("what stands around it stays", func(t *testing.T) {
		server.Write("main", map[string]string{indexName: "Mine.\n\n" + strings.TrimPrefix(index, "# Index\n\n") + "Mine too.\n"})
		h.write("home", "# A house\n")
		h.synced()
		want := "Mine.\n\n" + strings.Replace(strings.TrimPrefix(index, "# Index\n\n"), "The house", "A house", 1) + "Mine too.\n"
		if got := server.Files("main")[indexName]; got != want {
			t.Errorf("got %q", got)
		}
	})
	t.Run("one without markers is somebody else's", func(t *testing.T) {
		server.Write("main", map[string]string{indexName: "Mine.\n"})
		h.write("home", "# House\n")
		h.synced()
		if got := server.Files("main")[indexName]; got != "Mine.\n" {
			t.Errorf("got %q", got)
		}
	})
}

func TestOneCommitSaysWhatIsInIt(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "a\n", "wiki/b", "b\n")
	if got := server.Git("log", "-1", "--format=%an <%ae> %aI%n%B", "main"); got != "Progress Hub <hub@localhost> 2026-05-04T09:31:00+00:00\nhub: 3 files\n\nwiki/a.md\nwiki/b.md\nINDEX.md\n\n" {
		t.Errorf("got %q", got)
	}
	h.write("wiki/a", "A\n")
	h.synced()
	if got := server.Git("log", "-1", "--format=%B", "main"); got != "hub: wiki/a.md\n\n" || commits(server) != 2 {
		t.Errorf("got %q", got)
	}
}
