package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/store"
)

// PageBody is a wiki page on the wire.
type PageBody struct {
	store.Page
	HTML *string `json:"html,omitempty" doc:"With ?html=1: the text as sanitised HTML"`
}

// PagePath names a wiki page.
type PagePath struct {
	Path string `path:"path" doc:"1 to 8 slugs joined by slashes" example:"guides/first-steps"`
}

// Resolve lets Huma refuse what is no path of a page, with the place that is wrong.
func (p *PagePath) Resolve(huma.Context) []error {
	var invalid *store.InvalidError
	if err := store.CheckPath("path", p.Path); errors.As(err, &invalid) {
		return []error{&huma.ErrorDetail{Location: "path.path", Message: invalid.Fields[0].Message}}
	}
	return nil
}

func (p PagePath) read(ctx context.Context, a *API) (*answer, error) {
	return a.getPage(ctx, &getPageInput{PagePath: p})
}

type listPagesInput struct {
	Prefix string `query:"prefix" doc:"What the path begins with, such as guides/"`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor string `query:"cursor" doc:"From the Link header of the page before"`
}

var listPages = operation{id: "list-pages", summary: "List wiki pages by path", result: []store.PageInfo{}}

func (a *API) listPages(ctx context.Context, in *listPagesInput) (*answer, error) {
	list, err := a.Store.Pages(ctx, store.PageFilter{Prefix: in.Prefix, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	shown := page{"/api/wiki", in.Limit, list.Next, list.Total, map[string]string{"prefix": in.Prefix}}
	return cacheable(ctx, shown.answer(ctx, a, encode(list.Pages)), never), nil
}

type getPageInput struct {
	PagePath
	DocumentQuery
}

var getPage = operation{id: "get-page", summary: "Read a wiki page", result: PageBody{}}

func (a *API) getPage(ctx context.Context, in *getPageInput) (*answer, error) {
	var p store.Page
	var err error
	if in.Rev > 0 {
		p, err = a.Store.PageAt(ctx, in.Path, in.Rev)
	} else {
		p, err = a.Store.Page(ctx, in.Path)
	}
	if err != nil {
		return nil, err
	}
	body := PageBody{p, a.render(ctx, in.DocumentQuery, p.Markdown, p.Links)}
	return cacheable(ctx, reply(http.StatusOK, body).taggedRev(p.Rev), never), nil
}

type putPageInput struct {
	PagePath
	DocumentGuard
	Body DocumentText
}

var putPage = operation{id: "put-page", summary: "Write a wiki page", creates: true, result: PageBody{}}

func (a *API) putPage(ctx context.Context, in *putPageInput) (*answer, error) {
	rev, err := in.ifRev()
	if err != nil {
		return nil, err
	}
	return write(ctx, a, "", func(by store.By) (store.Written[store.Page], error) {
		return a.Store.PutPage(ctx, by, in.Path, rev, in.Body.Markdown)
	}, func(w store.Written[store.Page]) *answer {
		out := reply(http.StatusOK, PageBody{Page: w.Item}).taggedRev(w.Item.Rev)
		out.Event = w.EventID
		if w.EventID != "" && w.Item.Rev == 1 {
			out.Status = http.StatusCreated
			out.Location = a.link(ctx, "/api/wiki/"+w.Item.Path)
		}
		return out
	})
}

type deletePageInput struct {
	PagePath
	IfMatch string `header:"If-Match" doc:"The ETag of the version that is meant"`
}

var deletePage = operation{id: "delete-page", summary: "Delete a wiki page"}

func (a *API) deletePage(ctx context.Context, in *deletePageInput) (*answer, error) {
	rev, err := DocumentGuard{IfMatch: in.IfMatch}.ifRev()
	if err != nil {
		return nil, err
	}
	return write(ctx, a, "", func(by store.By) (store.Written[store.Page], error) {
		return a.Store.DeletePage(ctx, by, in.Path, rev)
	}, func(w store.Written[store.Page]) *answer {
		return &answer{Status: http.StatusNoContent, Event: w.EventID}
	})
}

type listPageRevisionsInput struct {
	PagePath
	RevisionsQuery
}

var listPageRevisions = operation{id: "list-page-revisions", summary: "List the versions of a wiki page", result: []store.Revision{}}

func (a *API) listPageRevisions(ctx context.Context, in *listPageRevisionsInput) (*answer, error) {
	page, err := a.Store.PageRevisions(ctx, in.Path, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return a.revisions(ctx, "/api/wiki-revisions/"+in.Path, in.RevisionsQuery, page), nil
}

type movePagesInput struct {
	Body struct {
		From string `json:"from" doc:"A page, or a folder of pages" example:"guides"`
		To   string `json:"to" doc:"Its new path; what is below follows" example:"docs/guides"`
	}
}

var movePages = operation{
	id: "move-pages", summary: "Move a wiki page and all below it; the links to them follow",
	result: store.Moved{},
}

func (a *API) movePages(ctx context.Context, in *movePagesInput) (*answer, error) {
	return write(ctx, a, "", func(by store.By) (store.Written[store.Moved], error) {
		return a.Store.MovePages(ctx, by, in.Body.From, in.Body.To)
	}, func(w store.Written[store.Moved]) *answer {
		out := reply(http.StatusOK, w.Item)
		out.Event = w.EventID
		return out
	})
}
