package main

import (
	"fmt"
	"net/http/cgi"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
)

// newForge is git's own server over HTTP, with one empty repository that anyone may push to.
func newForge(dir string) (*httptest.Server, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("the soak syncs with git: %w", err)
	}
	root := filepath.Join(dir, "forge")
	for _, args := range [][]string{
		{"init", "--bare", "--quiet", "--initial-branch=main", filepath.Join(root, "notes.git")},
		{"-C", filepath.Join(root, "notes.git"), "config", "http.receivepack", "true"},
	} {
		if out, err := exec.Command(git, args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, out)
		}
	}
	server := httptest.NewServer(&cgi.Handler{
		Path: git, Args: []string{"http-backend"},
		Env: []string{"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1"},
	})
	server.URL += "/notes.git"
	return server, nil
}
