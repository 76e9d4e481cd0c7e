package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// page says where a list stands in the way from page to page.
type page struct {
	path   string
	limit  int
	next   string            // cursor of the next page; empty at the end
	total  int               // over all pages
	filter map[string]string // the other parameters; empty ones are left out
}

// answer is the answer that shows a page.
func (p page) answer(ctx context.Context, a *API, body []byte) *answer {
	out := newAnswer(http.StatusOK, body).tagged(0)
	out.TotalCount = strconv.Itoa(p.total)
	if p.next == "" {
		return out
	}
	q := url.Values{"limit": {strconv.Itoa(p.limit)}, "cursor": {p.next}}
	for name, value := range p.filter {
		if value != "" {
			q.Set(name, value)
		}
	}
	out.Link = "<" + a.link(ctx, p.path+"?"+q.Encode()) + `>; rel="next"`
	return out
}
