package store

import "testing"

// The request that made a page, sent once more after the page was moved, makes no second one;
// another text at the old path is another page.
func TestTheRequestOfAMovedPageOnceMore(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const text = "# Backups\n\nEvery night.\n"
	must[Page](t)(s.PutPage(t.Context(), agent, "backups", 0, text))
	if _, err := s.MovePages(t.Context(), owner, "backups", "guides/backups"); err != nil {
		t.Fatal(err)
	}
	for name, rev := range map[string]int{"again": 0, "as a new one": NoRev} {
		if _, err := s.PutPage(t.Context(), agent, "backups", rev, text); !isConflict(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if w := must[Page](t)(s.PutPage(t.Context(), agent, "backups", 0, "# Backups\n\nSee [[guides/backups]].\n")); !w.Created {
		t.Errorf("another text: %+v", w)
	}
}
