package markdown

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// values are the patterns that the values of an element's attributes must match.
type values map[string]*regexp.Regexp

// safe are the elements a document may consist of. They are written down again on purpose:
// what the policy allows by mistake is not allowed here too.
var safe = map[string]values{
	"h1": heading, "h2": heading, "h3": heading, "h4": heading, "h5": heading, "h6": heading,
	"p": directed, "blockquote": directed, "ul": directed, "table": directed,
	"ol": {"dir": whole(`auto`), "start": whole(`\d{1,9}`)},
	"li": {}, "hr": {}, "br": {}, "pre": {}, "em": {}, "strong": {}, "del": {},
	"thead": {}, "tbody": {}, "tr": {}, "th": cell, "td": cell,
	"code":  {"class": whole(`language-[\w+#.-]{1,40}`)},
	"a":     {"href": whole(`[^\s"<>]+`), "class": whole(`wiki-link( missing)?`), "rel": whole(`noopener noreferrer nofollow`)},
	"input": {"type": whole(`checkbox`), "disabled": whole(``), "checked": whole(``), "data-line": whole(`\d+`)},
}

var (
	directed = values{"dir": whole(`auto`)}
	heading  = values{"dir": whole(`auto`), "id": whole(`md-[a-z0-9]+(-[a-z0-9]+)*`)}
	cell     = values{"align": whole(`left|right|center`)}

	slugged = whole(`#md-[a-z0-9-]+`)
	inHub   = whole(`/ui(/[^?#\\]*)?(\?[^#\\]*)?(#md-[a-z0-9-]+)?`)
	outside = whole(`(?i)https?://[^/?#@\\]+([/?#].*)?|mailto:[^/\\].*`)
)

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// maxNesting is how deep elements stand in each other; browsers take 512.
const maxNesting = 100

// unsafe is what is wrong with HTML that is shown in a hub under prefix: what it may not
// hold, and whether it is read another way when it is written and read again.
func unsafe(out, prefix string) []string {
	var wrong, trees []string
	for _, scripting := range []bool{false, true} { // which decides how <noscript> is read
		root, err := parse(out, scripting)
		if err != nil {
			return []string{err.Error()}
		}
		wrong = append(wrong, violations(root, prefix)...)

		var written strings.Builder
		for n := range root.ChildNodes() {
			if err := html.Render(&written, n); err != nil {
				return append(wrong, err.Error())
			}
		}
		again, err := parse(written.String(), scripting)
		if err != nil {
			return append(wrong, err.Error())
		}
		trees = append(trees, tree(root), tree(again))
	}
	for _, t := range trees {
		if t != trees[0] {
			return append(wrong, fmt.Sprintf("read another way it is another tree: %s, then %s", trees[0], t))
		}
	}
	return wrong
}

// violations are the elements, attributes and links under root that are not allowed.
func violations(root *html.Node, prefix string) []string {
	c := checker{prefix: prefix, ids: make(map[string]bool)}
	c.children(root, 0)
	return c.wrong
}

// parse reads a fragment of HTML as a browser does that is given it as innerHTML.
func parse(fragment string, scripting bool) (*html.Node, error) {
	root := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(fragment), root, html.ParseOptionEnableScripting(scripting))
	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root, err
}

// tree is n with what is in it, in a form to compare.
func tree(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		depth := 0
		for range d.Ancestors() {
			depth++
		}
		fmt.Fprintf(&b, "%d:%d %s %q %q\n", depth, d.Type, d.Namespace, d.Data, d.Attr)
	}
	return b.String()
}

type checker struct {
	prefix string
	ids    map[string]bool
	wrong  []string
}

func (c *checker) fail(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

func (c *checker) children(n *html.Node, depth int) {
	if depth > maxNesting {
		c.fail("elements are nested %d deep", depth)
		return
	}
	for child := range n.ChildNodes() {
		switch child.Type {
		case html.TextNode:
		case html.ElementNode:
			c.element(child)
			c.children(child, depth+1)
		default:
			c.fail("%q is neither an element nor text", child.Data)
		}
	}
}

func (c *checker) element(n *html.Node) {
	allowed, known := safe[n.Data]
	if !known || n.Namespace != "" {
		c.fail("element <%s> %s", n.Data, n.Namespace)
	}
	has := make(map[string]string)
	for _, a := range n.Attr {
		has[a.Key] = a.Val
		switch pattern := allowed[a.Key]; {
		case pattern == nil || a.Namespace != "":
			c.fail("<%s> has the attribute %s", n.Data, a.Key)
		case !pattern.MatchString(a.Val):
			c.fail("<%s> has %s=%q", n.Data, a.Key, a.Val)
		}
	}
	if id, named := has["id"]; named && c.ids[id] {
		c.fail("the id %q is there twice", id)
	}
	c.ids[has["id"]] = true
	switch n.Data {
	case "a":
		c.anchor(n, has)
	case "input":
		if has["type"] != "checkbox" || len(has) < 3 {
			c.fail("<input> has but %v", has)
		}
	}
}

func (c *checker) anchor(n *html.Node, has map[string]string) {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Data == "a" {
			c.fail("a link within a link")
		}
	}
	href := normalised(has["href"])
	external := outside.MatchString(href)
	if external != (has["rel"] != "") {
		c.fail("href %q has rel %q", href, has["rel"])
	}
	within, ours := strings.CutPrefix(href, c.prefix)
	if !external && !slugged.MatchString(href) && (!ours || !inHub.MatchString(within) || climbs(within)) {
		c.fail("href %q leads elsewhere", href)
	}
}

// normalised is an address as browsers read it: without control characters at its ends, or
// tabs and line ends anywhere.
func normalised(href string) string {
	href = strings.TrimFunc(href, func(r rune) bool { return r <= ' ' })
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(href)
}

// climbs reports whether a path leaves the folder it begins with, encoded or not: browsers
// resolve ".." and "%2e%2e".
func climbs(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	decoded, err := url.PathUnescape(path)
	return err != nil || slices.Contains(strings.Split(decoded, "/"), "..")
}
