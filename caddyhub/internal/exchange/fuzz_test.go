package exchange

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
)

// fuzz reads arbitrary bytes as a file of a tool: they are refused in words, or understood as
// something that a hub takes. What is left out on request leaves no broken row.
func fuzz(f *testing.F, source Source, name string) {
	f.Helper()
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, skip := range []bool{false, true} {
			_, err := readBytes(t, Options{Source: source, Name: name, SkipBroken: skip, Now: monday, Passphrase: "x"}, b)
			if err != nil {
				refused(t, err)
			}
		}
	})
}

func FuzzBeads(f *testing.F) {
	f.Add(sample(f, "beads/issues.jsonl"))
	f.Add([]byte(beadsLines(3)))
	f.Add([]byte(waiting(map[string][]string{"a": {"b"}, "b": {"a"}})))
	f.Add(written(f, AsBeads, madeUp(1, 3)))
	fuzz(f, Beads, "issues.jsonl")
}

func FuzzTaskMaster(f *testing.F) {
	f.Add(sample(f, "task-master/tasks.json"))
	f.Add([]byte(`{"tasks":[{"id":1.5,"title":"x","dependencies":["1","2.3"],"subtasks":[{"subtasks":[{}]}]}]}`))
	fuzz(f, TaskMaster, "tasks.json")
}

func FuzzVikunja(f *testing.F) {
	f.Add([]byte(vikunjaTasks(3)))
	data, err := os.ReadFile("testdata/vikunja/data.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	fuzz(f, Vikunja, "data.json")
}

func FuzzTodoist(f *testing.F) {
	f.Add(sample(f, "todoist/Home server [2203306141].csv"))
	f.Add([]byte("TYPE;CONTENT;DATE\ntask;x;every other tue at 9\n"))
	fuzz(f, Todoist, "a.csv")
}

func FuzzMarkdown(f *testing.F) {
	for _, text := range []string{"[[a]] ![[a|b]] [x](a.md#y)", "---\na: b\n---\n# T\n", "| [[a]] |\n| --- |\n| [[a#b]] |", "```\n[[a]]\n", "---\n&a [*a, *a]\n---\n"} {
		f.Add([]byte(text))
	}
	fuzz(f, Markdown, "a.md")
}

// FuzzBacklog makes a task of any text.
func FuzzBacklog(f *testing.F) {
	f.Add(task("t-1", "One", "dependencies: [t-2]\nassignee: @me\n"))
	f.Add(task("t-1", "One", "progress_hub: {status: dismissed, paused_at: soon}\n") + "\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [ ] #1 x\n  y\n<!-- AC:END -->\n")
	f.Add("---\nid: !!binary x\ntitle: *a\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		b := zipOf(t, map[string]string{"backlog/tasks/a.md": text, "backlog/tasks/b.md": task("t-1", "One", ""), "backlog/config.yml": text, "backlog/docs/c.md": text})
		for _, skip := range []bool{false, true} {
			got, err := readBytes(t, Options{Source: Backlog, SkipBroken: skip}, b)
			if err != nil {
				refused(t, err)
			}
			if skip && err == nil && len(got.Incoming.Threads) == 0 {
				t.Error("a whole task was left out")
			}
		}
	})
}

// FuzzFile guesses what arbitrary bytes are: a zip, an encrypted backup, or any text.
func FuzzFile(f *testing.F) {
	for _, name := range []string{"backlog", "markdown", "vikunja", "task-master-made"} {
		f.Add(sample(f, name))
	}
	f.Add(written(f, AsMarkdown, madeUp(1, 3)))
	f.Add(seal(f, []byte("PK\x03\x04"), "x", false))
	f.Add(seal(f, zipOf(f, map[string]string{"a.md": "x"}), "x", true))
	fuzz(f, "", "")
}

// FuzzDatabase makes the database of a backup of arbitrary bytes.
func FuzzDatabase(f *testing.F) {
	f.Add([]byte(databaseOf(f, adhdTables+adhdRows)))
	f.Add([]byte("SQLite format 3\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := readBytes(t, Options{SkipBroken: true}, zipOf(t, map[string]string{"adhd-hub-backup.json": `{"format":"adhd-hub-backup","version":1}`, "hub.sqlite3": string(b)})); err != nil {
			refused(t, err)
		}
	})
}

// FuzzTodoistDate reads any words as a date: what it takes is a reminder that a hub takes.
func FuzzTodoistDate(f *testing.F) {
	for _, text := range []string{"every mon, wed at 9am", "tomorrow", "every 31st", "every 3 weeks starting jan 5", "in 9999 years", "0001-01-01 00:00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, again, ok := todoistTime(text, monday, time.UTC)
		if !ok {
			return
		}
		m := store.IncomingReminder{Ref: "x", Text: "x"}
		again.words = text
		again.set(&m, first, time.UTC)
		if checkTime(t, m); m.DueAt.Year() < 1 || m.DueAt.Year() > 9999 {
			t.Error(m.DueAt)
		}
	})
}

// FuzzHTML writes any HTML as Markdown that is no longer without measure.
func FuzzHTML(f *testing.F) {
	f.Add("<p>a<ul><li data-checked=true>b<ol><li>c</ol></ul><pre>d</pre><a href=e>f</a>")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		if got := markdownOf(text); len(got) > 60*len(text)+100 || strings.ContainsRune(got, 0) {
			t.Errorf("%d bytes of %d", len(got), len(text))
		}
	})
}

// FuzzUnseal opens arbitrary bytes as an encrypted backup.
func FuzzUnseal(f *testing.F) {
	f.Add(seal(f, []byte("x"), "x", false))
	f.Add([]byte(sealedMark + "\x00\x00\x00\x02{}gAAA"))
	f.Fuzz(func(t *testing.T, b []byte) {
		b = append([]byte(sealedMark), b...)
		if _, err := unseal(bytes.NewReader(b), int64(len(b)), "x"); err != nil {
			refused(t, err)
		}
	})
}
