package store

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestMarkdownOfADocument(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	for name, tc := range map[string]struct {
		text string
		ok   bool
	}{
		"empty":                     {"", true},
		"as long as allowed":        {strings.Repeat("é", MaxMarkdown/2), true},
		"a byte too long":           {strings.Repeat("é", MaxMarkdown/2) + "x", false},
		"NUL":                       {"a\x00b", false},
		"not UTF-8":                 {"a\xffb", false},
		"mixed line ends and blank": {"\r\n# a\rb\n\n \t\r\n", true},
		"a byte order mark":         {"\ufeff# a", true},
		"control characters":        {"\x01\x1b[31m\u202e", true},
	} {
		_, errPage := s.PutPage(t.Context(), owner, "a", 0, tc.text)
		_, errProgress := s.PutProgress(t.Context(), owner, "p", 0, tc.text)
		for kind, err := range map[string]error{"page": errPage, "progress": errProgress} {
			if tc.ok && err != nil || !tc.ok && invalidFields(err) != "markdown" {
				t.Errorf("%s of a %s: %v", name, kind, err)
			}
		}
		if tc.ok && (readPage(t, s, "a").Markdown != tc.text || readProgress(t, s, "p").Markdown != tc.text) {
			t.Errorf("%s: not as it was sent", name)
		}
	}
}

func TestAWriteKnowsTheRevisionItWasMadeAgainst(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	for _, tc := range []struct {
		name        string
		ifRev, want int // the revision after; negative: refused at that current one
	}{
		{"a revision of nothing", 1, -0},
		{"none, and there is none", NoRev, 1},
		{"none, but there is one", NoRev, -1},
		{"any", 0, 2},
		{"the current one", 2, 3},
		{"an earlier one", 2, -3},
		{"a later one", 4, -3},
	} {
		text := "text of " + tc.name
		page, errPage := s.PutPage(t.Context(), owner, "a", tc.ifRev, text)
		progress, errProgress := s.PutProgress(t.Context(), owner, "p", tc.ifRev, text)
		for kind, got := range map[string]struct {
			rev int
			err error
		}{"page": {page.Item.Rev, errPage}, "progress": {progress.Item.Rev, errProgress}} {
			if tc.want > 0 && (got.err != nil || got.rev != tc.want) || tc.want <= 0 && !isOutdated(got.err, -tc.want) {
				t.Errorf("%s, %s: revision %d, %v", kind, tc.name, got.rev, got.err)
			}
		}
	}
	if _, err := s.DeletePage(t.Context(), owner, "a", 2); !isOutdated(err, 3) {
		t.Errorf("delete an earlier revision: %v", err)
	}
	must[Page](t)(s.DeletePage(t.Context(), owner, "a", 3))
}

func TestWritingTheSameTextWritesNothing(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putPage(t, s, "a", "# A\r\n")
	putProgress(t, s, "p", "# P\r\n")
	page, progress, events := readPage(t, s, "a"), readProgress(t, s, "p"), len(history(t, s, ""))
	c.advance(time.Second)
	if w := putPage(t, s, "a", "# A\r\n"); w.EventID != "" || w.Item.Rev != 1 || w.Item.UpdatedAt != page.UpdatedAt {
		t.Errorf("page: %+v", w)
	}
	if w := putProgress(t, s, "p", "# P\r\n"); w.EventID != "" || w.Item.Rev != 1 || *w.Item.UpdatedAt != *progress.UpdatedAt {
		t.Errorf("progress: %+v", w)
	}
	if got := len(history(t, s, "")); got != events {
		t.Errorf("%d events, want %d", got, events)
	}
	if w := putPage(t, s, "a", "# A\n"); w.EventID == "" || w.Item.Rev != 2 {
		t.Errorf("another line end is another text: %+v", w)
	}
}

// Of any number of writers who have read the same revision one wins.
func TestOneOfManyWritersOnARevisionWins(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	writes := map[string]func(ifRev int, text string) error{
		"page": func(ifRev int, text string) error {
			_, err := s.PutPage(context.Background(), agent, "a", ifRev, text)
			return err
		},
		"progress": func(ifRev int, text string) error {
			_, err := s.PutProgress(context.Background(), agent, "p", ifRev, text)
			return err
		},
	}
	for kind, write := range writes {
		for current, ifRev := range []int{NoRev, 1, 2} {
			const writers = 64
			errs := make([]error, writers)
			var wg sync.WaitGroup
			for i := range writers {
				wg.Go(func() { errs[i] = write(ifRev, fmt.Sprint(current, i)) })
			}
			wg.Wait()
			won := 0
			for _, err := range errs {
				switch {
				case err == nil:
					won++
				case !isOutdated(err, current+1):
					t.Errorf("%s: a loser got %v", kind, err)
				}
			}
			if won != 1 {
				t.Errorf("%s of revision %d: %d writers won", kind, ifRev, won)
			}
		}
	}
}
