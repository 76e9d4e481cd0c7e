package store

import (
	"testing"

	"github.com/progresshub/progresshub/store/match"
)

// TestTheGlossaryPageSetsWordsEqual follows the owner's page through its life.
func TestTheGlossaryPageSetsWordsEqual(t *testing.T) {
	s, _ := newStore(t)
	want := create(t, s, "Exporter loses the last row").ID
	create(t, s, "Replace the lamp in the hall")
	steps := []struct {
		name  string
		do    func() error
		finds bool
	}{
		{"no page", func() error { return nil }, false},
		{"a page without it", func() error {
			_, err := s.PutPage(t.Context(), owner, "glossary", 0, "# Words\n\n- lion = importer")
			return err
		}, false},
		{"the page has it", func() error {
			_, err := s.PutPage(t.Context(), owner, "glossary", 1, "# Words\n\n- lion = importer\n- zebra = exporter")
			return err
		}, true},
		{"something else changed", func() error { create(t, s, "Water the garden"); return nil }, true},
		{"the page is gone", func() error { _, err := s.DeletePage(t.Context(), owner, "glossary", 2); return err }, false},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		got := overlap(t, s, OverlapQuery{Text: "zebra crashes"})
		if found := len(got.Hits) > 0 && got.Hits[0].ID == want && got.Hits[0].Score > match.Floor; found != step.finds {
			t.Errorf("%s: %+v", step.name, got.Hits)
		}
	}
}

// TestAnotherPageBecomesTheGlossary moves one there that has been written as often as the one
// before it.
func TestAnotherPageBecomesTheGlossary(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	want := create(t, s, "Exporter loses the last row").ID
	create(t, s, "Replace the lamp in the hall")
	putPage(t, s, "glossary", "- zebra = exporter\n")
	putPage(t, s, "draft", "- lion = exporter\n")
	found := func(text string) bool {
		hits := overlap(t, s, OverlapQuery{Text: text}).Hits
		return len(hits) > 0 && hits[0].ID == want && hits[0].Score > match.Floor
	}
	if !found("zebra crashes") || found("lion crashes") {
		t.Fatal("the glossary's own words are not found, or others are")
	}
	must[Moved](t)(s.MovePages(t.Context(), owner, "glossary", "old-glossary"))
	must[Moved](t)(s.MovePages(t.Context(), owner, "draft", "glossary"))
	if found("zebra crashes") || !found("lion crashes") {
		t.Error("the words of the page that was moved away go on")
	}
}
