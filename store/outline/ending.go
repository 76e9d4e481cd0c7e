package outline

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// ending is the line that ends block, the last one of text, if it would go on with
// whatever follows: code and some HTML that is never closed does.
func ending(block ast.Node, text string) string {
	switch n := block.(type) {
	case *ast.FencedCodeBlock:
		return fenceEnding(text[n.Pos():])
	case *ast.HTMLBlock:
		line := n.Lines().At(0)
		if !n.HasClosure() {
			return htmlEnding(n.HTMLBlockType, text[line.Start:line.Stop])
		}
	}
	return ""
}

// fenceEnding is ending for a block of code, which begins with its fence.
func fenceEnding(code string) string {
	sign := code[:1]
	fence := code[:len(code)-len(strings.TrimLeft(code, sign))]
	code = strings.TrimRight(code, blanks)
	last := code[strings.LastIndexByte(code, '\n')+1:]
	indent := len(last) - len(strings.TrimLeft(last, " "))
	if len(last) < len(code) && indent < 4 && strings.HasPrefix(last[indent:], fence) && strings.Trim(last[indent:], sign) == "" {
		return ""
	}
	return fence + "\n"
}

// htmlEnds are what HTML blocks of a kind end with; the other kinds end at a blank line.
var htmlEnds = map[ast.HTMLBlockType][]string{
	ast.HTMLBlockType1: {"</script>", "</pre>", "</style>", "</textarea>"},
	ast.HTMLBlockType2: {"-->"},
	ast.HTMLBlockType3: {"?>"},
	ast.HTMLBlockType4: {">"},
	ast.HTMLBlockType5: {"]]>"},
}

// htmlEnding is ending for HTML whose end is in no line but perhaps the first.
func htmlEnding(kind ast.HTMLBlockType, first string) string {
	first = strings.ToLower(first)
	ending := ""
	for _, end := range htmlEnds[kind] {
		if strings.Contains(first, end) {
			return ""
		}
		// Any of the four would do in Markdown, but in HTML only the element's own.
		if name := strings.Trim(end, "</>"); ending == "" || strings.HasPrefix(strings.TrimLeft(first, " "), "<"+name) {
			ending = end + "\n"
		}
	}
	return ending
}
