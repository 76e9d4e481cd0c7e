package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

// PreviewBody is what a text that is not saved looks like.
type PreviewBody struct {
	HTML string `json:"html" doc:"The text as sanitised HTML" example:"<p>Hello</p>"`
}

type previewInput struct{ Body DocumentText }

var preview = operation{id: "preview", summary: "Show a text as HTML without saving it"}

// preview shows a text as GET with ?html=1 would once it is saved. It changes nothing; it is
// a POST because the text is too long for an address.
func (a *API) preview(ctx context.Context, in *previewInput) (*result[PreviewBody], error) {
	links, err := a.Store.LinksIn(ctx, in.Body.Markdown)
	if err != nil {
		return nil, err
	}
	return show(PreviewBody{*a.render(ctx, DocumentQuery{HTML: true}, in.Body.Markdown, links)}), nil
}

type addressInput struct {
	Kind  string `query:"kind" required:"true" enum:"project,page" doc:"What is to get the title"`
	Title string `query:"title" required:"true" doc:"In any script; in that of a page, slashes make folders"`
}

var address = operation{id: "get-address", summary: "The slug or path that a title becomes"}

// address says what a title becomes, so that it can be shown while it is typed.
func (a *API) address(ctx context.Context, in *addressInput) (*result[store.Address], error) {
	find := a.Store.ProjectAddress
	if in.Kind == "page" {
		find = a.Store.PageAddress
	}
	found, err := find(ctx, in.Title)
	if err != nil {
		return nil, err
	}
	return show(found).until(never), nil
}
