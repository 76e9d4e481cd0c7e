package remote

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
)

func TestAnEmptyRepositoryGetsItsFirstCommit(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	r := must(t, options(t, s.URL))
	head, err := r.Check(t.Context(), true)
	if err != nil || !head.Empty || head.BranchMissing || head.Commit != "" || !head.Writable {
		t.Fatalf("%+v, %v", head, err)
	}
	tree := fetch(t, r)
	if tree.Commit != "" || len(texts(t, tree)) != 0 {
		t.Errorf("the empty repository has %q", tree.Commit)
	}
	if same := push(t, r, tree, Change{"not/there", nil}); same != tree || s.Tip("main") != "" {
		t.Error("a deletion of nothing was pushed")
	}
	tree = push(t, r, tree, write("projects/a/PROGRESS.md", "# A\n"), write("INDEX.md", ""), write("wiki/b.md", "# A\n"))
	want := map[string]string{"projects/a/PROGRESS.md": "# A\n", "INDEX.md": "", "wiki/b.md": "# A\n"}
	if got := s.Files("main"); !maps.Equal(got, want) {
		t.Errorf("the server has %v", got)
	}
	if tree.Commit != s.Tip("main") || !maps.Equal(texts(t, tree), want) {
		t.Errorf("the pushed tree is %s with %v", tree.Commit, texts(t, tree))
	}
	if got := s.Git("log", "--format=%an <%ae> %ai%n%B", "main"); got != "Progress Hub <hub@example.org> 2026-11-22 10:30:00 +0100\nSync\n\n" {
		t.Errorf("the commit is %q", got)
	}
	s.Git("fsck", "--strict", "--full")
}

func TestChangesReachTheServerAndNothingElseMoves(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Commit("main", map[string]gitserver.Entry{
		"README.md": {Content: "mine\r\n"}, "run.sh": {Content: "true\n", Mode: "100755"}, "link": {Content: "README.md", Mode: "120000"},
		"a/b/c": {Content: "deep"}, "a/b.md": {Content: "beside"}, "a.md": {Content: "above"}, "gone/only.md": {Content: "x"},
	})
	r := must(t, options(t, s.URL))
	tree := fetch(t, r)
	tree = push(t, r, tree, write("run.sh", "false\n"), write("a/b/new.md", "n"), Change{"gone/only.md", nil}, Change{"never", nil}, Change{"README.md/never", nil})
	got := s.Git("ls-tree", "-r", "main", "--format=%(objectmode) %(path)")
	if want := "100644 README.md\n100644 a.md\n100644 a/b.md\n100644 a/b/c\n100644 a/b/new.md\n120000 link\n100755 run.sh\n"; got != want {
		t.Errorf("the server has\n%s", got)
	}
	tip := s.Tip("main")
	if same := push(t, r, tree, write("run.sh", "false\n"), Change{"gone/only.md", nil}); same != tree || s.Tip("main") != tip {
		t.Error("no change was pushed as one")
	}
	if got := s.Git("rev-list", "--count", "main"); got != "2\n" {
		t.Errorf("%s commits", got)
	}
	push(t, r, tree, Change{"run.sh", nil}, Change{"a/b/c", nil}, Change{"a/b/new.md", nil}, Change{"a/b.md", nil}, Change{"a.md", nil}, Change{"README.md", nil})
	if got := s.Git("ls-tree", "-r", "main", "--name-only"); got != "link\n" {
		t.Errorf("the server has\n%s", got)
	}
	s.Git("fsck", "--strict", "--full")
}

func TestPathsThatCanNotBePushed(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	first := s.Commit("main", map[string]gitserver.Entry{
		"file": {Content: "x"}, "dir/file": {Content: "x"}, "link": {Content: "dir", Mode: "120000"},
	})
	s.Commit("main", map[string]gitserver.Entry{"module": {Content: first, Mode: "160000"}})
	r := must(t, options(t, s.URL))
	tree := fetch(t, r)
	for name, changes := range map[string][]Change{
		"empty": {write("", "x")}, "above": {write("../x", "x")}, "here": {write("a/./x", "x")}, "absolute": {write("/x", "x")}, "no name": {write("a//x", "x")},
		"git's own": {write("a/.GIT/config", "x")}, "backslash": {write(`a\x`, "x")}, "NUL": {write("a\x00", "x")}, "not UTF-8": {write("a\xff", "x")}, "newline": {write("a\nb", "x")},
		"twice": {write("a", "x"), write("a", "y")}, "file and folder": {write("a", "x"), write("a/b", "y")}, "folder and file": {write("a/b", "x"), write("a", "y")},
		"over a folder": {write("dir", "x")}, "below a file": {write("file/x", "x")}, "a link": {write("link", "x")}, "through a link": {write("link/file", "x")},
		"a link away": {{"link", nil}}, "a submodule": {write("module", "x")}, "in a submodule": {write("module/x", "x")}, "long": {write(strings.Repeat("a/", 3000)+"a", "x")},
	} {
		if _, err := commitAndPush(t, r, tree, changes, hub()); err == nil {
			t.Errorf("%s: pushed", name)
		}
	}
	if _, err := commitAndPush(t, r, tree, []Change{write("a", "x")}, Author{Name: "a\nparent b", Email: "c"}); err == nil {
		t.Error("a forged commit was pushed")
	}
	if tree.Commit != s.Tip("main") {
		t.Error("the branch moved")
	}
}

func TestOfTwoPushersOneWins(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"count.md": "0\n"})
	const pushers = 2
	remotes := make([]*Remote, pushers)
	for i := range remotes {
		remotes[i] = must(t, options(t, s.URL))
	}
	for round := range count(8, 50) {
		trees := make([]*Tree, pushers)
		for i, r := range remotes {
			trees[i] = fetch(t, r)
		}
		errs := make([]error, pushers)
		var wait sync.WaitGroup
		for i, r := range remotes {
			wait.Go(func() {
				_, errs[i] = commitAndPush(t, r, trees[i], []Change{write("count.md", fmt.Sprintf("%d of %d\n", round, i))}, hub())
			})
		}
		wait.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			} else if !errors.Is(err, ErrRejected) {
				t.Fatalf("round %d: %v", round, err)
			}
		}
		if won != 1 {
			t.Fatalf("round %d: %d won", round, won)
		}
		if got := strings.TrimSpace(s.Git("rev-list", "--count", "main")); got != fmt.Sprint(round+2) {
			t.Fatalf("round %d: %s commits", round, got)
		}
	}
	s.Git("fsck", "--strict", "--full")
}

func TestAMovedBranchIsNotOverwritten(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"a.md": "1\n"})
	r := must(t, options(t, s.URL))
	old := fetch(t, r)
	tip := s.Write("main", map[string]string{"b.md": "by hand\n"})
	if _, err := commitAndPush(t, r, old, []Change{write("a.md", "2\n")}, hub()); !errors.Is(err, ErrRejected) {
		t.Fatalf("%v", err)
	}
	if s.Tip("main") != tip {
		t.Fatal("the branch was overwritten")
	}
	tree := push(t, r, fetch(t, r), write("a.md", "2\n"))
	if got := texts(t, tree); !maps.Equal(got, map[string]string{"a.md": "2\n", "b.md": "by hand\n"}) {
		t.Errorf("%v", got)
	}
}

// A cache is used again, also by the next process, and none of its states is fatal.
func TestTheCacheFollowsTheServer(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{"true", "false"} {
		t.Run("filter "+filter, func(t *testing.T) {
			t.Parallel()
			s := gitserver.New(t)
			s.Git("config", "uploadpack.allowFilter", filter)
			want := map[string]string{}
			for i := range 30 {
				want[fmt.Sprintf("wiki/%d.md", i)] = strings.Repeat(fmt.Sprintf("line %d\n", i), 100)
			}
			s.Write("main", want)
			s.Write("other", map[string]string{"other.md": "x"})
			o := options(t, s.URL)
			r := must(t, o)
			step := func(name string) {
				t.Helper()
				if tree := fetch(t, r); tree.Commit != s.Tip("main") || !maps.Equal(texts(t, tree), want) {
					t.Fatalf("%s: %s has %d files", name, tree.Commit, len(texts(t, tree)))
				}
			}
			step("first")
			if shallow := s.Git("rev-list", "--count", "main"); shallow != "1\n" {
				t.Fatal(shallow)
			}
			for i := range 5 {
				want["wiki/1.md"] += fmt.Sprintln("more", i)
				s.Write("main", map[string]string{"wiki/1.md": want["wiki/1.md"]})
				step("one more")
				want["wiki/2.md"] += fmt.Sprintln("ours", i)
				push(t, r, fetch(t, r), write("wiki/2.md", want["wiki/2.md"]))
				step("pushed")
			}
			r = must(t, o)
			step("after a restart")
			s.Git("update-ref", "refs/heads/main", s.Git("rev-parse", "main~3")[:40])
			want = s.Files("main")
			step("the branch was put back")
			s.Git("update-ref", "refs/heads/main", s.Tip("other"))
			want = s.Files("main")
			step("another history")
			for i, spoil := range []func(string) error{damage, os.RemoveAll} {
				// What the damaged cache still gives is right; the next fetch heals it.
				if err := spoil(filepath.Join(o.Dir, cacheFolder, "objects")); err != nil {
					t.Fatal(err)
				}
				want["new.md"] = fmt.Sprintln(i)
				s.Write("main", map[string]string{"new.md": want["new.md"]})
				for range 2 {
					tree, err := r.Fetch(t.Context())
					if err != nil {
						continue
					}
					for path, text := range want {
						if got, err := tree.Read(path, 1<<20); err == nil && string(got) != text {
							t.Fatalf("%s is %q", path, got)
						}
					}
				}
				step("the cache was spoiled")
			}
			o.Branch = "other"
			r = must(t, o)
			if got := texts(t, fetch(t, r)); !maps.Equal(got, map[string]string{"other.md": "x"}) {
				t.Errorf("another branch has %v", got)
			}
			s.Git("update-ref", "-d", "refs/heads/other")
			if tree := fetch(t, r); tree.Commit != "" || len(texts(t, tree)) != 0 {
				t.Error("a branch that went is still there")
			}
		})
	}
}

func TestCheckTellsWhatIsThere(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	tip := s.Write("main", map[string]string{"a.md": "x"})
	s.Write("dev", map[string]string{"a.md": "x"})
	o := options(t, s.URL+"/")
	head, err := must(t, o).Check(t.Context(), true)
	if err != nil || head.Commit != tip || head.Empty || head.BranchMissing || !head.Writable || !slices.Equal(head.Branches, []string{"dev", "main"}) {
		t.Errorf("%+v, %v", head, err)
	}
	o.Branch = "notes"
	if head, err = must(t, o).Check(t.Context(), true); err != nil || head.Commit != "" || !head.BranchMissing || head.Empty {
		t.Errorf("%+v, %v", head, err)
	}
	s.Git("config", "http.receivepack", "false")
	if head, err = must(t, o).Check(t.Context(), true); err != nil || head.Writable {
		t.Errorf("read only: %+v, %v", head, err)
	}
}

func TestFailuresAreTypedAndHoldNoSecret(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"a.md": "x"})
	answer := func(status int, header, value, body string) string {
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if header != "" {
				w.Header().Set(header, value)
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(other.Close)
		return other.URL + "/notes.git"
	}
	var leaked []string
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { leaked = append(leaked, r.Header.Get("Authorization")) }))
	t.Cleanup(thief.Close)
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, c := range []struct {
		name, url string
		is        error
		says      string
	}{
		{"wrong repository", strings.Replace(s.URL, "notes", "other", 1), ErrNotFound, "no such repository"},
		{"401", answer(401, "", "", gitserver.Token), ErrAuth, ""},
		{"403", answer(403, "", "", gitserver.Token), ErrAuth, ""},
		{"500", answer(500, "", "", gitserver.Token), nil, "500 Internal Server Error"},
		{"redirect to another host", answer(302, "Location", thief.URL+"/notes.git/info/refs?service=git-upload-pack", ""), ErrRedirect, thief.URL + "/notes.git"},
		{"redirect with a secret", answer(302, "Location", "https://u:canary@192.0.2.1/x/info/refs", ""), ErrRedirect, "https://192.0.2.1/x"},
		{"redirect to nowhere", answer(302, "", "", ""), ErrRedirect, ""},
		{"a web page", answer(200, "Content-Type", "text/html", "<html>sign in"), nil, "can't be used"},
		{"nothing", answer(200, "", "", ""), nil, ""},
		{"git's own error", answer(200, "", "", "0020ERR access denied for canary"), nil, ""},
		{"nobody there", gone.URL + "/notes.git", nil, "can't be reached"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, c.url)
			_, err := must(t, o).Fetch(t.Context())
			if err == nil || c.is != nil && !errors.Is(err, c.is) {
				t.Fatalf("%v", err)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q does not say %q", err, c.says)
			}
			for _, secret := range []string{gitserver.Token, "canary@", "Basic "} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q holds %q", err, secret)
				}
			}
		})
	}
	if leaked != nil {
		t.Errorf("another host got %q", leaked)
	}
	t.Run("wrong token", func(t *testing.T) {
		o := options(t, s.URL)
		o.Token = "wrong"
		if _, err := must(t, o).Check(t.Context(), true); !errors.Is(err, ErrAuth) {
			t.Errorf("%v", err)
		}
	})
}

func TestARenamedRepositoryIsFollowedOnItsServer(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"a.md": "x"})
	renamed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rest, old := strings.CutPrefix(r.URL.Path, "/old"); old {
			http.Redirect(w, r, "/notes.git"+rest+"?"+r.URL.RawQuery, http.StatusMovedPermanently)
			return
		}
		s.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(renamed.Close)
	r := must(t, options(t, renamed.URL+"/old"))
	push(t, r, fetch(t, r), write("a.md", "y"))
	if got := s.Files("main")["a.md"]; got != "y" {
		t.Errorf("the file is %q", got)
	}
}

func TestAProtectedBranchRefuses(t *testing.T) {
	t.Parallel()
	for _, hook := range []string{"pre-receive", "update"} {
		s := gitserver.New(t)
		tip := s.Write("main", map[string]string{"a.md": "x"})
		s.Hook(hook, "echo protected; exit 1")
		r := must(t, options(t, s.URL))
		_, err := commitAndPush(t, r, fetch(t, r), []Change{write("a.md", "y")}, hub())
		if !errors.Is(err, ErrRefused) || errors.Is(err, ErrRejected) || !strings.Contains(err.Error(), "hook") {
			t.Errorf("%s: %v", hook, err)
		}
		if s.Tip("main") != tip {
			t.Errorf("%s: the branch moved", hook)
		}
		// What was not taken is no base of the next fetch.
		s.Write("main", map[string]string{"b.md": "z"})
		if got := texts(t, fetch(t, r)); !maps.Equal(got, map[string]string{"a.md": "x", "b.md": "z"}) {
			t.Errorf("%s: %v", hook, got)
		}
	}
}

func TestMissingFiles(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"a/b.md": "x"})
	tree := fetch(t, must(t, options(t, s.URL)))
	for _, path := range []string{"", "b.md", "a/c.md", "a/b.md/c", "A/b.md", "a//b.md", "/a/b.md", "a/b.md/"} {
		if _, err := tree.Read(path, 10); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if _, err := tree.Read("a", 10); err == nil {
		t.Error("a folder was read")
	}
	for _, prefix := range []string{"b", "a/b.md", "a/c"} {
		if files, err := tree.Files(prefix); err != nil || len(files) != 0 {
			t.Errorf("%q has %v, %v", prefix, files, err)
		}
	}
	if files, err := tree.Files("/a/"); err != nil || len(files) != 1 || files[0].Path != "a/b.md" {
		t.Errorf("%v, %v", files, err)
	}
}
