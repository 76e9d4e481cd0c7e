package store

import "testing"

func TestEdit(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("disk")})
	const text = "# Disk\n\n- [ ] order\n- [ ] fit\n- [ ] fit it well\n"
	for _, c := range []struct {
		name, text string
		edit       Edit
		want       string // the text, or the field that is wrong
		refused    bool
	}{
		{"a box is ticked", text, Edit{"[ ] order", "[x] order"}, "# Disk\n\n- [x] order\n- [ ] fit\n- [ ] fit it well\n", false},
		{"over lines", text, Edit{"fit\n- [ ] fit it well\n", "fit\n"}, "# Disk\n\n- [ ] order\n- [ ] fit\n", false},
		{"over lines that end as in Windows", "a\r\nb\r\n", Edit{"a\nb", "a\nc"}, "a\r\nc\r\n", false},
		{"nothing in its place", text, Edit{"- [ ] order\n", ""}, "# Disk\n\n- [ ] fit\n- [ ] fit it well\n", false},
		{"the same", text, Edit{"order", "order"}, text, false},
		{"several places", text, Edit{"[ ] fit", "x"}, "find", true},
		{"no place", text, Edit{"[ ] buy", "x"}, "find", true},
		{"nothing to find", text, Edit{"", "x"}, "find", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := s.PutPage(t.Context(), owner, "disk", 0, c.text); err != nil {
				t.Fatal(err)
			}
			if _, err := s.PutProgress(t.Context(), owner, "disk", 0, c.text); err != nil {
				t.Fatal(err)
			}
			page, pageErr := s.EditPage(t.Context(), agent, "disk", 0, c.edit)
			file, fileErr := s.EditProgress(t.Context(), agent, "disk", 0, c.edit)
			if c.refused {
				if invalidFields(pageErr) != c.want || invalidFields(fileErr) != c.want {
					t.Errorf("got %v and %v", pageErr, fileErr)
				}
				return
			}
			if pageErr != nil || fileErr != nil || page.Item.Markdown != c.want || file.Item.Markdown != c.want {
				t.Errorf("%q %v, %q %v", page.Item.Markdown, pageErr, file.Item.Markdown, fileErr)
			}
		})
	}
	t.Run("how many places there are is said", func(t *testing.T) {
		_, err := s.EditPage(t.Context(), agent, "disk", 0, Edit{"fit", "x"})
		if want := "invalid: find must be in the document exactly once; it is there 2 times"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	})
	t.Run("a page that is not there", func(t *testing.T) {
		if _, err := s.EditPage(t.Context(), agent, "dsik", 0, Edit{"a", "b"}); !isMissing(err) {
			t.Error(err)
		}
	})
}
