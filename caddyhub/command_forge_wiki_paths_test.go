package caddyhub

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// oldPaths is a data folder whose settings name the old folder.
func oldPaths(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	by := store.By{Actor: store.Owner}
	for slug, path := range map[string]string{"home": "adhd-hub/wiki/projects/home/PROGRESS.md", "own": "own/place.md", "near": "adhd-hub/wikis/x.md"} {
		if _, err := s.CreateProject(t.Context(), by, store.ProjectInput{Slug: store.Some(slug), ForgePath: store.Some(path)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.UpdateForgeSettings(t.Context(), by, func(f *store.ForgeSettings) (string, error) {
		f.Path = new("adhd-hub/wiki")
		return "", nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// pathsIn are the folder of the forge and the places of the projects' files.
func pathsIn(t *testing.T, dir string) []string {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	show := func(p *string) string {
		if p == nil {
			return "default"
		}
		return *p
	}
	f, err := s.ForgeSettings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	projects, err := s.Projects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list := []string{show(f.Path)}
	for _, p := range projects {
		list = append(list, p.Slug+" "+show(p.ForgePath))
	}
	return list
}

func TestForgeWikiPaths(t *testing.T) {
	dir := oldPaths(t)
	env := []string{"HUB_DATA_DIR=" + dir}
	before := pathsIn(t, dir)
	out, errs, status := run(t, env, "forge-wiki-paths")
	for _, want := range []string{
		"the folder of the forge: adhd-hub/wiki -> the root of the repository\n",
		"the file of the project home: adhd-hub/wiki/projects/home/PROGRESS.md -> projects/home/PROGRESS.md\n",
		"--apply",
	} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d, %q, %q: no %q", status, out, errs, want)
		}
	}
	if after := pathsIn(t, dir); !slices.Equal(after, before) {
		t.Errorf("a dry run wrote: %v", after)
	}
	t.Run("while the hub runs", func(t *testing.T) {
		lock, err := store.AcquireLock(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = lock.Release() }()
		if _, errs, status := run(t, env, "forge-wiki-paths", "--apply"); status != 1 || !strings.Contains(errs, "stop that hub first") {
			t.Errorf("status %d, %q", status, errs)
		}
		if _, errs, status := run(t, env, "forge-wiki-paths"); status != 0 {
			t.Errorf("a dry run: status %d, %q", status, errs)
		}
	})
	t.Run("a path of the environment is only reported", func(t *testing.T) {
		out, _, status := run(t, append(env, "HUB_FORGE_PATH=adhd-hub/wiki"), "forge-wiki-paths", "--json")
		var got wikiPaths
		if err := json.Unmarshal([]byte(out), &got); err != nil || status != 0 || got.Applied || len(got.Changes) != 3 || !strings.Contains(got.Changes[0].FixedBy, "HUB_FORGE_PATH") {
			t.Errorf("status %d, %q, %v", status, out, err)
		}
	})
	out, errs, status = run(t, env, "forge-wiki-paths", "--apply")
	if status != 0 || !strings.Contains(out, "2 written\n") || !strings.Contains(out, "before the next sync") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	want := []string{"default", "home projects/home/PROGRESS.md", "near adhd-hub/wikis/x.md", "own own/place.md"}
	if after := pathsIn(t, dir); !slices.Equal(after, want) {
		t.Errorf("got %v, want %v", after, want)
	}
	if out, _, status := run(t, env, "forge-wiki-paths", "--apply"); status != 0 || !strings.Contains(out, "nothing to do") {
		t.Errorf("again: status %d, %q", status, out)
	}
	if _, errs, status := run(t, []string{"HUB_DATA_DIR=" + t.TempDir()}, "forge-wiki-paths", "--apply"); status != 1 || strings.Count(errs, "\n") != 1 {
		t.Errorf("an empty folder: status %d, %q", status, errs)
	}
}
