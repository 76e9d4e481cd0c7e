package outline

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Addresses that stand bare in the text are looked for at each blank, bracket and sign of
// emphasis, so no pattern may read on over those and fail in the end. Unlike GitHub's, a
// URL needs no dot in its host: a hub is often just http://name:8787.
var (
	bareURL  = regexp.MustCompile(`^https?://(?:[A-Za-z0-9._~%@:+-]|\[[0-9A-Fa-f:]+\])+(?:[/?#][^\s<]*)?`)
	bareHost = regexp.MustCompile(`^www(?:\.[A-Za-z0-9-]+){2,}(?::\d+)?(?:[/?#][^\s<]*)?`)
)

// maxMails is how often a document is searched for a bare mail address. goldmark does so
// from each sign among the up to 64 bytes before the @, with a pattern that looks at the 255
// after it each time.
const maxMails = 2000

var mailsKey = parser.NewContextKey()

// bareAddress holds the parser of bare addresses in bounds.
type bareAddress struct{ parser.InlineParser }

func (b bareAddress) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	word := line[1:min(len(line), 66)]
	if end := bytes.IndexAny(word, "@ \t\n"); end >= 0 && word[end] == '@' {
		mails := pc.ComputeIfAbsent(mailsKey, func() any { return new(int) }).(*int)
		if *mails++; *mails > maxMails {
			return nil
		}
	}
	return b.InlineParser.Parse(parent, block, pc)
}
