package store

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/match"
)

// unbuilt puts the overlap index back to before its build, when it holds nothing but what full
// text finds.
func unbuilt(s *Store) {
	rest(s)
	s.overlap.mu.Lock()
	defer s.overlap.mu.Unlock()
	s.overlap.newer = map[string]bool{}
	s.overlap.index = match.New()
	s.overlap.built.Store(false)
}

func overlap(t testing.TB, s *Store, q OverlapQuery) Overlap {
	t.Helper()
	got, err := s.Overlap(t.Context(), q)
	if err != nil {
		t.Fatalf("overlap: %v", err)
	}
	for _, h := range got.Hits {
		if h.Why == nil { // would be null in JSON
			t.Fatalf("hit %s has no list of reasons", h.ID)
		}
	}
	return got
}

func hitIDs(o Overlap) []string {
	var out []string
	for _, h := range o.Hits {
		out = append(out, h.ID)
	}
	return out
}

// bothWays runs a test with the index built, and with full text in its place.
func bothWays(t *testing.T, s *Store, test func(way string)) {
	t.Helper()
	test("index")
	whole := s.overlap.index
	unbuilt(s)
	test("full text")
	s.overlap.index = whole
	s.overlap.built.Store(true)
}

func TestOverlapFindsWorkInEveryState(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const words = "rotate the webhook signing secret"
	for i := range 30 {
		create(t, s, fmt.Sprint("unrelated chore number ", i))
	}
	for _, status := range Statuses {
		th := createIn(t, s, status)
		title := words + " for " + string(status)
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Summary: Some(title)}, false))
		bothWays(t, s, func(way string) {
			got := overlap(t, s, OverlapQuery{Text: title})
			if len(got.Hits) == 0 || got.Hits[0].ID != th.ID || *got.Hits[0].Status != status || got.Verdict != "duplicate" {
				t.Errorf("%s, %s: %+v", way, status, got)
				return
			}
			if h := got.Hits[0]; h.Summary != title || *h.ProjectSlug != InboxSlug || h.Kind != "thread" || h.Score <= 0 || h.Score > 1 || len(h.Why) == 0 {
				t.Errorf("%s, %s: hit %+v", way, status, h)
			}
		})
	}
	bothWays(t, s, func(way string) {
		if got := overlap(t, s, OverlapQuery{Text: "xylophone"}); got.Verdict != "none" || got.Hits == nil {
			t.Errorf("%s: nothing alike: %+v", way, got)
		}
		if got := overlap(t, s, OverlapQuery{Text: words, Limit: 2}); len(got.Hits) > 2 {
			t.Errorf("%s: %d hits, want at most 2", way, len(got.Hits))
		}
	})
}

// What is gone since the index was asked is no reason for a verdict.
func TestOverlapJudgesByWhatItShows(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const words = "rotate the webhook signing secret"
	for i := range 10 {
		create(t, s, fmt.Sprint("unrelated chore number ", i))
	}
	s.overlap.index.Put(match.Doc{ID: "cxy99bbg25ng", Kind: kindThread, Project: InboxSlug, Status: string(StatusOpen), Title: words, At: s.now()})
	if got := overlap(t, s, OverlapQuery{Text: words}); got.Verdict != "none" {
		t.Errorf("%+v", got)
	}
}

func TestOverlapFollowsCommits(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "migrate the billing tables")
	bothWays(t, s, func(way string) {
		find := func(text string) []string {
			t.Helper()
			o := overlap(t, s, OverlapQuery{Text: text})
			return slices.DeleteFunc(hitIDs(o), func(string) bool { return o.Verdict == "none" })
		}
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Summary: Some("paint the garden fence " + way)}, false))
		if got := find("paint the garden fence"); !slices.Equal(got, []string{th.ID}) {
			t.Errorf("%s: the new words find %v", way, got)
		}
		if got := find("migrate the billing tables"); len(got) != 0 {
			t.Errorf("%s: the old words find %v", way, got)
		}
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Summary: Some("migrate the billing tables")}, false))
		_, err := s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("knit a scarf"), ProjectSlug: Some("nope")}, false)
		if !isMissing(err) || len(find("knit a scarf")) != 0 {
			t.Errorf("%s: a refused change is found", way)
		}
	})
	// A change that removes its item takes it out once it is committed.
	done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{}))
	if got := hitIDs(overlap(t, s, OverlapQuery{Text: "migrate the billing tables"})); len(got) != 0 {
		t.Errorf("a removed thread is found: %v", got)
	}
}

// building is the index of a store before its build, which has no file, beside the one that the
// store has.
func building(t *testing.T, s *Store) *overlapIndex {
	t.Helper()
	x := newOverlapIndex(s)
	if err := os.RemoveAll(x.file()); err != nil {
		t.Fatal(err)
	}
	close(x.ended) // there is no background
	return x
}

// TestALargeBuildEndsThoughItIsToBeWrittenAlready: so many changes may be made meanwhile.
func TestALargeBuildEndsThoughItIsToBeWrittenAlready(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	x := building(t, s)
	for i := range 1000 {
		x.put(match.Doc{ID: fmt.Sprintf("%012d", i), Kind: kindThread, Title: fmt.Sprint("item ", i)})
	}
	x.writeSoon()
	if x.build(t.Context()); !x.built.Load() {
		t.Error("it is not built")
	}
}

// What commits while the index is being built is newer than what the build still reads.
func TestOverlapBuildKeepsWhatCommitsMeanwhile(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var first Thread
	for i := range buildChunk + 3 { // and one project
		th := create(t, s, fmt.Sprint("item ", i))
		if i == 0 {
			first = th
		}
	}
	x := building(t, s)
	removed := first
	x.follow([]indexing{{doc: match.Doc{ID: first.ID, Kind: "thread", Title: "changed meanwhile"}}})
	x.follow([]indexing{{doc: match.Doc{ID: "zzzzzzzzzzzz", Kind: "thread", Title: "made meanwhile"}}})
	x.build(t.Context())
	if !x.built.Load() || x.index.Len() != buildChunk+5 {
		t.Errorf("built %v with %d items, want %d", x.built.Load(), x.index.Len(), buildChunk+5)
	}
	if hits := x.index.Search(match.Query{Text: "changed meanwhile", Limit: 1}); len(hits) != 1 || hits[0].ID != first.ID || !hits[0].Passed {
		t.Errorf("the build overwrote a newer text: %+v", hits)
	}
	x.follow([]indexing{{doc: match.Doc{ID: removed.ID}}})
	if x.index.Len() != buildChunk+4 {
		t.Errorf("%d items after one was removed", x.index.Len())
	}
	// The same while the build is still to come: what was removed stays away.
	y := building(t, s)
	y.follow([]indexing{{doc: match.Doc{ID: removed.ID}}})
	y.build(t.Context())
	if y.index.Len() != buildChunk+3 {
		t.Errorf("%d items, want all but the removed one", y.index.Len())
	}
}

func TestOverlapStopsItsBuildWithTheStore(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "findable all the same")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := building(t, s)
	x.build(ctx)
	<-x.done
	if x.built.Load() {
		t.Error("an ended build counts as complete")
	}
	found, err := x.search(t.Context(), match.Query{Text: "findable all the same"}, match.View{Limit: 5})
	if err != nil || len(found.Hits[0]) != 1 {
		t.Errorf("without the index: %v, %v", found, err)
	}
}

// No text is a syntax error, and none holds the process up.
func TestOverlapTakesAnyText(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, `the "quoted" words AND others`)
	for name, text := range map[string]string{
		"quotes":               `"quoted" ""`,
		"one quote":            `"`,
		"NUL":                  "quoted\x00words",
		"only NUL":             "\x00",
		"only operators":       `AND OR NOT NEAR( * ^ : - + ( )`,
		"words with marks":     `don't c++ v1.2 foo_bar a-b user@host #7 50%`,
		"column filter":        `title:quoted`,
		"only marks":           `!?… ——`,
		"invalid UTF-8":        "quoted \xff\xfe words",
		"other scripts":        "проверить 検索 खोज",
		"combining marks only": "\u0301\u0301",
		"200 KB of terms":      strings.Repeat("word quoted ", 17_000),
		"200 KB of one term":   strings.Repeat("q", 200_000),
		"200 KB of quotes":     strings.Repeat(`"`, 200_000),
		"SQL":                  `'); DROP TABLE search_index; --`,
	} {
		bothWays(t, s, func(way string) {
			got, err := s.Overlap(t.Context(), OverlapQuery{Text: text})
			if err != nil || len(got.Query) > 1024 || got.Hits == nil || got.Verdict == "" {
				t.Errorf("%s, %s: %d bytes of query, %v", way, name, len(got.Query), err)
			}
		})
	}
	for name, tc := range map[string]struct {
		q   OverlapQuery
		bad string
	}{
		"no text":          {OverlapQuery{}, "q"},
		"only white space": {OverlapQuery{Text: " \n\t"}, "q"},
		"too many hits":    {OverlapQuery{Text: "x", Limit: MaxHits + 1}, "limit"},
		"a negative limit": {OverlapQuery{Text: "x", Limit: -1}, "limit"},
	} {
		if _, err := s.Overlap(t.Context(), tc.q); invalidFields(err) != tc.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}
