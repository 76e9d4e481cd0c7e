package mcpserver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

func TestSearch(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("vault"), Title: store.Some("The vault")})
	keys := h.thread("vault", "Rotate the backup keys", full).ID
	h.thread("garden", "Paint the fence")
	h.page("guides/backup", "# Backups\n\nWhere the **backup** keys live & <mark>what</mark> opens them\n")
	if _, err := h.store.PutProgress(t.Context(), byOwner, "vault", 0, "# Vault\n\nbackup keys everywhere\n"); err != nil {
		t.Fatal(err)
	}
	reminder, session := h.reminder("Check the backup keys"), h.session("vault", "Looked for the backup keys")
	for _, c := range []struct {
		name string
		args map[string]any
		want []string // addresses, each somewhere
		not  []string
		says string
	}{
		{"all kinds by words", map[string]any{"query": "backup keys", "limit": 20}, []string{store.ThreadURI(keys), store.PageURI("guides/backup"), store.ProgressURI("vault"), store.ReminderURI(reminder), store.SessionURI(session)}, nil, "hits."},
		{"kinds", map[string]any{"query": "backup keys", "kinds": []string{"page", "reminder"}}, []string{store.PageURI("guides/backup"), store.ReminderURI(reminder)}, []string{store.ThreadURI(keys)}, "2 hits."},
		{"no kinds are all", map[string]any{"query": "backup keys", "kinds": []string{}}, []string{store.ThreadURI(keys)}, nil, ""},
		{"a project", map[string]any{"query": "backup keys", "project": "garden"}, []string{store.ThreadURI(keys), store.PageURI("guides/backup")}, nil, "hits, those of garden first."},
		{"a path", map[string]any{"query": "path:guides"}, []string{store.PageURI("guides/backup")}, nil, "1 hit."},
		{"words of a path", map[string]any{"query": "guides", "kinds": []string{"page"}}, []string{store.PageURI("guides/backup")}, nil, "1 hit."},
		{"other words", map[string]any{"query": "xylophone", "also": []string{"backup keys"}}, []string{store.ThreadURI(keys)}, nil, "hits."},
		{"an id", map[string]any{"query": keys}, []string{store.ThreadURI(keys)}, nil, "- 1.00 thread hub://threads/" + keys + ` open in vault: "Rotate the backup keys"`},
		{"an address", map[string]any{"query": "hub://wiki/guides/backup"}, []string{store.PageURI("guides/backup")}, nil, "- 1.00 page hub://wiki/guides/backup: "},
		{"a slug", map[string]any{"query": "vault", "kinds": []string{"project"}}, []string{store.ProjectURI("vault")}, nil, "1 hit."},
		{"no such words", map[string]any{"query": "xylophone"}, nil, nil, "check_overlap"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("search", c.args)
			got := data[searchData](h, r)
			contains(t, r.text(), c.says)
			contains(t, r.text(), c.want...)
			for _, uri := range append(c.want, c.not...) {
				if found := slices.ContainsFunc(got.Hits, func(v foundView) bool { return v.URI == uri }); found != slices.Contains(c.want, uri) {
					t.Errorf("%s among the hits: %v", uri, found)
				}
			}
			if got.Hits == nil || got.Total != len(got.Hits) || got.NextCursor != "" {
				t.Errorf("%+v", got)
			}
			for _, v := range got.Hits {
				contains(t, r.text(), v.line())
				if !strings.HasPrefix(v.URL, ownOrigin+"/ui/") || v.Score <= 0 || v.Score > 1 {
					t.Errorf("%+v", v)
				}
			}
		})
	}
	t.Run("snippets are plain text", func(t *testing.T) {
		v := data[searchData](h, h.call("search", map[string]any{"query": "backup keys", "kinds": []string{"page"}})).Hits[0]
		if want := "# Backups Where the **backup** keys live & <mark>what</mark> opens them"; v.Snippet != want {
			t.Errorf("%q, want %q", v.Snippet, want)
		}
	})
	t.Run("a title that says it all is not repeated", func(t *testing.T) {
		long := h.thread("garden", "Paint the shed "+strings.Repeat("green and blue ", 30)).ID
		r := h.call("search", map[string]any{"query": "paint"})
		for _, v := range data[searchData](h, r).Hits {
			if v.Snippet != "" || strings.Count(r.text(), v.Title) != 1 {
				t.Errorf("%+v", v)
			}
		}
		contains(t, r.text(), `: "Paint the fence"`, long)
	})
	for _, c := range []struct {
		name, args, says string
	}{
		{"no query", `{}`, `argument "query" (a string) is missing: words, an id`},
		{"blank query", `{"query":" "}`, `argument "query" is empty`},
		{"unknown kind", `{"query":"x","kinds":["thread","note"]}`, `argument "kinds" must be a list of thread, project, progress, page, reminder, session`},
		{"one kind as a text", `{"query":"x","kinds":"thread"}`, `argument "kinds" must be a list of strings, not a string`},
		{"unknown project", `{"query":"x","project":"valut"}`, `project "valut" not found; closest: vault`},
		{"too many", `{"query":"x","limit":101}`, "between 1 and 100"},
		{"foreign cursor", `{"query":"x","cursor":"10-00000000"}`, "search again without a cursor"},
	} {
		t.Run(c.name, func(t *testing.T) { contains(t, h.refusal("search", rawJSON(c.args)), c.says) })
	}
}

func TestSearchPages(t *testing.T) {
	h := newHub(t)
	const all = 60
	for i := range all {
		h.thread("alpha", fmt.Sprintf("Water the plants on balcony %d ", i)+strings.Repeat("<登>\"", 30))
	}
	query := map[string]any{"query": "water the plants balcony"}
	for _, limit := range []any{nil, 7, searchDepth} {
		args := map[string]any{"query": query["query"], "limit": limit}
		seen := map[string]bool{}
		for pages := 0; ; pages++ {
			r := h.call("search", args)
			got := data[searchData](h, r)
			if limit == nil && len(r.text()) > 2048 || r.size > 65536 || len(got.Hits) == 0 || pages > all {
				t.Fatalf("limit %v, page %d: %d hits, %d bytes of text, %d in all", limit, pages, len(got.Hits), len(r.text()), r.size)
			}
			for _, v := range got.Hits {
				if seen[v.ID] {
					t.Fatalf("%s comes twice", v.ID)
				}
				seen[v.ID] = true
			}
			if got.Total != all {
				t.Errorf("total %d", got.Total)
			}
			if got.NextCursor == "" {
				break
			}
			contains(t, r.text(), `the same call with cursor "`+got.NextCursor+`"`)
			args["cursor"] = got.NextCursor
		}
		if len(seen) != all {
			t.Errorf("limit %v: the pages have %d hits of %d", limit, len(seen), all)
		}
	}
	next := data[searchData](h, h.call("search", query)).NextCursor
	for name, args := range map[string]map[string]any{
		"of another query":   {"query": "water the plants", "cursor": next},
		"of another project": {"query": query["query"], "project": "alpha", "cursor": next},
		"of other words":     {"query": query["query"], "also": []string{"oil the hinges"}, "cursor": next},
		"of other kinds":     {"query": query["query"], "kinds": []string{"thread"}, "cursor": next},
		"beyond the end":     {"query": query["query"], "cursor": "60-" + next[len(next)-8:]},
		"before the start":   {"query": query["query"], "cursor": "-1-" + next[len(next)-8:]},
		"no number":          {"query": query["query"], "cursor": "x"},
	} {
		t.Run(name, func(t *testing.T) {
			contains(t, h.refusal("search", args), "search again without a cursor")
		})
	}
	t.Run("when something better came in between", func(t *testing.T) {
		h.thread("alpha", "Water the plants balcony")
		contains(t, h.refusal("search", map[string]any{"query": query["query"], "cursor": next}), "the hits have changed")
	})
}

// More hits than a search looks at are not passed off as all there are.
func TestSearchSaysWhereItEnds(t *testing.T) {
	h := newHub(t)
	for i := range searchDepth + 5 {
		h.thread("alpha", fmt.Sprintf("Water the plants on balcony %d", i))
	}
	r := h.call("search", map[string]any{"query": "water the plants balcony"})
	contains(t, r.text(), "The best 100 hits; narrow with kinds or path:.")
	r = h.call("search", map[string]any{"query": "water the plants balcony", "limit": searchDepth})
	if got := data[searchData](h, r); len(got.Hits) < 50 || r.size > 65536 || len(r.text()) > maxText {
		t.Errorf("%d hits, %d bytes", len(got.Hits), r.size)
	}
}

func TestASearchThatFindsNothing(t *testing.T) {
	h := newHub(t)
	h.thread("alpha", "Rotate the backup keys")
	for query, want := range map[string]string{"bakup": `Nothing found. Did you mean "backup"? Search for that`, "zebras": "Nothing found: try fewer or other words"} {
		r := h.call("search", map[string]any{"query": query})
		contains(t, r.text(), want)
		if got := data[searchData](h, r); got.Hits == nil || (got.Suggestion == "backup") != (query == "bakup") {
			t.Errorf("%s: %+v", query, got)
		}
	}
}

// The longest hit there can be still fits a page, and those after it follow.
func TestSearchShowsTheLongestHit(t *testing.T) {
	h := newHub(t)
	path := strings.TrimSuffix(strings.Repeat(strings.Repeat("a", 64)+"/", 8), "/")
	h.page(path, "# "+strings.Repeat("👍", 300)+" needle\n\n"+strings.Repeat("needle👍", 300))
	h.page("other", "needle in a haystack")
	args := map[string]any{"query": "needle", "kinds": []string{"page"}}
	seen := map[string]bool{}
	for range 3 {
		r := h.call("search", args)
		got := data[searchData](h, r)
		if len(got.Hits) == 0 || len(r.text()) > usualText {
			t.Fatalf("%d hits in %d bytes", len(got.Hits), len(r.text()))
		}
		for _, v := range got.Hits {
			seen[v.URI] = true
		}
		if args["cursor"] = got.NextCursor; got.NextCursor == "" {
			break
		}
	}
	if !seen[store.PageURI(path)] || !seen[store.PageURI("other")] {
		t.Errorf("found %v", seen)
	}
}

func FuzzPlainSnippet(f *testing.F) {
	f.Add("Fix the <mark>login</mark> & <b>more</b>", "login")
	f.Add("&lt;mark&gt; &amp;amp; \u202e", "mark")
	f.Fuzz(func(t *testing.T, text, query string) {
		got := plainSnippet(match.Snippet(text, query, 160))
		// White space apart, a snippet is a part of the text as it stands, markup and all.
		joined := func(s string) string { return strings.Join(strings.Fields(clean(s)), "") }
		if part := strings.TrimSuffix(strings.TrimPrefix(joined(got), "…"), "…"); !strings.Contains(joined(text), part) {
			t.Errorf("%q is no part of %q", got, text)
		}
		noHidden(t, "search", got)
	})
}

func FuzzSearchCursor(f *testing.F) {
	query := store.SearchQuery{Text: "x"}
	hits := []store.SearchHit{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	for _, seed := range []string{"", "1-00000000", "-", "2", "99999999999999999999-0", "\xff", searchCursor(query, hits[:2])} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cursor string) {
		from, err := searchPlace(cursor, query, hits)
		if err == nil && cursor != "" && cursor != searchCursor(query, hits[:from]) {
			t.Errorf("%q leads to %d", cursor, from)
		}
	})
}
