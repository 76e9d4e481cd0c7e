package markdown

import (
	"regexp"

	"github.com/microcosm-cc/bluemonday"
)

// newPolicy is the HTML that may leave the package, whatever the parser and the renderer
// made of a document: nothing but what is named here.
func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "hr", "br",
		"pre", "code", "em", "strong", "del", "table", "thead", "tbody", "tr", "th", "td")

	headings := []string{"h1", "h2", "h3", "h4", "h5", "h6"}
	allow := func(attribute, pattern string, elements ...string) {
		p.AllowAttrs(attribute).Matching(regexp.MustCompile(`^(?:` + pattern + `)$`)).OnElements(elements...)
	}
	allow("id", idPrefix+`[a-z0-9-]{1,80}`, headings...)
	allow("dir", `auto`, append(headings, "p", "ul", "ol", "blockquote", "table")...)
	allow("start", `[0-9]{1,9}`, "ol")
	allow("align", `left|center|right`, "th", "td")
	allow("class", `language-[A-Za-z0-9+#._-]{1,40}`, "code")

	allow("href", `https?://.*|mailto:.*|#`+idPrefix+`.*|/(?:[^/\\].*)?`, "a")
	allow("class", `wiki-link(?: missing)?`, "a")
	allow("rel", `noopener noreferrer nofollow`, "a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)

	allow("type", `checkbox`, "input")
	allow("disabled", ``, "input")
	allow("checked", ``, "input")
	allow("data-line", `[0-9]{1,6}`, "input")
	return p
}
