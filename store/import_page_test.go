package store

import "testing"

// Links lead to the pages that came, also where those are beside others here.
func TestLinksLeadToWhatCame(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	mine := []string{"notes/a", "notes/big-2", "imports/markdown/shop/progress"}
	for _, path := range mine {
		_, err := s.PutPage(t.Context(), owner, path, 0, "# Mine\n")
		works(t, err)
	}
	want := func(path, text string) {
		t.Helper()
		if got := readPage(t, s, path).Markdown; got != text {
			t.Errorf("%s: %q, want %q", path, got, text)
		}
	}
	in := Incoming{
		Source:   "markdown",
		Projects: []IncomingProject{{Ref: "shop", Slug: "shop", Description: "More: [[notes/a]]", Progress: "See [[notes/a|A]] and [[notes/b]].\n"}},
		Threads:  []IncomingThread{{Ref: "1", Project: "shop", Summary: "One", Status: StatusOpen, Goal: "As [[notes/a#Keys|A]] says, not `[[notes/a]]`."}},
		Pages: []IncomingPage{
			{Ref: "b", Path: "notes/b", Markdown: "[[notes/a|A]], [[notes/a#Keys]], `[[notes/a]]`, [[notes/b]]\n\n| a |\n| --- |\n| [[notes/a\\|A]] |\n"},
			{Ref: "a", Path: "notes/a", Markdown: "# A\n\n[[notes/b|B]]\n"},
			{Ref: "big", Path: "notes/big", Markdown: "one\n\nMore: [[notes/big-2]]\n"},
			{Ref: "big#2", Path: "notes/big-2", Markdown: "two\n"},
		},
	}
	bring(t, s, in)
	want("notes/b", "[[notes/a-2|A]], [[notes/a-2#Keys]], `[[notes/a]]`, [[notes/b]]\n\n| a |\n| --- |\n| [[notes/a-2\\|A]] |\n")
	want("notes/a-2", "# A\n\n[[notes/b|B]]\n")
	want("notes/big", "one\n\nMore: [[notes/big-2-2]]\n")
	want("notes/big-2-2", "two\n")
	for _, path := range mine {
		want(path, "# Mine\n")
	}
	if goal := list(t, s, ThreadFilter{}).Threads[0].Goal; *goal != "As [[notes/a-2#Keys|A]] says, not `[[notes/a]]`." {
		t.Errorf("the goal: %s", *goal)
	}
	p, err := s.Project(t.Context(), "shop")
	works(t, err)
	if *p.Description != "More: [[notes/a-2]]" {
		t.Errorf("the description: %s", *p.Description)
	}
	file, err := s.Progress(t.Context(), "shop")
	works(t, err)
	if file.Markdown != "See [[notes/a-2|A]] and [[notes/b]].\n" {
		t.Errorf("the progress: %s", file.Markdown)
	}

	// What comes later finds those pages where they are by then.
	_, err = s.MovePages(t.Context(), owner, "notes/b", "kept/b")
	works(t, err)
	in.Pages = append(in.Pages, IncomingPage{Ref: "c", Path: "notes/c", Markdown: "[[notes/a|A]] and [[notes/b]]\n"})
	if got := bring(t, s, in).Item; got.Pages != 1 || got.Known != 6 {
		t.Errorf("one more: %+v", got)
	}
	want("notes/c", "[[notes/a-2|A]] and [[kept/b]]\n")
}
