package api

import (
	"context"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/markdown"
	"github.com/progresshub/progresshub/store"
)

// DocumentQuery says how a document is to be shown.
type DocumentQuery struct {
	Rev  int  `query:"rev" minimum:"1" doc:"An earlier version; default the current one"`
	HTML bool `query:"html" doc:"Add the text as sanitised HTML"`
}

// DocumentText is the body of a write.
type DocumentText struct {
	Markdown string `json:"markdown" doc:"The whole text, at most 256 KiB; kept as it is, byte for byte" example:"# Payments\n\n- [x] Route table\n- [ ] Retry table\n"`
}

// DocumentGuard holds the conditions of a change of a document.
type DocumentGuard struct {
	IfMatch     string `header:"If-Match" doc:"The ETag of the version the change was made against"`
	IfNoneMatch string `header:"If-None-Match" doc:"* writes only if there is no document yet"`
}

// ifRev is the revision of a document that the headers ask for.
func (g DocumentGuard) ifRev(ctx context.Context, a *API, of readable) (int, error) {
	switch g.IfNoneMatch {
	case "":
	case "*":
		return store.NoRev, nil
	default:
		return 0, inbound.Invalid("header.If-None-Match", "must be *")
	}
	if strings.TrimSpace(g.IfMatch) == "*" {
		return store.AnyRev, nil
	}
	if rev, err := tagVersion(g.IfMatch); err == nil && rev == 0 {
		return store.NoRev, nil
	}
	rev, err := ifMatch(g.IfMatch)
	if err != nil {
		return 0, inbound.Invalid("header.If-Match", "must be an ETag of this document")
	}
	return rev, a.checkMark(ctx, g.IfMatch, of)
}

// revisions shows a page of the versions of the document at a path.
func (a *API) revisions(ctx context.Context, path string, q PageQuery, list store.RevisionPage) *result[[]store.Revision] {
	return show(list.Revisions).listed(list.Total, a.nextPage(ctx, path, q, list.Next, nil)).until(never)
}

// render is a text as HTML, if it was asked for. links are all links in it.
func (a *API) render(ctx context.Context, q DocumentQuery, text string, links []store.PageLink) *string {
	if !q.HTML {
		return nil
	}
	exists := make(map[string]bool, len(links))
	for _, l := range links {
		exists[l.Path] = l.Exists
	}
	return new(a.html.HTML(text, markdown.Links{
		Prefix: inbound.From(ctx).Prefix,
		Exists: func(path string) bool { return exists[path] },
	}))
}
