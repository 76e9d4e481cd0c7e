package store

import (
	"strings"
	"testing"
)

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
		{"found as Windows would send it", "a\nb\n", Edit{"a\r\nb", "a\r\nc"}, "a\nc\n", false},
		{"replaced as Windows would send it", "a\nb\n", Edit{"b", "b\r\nc"}, "a\nb\nc\n", false},
		{"replaced with plain line ends", "a\r\nb\r\n", Edit{"b", "b\nc"}, "a\r\nb\r\nc\r\n", false},
		{"other line ends", "a\r\nb\r\n", Edit{"a\r\nb", "a\nb"}, "a\nb\r\n", false},
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
	for _, c := range []struct{ name, text, find, says string }{
		{"several", text, "fit", `it is there 2 times: in lines 4 "- [ ] fit", 5 "- [ ] fit it well"; take in more of the text around the one you mean`},
		{"over lines", "a\nb\n\na\nb\n", "a\nb", `it is there 2 times: in lines 1 "a", 4 "a"; `},
		{"very many", strings.Repeat("- [ ] fit\n", 9), "fit", `5 "- [ ] fit" and 4 more; `},
		{"of long lines", strings.Repeat("long ", 100) + "\n" + strings.Repeat("long ", 100), "long long", `1 "` + strings.Repeat("long ", 15) + `long…"`},
		{"a slip", text, "- [ ] ordr", `it is there 0 times: the nearest lines are 3 "- [ ] order"`},
		{"another box", text, "- [x] fit it well", `0 times: the nearest lines are 5 "- [ ] fit it well", 4 "- [ ] fit"`},
		{"another line of several", text, "- [ ] order\n- [ ] fits", `nearest lines are 4 "- [ ] fit", `},
		{"white space", "a  word\n", "a word", `1 "a  word"; the first differs in white space only`},
		{"an accent that follows its letter", "# A\n\nAn e\u0301tude for the cafe\u0301\n", "\u00e9tude for", `line 3 has it with its accents composed in another way: find "e\u0301tude for"`},
		{"an accent that is one with its letter", "An \u00e9tude\n", "e\u0301tude", `line 1 has it with its accents composed in another way: find "\u00e9tude"`},
		{"voiced kana", "\u30db\u309a\u30b9\u30c8\n", "\u30dd\u30b9\u30c8", `line 1 has it with its accents composed in another way: find "ホ\u309aスト"`},
		{"lines that are apart", text, "- [ ] order\n- [ ] fit it well", "its lines are in the document, but not together like this: check their order, white space and line breaks"},
		{"very many lines, of which the first are looked at", text, strings.Repeat("- [ ] fit\n", triedLines) + "Straßenbahn", "its lines are in the document, but not together"},
		{"more than a document holds", text, strings.Repeat("x", MaxMarkdown+1), "find must have at most 262144 bytes, not 262145"},
		{"nothing like it", text, "Straßenbahn", "no line is like it: read the document again"},
	} {
		t.Run("what is said: "+c.name, func(t *testing.T) {
			if _, err := s.PutPage(t.Context(), owner, "disk", 0, c.text); err != nil {
				t.Fatal(err)
			}
			_, err := s.EditPage(t.Context(), agent, "disk", 0, Edit{c.find, "x"})
			if err == nil || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 700 {
				t.Errorf("%v, want %s", err, c.says)
			}
		})
	}
	t.Run("what is said is looked for after the change has ended", func(t *testing.T) {
		var missed misfit
		_, err := Edit{"- [ ] ordr", "x"}.apply(text, &missed)
		if err == nil || strings.Contains(err.Error(), "nearest") || !strings.Contains(missed.explain(err).Error(), "nearest") {
			t.Errorf("the change says %v, and then %v", err, missed.explain(err))
		}
	})
	t.Run("a page that is not there", func(t *testing.T) {
		if _, err := s.EditPage(t.Context(), agent, "dsik", 0, Edit{"a", "b"}); !isMissing(err) {
			t.Error(err)
		}
	})
}

// BenchmarkNearestToALongText looks for what was meant by a text as long as the document.
func BenchmarkNearestToALongText(b *testing.B) {
	const size = 64 << 10
	var long strings.Builder
	for i := 0; long.Len() < size; i++ {
		long.WriteRune(rune(0x4e00 + i*7919%20_000))
	}
	document := strings.Repeat("a\n", size/2)
	for b.Loop() {
		nearestTo(document, long.String())
	}
}

// No line is left out for its length that is like enough.
func TestMostAlikeIsNoLessThanAlike(t *testing.T) {
	lines := []string{"", "a", "ab", "abab", "the retry table", "the retry tables", "retry", "ÄÖ ü", "the retry table, and very much else that follows it", strings.Repeat("ab", 50)}
	for _, a := range lines {
		for _, b := range lines {
			p, plain := pairsOf(plainLine(a)), plainLine(b)
			if alike := p.alike(pairsOf(plain)); alike > p.mostAlike(plain) {
				t.Errorf("%q, %q: %v", a, b, alike)
			}
		}
	}
}

// What readers see of the hub's block is not in the stored text, and a refusal says whose it is.
func TestAnEditOfTheHubsBlockIsToldSo(t *testing.T) {
	t.Parallel()
	s := openStore(t, t.TempDir(), Options{})
	createProject(t, s, ProjectInput{Slug: Some("disk")})
	create(t, s, "order the disk", inProject("disk"))
	_, err := s.PutProgress(t.Context(), agent, "disk", 0, "# Plan\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n\n- [ ] fit it\n")
	works(t, err)
	for _, c := range []struct{ name, find, says string }{
		{"a thread's line", "order the disk", "it is there 0 times: it is in the hub's own block"},
		{"a line that nobody sees", "- [ ] fit in", "it is there 0 times: the nearest lines are"},
	} {
		_, err := s.EditProgress(t.Context(), agent, "disk", 0, Edit{c.find, "x"})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
