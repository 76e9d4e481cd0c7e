package api

import (
	"context"
	"net/url"
	"strconv"
)

// PageQuery chooses a page of a list.
type PageQuery struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor string `query:"cursor" doc:"From the Link header of the page before"`
}

// nextPage is the address of the page at a cursor; empty: there is none. filter are the other
// parameters of the list, of which empty ones are left out.
func (a *API) nextPage(ctx context.Context, path string, asked PageQuery, cursor string, filter map[string]string) string {
	if cursor == "" {
		return ""
	}
	q := url.Values{"limit": {strconv.Itoa(asked.Limit)}, "cursor": {cursor}}
	for name, value := range filter {
		if value != "" {
			q.Set(name, value)
		}
	}
	return a.way(ctx, path+"?"+q.Encode())
}
