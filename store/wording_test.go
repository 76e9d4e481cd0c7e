package store

import (
	"slices"
	"strings"
	"testing"
)

func TestWordingsAreCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", MaxWording)
	for _, c := range []struct {
		name string
		also []string
		read []string
		cut  int
	}{
		{"none", nil, nil, 0},
		{"as they are", []string{"slow checkout", "キャッシュ"}, []string{"slow checkout", "キャッシュ"}, 0},
		{"on one line", []string{" slow\n\tcheckout "}, []string{"slow checkout"}, 0},
		{"each once", []string{"slow checkout", "slow  checkout"}, []string{"slow checkout"}, 0},
		{"empty ones are none", []string{"", " \n"}, nil, 0},
		{"200 characters", []string{long}, []string{long}, 0},
		{"more", []string{long + "é", "short"}, []string{long, "short"}, 1},
	} {
		read, cut := CutWordings(c.also)
		if !slices.Equal(read, c.read) || cut != c.cut {
			t.Errorf("%s: %q, %d cut", c.name, read, cut)
		}
	}
}

func TestOverlapAskedInOtherWords(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "Sessions expire after five minutes")
	for i := range 30 {
		create(t, s, "unrelated chore number "+inventedWord(i))
	}
	const question = "People get thrown out all the time"
	for _, c := range []struct {
		name    string
		also    []string
		verdict string
	}{
		{"without", nil, "none"},
		{"in the words of the thread", []string{"", "Sessions expire after five minutes"}, "duplicate"},
		{"in some of them", []string{"Sessions expire too early for the staff"}, "related"},
		{"in others", []string{"Xylophone lessons"}, "none"},
	} {
		bothWays(t, s, func(way string) {
			got := overlap(t, s, OverlapQuery{Text: question, Also: c.also})
			if got.Verdict != c.verdict || got.Query != question || got.Also == nil {
				t.Errorf("%s, %s: %+v", c.name, way, got)
			}
			if c.verdict != "none" && (got.Hits[0].ID != th.ID || !strings.HasPrefix(got.Hits[0].Why[0], `matched "Sessions`)) {
				t.Errorf("%s, %s: hit %+v", c.name, way, got.Hits[0])
			}
		})
	}
	hits, err := s.Search(t.Context(), SearchQuery{Text: question, Also: []string{"Sessions expire after five minutes"}})
	if err != nil || len(hits) == 0 || hits[0].ID != th.ID {
		t.Errorf("search: %+v, %v", hits, err)
	}
	for name, c := range map[string]struct {
		also []string
		bad  string
	}{
		"five":    {[]string{"a", "b", "c", "d", "e"}, "also"},
		"NUL":     {[]string{"a\x00"}, "also[0]"},
		"no text": {[]string{"a", "\xff"}, "also[1]"},
	} {
		_, err := s.Overlap(t.Context(), OverlapQuery{Text: "x", Also: c.also})
		_, err2 := s.Search(t.Context(), SearchQuery{Text: "x", Also: c.also})
		if invalidFields(err) != c.bad || invalidFields(err2) != c.bad {
			t.Errorf("%s: %v, %v", name, err, err2)
		}
	}
}

func TestOverlapShowsTheNearestThreads(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	one := create(t, s, "Sessions expire after five minutes", inProject("shop"))
	create(t, s, "Order new paper", inProject("shop"))
	create(t, s, "Water the plants", inProject("garden"))
	finished := create(t, s, "Prune the roses", inProject("shop"))
	done(t)(s.Finish(t.Context(), owner, finished.ID, Guard{}, StatusDone, ""))
	for _, c := range []struct{ name, text string }{
		{"one is near", one.Summary}, {"a finished one is", finished.Summary}, {"none is", "Xylophone lessons"},
	} {
		got := overlap(t, s, OverlapQuery{Text: c.text, Project: "shop"})
		active := map[string]bool{}
		for _, h := range append(slices.Clone(got.Nearest), got.Hits...) {
			if h.Active() {
				active[h.ID] = true
			}
		}
		if len(active) != leastNearest {
			t.Errorf("%s: %+v", c.name, got)
		}
		for _, h := range got.Nearest {
			if !h.Active() || slices.Contains(hitIDs(got), h.ID) {
				t.Errorf("%s: nearest %+v", c.name, h)
			}
		}
	}
}
