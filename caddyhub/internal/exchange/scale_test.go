package exchange

import (
	"strings"
	"testing"
)

// Files of the size that may be sent, made to cost more than they should, are read or refused. What
// grows with the square of the size would not end.
func TestLargeFiles(t *testing.T) {
	const size = 512 << 10
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	nested := strings.Repeat(`{"title":"x","subtasks":[`, 3000) + strings.Repeat(`]}`, 3000)
	for name, tc := range map[string]struct {
		source Source
		file   []byte
	}{
		"sections of one name":   {Backlog, stored(t, map[string]string{"backlog/tasks/a.md": task("t-1", "One", "") + fill("## Notes\nx\n")})},
		"lines without headings": {Backlog, stored(t, map[string]string{"backlog/tasks/a.md": task("t-1", "One", "") + fill("x\n")})},
		"a step of many lines":   {Backlog, stored(t, map[string]string{"backlog/tasks/a.md": task("t-1", "One", "") + "## Acceptance Criteria\n- [ ] #1 x\n" + fill("  y\n")})},
		"links":                  {Markdown, stored(t, map[string]string{"a.md": strings.Repeat("[[a]] ", 20_000)})},
		"brackets":               {Markdown, stored(t, map[string]string{"a.md": strings.Repeat("[[", 100_000)})},
		"notes of a project":     {Todoist, []byte("TYPE,CONTENT\n" + fill("note,x\n"))},
		"one task many times":    {Todoist, []byte("TYPE,CONTENT\n" + strings.Repeat("task,x\n", 20_000))},
		"labels":                 {Todoist, []byte("TYPE,CONTENT\ntask," + strings.Repeat("@x ", 100_000) + "\n")},
		"subtasks of subtasks":   {TaskMaster, []byte(`{"tasks":[{"id":1,"title":"x","subtasks":[` + nested + `]}]}`)},
		"dates of one task":      {Vikunja, []byte(`[{"id":1,"title":"x","tasks":[{"id":1,"title":"x","reminder_dates":["` + strings.TrimSuffix(fill(`2025-01-01","`), `","`) + `"]}]}]`)},
		"tags of HTML":           {Vikunja, []byte(`[{"id":1,"title":"x","tasks":[{"id":1,"title":"x","description":"` + fill("<ul><li>") + `"}]}]`)},
		"folders in folders":     {Markdown, zipOf(t, deepFiles())},
		"projects of one name":   {Vikunja, []byte("[" + strings.TrimSuffix(strings.Repeat(`{"id":1,"title":"x"},`, 50_000), ",") + "]")},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readBytes(t, Options{Source: tc.source}, tc.file); err != nil {
				refused(t, err)
			}
		})
	}
}

// deepFiles are many files in folders as deep as a name may be long.
func deepFiles() map[string]string {
	files := map[string]string{}
	for i := range 2000 {
		files[itoa(i)+strings.Repeat("/a", 450)+".md"] = "x"
	}
	return files
}
