package outline

import (
	"fmt"
	"strings"
	"testing"
)

// report is a progress file of about n bytes as people write them.
func report(n int) string {
	var md strings.Builder
	md.WriteString("# The Plan\n\n" + openLine + closeLine)
	for i := 0; md.Len() < n; i++ {
		fmt.Fprintf(&md, "\n## Part %d\n\nWhat *this* part is about, see [[Ops/Part %d|there]] and [here](https://example.org/%d).\n", i, i, i)
		md.WriteString("It goes on with `code` and **more text**, and ends after two or three lines of it, as most paragraphs\ndo.\n\n")
		for j := range 8 {
			fmt.Fprintf(&md, "- [%c] the task number %d\n  - with a note on [[page %d]]\n", " x"[j%2], j, j)
		}
		md.WriteString("\n```go\nfunc main() {}\n```\n\n| a | b |\n|---|---|\n| 1 | [[x\\|y]] |\n")
	}
	md.WriteString("\n## Log\n\n- 2026-05-01 12:00 began\n")
	return md.String()
}

func BenchmarkReport(b *testing.B) {
	md := report(64 << 10)
	filled := Fill(md, "- one\n- two\n")
	for _, bench := range []struct {
		name string
		run  func()
	}{
		{"Read", func() { Read(md) }},
		{"Read filled", func() { Read(filled) }},
		{"Fill", func() { Fill(md, "- one\n") }},
		{"AppendLog", func() { AppendLog(md, "did it", noon) }},
		{"RenameLinks", func() { RenameLinks(md, func(string) (string, bool) { return "a", true }) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(md)))
			for b.Loop() {
				bench.run()
			}
		})
	}
}

// BenchmarkHostile reads 256 KiB that goldmark alone takes long for, some minutes or all
// memory. Each is to stay below 200 ms.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile() {
		b.Run(h.name, func(b *testing.B) {
			for b.Loop() {
				Read(h.md)
			}
		})
	}
}

type document256 struct{ name, md string }

// hostile are documents of 256 KiB.
func hostile() []document256 {
	const size = 256 << 10
	const half = size / 2
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	rest := func(start, s string) string { return start + strings.Repeat(s, (size-len(start))/len(s)) }
	growing := func(s, line string) string {
		var md strings.Builder
		for i := 1; md.Len() < size; i++ {
			md.WriteString(strings.Repeat(s, i) + line)
		}
		return md.String()
	}
	x := strings.Repeat
	return []document256{
		{"quotes in one line", fill(">")},
		{"10,000 quotes a line", fill(x(">", 10_000) + "\n")},
		{"30 quotes a line", fill(x(">", 30) + "a\n\n")},
		{"quotes and lazy lines", rest(x(">", 10_000)+"\n", "a\n")},
		{"growing quotes", growing(">", "a\n\n")},
		{"lists in one line", fill("- ")},
		{"ordered lists in one line", fill("1. ")},
		{"lists and quotes in one line", fill("> - ")},
		{"growing lists", growing("  ", "- a\n")},
		{"growing tasks", growing("  ", "- [ ] a\n")},
		{"blank lines in deep lists", rest(x("- ", 1000)+"a\n", "\n")},
		{"blank lines in deep code", rest(x("- ", 15)+"```\n", "\n")},
		{"list items", fill("-\n")},
		{"lists of one item", fill("- a\n* a\n")},
		{"open brackets", fill("[")},
		{"open and closed brackets", x("[", half) + x("]", half)},
		{"150 open and closed brackets", fill(x("[", 150) + x("]", 150) + "\n\n")},
		{"brackets in lines", fill("[a]\n")},
		{"brackets across lines", fill("[a\n]")},
		{"open links", fill("[a](")},
		{"open addresses", fill("[a](<b")},
		{"open parentheses", fill("[a](((((((((")},
		{"open titles", fill("[a](b \"\n")},
		{"open references", fill("[a][")},
		{"links in brackets", x("[", half/4) + x("[a](b)", half/6) + x("]", half/4)},
		{"images in images", x("![", half/4) + "a" + x("](b)", half/4)},
		{"wiki links in brackets", x("[", 150) + x("[[a]]", size/5-60) + x("]", 150)},
		{"open wiki links", fill("[[a")},
		{"half wiki links", fill("[[a]")},
		{"emphasis that opens, then closes", x("*a ", half/3) + x("a_ ", half/3)},
		{"500 signs of emphasis", fill(x("*a ", 250) + x("a_ ", 250) + "\n\n")},
		{"runs of emphasis", fill("a**b*c_")},
		{"emphasis across links", x("*a ", half/3) + x("[*b](c)", half/7)},
		{"strikethrough", fill("~~a ~b ")},
		{"growing code spans", growing("`", " ")},
		{"open tags", fill("<a b=\"c\" ")},
		{"open comments", fill("a <!--\n")},
		{"open character data", fill("a <![CDATA[\n")},
		{"definitions", fill("[a]: b\n")},
		{"open definitions", fill("[a]: b \"\n")},
		{"255 definitions", fill(x("[a]: b \"\n", 255) + "\n")},
		{"columns", x("|a", half/4) + "\n" + x("|-", half/4) + "\n"},
		{"rows of a wide table", rest(x("|a", 10_000)+"\n"+x("|-", 10_000)+"\n", "|\n")},
		{"wide tables", fill(x("|a", 50) + "\n" + x("|-", 50) + "\n||\n||\n\n")},
		{"rows", rest("|a|\n|-|\n", "|b|\n")},
		{"escaped bars", rest("|a|\n|-|\n", "|`\\|`\n")},
		{"delimiter rows", fill("-|-\n")},
		{"headings", fill("# a\n")},
		{"setext headings", fill("a\n=\n")},
		{"addresses", fill("http://a.b/ www.c.d e@f.g ")},
		{"opening markers", fill(openLine)},
		{"opening markers in code", rest("```\n", openLine)},
		{"pairs of markers", fill(openLine + closeLine)},
		{"a full block", rest(openLine, "> - [a\n") + "\n" + closeLine},
	}
}
