package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
)

// SearchKinds are the kinds of items that a search finds.
var SearchKinds = []string{kindThread, kindProject, kindProgress, kindPage, kindReminder, kindSession}

// SearchQuery asks for items.
type SearchQuery struct {
	Text    string   // required; cut to 1 KiB. An id, a slug, a path or a hub:// URI finds just that first; path:home/network only pages there
	Also    []string // the same in other words, or in another language: at most MaxAlso, cut to MaxWording
	Kinds   []string // empty: all
	Project string   // its items and those of none come first
	Limit   int      // 0: DefaultLimit

	at map[string]bool // the pages where Text says; nil: items anywhere
}

// SearchHit is one item that a search found.
type SearchHit struct {
	Kind        string  `json:"kind" enum:"thread,project,progress,page,reminder,session"`
	ID          string  `json:"id" example:"cxy99bbg25ng"`
	URI         string  `json:"uri" doc:"Its address over MCP" example:"hub://threads/cxy99bbg25ng"`
	Title       string  `json:"title" example:"Home server"`
	ProjectSlug *string `json:"project_slug" example:"home-server"`
	Status      *Status `json:"status" enum:"open,blocked,done,dismissed" doc:"Of a thread"`
	Score       float64 `json:"score" minimum:"0" maximum:"1"`
	At          Time    `json:"at" format:"date-time" doc:"Of the last work on it, or the last change"`
	Snippet     string  `json:"snippet" doc:"HTML: the words found stand in <mark>, all else is escaped" example:"Rotate the <mark>backup</mark> <mark>keys</mark>"`
}

// snippetWidth is how much of a text a hit shows, in characters.
const snippetWidth = 160

// Search ranks items of all kinds by a text: those it names exactly, then what overlap
// would find, then pages whose path has its words, and long texts that hold them beyond the
// part that overlap reads. Of two that rank alike the later one comes first.
func (s *Store) Search(ctx context.Context, q SearchQuery) ([]SearchHit, error) {
	const op = "search"
	var v invalid
	if strings.TrimSpace(q.Text) == "" {
		v.add("q", "is required: what to look for")
	}
	for _, k := range q.Kinds {
		v.oneOf("kind", k, SearchKinds)
	}
	limit := v.page(q.Limit, "")
	q.Also = v.also(q.Also)
	if err := v.err(); err != nil {
		return nil, err
	}
	if s.db.Closed() {
		return nil, ErrClosed // the index in memory would go on answering
	}
	if q.Project != "" {
		p, err := s.Project(ctx, q.Project)
		if err != nil {
			return nil, err
		}
		q.Project = p.Slug
	}
	ranked, err := s.found(ctx, &q, limit)
	if err != nil {
		return nil, wrap(op, err)
	}
	hits := make([]SearchHit, len(ranked))
	left := readBudget
	for i, r := range ranked {
		hits[i] = SearchHit{
			Kind: r.Kind, ID: r.ID, URI: r.uri, Title: r.Title, Score: r.score, At: At(r.At),
			Snippet: match.Snippet(left.take(r.Doc), cmp.Or(r.wording, q.Text), snippetWidth),
		}
		if r.Project != "" {
			hits[i].ProjectSlug = &r.Project
		}
		if r.Status != "" {
			hits[i].Status = new(Status(r.Status))
		}
	}
	return hits, nil
}

// ranked is an item with its rank.
type ranked struct {
	indexed
	score   float64
	wording string // the other wording that it was found by
}

// budget is how much text of its hits a search may still read word by word: many long
// documents must not make it slow.
type budget int

const (
	readBudget budget = 1 << 20
	leastRead         = 4 << 10 // of each text, whatever the others took
)

// take is as much of an item's text as may be read.
func (b *budget) take(d match.Doc) string {
	text := d.Title + "\n" + d.Body
	text = strings.ToValidUTF8(text[:min(len(text), max(int(*b), leastRead))], "")
	*b -= budget(len(text))
	return text
}

// wants reports whether an item may be among the hits.
func (q SearchQuery) wants(kind, id string) bool {
	return q.wantsKind(kind) && (q.at == nil || q.at[id])
}

func (q SearchQuery) wantsKind(kind string) bool {
	return len(q.Kinds) == 0 || slices.Contains(q.Kinds, kind)
}

// elsewhere reports whether an item is another project's than the one asked for.
func (q SearchQuery) elsewhere(project string) bool {
	return q.Project != "" && project != "" && project != q.Project
}

// behind tells items of other projects from those that come first. What is the same as was
// asked for is no worse for being elsewhere.
func (q SearchQuery) behind(r ranked) int {
	if q.elsewhere(r.Project) && r.score < match.Duplicate {
		return 1
	}
	return 0
}

// found takes from the text where it says to look, and ranks what is there.
func (s *Store) found(ctx context.Context, q *SearchQuery, limit int) ([]ranked, error) {
	words, path := splitPath(q.Text)
	if path == "" {
		return s.ranked(ctx, *q, limit)
	}
	ids, err := s.below(ctx, path)
	if err != nil {
		return nil, err
	}
	q.Text, q.at = words, make(map[string]bool, len(ids))
	for _, id := range ids {
		q.at[id] = true
	}
	if words == "" {
		return s.listed(ctx, *q, ids, limit)
	}
	return s.ranked(ctx, *q, limit)
}

func (s *Store) ranked(ctx context.Context, q SearchQuery, limit int) ([]ranked, error) {
	found, err := s.named(ctx, q)
	if err != nil {
		return nil, err
	}
	near, err := s.near(ctx, q, limit)
	if err != nil {
		return nil, err
	}
	written, err := s.written(ctx, q, limit)
	if err != nil {
		return nil, err
	}
	called, err := s.byPath(ctx, q)
	if err != nil {
		return nil, err
	}
	found, err = s.heirItems(ctx, q, slices.Concat(found, near, written, called))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(q.behind(a), q.behind(b)), cmp.Compare(b.score, a.score), b.At.Compare(a.At))
	})
	seen := map[string]bool{}
	found = slices.DeleteFunc(found, func(r ranked) bool {
		again := seen[r.ID]
		seen[r.ID] = true
		return again
	})
	return found[:min(len(found), limit)], nil
}

// named finds the items that the text names exactly: by id, slug, path or URI.
func (s *Store) named(ctx context.Context, q SearchQuery) ([]ranked, error) {
	name := strings.TrimSpace(q.Text)
	if len(name) > MaxText {
		return nil, nil
	}
	ids := []string{name}
	for _, uri := range []string{name, ProjectURI(name), PageURI(name)} {
		item, err := liveItemAt(s.lookup(ctx), uri)
		if err != nil {
			return nil, err
		}
		_, id, _ := strings.Cut(item, "/")
		ids = append(ids, id)
	}
	byKind := map[string][]string{}
	for _, kind := range SearchKinds {
		byKind[kind] = ids
	}
	items, err := s.items(ctx, byKind)
	if err != nil {
		return nil, err
	}
	var found []ranked
	for _, id := range ids {
		if item, ok := items[id]; ok && q.wants(item.Kind, id) {
			found = append(found, ranked{indexed: item, score: 1})
		}
	}
	return found, nil
}

// near finds what the index in memory ranks.
func (s *Store) near(ctx context.Context, q SearchQuery, limit int) ([]ranked, error) {
	view := func(elsewhere bool) match.View {
		v := match.View{Limit: limit, Keep: func(kind, project, _ string) bool { return q.wantsKind(kind) && q.elsewhere(project) == elsewhere }}
		if q.at != nil {
			v.KeepID = func(id string) bool { return q.at[id] }
		}
		return v
	}
	views := []match.View{view(false)}
	if q.Project != "" {
		views = append(views, view(true)) // else all are looked at; these must not crowd out its own
	}
	in, err := s.overlap.search(ctx, match.Query{Text: q.Text, Also: q.Also, Project: q.Project, Now: s.now(), NoTopics: true, Literal: true}, views...)
	if err != nil {
		return nil, err
	}
	hits := slices.Concat(in.Hits...)
	byKind := map[string][]string{}
	for _, h := range hits {
		byKind[h.Kind] = append(byKind[h.Kind], h.ID)
	}
	items, err := s.items(ctx, byKind)
	if err != nil {
		return nil, err
	}
	var found []ranked
	for _, h := range hits {
		if item, ok := items[h.ID]; ok && h.Passed {
			found = append(found, ranked{item, h.Score, h.Wording})
		}
	}
	return found, nil
}

// written finds items by the words they hold anywhere, by [match.ByWords]: documents, and the shorter
// items with every word. Of those with fewer the index finds what holds the common words, here are those
// with the rare ones.
func (s *Store) written(ctx context.Context, q SearchQuery, limit int) ([]ranked, error) {
	weights := s.overlap.index.Weights(q.Text)
	if q.Project != "" || q.at != nil {
		limit = narrowLimit // most may be elsewhere
	}
	long, short, terms := fullText(kindPage), fullText(kindThread), match.Terms(q.Text)
	queries := []fullTextQuery{{table: long, terms: terms}, {table: short, terms: terms, newest: true}}
	if len(terms) > 1 {
		queries = append(queries, fullTextQuery{table: short, terms: weights.Rare(), newest: true, any: true})
	}
	var found []ranked
	left := readBudget
	for _, words := range queries {
		words.kinds, words.limit = q.Kinds, limit
		items, err := s.textual(ctx, words)
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			share := 1.0
			if words.any || !words.newest && len(item.Body) < sourceBytes {
				share = weights.Share(left.take(item.Doc))
			}
			if share >= match.EnoughWords && q.wants(item.Kind, item.ID) {
				found = append(found, ranked{indexed: item, score: match.ByWords(share)})
			}
		}
	}
	return found, nil
}

// narrowLimit is how many items full text looks at when most may be elsewhere.
const narrowLimit = 400
