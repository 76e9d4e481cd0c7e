package reference

import "testing"

func TestMarkdown(t *testing.T) {
	for name, c := range map[string]struct{ got, want string }{
		"a table":             {Table([]string{"A", "B"}, [][]string{{"1", "2"}, {"", "4"}}), "| A | B |\n| --- | --- |\n| 1 | 2 |\n|  | 4 |\n"},
		"an empty column":     {Table([]string{"A", "B", "C"}, [][]string{{"1", "", "3"}}), "| A | C |\n| --- | --- |\n| 1 | 3 |\n"},
		"no rows":             {Table([]string{"A"}, nil), ""},
		"a bar in a cell":     {Table([]string{"A"}, [][]string{{"`a|b`\nc"}}), "| A |\n| --- |\n| `a\\|b` c |\n"},
		"code":                {Code("a"), "`a`"},
		"no code":             {Code(""), ""},
		"several":             {Codes([]string{"a", "b"}), "`a`, `b`"},
		"a block":             {Block("sh", "a\n"), "```sh\na\n```\n"},
		"what would be a tag": {Prose("name the <file>, HUB_*"), `name the \<file>, HUB_\*`},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
}
