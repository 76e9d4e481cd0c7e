package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// gramsWritten writes all that thread_grams does not know yet.
func gramsWritten(t testing.TB, s *Store) {
	t.Helper()
	for {
		due, err := s.gramsDue(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if due == 0 {
			return
		}
		if err := s.writeGrams(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// A text that holds another has all of its pieces, whatever script they are written in.
func TestATextHasThePiecesOfItsParts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	letters := []rune("abc  #(-é߀ﬀΣſ検索のログ한국어ขอ\u0301\u200d½Ⅷ🙂\n\"'*%_")
	for range 20_000 {
		text := make([]rune, random.IntN(12))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		folded := []rune(fold(string(text)))
		from := random.IntN(len(folded) + 1)
		part := folded[from : from+random.IntN(len(folded)-from+1)]
		known := gramsOf(string(folded))
		for _, gram := range append(gramsOf(string(part)), tellingGrams(string(part))...) {
			if !slices.Contains(known, gram) {
				t.Fatalf("%q has not the piece %q of %q", string(folded), gram, string(part))
			}
		}
	}
}

// A filtered list is the same whether thread_grams knows all of the threads, some or none.
func TestFilteredListsAreWhatEveryRowSays(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	s, c := newStore(t)
	random := rand.New(rand.NewPCG(5, 6))
	words := []string{"Webhook", "webhooks", "検索", "索引", "Größe", "GRÖSSE", "a_b%c", `"quoted"`, "login", "#3678", "ﬀ", "x"}
	text := func() string {
		var list []string
		for range 1 + random.IntN(4) {
			list = append(list, words[random.IntN(len(words))])
		}
		return strings.Join(list, " ")
	}
	filters := []ThreadFilter{{SourceTool: "codex"}, {SourceTool: "Codex"}, {Energy: "low"}, {Text: "k", Project: "p1"}, {Text: "hook", Stale: true}, {Text: "hook", Project: "p2-renamed"}}
	for _, q := range []string{"hook", "WEB", "bhooks l", "login hook", "  x\t検索 #36 ", "検索", "索", "größe", "ss", "_b%", `"`, "#36", "ff", "nothing has this", "o"} {
		filters = append(filters, ThreadFilter{Text: q}, ThreadFilter{Text: q, Project: "p1"}, ThreadFilter{Text: q, Statuses: []Status{StatusDone}},
			ThreadFilter{Text: q, Energy: "low", SourceTool: "codex"}, ThreadFilter{Text: q, Stale: true})
	}
	var all []string
	for round := range 12 {
		for range 25 {
			c.advance(7 * time.Hour)
			switch n := random.IntN(8); {
			case n < 4 || len(all) == 0:
				in := ThreadInput{Summary: Some(text()), ProjectSlug: Some([]string{"p1", "p2"}[random.IntN(2)]), Energy: Some([]string{"low", "high"}[random.IntN(2)])}
				made, err := s.CreateThread(t.Context(), agent, []string{"codex", "claude-code"}[random.IntN(2)], in, true)
				works(t, err)
				all = append(all, made.Item.ID)
			case n < 6:
				_, _ = s.UpdateThread(t.Context(), owner, all[random.IntN(len(all))], Guard{}, ThreadInput{Focus: Some(text()), Energy: Some("low")}, true)
			case n == 6 && round%2 == 0:
				_, _ = s.UpdateThread(t.Context(), owner, all[random.IntN(len(all))], Guard{}, ThreadInput{ProjectSlug: Some("p1")}, true)
			case n == 6:
				_, _ = s.Finish(t.Context(), owner, all[random.IntN(len(all))], Guard{}, StatusDone, "")
			default:
				_, _ = s.DeleteThread(t.Context(), owner, all[random.IntN(len(all))], Guard{})
			}
		}
		if round%3 == 0 {
			gramsWritten(t, s)
		}
		if round == 7 { // the threads stay where they are
			s.sql(t, "UPDATE projects SET slug = 'p2-renamed' WHERE slug = 'p2'")
			if due := number(t, s, "SELECT count(*) FROM gram_due"); due > 25 {
				t.Errorf("a new name makes %d threads due", due)
			}
		}
		for _, f := range filters {
			f.Limit = 1 + random.IntN(20)
			q, err := f.conditions(At(c.Now()), s.Effective(Policy{}))
			works(t, err)
			rows, err := s.places(t.Context(), f, q, MaxLimit*10)
			works(t, err)
			var want []string
			for _, p := range rows {
				want = append(want, p.id)
			}
			if got := allPages(t, s, f, nil); !slices.Equal(ids(got), want) {
				t.Fatalf("round %d, %+v:\ngot  %v\nwant %v", round, f, ids(got), want)
			}
			if total := list(t, s, f).Total; total != len(want) {
				t.Fatalf("round %d, %+v: total %d, want %d", round, f, total, len(want))
			}
		}
	}
}

// A thread is found by the words that somebody remembers of it, whatever stands between them.
func TestAFilterFindsEachOfItsWords(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "Repair number 264 in the cellar")
	for _, c := range []struct {
		name, text string
		total      int
	}{
		{"as they stand", "repair number 264", 1},
		{"with others between them", "repair cellar", 1},
		{"in another order", "cellar 264", 1},
		{"in another case, and apart", "  CELLAR\tRepair\n", 1},
		{"by their beginnings and ends", "lar rep", 1},
		{"nothing but space", " ", 1},
		{"one of them is not there", "repair attic", 0},
		{"as many as there may be", strings.Repeat("repair ", maxFilterWords), 1},
	} {
		if got := list(t, s, ThreadFilter{Text: c.text}).Total; got != c.total {
			t.Errorf("%s: %q finds %d, want %d", c.name, c.text, got, c.total)
		}
	}
	_, err := s.Threads(t.Context(), ThreadFilter{Text: strings.Repeat("repair ", maxFilterWords+1)}, Policy{})
	if got := fmt.Sprint(err); !strings.Contains(got, "q must have at most 32 words") {
		t.Errorf("too many words: %s", got)
	}
}

// Behind the changes everything comes to be known, also what an earlier process left.
func TestGramsAreWrittenBehindTheChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openStore(t, dir, Options{})
	for i := range gramBatch / 2 {
		create(t, s, fmt.Sprint("work ", i))
	}
	works(t, s.Close())
	s = openStore(t, dir, Options{})
	for i := range gramBatch {
		create(t, s, fmt.Sprint("more ", i))
	}
	for due := gramBatch; due == gramBatch; {
		var err error
		due, err = s.gramsDue(t.Context(), gramBatch)
		works(t, err)
	}
	if got := list(t, s, ThreadFilter{Text: "work 7"}).Total; got != 22 {
		t.Errorf("%d found, want 22: those up to 127 with a 7", got)
	}
}

// A filtered list asks what may match, and reads those threads by their ids.
func TestFilteredListsReadWhatMayMatch(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "rotate the signing secret", inProject("p"))
	c.advance(time.Minute)
	known := readStatements(s)
	for _, f := range []ThreadFilter{
		{Text: "sign"},
		{Text: "sign", Project: "p"},
		{Text: "sign", Statuses: []Status{StatusDone}},
		{Text: "sign", Stale: true},
		{SourceTool: "codex"},
		{Energy: "low"},
		{Text: "sign", Cursor: th.ID},
	} {
		list(t, s, f)
	}
	asked := false
	for _, query := range readStatements(s) {
		if slices.Contains(known, query) {
			continue
		}
		plan := explain(t, s, query)
		asked = asked || strings.Contains(plan, "SCAN thread_grams VIRTUAL TABLE INDEX")
		for step := range strings.Lines(plan) {
			if strings.HasPrefix(step, "SCAN threads") || strings.Contains(query, "candidate") && strings.HasPrefix(step, "SEARCH threads") && !strings.Contains(step, "id=?)") {
				t.Errorf("%s\n%s", query, plan)
			}
		}
	}
	if !asked {
		t.Error("nothing asked thread_grams")
	}
}

func TestListsOfReadyThreadsCountTo(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	more := func(n int) {
		works(t, s.write(t.Context(), "fill", owner, func(tx *tx) error {
			for range n {
				if _, err := tx.createThread(NewThread{ThreadInput: ThreadInput{Summary: Some("s")}}); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	for _, c := range []struct {
		add, total int
		capped     bool
	}{{MaxLimit, MaxLimit, false}, {100, MaxLimit + 100, false}, {MaxCounted, MaxCounted, true}} {
		more(c.add)
		if page := list(t, s, ThreadFilter{Ready: true}); page.Total != c.total || page.Capped != c.capped {
			t.Errorf("%d, capped %v; want %d, %v", page.Total, page.Capped, c.total, c.capped)
		}
	}
}

// A filtered list counts no further than it says.
func TestFilteredListsCountTo(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	fill(t, s, MaxCounted+100)
	for range 2 {
		for _, f := range []ThreadFilter{{Text: "webhook", Statuses: Statuses}, {Text: "oo", Statuses: Statuses}, {Energy: "low", Statuses: Statuses, Limit: 1}} {
			if page := list(t, s, f); page.Total != MaxCounted || !page.Capped || page.Next == "" {
				t.Errorf("%+v: %d, next %q", f, page.Total, page.Next)
			}
		}
		gramsWritten(t, s)
	}
}
