package mcpserver

import (
	"context"
	"fmt"
	"hash/crc32"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/store"
)

func (s *server) searchTool() tool {
	return tool{
		name:        "search",
		title:       "Search",
		description: "Items by words, id, slug or path (path:part); project's first.",
		hints:       reads,
		params: []param{
			{name: "query", required: true, hint: "words, an id, a slug, a wiki path or a hub:// address"},
			{name: "also", kind: textsArg},
			{name: "project"},
			{name: "kinds", kind: textsArg, oneOf: store.SearchKinds},
			{name: "limit", kind: numberArg, max: searchDepth},
			{name: "cursor"},
		},
		run: s.search,
	}
}

// searchDepth is how many hits a search has over all pages. Each page ranks as many anew: a
// ranking of fewer would not begin with the same ones.
const searchDepth = 100

type searchData struct {
	Hits       []foundView `json:"hits"`
	Total      int         `json:"total"` // over all pages, at most searchDepth
	NextCursor string      `json:"next_cursor,omitempty"`
	Suggestion string      `json:"suggestion,omitempty"` // what the query may have been meant to be, when nothing was found
}

// foundView is one hit. Wiki pages have no project, and only threads have a status.
type foundView struct {
	Kind        string       `json:"kind"`
	ID          string       `json:"id"`
	URI         string       `json:"uri"` // for the tool read
	Title       string       `json:"title"`
	ProjectSlug string       `json:"project_slug,omitempty"`
	Status      store.Status `json:"status,omitempty"`
	Score       float64      `json:"score"`
	Snippet     string       `json:"snippet,omitempty"` // empty: the title says it all
	URL         string       `json:"url"`
}

func (s *server) search(ctx context.Context, c call) (toolResult, error) {
	project, _, err := s.scope(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	query := store.SearchQuery{Text: c.text("query"), Also: c.texts("also"), Kinds: c.texts("kinds"), Project: project, Limit: searchDepth}
	hits, err := s.Store.Search(ctx, query)
	if err != nil {
		return toolResult{}, err
	}
	from, err := searchPlace(c.text("cursor"), query, hits)
	if err != nil {
		return toolResult{}, err
	}
	if len(hits) == 0 {
		meant, err := s.Store.Meant(ctx, query)
		return nothingFound(meant), err
	}
	rows, size := usualRows, usualText
	if c.has("limit") {
		rows, size = c.number("limit"), maxText
	}
	return searchPage(query, hits, from, rows, size, c.base), nil
}

// nothingFound says what the query may have been meant to be, if anything.
func nothingFound(meant string) toolResult {
	text := "Nothing found: try fewer or other words (also), or check_overlap, which always names the nearest."
	if meant != "" {
		text = fmt.Sprintf("Nothing found. Did you mean %s? Search for that, or try other words (also).", quote(meant))
	}
	return toolResult{text, searchData{Hits: []foundView{}, Suggestion: meant}}
}

// searchPage renders the hits from a place on, as many as fit. One always does: title and
// snippet are cut, and an address is short enough beside them.
func searchPage(query store.SearchQuery, hits []store.SearchHit, from, rows, size int, base string) toolResult {
	data := searchData{Hits: []foundView{}, Total: len(hits)}
	builder := newTextBuilder(size, searchHead(query, len(hits)))
	builder.add(note, nil)
	more := func(to int) string {
		return fmt.Sprintf("More: the same call with cursor %s.", quote(searchCursor(query, hits[:to])))
	}
	builder.keepRoom(more(len(hits)))
	to := from
	for _, h := range hits[from:min(from+rows, len(hits))] {
		v := newFound(h, base)
		if !builder.add(v.line(), v) {
			break
		}
		data.Hits = append(data.Hits, v)
		to++
	}
	if to < len(hits) {
		data.NextCursor = searchCursor(query, hits[:to])
		builder.addLast(more(to))
	}
	return toolResult{builder.String(), data}
}

func searchHead(query store.SearchQuery, total int) string {
	if total == searchDepth {
		return fmt.Sprintf("The best %d hits%s; narrow with kinds or path:.", total, first(query.Project))
	}
	return plural(total, "hit") + first(query.Project) + "."
}

func first(project string) string {
	if project == "" {
		return ""
	}
	return ", those of " + project + " first"
}

func newFound(h store.SearchHit, base string) foundView {
	v := foundView{
		Kind: h.Kind, ID: h.ID, URI: h.URI, Title: short(&h.Title, rowText), Score: twoDecimals(h.Score),
		Snippet: beyondTitle(oneLine(h.Title), plainSnippet(h.Snippet)), URL: base + store.DashboardPath(h.URI),
	}
	if h.ProjectSlug != nil {
		v.ProjectSlug = *h.ProjectSlug
	}
	if h.Status != nil {
		v.Status = *h.Status
	}
	return v
}

// beyondTitle is what a snippet says that the title, which its text begins with, does not.
func beyondTitle(title, snippet string) string {
	if strings.HasPrefix(title, strings.TrimSuffix(snippet, "…")) {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(snippet, title))
}

var unmark = strings.NewReplacer("<mark>", "", "</mark>", "")

// plainSnippet is a snippet as text. Its marks are its only markup, so what reads like one
// once it is unescaped is a part of the text.
func plainSnippet(snippet string) string {
	return oneLine(html.UnescapeString(unmark.Replace(snippet)))
}

func (v foundView) line() string {
	s := fmt.Sprintf("- %.2f %s %s", v.Score, v.Kind, v.URI)
	if v.Status != "" {
		s += " " + string(v.Status)
	}
	if v.ProjectSlug != "" {
		s += " in " + v.ProjectSlug
	}
	s += ": " + quote(v.Title)
	if v.Snippet != "" {
		s += "; " + quote(v.Snippet)
	}
	return s
}

// searchCursor points behind the hits shown so far. It holds a checksum of the question and
// of those hits, in whatever order: as long as they are the best ones, the rest is new to the
// reader, and complete.
func searchCursor(query store.SearchQuery, shown []store.SearchHit) string {
	ids := make([]string, len(shown))
	for i, h := range shown {
		ids[i] = h.ID
	}
	slices.Sort(ids)
	kinds := slices.Sorted(slices.Values(query.Kinds))
	parts := slices.Concat([]string{query.Text, query.Project}, query.Also, slices.Compact(kinds), ids)
	return fmt.Sprintf("%d-%08x", len(shown), crc32.ChecksumIEEE([]byte(strings.Join(parts, "\x00"))))
}

// searchPlace is where the page begins that a cursor names.
func searchPlace(cursor string, query store.SearchQuery, hits []store.SearchHit) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	at, _, _ := strings.Cut(cursor, "-")
	from, err := strconv.Atoi(at)
	if err != nil || from < 1 || from >= len(hits) || cursor != searchCursor(query, hits[:from]) {
		return 0, refuse("the cursor is not one of this search, or the hits have changed since: search again without a cursor")
	}
	return from, nil
}
