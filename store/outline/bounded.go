package outline

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Some of goldmark's parsers look at the whole of a block for each sign in it, or at all that
// is open for each line, so that 256 KiB from a client can take minutes, and a table all
// memory. What a document holds beyond these bounds is read as plain text. Where a block
// begins still depends on the text before it alone.
const (
	// maxDepth is how deep containers stand in one another; a list and its item are two.
	maxDepth = 32
	// maxEffort is what one document may cost beyond its length, in bytes looked at. A
	// long page of prose takes a tenth of it.
	maxEffort = 32 << 20
	// lineEffort is what looking at a line costs, however short it is.
	lineEffort = 40
	// containerEffort is what holding a line against an open list or quote costs.
	containerEffort = 200
	// cellEffort is what a table cell costs, which need not be in the text at all.
	cellEffort = 500
)

var spent = parser.NewContextKey()

// spend reports whether the document may still cost so much, and counts it if so.
func spend(pc parser.Context, effort int) bool {
	sum := pc.ComputeIfAbsent(spent, func() any { return new(int) }).(*int)
	if effort > maxEffort-*sum {
		return false
	}
	*sum += effort
	return true
}

// effort is that of looking at all the lines once.
func effort(lines *text.Segments) int {
	sum := 0
	if n := lines.Len(); n > 0 {
		sum = lines.At(n-1).Stop - lines.At(0).Start + n*lineEffort
	}
	return sum
}

// boundedContainer bounds the parser of a block that holds blocks, a list or a quote: how deep
// they stand in one another, and how many lines are held against them.
type boundedContainer struct{ parser.BlockParser }

func (c boundedContainer) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	// goldmark's list parser keeps count of a list's own items, which are no lists.
	if _, isList := parent.(*ast.List); !isList && (depth(parent) >= maxDepth || !spend(pc, containerEffort)) {
		return nil, parser.NoChildren
	}
	return c.BlockParser.Open(parent, reader, pc)
}

func (c boundedContainer) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	if !spend(pc, containerEffort) {
		return parser.Close
	}
	return c.BlockParser.Continue(node, reader, pc)
}

// depth counts the nodes around n.
func depth(n ast.Node) int {
	d := 0
	for n = n.Parent(); n != nil; n = n.Parent() {
		d++
	}
	return d
}

// boundedMark bounds the parser of a sign that belongs with another of the same block, such as a
// bracket or an asterisk.
type boundedMark struct{ parser.InlineParser }

func (m boundedMark) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if !spend(pc, effort(parent.Lines())) {
		return nil
	}
	return m.InlineParser.Parse(parent, block, pc)
}

func (m boundedMark) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if closer, ok := m.InlineParser.(parser.CloseBlocker); ok {
		closer.CloseBlock(parent, block, pc)
	}
}

// boundedDefinitions bounds the parser of link definitions, [name]: address, which may look at
// the whole paragraph for each of its lines.
type boundedDefinitions struct{ parser.ParagraphTransformer }

func (d boundedDefinitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := node.Lines()
	if lines.Len() == 0 {
		return
	}
	first := lines.At(0)
	begins := bytes.HasPrefix(bytes.TrimLeft(first.Value(reader.Source()), " "), []byte("["))
	if begins && spend(pc, lines.Len()*effort(lines)) {
		d.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// boundedTables bounds the parser of tables, which fills each row up with the cells it lacks. It
// does not bound extension.NewTableASTTransformer, which is to be left out.
type boundedTables struct{ parser.ParagraphTransformer }

func (t boundedTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, columns := node.Lines(), 0
	for i := range lines.Len() {
		line := lines.At(i)
		columns = max(columns, delimited(line.Value(reader.Source())))
	}
	if columns > 0 && spend(pc, columns*lines.Len()*cellEffort) {
		t.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// delimited is how many columns there are at most if line is the one below a table's
// header, |---|---|, and 0 if it cannot be that. Dashes alone are not, though goldmark takes
// them for it where they underline no heading.
func delimited(line []byte) int {
	if len(bytes.Trim(line, "|:- \t\r\n")) > 0 || !bytes.ContainsAny(line, "|:") {
		return 0
	}
	return bytes.Count(line, []byte("|")) + 1
}
