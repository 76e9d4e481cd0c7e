package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func find(t testing.TB, s *Store, q SearchQuery) []SearchHit {
	t.Helper()
	hits, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %q: %v", q.Text, err)
	}
	return hits
}

func TestSearchFindsByWordsAndByName(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	rotate := create(t, s, "rotate the backup keys", inProject("vault"))
	create(t, s, "paint the garden fence", inProject("garden"))
	tokyo := create(t, s, "東京タワーの写真を整理する", inProject("photos"))
	changeProject(t)(s.UpdateProject(t.Context(), owner, "vault", ProjectInput{Slug: Some("safe"), Description: Some("where the secrets of the house are kept")}))
	safe, err := s.Project(t.Context(), "safe")
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		q    SearchQuery
		want string // the first hit's URI; empty: no hit
	}{
		"words":                           {SearchQuery{Text: "backup key rotation"}, ThreadURI(rotate.ID)},
		"words of another script":         {SearchQuery{Text: "写真の整理"}, ThreadURI(tokyo.ID)},
		"an id":                           {SearchQuery{Text: " " + rotate.ID + " "}, ThreadURI(rotate.ID)},
		"a URI":                           {SearchQuery{Text: ThreadURI(rotate.ID)}, ThreadURI(rotate.ID)},
		"a slug":                          {SearchQuery{Text: "safe"}, ProjectURI("safe")},
		"an earlier slug":                 {SearchQuery{Text: "vault"}, ProjectURI("safe")},
		"a description":                   {SearchQuery{Text: "secrets of the house"}, ProjectURI("safe")},
		"a kind":                          {SearchQuery{Text: "safe", Kinds: []string{"thread"}}, ""},
		"a project, which hides no other": {SearchQuery{Text: "backup key rotation", Project: "garden"}, ThreadURI(rotate.ID)},
		"a project under its early slug":  {SearchQuery{Text: "backup key rotation", Project: "vault"}, ThreadURI(rotate.ID)},
		"nothing alike":                   {SearchQuery{Text: "xylophone"}, ""},
		"no words":                        {SearchQuery{Text: "?!"}, ""},
	} {
		bothWays(t, s, func(way string) {
			hits := find(t, s, tc.q)
			if tc.want == "" && len(hits) > 0 || tc.want != "" && (len(hits) == 0 || hits[0].URI != tc.want) {
				t.Errorf("%s, %s: %+v, want %q first", name, way, hits, tc.want)
			}
			seen := map[string]bool{}
			for _, h := range hits {
				if seen[h.ID] || h.Score <= 0 || h.Score > 1 || h.Title == "" {
					t.Errorf("%s, %s: hit %+v", name, way, h)
				}
				seen[h.ID] = true
			}
		})
	}
	if hits := find(t, s, SearchQuery{Text: "backup keys"}); !strings.Contains(hits[0].Snippet, "<mark>backup</mark>") || *hits[0].ProjectSlug != "safe" {
		t.Errorf("hit %+v", hits[0])
	}
	if safe.Counts[StatusOpen] != 1 {
		t.Errorf("counts %v", safe.Counts)
	}
}

func TestSearchChecksItsInput(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for name, tc := range map[string]struct {
		q   SearchQuery
		bad string
	}{
		"no text":         {SearchQuery{Text: " \t"}, "q"},
		"an unknown kind": {SearchQuery{Text: "x", Kinds: []string{"thread", "ghost"}}, "kind"},
		"too many":        {SearchQuery{Text: "x", Limit: MaxLimit + 1}, "limit"},
	} {
		if _, err := s.Search(t.Context(), tc.q); invalidFields(err) != tc.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Search(t.Context(), SearchQuery{Text: "x", Project: "nope"}); !isMissing(err) {
		t.Errorf("an unknown project: %v", err)
	}
	for _, text := range []string{strings.Repeat("word ", 100_000), "\x00", `" OR "`, "NEAR(a b)", strings.Repeat("東", 50_000), "*", "a AND"} {
		find(t, s, SearchQuery{Text: text})
	}
}

func TestSearchEndsAtItsLimit(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for i := range 30 {
		create(t, s, fmt.Sprint("water the plants on balcony ", i))
	}
	if hits := find(t, s, SearchQuery{Text: "water the plants", Limit: 7}); len(hits) != 7 ||
		!slices.IsSortedFunc(hits, func(a, b SearchHit) int { return int(1000 * (b.Score - a.Score)) }) {
		t.Errorf("%d hits: %+v", len(hits), hits)
	}
}

func TestOfHitsThatRankAlikeTheLaterComesFirst(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, path := range []string{"first", "second", "third"} {
		c.advance(time.Hour)
		if _, err := s.PutPage(t.Context(), owner, path, 0, "# Notes\n\n"+strings.Repeat("filling words here ", 3000)+"zylophonic quasar"); err != nil {
			t.Fatal(err)
		}
	}
	c.advance(time.Hour)
	if _, err := s.PutPage(t.Context(), owner, "second", 0, "# Notes\n\n"+strings.Repeat("filling words here ", 3000)+"zylophonic quasars, zylophonic quasar"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range find(t, s, SearchQuery{Text: "zylophonic quasar"}) {
		got = append(got, strings.TrimPrefix(h.URI, "hub://wiki/"))
	}
	if want := []string{"second", "third", "first"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// A word that stands there is found, however much else does, in any script.
func TestSearchFindsAnyWordThatStandsThere(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	long := remind(t, s, ReminderInput{Text: Some(strings.Repeat("ordinary words of a long note ", 8) + "needleunique"), Kind: Some("session")})
	tried := create(t, s, "where do words live", func(in *ThreadInput) {
		in.Tried = Some([]Attempt{{"redis streams", "lostmessages"}})
	})
	goal := create(t, s, "登録画面の改善その二", func(in *ThreadInput) { in.Goal = Some("観測者からの不満を減らす") })
	if _, err := s.PutPage(t.Context(), owner, "deep", 0, "# Notes\n\n"+strings.Repeat("filling words here ", 3000)+"zylophonic quasar"); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		saveSessions(t, s, session(fmt.Sprint(i), func(in *SessionInput) { in.Title = Some("zylophonic quasar") }))
	}
	for name, tc := range map[string]struct {
		q    SearchQuery
		want string
	}{
		"in a long text":                   {SearchQuery{Text: "needleunique"}, ReminderURI(long.ID)},
		"in what was tried":                {SearchQuery{Text: "lostmessages"}, ThreadURI(tried.ID)},
		"in a goal, without spaces":        {SearchQuery{Text: "観測者"}, ThreadURI(goal.ID)},
		"deep in a page, of its kind":      {SearchQuery{Text: "zylophonic quasar", Kinds: []string{"page"}, Limit: 10}, PageURI("deep")},
		"of a thread, asked for by it":     {SearchQuery{Text: "lostmessages", Kinds: []string{"thread"}}, ThreadURI(tried.ID)},
		"by one word of two, the rare one": {SearchQuery{Text: "lostmessages absent", Kinds: []string{"thread"}}, ThreadURI(tried.ID)},
	} {
		got := ""
		for _, h := range find(t, s, tc.q) {
			if got == "" || h.URI == tc.want {
				got = h.URI
			}
		}
		if got != tc.want {
			t.Errorf("%s: found %q, want %q", name, got, tc.want)
		}
	}
	if n := list(t, s, ThreadFilter{Text: "LOSTmessages"}).Total; n != 1 {
		t.Errorf("the filter finds %d", n)
	}
}
