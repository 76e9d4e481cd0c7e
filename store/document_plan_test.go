package store

import (
	"slices"
	"strings"
	"testing"
)

// Reading and moving documents goes through indexes: no table is read from end to end but
// for the list of all pages, in its order, and nothing is sorted but the links of one
// earlier text and the documents that link to a page.
func TestDocumentsReadTheirIndexes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	rest(s)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	queries := func() []string {
		return slices.Concat(s.db.Statements())
	}
	known := queries()
	putPage(t, s, "a", "[[b]]")
	mustUndo(t, s, putPage(t, s, "b", "[[a]]").EventID)
	mustUndo(t, s, putPage(t, s, "a", "[[a]] again").EventID)
	putProgress(t, s, "p", "[[a]]\n"+markers)
	readPage(t, s, "a")
	readProgress(t, s, "p")
	for _, f := range []PageFilter{{}, {Cursor: "a"}, {Prefix: "a", Cursor: "a"}} {
		if _, err := s.Pages(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.ProgressRevisions(t.Context(), "p", 0, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PageAt(t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	movePages(t, s, "a", "c")
	must[Page](t)(s.DeletePage(t.Context(), owner, "c", 0))
	checked := 0
	for _, query := range queries() {
		verb, _, _ := strings.Cut(query, " ")
		if slices.Contains(known, query) || verb != "SELECT" && verb != "DELETE" || strings.Contains(query, "text_index") {
			continue
		}
		checked++
		for step := range strings.Lines(explain(t, s, query)) {
			scans := strings.HasPrefix(step, "SCAN ") && !strings.Contains(step, "subquery") && !strings.Contains(step, "json_each") && !strings.Contains(step, "CONSTANT ROW")
			all := strings.Contains(query, "FROM wiki_pages WHERE deleted_at IS NULL") && strings.Contains(step, "USING INDEX wiki_pages_by_path")
			if scans && !all {
				t.Errorf("%s\n%s", query, step)
			}
			few := query == backlinksQuery || query == linkingQuery || query == formerQuery || strings.Contains(query, linksIn)
			if strings.Contains(step, "TEMP B-TREE") && !few {
				t.Errorf("%s\n%s", query, step)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d queries", checked)
	}
}
