package transcript

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Gemini CLI lets its user take messages back and change them: the record is of what is left.
func TestGeminiTakesBack(t *testing.T) {
	const (
		first   = `{"id":"a","timestamp":"2026-05-04T09:30:00Z","type":"user","content":"first wish"}`
		listing = `{"id":"b","timestamp":"2026-05-04T09:30:00Z","type":"gemini","content":"","toolCalls":[{"name":"write_todos","args":{"todos":[{"description":"one","status":"pending"}]}}]}`
		second  = `{"id":"c","timestamp":"2026-05-04T09:31:00Z","type":"user","content":"second wish"}`
		relist  = `{"id":"d","timestamp":"2026-05-04T09:31:00Z","type":"gemini","content":"","toolCalls":[{"name":"write_todos","args":{"todos":[{"description":"two","status":"pending"}]}}]}`
		summary = `{"$set":{"summary":"Wishes"}}`
	)
	for name, c := range map[string]struct {
		lines          []string
		title, summary string
		items          []string
	}{
		"nothing":                    {[]string{first, listing, second, relist}, "first wish", "second wish", []string{"two"}},
		"all":                        {[]string{first, listing, `{"$rewindTo":"a"}`, second}, "second wish", "second wish", nil},
		"the second and its list":    {[]string{first, listing, second, relist, `{"$rewindTo":"c"}`}, "first wish", "first wish", []string{"one"}},
		"all, the title being given": {[]string{first, summary, `{"$rewindTo":"a"}`, second}, "Wishes", "second wish", nil},
		"the first, changed":         {[]string{first, second, strings.ReplaceAll(first, "first wish", "another wish")}, "another wish", "second wish", nil},
		"the second, changed":        {[]string{first, second, strings.ReplaceAll(second, "second wish", "another wish")}, "first wish", "another wish", nil},
		"a list that comes again":    {[]string{first, listing, strings.ReplaceAll(listing, "one", "three")}, "first wish", "first wish", []string{"three"}},
	} {
		t.Run(name, func(t *testing.T) {
			const file = "p/chats/session-1.jsonl"
			s := geminiCLI.Start(t.TempDir(), file)
			text := `{"sessionId":"S1","projectHash":"h","startTime":"2026-05-04T09:30:00Z","kind":"main"}` + "\n" + strings.Join(c.lines, "\n") + "\n"
			if _, err := geminiCLI.Read(s, file, strings.NewReader(text)); err != nil {
				t.Fatal(err)
			}
			r, ok := s.Record("gemini-cli", time.Time{})
			if !ok || r.Title != c.title || r.Summary != c.summary || !slices.Equal(r.OpenItems, c.items) {
				t.Errorf("%+v, %v", r, ok)
			}
		})
	}
}
