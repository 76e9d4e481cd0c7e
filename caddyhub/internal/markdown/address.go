package markdown

import (
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/progresshub/progresshub/store/outline"
)

const (
	// maxAddress is the longest address of a link, in bytes; browsers differ beyond it.
	maxAddress = 2048

	dashboard = "/ui"
	wikiPages = dashboard + "/wiki/"
)

// address is where a link may lead: nowhere if href is empty.
type address struct {
	href     string
	class    string
	external bool
}

// address is where a link with the given destination leads.
func (d *rendering) address(destination []byte) address {
	if len(destination) > maxAddress {
		return address{}
	}
	to, known := d.addresses[string(destination)]
	if !known {
		to = d.resolve(string(util.URLEscape(destination, true)))
		d.addresses[string(destination)] = to
	}
	return to
}

// autoAddress is where an address that stands in the text leads.
func (d *rendering) autoAddress(n *ast.AutoLink) address {
	written := n.URL(d.source)
	if len(written) > maxAddress {
		return address{}
	}
	escaped := string(util.URLEscape(written, false))
	if n.AutoLinkType == ast.AutoLinkEmail {
		escaped = "mailto:" + escaped
	}
	return d.resolve(escaped)
}

// wikiAddress is where a link to a wiki page leads.
func (d *rendering) wikiAddress(n *outline.WikiLink) address {
	to := address{href: d.links.Prefix + wikiPages + n.Path + fragment(n.Fragment), class: "wiki-link"}
	if !d.pageExists(n.Path) {
		to.class += " missing"
	}
	return to
}

func (d *rendering) pageExists(page string) bool {
	if d.links.Exists == nil {
		return true
	}
	exists, known := d.exists[page]
	if !known {
		exists = d.links.Exists(page)
		d.exists[page] = exists
	}
	return exists
}

// resolve reads a percent-encoded address and writes it anew, so that a browser reads it
// no other way than the rules here did.
func (d *rendering) resolve(escaped string) address {
	u, err := url.Parse(ipv6.Replace(escaped))
	if err != nil || u.User != nil { // hub.example@evil.example is no link to the hub
		return address{}
	}
	switch u.Scheme {
	case "http", "https":
		if u.Host != "" {
			return address{href: u.String(), external: true}
		}
	case "mailto":
		if u.Opaque != "" {
			return address{href: u.String(), external: true}
		}
	case "":
		if u.Host == "" {
			return address{href: d.within(u)}
		}
	}
	return address{}
}

// ipv6 are the only brackets an address needs: http://[::1]/.
var ipv6 = strings.NewReplacer("%5B", "[", "%5D", "]")

// within is the address of a place on the page or of the dashboard; empty for others.
func (d *rendering) within(u *url.URL) string {
	if u.Path == "" {
		return fragment(u.Fragment)
	}
	clean := path.Clean(u.Path) // browsers resolve ".." too, encoded or not
	if clean != dashboard && !strings.HasPrefix(clean, dashboard+"/") {
		return ""
	}
	to := url.URL{Path: d.links.Prefix + clean, RawQuery: u.RawQuery}
	return to.String() + fragment(u.Fragment)
}

// fragment leads to the heading with the given text or slug; it is empty when there can be
// no such heading.
func fragment(heading string) string {
	if id := outline.Slug(heading); id != "" {
		return "#" + idPrefix + id
	}
	return ""
}
