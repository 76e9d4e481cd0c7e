// Package gitserver is a git server for tests: git's own http-backend on loopback, behind
// basic authentication, with one bare repository. It needs git on the PATH.
package gitserver

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// What the server lets in.
const (
	Username = "hub"
	Token    = "a-token-of-the-test-server"
)

// Server is one repository and the server that has it.
type Server struct {
	URL     string       // of the repository
	Dir     string       // the bare repository
	Handler http.Handler // answers requests for it, the authentication included

	t  testing.TB
	mu sync.Mutex // one commit at a time
}

// New makes an empty repository whose branch is to be main, and serves it until the test
// ends.
func New(t testing.TB) *Server {
	t.Helper()
	root := t.TempDir()
	s := &Server{Dir: filepath.Join(root, "notes.git"), t: t}
	s.run(root, "", "init", "--quiet", "--bare", "--initial-branch=main", s.Dir)
	for name, value := range map[string]string{
		"http.receivepack": "true", "uploadpack.allowFilter": "true", "gc.auto": "0", "receive.autogc": "false", "core.logAllRefUpdates": "false",
	} {
		s.Git("config", name, value)
	}
	backend := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(s.run(root, "", "--exec-path")), "git-http-backend"),
		Env: append(environment(root), "GIT_PROJECT_ROOT="+root, "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER="+Username,
			"PATH="+os.Getenv("PATH")),
		Stderr: discard{},
	}
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, token, _ := r.BasicAuth()
		if subtle.ConstantTimeCompare([]byte(user+":"+token), []byte(Username+":"+Token)) == 0 {
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	})
	listener := httptest.NewServer(s.Handler)
	t.Cleanup(listener.Close)
	s.URL = listener.URL + "/notes.git"
	return s
}

// discard drops what hooks and git say to the server's own log.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// environment keeps git from the settings of who runs the tests.
func environment(home string) []string {
	return []string{
		"HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=A Human", "GIT_AUTHOR_EMAIL=human@example.org", "GIT_COMMITTER_NAME=A Human", "GIT_COMMITTER_EMAIL=human@example.org",
	}
}

func (s *Server) run(dir, stdin string, args ...string) string {
	s.t.Helper()
	out, err := s.try(dir, stdin, args...)
	if err != nil {
		s.t.Fatalf("git %s (the tests of the forge need git): %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (s *Server) try(dir, stdin string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), environment(filepath.Dir(s.Dir))...)
	var failed strings.Builder
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		return failed.String(), err
	}
	return string(out), nil
}

// Git runs a git command in the bare repository and returns what it prints.
func (s *Server) Git(args ...string) string {
	s.t.Helper()
	return s.run(s.Dir, "", args...)
}

// Entry is what a path becomes in a commit.
type Entry struct {
	Content string
	Mode    string // as git writes it; empty: 100644. For 160000 the content is a commit
	Delete  bool
}

// Commit is one commit of a human on a branch, which it makes where there is none yet. It
// returns the tip of the branch then. A push at the same time may come first or after.
func (s *Server) Commit(branch string, entries map[string]Entry) string {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		from := s.Tip(branch)
		out, err := s.try(s.Dir, importStream(branch, from, entries), "fast-import", "--quiet", "--date-format=now")
		if err == nil {
			return s.Tip(branch)
		}
		if s.Tip(branch) == from {
			s.t.Fatalf("git fast-import: %v\n%s", err, out)
		}
	}
}

// importStream is a commit in the words of git fast-import.
func importStream(branch, from string, entries map[string]Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "commit refs/heads/%s\ncommitter A Human <human@example.org> now\ndata 7\nby hand\n", branch)
	if from != "" {
		fmt.Fprintf(&b, "from %s\n", from)
	}
	for path, e := range entries {
		mode := e.Mode
		switch {
		case e.Delete:
			fmt.Fprintf(&b, "D %s\n", path)
			continue
		case mode == "160000":
			fmt.Fprintf(&b, "M %s %s %s\n", mode, e.Content, path)
			continue
		case mode == "":
			mode = "100644"
		}
		fmt.Fprintf(&b, "M %s inline %s\ndata %d\n%s\n", mode, path, len(e.Content), e.Content)
	}
	return b.String()
}

// Write is Commit for regular files; an empty text is an empty file.
func (s *Server) Write(branch string, files map[string]string) string {
	s.t.Helper()
	entries := make(map[string]Entry, len(files))
	for path, text := range files {
		entries[path] = Entry{Content: text}
	}
	return s.Commit(branch, entries)
}

// Tip is the newest commit of a branch; empty: there is no such branch.
func (s *Server) Tip(branch string) string {
	out, err := s.try(s.Dir, "", "rev-parse", "--verify", "--quiet", "refs/heads/"+branch)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

// Files are the texts of all files of a branch, by path.
func (s *Server) Files(branch string) map[string]string {
	s.t.Helper()
	files := map[string]string{}
	for _, path := range strings.Split(s.Git("ls-tree", "-r", "-z", "--name-only", branch), "\x00") {
		if path != "" {
			files[path] = s.Git("cat-file", "blob", branch+":"+path)
		}
	}
	return files
}

// Hook installs a hook of the repository, a shell script, such as pre-receive.
func (s *Server) Hook(name, script string) {
	s.t.Helper()
	path := filepath.Join(s.Dir, "hooks", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		s.t.Fatal(err)
	}
}

// Told is what hooks have written to the file "told" of the repository.
func (s *Server) Told() string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir, "told"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.t.Fatal(err)
	}
	return string(text)
}
