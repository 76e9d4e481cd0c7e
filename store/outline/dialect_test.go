package outline

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// kinds are the kinds of the nodes in a document, in their order.
func kinds(t testing.TB, md string) string {
	t.Helper()
	var names []string
	err := ast.Walk(NewParser().Parse(text.NewReader([]byte(md))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			names = append(names, n.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names[1:], " ")
}

func TestDialect(t *testing.T) {
	for name, tc := range map[string]struct{ md, want string }{
		"a task":              {"- [x] done", "List ListItem TextBlock TaskCheckBox Text"},
		"a wiki link":         {"[[a/b|see]]", "Paragraph WikiLink"},
		"no link inside code": {"`[[a]]`", "Paragraph CodeSpan Text"},
		"a bare address":      {"see http://name:8787 now", "Paragraph Text AutoLink Text"},
		"no bare address":     {"see httpx://name", "Paragraph Text Text"},
		"struck out":          {"~~a~~", "Paragraph Strikethrough Text"},
		"a table":             {"|a|\n|-|\n|b|", "Table TableHeader TableCell Text TableRow TableCell Text"},
	} {
		if got := kinds(t, tc.md); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// A document is searched for mail addresses a bounded number of times, and the rest of it is
// still read.
func TestBareMailAddressesAreBounded(t *testing.T) {
	md := strings.Repeat("a@b.example ", 2*maxMails) + "\n\n[[end]]"
	got := kinds(t, md)
	if n := strings.Count(got, "AutoLink"); n == 0 || n > maxMails {
		t.Errorf("%d addresses", n)
	}
	if !strings.HasSuffix(got, "WikiLink") {
		t.Error("the end of the document is lost")
	}
}
