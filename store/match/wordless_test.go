package match

import "testing"

// A document whose title has no word, such as one of signs alone, is found by its body.
func TestATitleWithoutWords(t *testing.T) {
	t.Parallel()
	x := New()
	x.Put(Doc{ID: "a", Kind: "thread", Title: "<&><&>", Body: "rotate the backup keys"})
	x.Put(Doc{ID: "b", Kind: "thread", Title: "```"})
	x.Remove("b")
	if hits := x.Search(Query{Text: "rotate the backup keys", Limit: 2}); len(hits) != 1 || hits[0].ID != "a" {
		t.Errorf("%+v", hits)
	}
}
