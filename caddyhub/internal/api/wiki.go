package api

import (
	"context"
	"errors"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/store"
)

// PageBody is a wiki page on the wire.
type PageBody struct {
	store.Page
	HTML *string `json:"html,omitempty" doc:"With ?html=1: the text as sanitised HTML"`
	// NotUnderstood are the lines of the glossary that set nothing equal.
	NotUnderstood []int `json:"not_understood,omitempty" nullable:"false" doc:"Of the page glossary: the lines that set no words equal, so without effect"`
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

func (p PagePath) tag(ctx context.Context, a *API) (string, error) {
	return tagOf(a.getPage(ctx, &getPageInput{PagePath: p}))
}

type listPagesInput struct {
	Prefix string `query:"prefix" doc:"What the path begins with, such as guides/"`
	PageQuery
}

var listPages = operation{id: "list-pages", summary: "List wiki pages by path"}

func (a *API) listPages(ctx context.Context, in *listPagesInput) (*result[[]store.PageInfo], error) {
	list, err := a.Store.Pages(ctx, store.PageFilter{Prefix: in.Prefix, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	next := a.nextPage(ctx, "/api/wiki", in.PageQuery, list.Next, map[string]string{"prefix": in.Prefix})
	return show(list.Pages).listed(list.Total, next).until(never), nil
}

type getPageInput struct {
	PagePath
	DocumentQuery
}

var getPage = operation{id: "get-page", summary: "Read a wiki page"}

func (a *API) getPage(ctx context.Context, in *getPageInput) (*result[PageBody], error) {
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
	body := PageBody{p, a.render(ctx, in.DocumentQuery, p.Markdown, p.Links), store.GlossaryUnread(p)}
	return show(body).at(p.Rev, p.Mark()).until(never), nil
}

type putPageInput struct {
	PagePath
	DocumentGuard
	Body DocumentText
}

var putPage = operation{id: "put-page", summary: "Write a wiki page", creates: true}

func (a *API) putPage(ctx context.Context, in *putPageInput) (*result[PageBody], error) {
	rev, err := in.ifRev(ctx, a, in)
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Page], error) {
		return a.Store.PutPage(ctx, by, in.Path, rev, in.Body.Markdown)
	}, func(w store.Written[store.Page]) *result[PageBody] {
		out := show(PageBody{Page: w.Item, NotUnderstood: store.GlossaryUnread(w.Item)}).at(w.Item.Rev, w.Item.Mark())
		if w.Created {
			out.created(a.way(ctx, "/api/wiki/"+w.Item.Path))
		}
		return out
	})
}

type deletePageInput struct {
	PagePath
	IfMatch string `header:"If-Match" doc:"The ETag of the version that is meant"`
}

var deletePage = operation{id: "delete-page", owner: true, summary: "Delete a wiki page"}

func (a *API) deletePage(ctx context.Context, in *deletePageInput) (*result[none], error) {
	rev, err := DocumentGuard{IfMatch: in.IfMatch}.ifRev(ctx, a, in)
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Page], error) {
		return a.Store.DeletePage(ctx, by, in.Path, rev)
	}, gone)
}

type listPageRevisionsInput struct {
	PagePath
	PageQuery
}

var listPageRevisions = operation{id: "list-page-revisions", summary: "List the versions of a wiki page"}

func (a *API) listPageRevisions(ctx context.Context, in *listPageRevisionsInput) (*result[[]store.Revision], error) {
	page, err := a.Store.PageRevisions(ctx, in.Path, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return a.revisions(ctx, "/api/wiki-revisions/"+in.Path, in.PageQuery, page), nil
}

type movePagesInput struct {
	Body struct {
		From string `json:"from" doc:"A page, or a folder of pages" example:"guides"`
		To   string `json:"to" doc:"Its new path; what is below follows" example:"docs/guides"`
	}
}

var movePages = operation{id: "move-pages", summary: "Move a wiki page and all below it; the links to them follow"}

func (a *API) movePages(ctx context.Context, in *movePagesInput) (*result[store.Moved], error) {
	return write(ctx, func(by store.By) (store.Written[store.Moved], error) {
		return a.Store.MovePages(ctx, by, in.Body.From, in.Body.To)
	}, item)
}

var getWikiLinks = operation{id: "get-wiki-links", summary: "The pages that nothing links to, and the links that lead nowhere"}

func (a *API) getWikiLinks(ctx context.Context, _ *struct{}) (*result[store.WikiLinks], error) {
	links, err := a.Store.WikiLinks(ctx)
	if err != nil {
		return nil, err
	}
	return show(links).until(never), nil
}
