package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
)

// pathMark begins a word of a search that says where pages are: path:home/network.
const pathMark = "path:"

// maxByPath is how many pages a search looks at whose path has one of its words.
const maxByPath = 400

// enoughOfPath is the share of a search's words that a path must hold to be a hit by itself.
const enoughOfPath = 0.5

// splitPath takes the first part of a path that a search names out of its words.
func splitPath(text string) (words, path string) {
	var rest []string
	for _, word := range strings.Fields(text) {
		if named, ok := strings.CutPrefix(strings.ToLower(word), pathMark); ok && path == "" {
			if path = strings.Trim(named, "/"); path != "" {
				continue
			}
		}
		rest = append(rest, word)
	}
	return strings.Join(rest, " "), path
}

// below finds the pages at a path and below it, wherever in their own path it begins.
func (s *Store) below(ctx context.Context, path string) (ids []string, err error) {
	ids, err = collect(ctx, s, scanString, `SELECT id FROM wiki_pages WHERE deleted_at IS NULL AND instr('/' || path, '/' || ?1) > 0
		ORDER BY path <> ?1, path`, path)
	if err != nil {
		return nil, fmt.Errorf("look for pages by path: %w", err)
	}
	return ids, nil
}

// listed are the pages of a search that says nothing but where they are, in the order of their
// paths.
func (s *Store) listed(ctx context.Context, q SearchQuery, ids []string, limit int) ([]ranked, error) {
	ids = ids[:min(len(ids), limit)]
	items, err := s.items(ctx, map[string][]string{kindPage: ids})
	if err != nil {
		return nil, err
	}
	var found []ranked
	for i, id := range ids {
		if item, ok := items[id]; ok && q.wants(item.Kind, id) {
			found = append(found, ranked{indexed: item, score: 1 - float64(i)/float64(2*MaxLimit)})
		}
	}
	return found, nil
}

// byPath finds the pages whose path holds enough of the words of a search: a path is what
// somebody calls a page, though no title says so.
func (s *Store) byPath(ctx context.Context, q SearchQuery) ([]ranked, error) {
	terms := match.Terms(q.Text)
	if len(terms) == 0 || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, kindPage) {
		return nil, nil
	}
	// The beginning of a word finds its other forms too; what it is worth is looked at below.
	const beginning = 4
	for i, term := range terms {
		terms[i] = term[:min(len(term), beginning)]
	}
	text, err := jsonText(terms)
	if err != nil {
		return nil, err
	}
	ids, err := collect(ctx, s, scanString, `SELECT id FROM (SELECT w.id, w.path, (SELECT count(*) FROM json_each(?) t
		WHERE instr('/' || replace(w.path, '-', '/'), '/' || t.value) > 0) AS n FROM wiki_pages w WHERE w.deleted_at IS NULL)
		WHERE n > 0 ORDER BY n DESC, path LIMIT ?`, text, maxByPath)
	if err != nil {
		return nil, fmt.Errorf("look for words in paths: %w", err)
	}
	items, err := s.items(ctx, map[string][]string{kindPage: ids})
	if err != nil {
		return nil, err
	}
	var found []ranked
	for _, id := range ids {
		item, ok := items[id]
		path := strings.TrimPrefix(item.uri, PageURI(""))
		if share := match.Share(path, q.Text); ok && share >= enoughOfPath && q.wants(item.Kind, id) {
			// As a name counts that is none of the title's, and less the more of it nobody asked for.
			const most, whole = 0.9, 0.6
			found = append(found, ranked{indexed: item, score: most * share * share * (whole + (1-whole)*match.Share(q.Text, path))})
		}
	}
	return found, nil
}
