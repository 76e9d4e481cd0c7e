package store

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func TestAppendingMakesOrLengthensADocument(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	const first, both = "# Notes\n\n[[a]]\n", "# Notes\n\n[[a]]\n\n## More\n\n- [x] done\n"
	page := must[Page](t)(s.AppendPage(t.Context(), agent, "notes", 0, first))
	if page.Item.Markdown != first || page.Item.Rev != 1 || page.Item.Title != "Notes" {
		t.Errorf("the first: %+v", page.Item)
	}
	page = must[Page](t)(s.AppendPage(t.Context(), agent, "notes", 1, "\n## More\n\n- [x] done"))
	if page.Item.Markdown != both || page.Item.Rev != 2 {
		t.Errorf("the second: %+v", page.Item)
	}
	must[Progress](t)(s.AppendProgress(t.Context(), agent, "p", NoRev, first))
	progress := must[Progress](t)(s.AppendProgress(t.Context(), agent, "p", 0, "## More\n\n- [x] done"))
	if progress.Item.Markdown != both || progress.Item.Rev != 2 || *progress.Item.Percent != 100 {
		t.Errorf("the progress file: %+v", progress.Item)
	}
	for uri, want := range map[string]string{PageURI("notes"): "page.created page.updated", ProgressURI("p"): "progress.updated progress.updated"} {
		var got []string
		for _, e := range history(t, s, uri) {
			got = append(got, e.Kind)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("history of %s: %v", uri, got)
		}
	}
	checkDerived(t, s)
	mustUndo(t, s, page.EventID)
	mustUndo(t, s, progress.EventID)
	if got := readPage(t, s, "notes").Markdown + readProgress(t, s, "p").Markdown; got != first+first {
		t.Errorf("undone: %q", got)
	}
}

// A call that is sent again because its answer was lost doubles nothing.
func TestAnAdditionSentTwiceStandsOnce(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	for _, text := range []string{"# Notes\n", "## More\n\n- [ ] check\n", "## Last\n"} {
		for try := range 2 {
			page := must[Page](t)(s.AppendPage(t.Context(), agent, "notes", 0, text))
			progress := must[Progress](t)(s.AppendProgress(t.Context(), agent, "p", 0, text))
			if wrote := try == 0; (page.EventID != "") != wrote || (progress.EventID != "") != wrote {
				t.Errorf("%q, try %d: events %q and %q", text, try, page.EventID, progress.EventID)
			}
		}
		if text == "## More\n\n- [ ] check\n" {
			works(t, func() error {
				_, err := s.LogProgress(t.Context(), agent, "p", LogEntry{Text: "decided"}, Policy{})
				return err
			}())
		}
	}
	const want = "# Notes\n\n## More\n\n- [ ] check\n\n## Last\n"
	if got := readPage(t, s, "notes").Markdown; got != want {
		t.Errorf("the page: %q", got)
	}
	if got := readProgress(t, s, "p").Markdown; strings.Count(got, "## More") != 1 || strings.Count(got, "## Last") != 1 {
		t.Errorf("the progress file: %q", got)
	}
	must[Page](t)(s.AppendPage(t.Context(), agent, "notes", 0, "# Notes"))
	if got := readPage(t, s, "notes").Markdown; got != want+"\n# Notes\n" {
		t.Errorf("what stands elsewhere is added: %q", got)
	}
}

func TestAdditionsThatAreRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const open = "<!-- hub:threads -->\nmine\n"
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putPage(t, s, "page", "text\n")
	putProgress(t, s, "p", open)
	const full = MaxMarkdown - 5
	for _, tc := range []struct {
		name, text string
		rev        int
		refused    func(error) bool
	}{
		{"nothing", "", 0, isInvalid("markdown")},
		{"blanks", " \n\t\n", 0, isInvalid("markdown")},
		{"NUL", "a\x00", 0, isInvalid("markdown")},
		{"not UTF-8", "a\xff", 0, isInvalid("markdown")},
		{"too long by itself", strings.Repeat("x", MaxMarkdown+1), 0, isInvalid("markdown")},
		{"too long with what is there", strings.Repeat("x", full), 0, isInvalid("markdown")},
		{"for another revision", "a", 2, func(err error) bool { return isOutdated(err, 1) }},
		{"for no document", "a", NoRev, func(err error) bool { return isOutdated(err, 1) }},
	} {
		if _, err := s.AppendPage(t.Context(), agent, "page", tc.rev, tc.text); !tc.refused(err) {
			t.Errorf("%s, to a page: %v", tc.name, err)
		}
		if _, err := s.AppendProgress(t.Context(), agent, "p", tc.rev, tc.text); !tc.refused(err) {
			t.Errorf("%s, to a progress file: %v", tc.name, err)
		}
	}
	if _, err := s.AppendPage(t.Context(), agent, "No Path", 0, "a"); !isInvalid("path")(err) {
		t.Errorf("to no path: %v", err)
	}
	if _, err := s.AppendProgress(t.Context(), agent, "q", 0, "a"); !isMissing(err) {
		t.Errorf("to no project: %v", err)
	}
	if _, err := s.AppendProgress(t.Context(), agent, "p", 0, "a\n<!-- /hub:threads -->"); !isInvalid("markdown")(err) {
		t.Errorf("what would make the owner's text the hub's: %v", err)
	}
	if got := readPage(t, s, "page").Markdown + readProgress(t, s, "p").Markdown; got != "text\n"+open {
		t.Errorf("something was written: %.100q", got)
	}
}

// An agent may send back what it read, the hub's block included.
func TestTheHubsBlockIsNotAppended(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	w := must[Progress](t)(s.AppendProgress(t.Context(), agent, "p", 0, "<!-- hub:threads -->\n- stale\n<!-- /hub:threads -->\n\nmine"))
	if want := "<!-- hub:threads -->\n<!-- /hub:threads -->\n\nmine\n"; w.Item.Markdown != want {
		t.Errorf("%q", w.Item.Markdown)
	}
}

func TestOfSimultaneousAppendsEachIsKept(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	const writers = 64
	var changes []func(context.Context) error
	for i := range writers {
		line := fmt.Sprintf("entry %d of many", i)
		changes = append(changes, func(ctx context.Context) error {
			_, err := s.AppendPage(ctx, agent, "notes", 0, line)
			return err
		}, func(ctx context.Context) error {
			_, err := s.AppendProgress(ctx, agent, "p", 0, line)
			return err
		})
	}
	for _, err := range together(t, s, changes[:writers]...) {
		if err != nil {
			t.Error(err)
		}
	}
	for _, err := range together(t, s, changes[writers:]...) {
		if err != nil {
			t.Error(err)
		}
	}
	for name, text := range map[string]string{"page": readPage(t, s, "notes").Markdown, "progress file": readProgress(t, s, "p").Markdown} {
		for i := range writers {
			if line := fmt.Sprintf("entry %d of many\n", i); strings.Count(text, line) != 1 {
				t.Errorf("the %s has %q %d times", name, line, strings.Count(text, line))
			}
		}
	}
	if rev := readPage(t, s, "notes").Rev; rev != writers {
		t.Errorf("%d revisions", rev)
	}
}

func isInvalid(field string) func(error) bool {
	return func(err error) bool { return invalidFields(err) == field }
}
