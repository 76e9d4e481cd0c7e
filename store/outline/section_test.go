package outline

import (
	"reflect"
	"strings"
	"testing"
)

func TestSections(t *testing.T) {
	for _, c := range []struct {
		name, md string
		want     map[string]string
	}{
		{"none", "text\n", map[string]string{}},
		{"one after another", "# A\n\na\n# B\nb\n", map[string]string{"A": "# A\n\na\n", "B": "# B\nb\n"}},
		{"deeper ones belong to it", "# A\n## B\nb\n## C\nc\n", map[string]string{"A": "# A\n## B\nb\n## C\nc\n", "B": "## B\nb\n", "C": "## C\nc\n"}},
		{"underlined", "x\n\nA\n===\na\n\nB\n---\nb", map[string]string{"A": "A\n===\na\n\nB\n---\nb", "B": "B\n---\nb"}},
		{"in code", "# A\n```\n# no\n```\n", map[string]string{"A": "# A\n```\n# no\n```\n"}},
		{"marked up", "## *A* `b`\n", map[string]string{"A b": "## *A* `b`\n"}},
		{"behind the hub's block", "# A\n<!-- hub:threads -->\n## no\n<!-- /hub:threads -->\n## B\nb\n", map[string]string{
			"A": "# A\n<!-- hub:threads -->\n## no\n<!-- /hub:threads -->\n## B\nb\n", "B": "## B\nb\n",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := map[string]string{}
			for _, s := range Sections(c.md) {
				got[s.Title] = c.md[s.Start:s.End]
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Of very many headings the first are told apart, and each still ends where it ends.
func TestSectionsAreBounded(t *testing.T) {
	md := "# Top\n" + strings.Repeat("## a\n", MaxSections+10) + "# End\n"
	list := Sections(md)
	if len(list) != MaxSections {
		t.Fatalf("%d sections, want %d", len(list), MaxSections)
	}
	if got := md[list[0].Start:list[0].End]; got != strings.TrimSuffix(md, "# End\n") {
		t.Errorf("the first ends after %d of %d bytes", len(got), len(md))
	}
	if got := md[list[MaxSections-1].Start:list[MaxSections-1].End]; got != "## a\n" {
		t.Errorf("the last is %q", got)
	}
}

// A section ends at the next heading that is no deeper, else with the document.
func FuzzSections(f *testing.F) {
	for _, seed := range []string{"# A\n## B\n# C\n", "A\n===\n### b\n## c\n", "# A\n```\n# no\n```\n", openLine + "## no\n" + closeLine + "## b\n", "\ufeff# A\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, md string) {
		list := Sections(md)
		for i, s := range list {
			end := len(md)
			for _, next := range list[i+1:] {
				if next.Level <= s.Level {
					end = next.Start
					break
				}
			}
			if s.Start < 0 || s.Start > s.End || s.End != end && len(list) < MaxSections {
				t.Fatalf("%q: section %d is %+v, want its end at %d", md, i, s, end)
			}
		}
	})
}

func BenchmarkSections(b *testing.B) {
	md := "# " + strings.Repeat("x", 128<<10) + "\n" + strings.Repeat("## a\n", 26_000)
	for b.Loop() {
		Sections(md)
	}
}
