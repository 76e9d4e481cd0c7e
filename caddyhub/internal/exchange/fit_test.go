package exchange

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
)

// issue is a line of beads.
func issue(t testing.TB, fields map[string]any) string {
	t.Helper()
	line := map[string]any{"id": "a-1", "title": "One"}
	for name, v := range fields {
		line[name] = v
	}
	b, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

// Whatever is too long for a field is found, whole, in the goal or on the page that it leads to.
func TestNothingIsThrownAway(t *testing.T) {
	long := func(n int) string { return strings.TrimSpace(strings.Repeat("ein langer Text über alles ", n)) }
	steps := func(n int) string {
		var lines []string
		for i := range n {
			lines = append(lines, "- [ ] step "+itoa(i))
		}
		return strings.Join(lines, "\n")
	}
	for name, tc := range map[string]struct {
		fields map[string]any
		page   bool
		whole  []string
	}{
		"what fits":                   {map[string]any{"description": "short", "notes": "n"}, false, []string{"short", "n"}},
		"a long title":                {map[string]any{"title": long(30)}, false, []string{long(30)}},
		"a title of many pages":       {map[string]any{"title": long(300)}, true, []string{long(300)}},
		"a long description":          {map[string]any{"description": long(300)}, true, []string{long(300)}},
		"long notes":                  {map[string]any{"description": "short", "notes": long(300)}, true, []string{"short", long(300)}},
		"a design":                    {map[string]any{"design": "two keys"}, true, []string{"two keys"}},
		"four steps":                  {map[string]any{"acceptance_criteria": steps(4)}, true, []string{"step 0", "step 3"}},
		"a long step":                 {map[string]any{"acceptance_criteria": "- [ ] " + long(200)}, true, []string{long(200)}},
		"many labels":                 {map[string]any{"labels": strings.Fields(long(200))}, true, []string{strings.Join(strings.Fields(long(200)), ", ")}},
		"a comment":                   {map[string]any{"comments": []any{map[string]any{"author": "me", "text": "said", "created_at": "2025-01-01T00:00:00Z"}}}, true, []string{"**me 2025-01-01T00:00:00Z**\n\nsaid"}},
		"everything":                  {map[string]any{"title": long(30), "description": long(100), "design": long(200), "notes": long(300), "acceptance_criteria": steps(30)}, true, []string{long(300), long(200), long(100), "step 29"}},
		"characters that no text has": {map[string]any{"title": "a\x00b", "description": "c\x00d"}, false, []string{"c\ufffdd"}},
		"metadata of somebody":        {map[string]any{"metadata": map[string]any{"k": []int{1}}}, false, []string{`Metadata: {"k":[1]}`}},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustRead(t, Options{}, issue(t, tc.fields))
			th := got.Incoming.Threads[0]
			all := th.Summary + "\n" + th.Goal
			for _, p := range got.Incoming.Pages {
				all += "\n" + p.Markdown
				if !strings.Contains(th.Goal, "[["+p.Path+"]]") {
					t.Errorf("nothing leads to %s", p.Path)
				}
			}
			for _, whole := range tc.whole {
				if !strings.Contains(all, whole) {
					t.Errorf("%.80s is not in %.2000s", whole, all)
				}
			}
			if tc.page != (len(got.Incoming.Pages) == 1) {
				t.Errorf("%d pages", len(got.Incoming.Pages))
			}
		})
	}
}

func TestAPageOfManyPages(t *testing.T) {
	text := notes(900 << 10)
	got := mustRead(t, Options{Source: Beads}, issue(t, map[string]any{"design": text}))
	var all strings.Builder
	for i, p := range got.Incoming.Pages {
		body, _, more := strings.Cut(p.Markdown, "\n\nMore: [[")
		if more != (i < len(got.Incoming.Pages)-1) {
			t.Errorf("%s: leads on: %v", p.Path, more)
		}
		all.WriteString(strings.TrimRight(body, "\n") + "\n")
	}
	if !strings.Contains(all.String(), strings.TrimSpace(text)) || len(got.Incoming.Pages) != 4 {
		t.Errorf("%d pages, %d bytes", len(got.Incoming.Pages), all.Len())
	}
}

func TestClip(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		most int
		want string
	}{
		"short":           {"abc", 3, "abc"},
		"at a word":       {"one two three", 10, "one two…"},
		"within a word":   {strings.Repeat("x", 100), 10, "xxxxxxxxx…"},
		"many bytes":      {"äöüäöü", 4, "äöü…"},
		"just many bytes": {"äöü", 3, "äöü"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := clip(tc.text, tc.most); got != tc.want || utf8.RuneCountInString(got) > tc.most {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestNames(t *testing.T) {
	n := newNames()
	long := "imports/beads/" + strings.Repeat("x", 64)
	var got []string
	for _, wish := range []string{"a", "a", "a", "a-2", "a", long, long} {
		got = append(got, n.take(wish))
	}
	want := []string{"a", "a-2", "a-3", "a-2-2", "a-4", long, long[:len(long)-2] + "-2"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

func TestProjectsFit(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("viel zu lang ", 400))
	b, err := json.Marshal(map[string]any{"x": map[string]any{"tasks": []any{}, "metadata": map[string]any{"description": long}}})
	if err != nil {
		t.Fatal(err)
	}
	got := mustRead(t, Options{Source: TaskMaster}, string(b))
	p := got.Incoming.Projects[0]
	if page := pageOf(t, got.Incoming, "imports/task-master/x").Markdown; !strings.Contains(page, long) || !strings.Contains(p.Description, "[[imports/task-master/x]]") || utf8.RuneCountInString(p.Description) > store.MaxText {
		t.Errorf("%+v", p)
	}
}
