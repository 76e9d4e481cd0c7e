package exchange

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// grow makes files in a folder of its own.
func grow(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPack(t *testing.T) {
	issues := `{"id":"a-1","title":"One"}`
	for name, tc := range map[string]struct {
		files map[string]string
		as    Source
		want  []string
	}{
		"notes": {map[string]string{
			"a.md": "x", "b/c.MD": "x", "b/d.png": "x", ".git/e.md": "x", "node_modules/f/g.md": "x", ".obsidian/h.json": "{}", "i.go": "x",
		}, "", []string{"a.md", "b/c.MD"}},
		"a project with beads":              {map[string]string{"README.md": "x", ".beads/issues.jsonl": issues, ".beads/beads.db": "x", "docs/a.md": "x"}, "", []string{".beads/issues.jsonl"}},
		"the notes of a project with beads": {map[string]string{"README.md": "x", ".beads/issues.jsonl": issues, "docs/a.md": "x"}, Markdown, []string{".beads/issues.jsonl", "README.md", "docs/a.md"}},
		"an export of Vikunja":              {map[string]string{"data.json": "[]", "VERSION": "1", "files/1": "x"}, "", []string{"VERSION", "data.json"}},
		"beads themselves":                  {map[string]string{"issues.jsonl": issues, "beads.db": "x"}, "", []string{"issues.jsonl"}},
		"a project of Backlog.md":           {map[string]string{"README.md": "x", "backlog/tasks/a.md": task("t-1", "One", ""), "backlog.config.yml": "x: y"}, Backlog, []string{"backlog.config.yml", "backlog/tasks/a.md"}},
		"a project of Task Master":          {map[string]string{"README.md": "x", ".taskmaster/tasks/tasks.json": "{}", "package.json": "{}"}, "", []string{".taskmaster/tasks/tasks.json"}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Pack(&b, grow(t, tc.files), tc.as); err != nil {
				t.Fatal(err)
			}
			if got := sortedKeys(filesOf(t, b.Bytes())); !slices.Equal(got, tc.want) {
				t.Errorf("%q", got)
			}
		})
	}
	t.Run("links are not followed", func(t *testing.T) {
		secret := grow(t, map[string]string{"secret.md": "x"})
		dir := grow(t, map[string]string{"a.md": "x"})
		if err := os.Symlink(filepath.Join(secret, "secret.md"), filepath.Join(dir, "b.md")); err != nil {
			t.Skip("no symbolic links here")
		}
		if err := os.Symlink(secret, filepath.Join(dir, "c")); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Pack(&b, dir, ""); err != nil {
			t.Fatal(err)
		}
		if got := sortedKeys(filesOf(t, b.Bytes())); !slices.Equal(got, []string{"a.md"}) {
			t.Errorf("%q", got)
		}
	})
	t.Run("nothing to read", func(t *testing.T) {
		err := Pack(&bytes.Buffer{}, grow(t, map[string]string{"a.png": "x"}), "")
		if said := refused(t, err); !strings.Contains(said, "has no file in it that is read") {
			t.Error(said)
		}
	})
	t.Run("no folder", func(t *testing.T) {
		if err := Pack(&bytes.Buffer{}, filepath.Join(t.TempDir(), "none"), ""); err == nil {
			t.Error("packed")
		}
	})
	t.Run("more than is sent", func(t *testing.T) {
		w := &bounded{w: &bytes.Buffer{}, left: 3}
		if _, err := w.Write([]byte("four")); err == nil {
			t.Error("written")
		}
	})
}

func TestGuess(t *testing.T) {
	csv, list, issues := "TYPE,CONTENT\ntask,x\n", `{"tasks":[{"id":1,"title":"x"}]}`, `{"id":"a-1","title":"One"}`
	for name, tc := range map[string]struct {
		name string
		file string
		want Source
	}{
		"a CSV":                      {"", csv, Todoist},
		"a CSV in quotes":            {"", "\"TYPE\",\"CONTENT\"\ntask,x\n", Todoist},
		"issues":                     {"", issues, Beads},
		"issues, one of them long":   {"", `{"id":"a-1","title":"One","description":"` + strings.Repeat("x", 100<<10) + `"}`, Beads},
		"memories first":             {"export.jsonl", `{"_type":"memory","key":"k","value":"v"}` + "\n" + issues, Beads},
		"tasks":                      {"", list, TaskMaster},
		"tasks over many lines":      {"", "{\n \"master\": {\n  \"tasks\": [{\"id\": 1, \"title\": \"x\"}]\n }\n}", TaskMaster},
		"projects":                   {"", `[{"id":1,"title":"x","tasks":[]}]`, Vikunja},
		"a note":                     {"a.md", "[x](y) \"title\"", Markdown},
		"a note with a head of JSON": {"a.md", "{}", Markdown},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := open(strings.NewReader(tc.file), int64(len(tc.file)), Options{Name: tc.name})
			if err != nil {
				t.Fatal(err)
			}
			if got := guess(f); got != tc.want {
				t.Errorf("%q", got)
			}
		})
	}
	for name, tc := range map[string]struct {
		files map[string]string
		want  Source
	}{
		"a backup":                          {map[string]string{"adhd-hub-backup.json": "{}", "wiki/a.md": "x"}, ADHDHub},
		"an export":                         {map[string]string{"data.json": "[]", "VERSION": "1"}, Vikunja},
		"JSON of somebody and notes":        {map[string]string{"data.json": "[]", "a.md": "x"}, Markdown},
		"a repository with beads and notes": {map[string]string{"x/.beads/issues.jsonl": issues, "x/README.md": "x"}, Beads},
		"a folder called tasks with notes":  {map[string]string{"x/tasks/a.md": "x"}, Markdown},
		"CSVs":                              {map[string]string{"a.csv": csv, "b.csv": csv}, Todoist},
		"nothing":                           {map[string]string{"a.png": "x"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := zipOf(t, tc.files)
			f, err := open(bytes.NewReader(b), int64(len(b)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := guess(f); got != tc.want {
				t.Errorf("%q", got)
			}
		})
	}
}
