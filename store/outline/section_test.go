package outline

import (
	"reflect"
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
