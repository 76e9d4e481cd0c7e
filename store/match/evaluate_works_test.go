package match_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
)

// Case is a thread that exists in a project, and what somebody is about to do there.
type Case struct {
	Project, Title, Intent string
	Kind                   string   // of the file it stands in: one of Kinds
	Also                   []string // the intent in other words, by one who saw only the intent
}

// The kinds of cases.
const (
	Same       = "same"       // the same work in other words
	Nearer     = "nearer"     // the same work in words of which two to four are the same
	Translated = "translated" // the same work by one who switches between languages
	Languages  = "languages"  // the same work in another language and in other words
	Apart      = "apart"      // another work, as a rule one word apart
)

// Cases returns the cases of a split, from testdata/works/<split>/<kind>.txt. A line is
// project, title and intent with " | " between them; what follows is for readers. The
// wordings stand in wordings.txt: the intent, then its wordings.
func Cases(split string) ([]Case, error) {
	also, err := wordings(split)
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, kind := range Kinds() {
		err := fields(split, kind, func(f []string) error {
			if len(f) < 3 {
				return fmt.Errorf("%q: want project, title and intent", f)
			}
			cases = append(cases, Case{Project: f[0], Title: f[1], Intent: f[2], Kind: kind, Also: also[f[2]]})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return cases, nil
}

func wordings(split string) (map[string][]string, error) {
	also := map[string][]string{}
	err := fields(split, "wordings", func(f []string) error {
		also[f[0]] = f[1:]
		return nil
	})
	return also, err
}

func fields(split, name string, line func([]string) error) error {
	file := "testdata/works/" + split + "/" + name + ".txt"
	text, err := testdata.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (split == Fresh || split == Later):
		return nil // they have some kinds only
	case err != nil:
		return fmt.Errorf("read labelled works: %w", err)
	}
	for l := range strings.Lines(string(text)) {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "# ") {
			continue
		}
		if err := line(strings.Split(l, " | ")); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// Finding is what became of a number of cases.
type Finding struct {
	Same, Apart   int
	First, Five   int // of the same: the thread came first, or among five, of its project
	Claims, Wrong int // threads claimed, and those of them that are other work
	Duplicate     Outcomes
	Related       Outcomes
}

// Hit5 is the share of the same works whose thread is among the five that are shown.
func (f Finding) Hit5() float64 { return share(f.Five, f.Same) }

// Hit1 is the share of the same works whose thread comes first.
func (f Finding) Hit1() float64 { return share(f.First, f.Same) }

// WrongClaims is the share of all cases in which other work is claimed.
func (f Finding) WrongClaims() float64 { return share(f.Wrong, f.Same+f.Apart) }

// Among returns the cases whose threads stand beside those of a split: for the fresh one, which
// is small, the threads of the dev half, so that a project has as many as in the others.
func Among(split string) ([]Case, error) {
	if split != Fresh {
		return nil, nil
	}
	return Cases(Dev)
}

// Works is an index of the threads of cases, each in its project.
type Works struct {
	index    *match.Index
	ids      map[string]string   // by project and title
	projects map[string][]string // the ids of each
}

// NewWorks returns an index of the threads of cases and of others beside them.
func NewWorks(cases []Case, among ...Case) *Works {
	w := &Works{match.New(), map[string]string{}, map[string][]string{}}
	for _, c := range slices.Concat(cases, among) {
		key := c.Project + " " + c.Title
		if w.ids[key] == "" {
			w.ids[key] = fmt.Sprintf("thread %04d", len(w.ids))
			w.projects[c.Project] = append(w.projects[c.Project], w.ids[key])
			w.index.Put(match.Doc{ID: w.ids[key], Kind: "thread", Project: c.Project, Status: "open", Title: c.Title, At: now})
		}
	}
	return w
}

// claimMargin is how much nearer than the next one a thread is that is claimed.
const claimMargin = 0.05

// Find asks for the intents of cases, each with up to so many other wordings.
func (w *Works) Find(cases []Case, wordings int) Finding {
	var f Finding
	for _, c := range cases {
		f.add(c, w.search(c, wordings, func(id string) bool { return true }), w.ids[c.Project+" "+c.Title])
		own := w.search(c, wordings, func(id string) bool { return id == w.ids[c.Project+" "+c.Title] })
		verdict := match.Verdict(own)
		f.Duplicate.add(c.Kind != Apart, verdict == "duplicate")
		f.Related.add(c.Kind != Apart, verdict != "none")
	}
	return f
}

// Five asks for the intents of the same works in projects of so many threads, which are drawn from
// those of the project, and returns the share whose thread is among the five nearest.
func (w *Works) Five(cases []Case, wordings, threads int) float64 {
	draw := rand.New(rand.NewPCG(1, 2))
	same, five := 0, 0
	for _, c := range cases {
		if c.Kind == Apart {
			continue
		}
		same++
		own := w.ids[c.Project+" "+c.Title]
		others := slices.DeleteFunc(slices.Clone(w.projects[c.Project]), func(id string) bool { return id == own })
		draw.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		others = others[:min(threads-1, len(others))]
		hits := w.search(c, wordings, func(id string) bool { return id == own || slices.Contains(others, id) })
		if slices.ContainsFunc(hits[:min(5, len(hits))], func(h match.Hit) bool { return h.ID == own }) {
			five++
		}
	}
	return share(five, same)
}

func (w *Works) search(c Case, wordings int, keep func(id string) bool) []match.Hit {
	return w.index.Search(match.Query{
		Text: c.Intent, Also: c.Also[:min(wordings, len(c.Also))], Project: c.Project, Limit: 50, Now: now,
		Keep: func(_, project, _ string) bool { return project == c.Project }, KeepID: keep,
	})
}

func (f *Finding) add(c Case, hits []match.Hit, id string) {
	rank := 1 + slices.IndexFunc(hits, func(h match.Hit) bool { return h.ID == id })
	claimed := len(hits) > 0 && hits[0].Score >= match.Duplicate && (len(hits) == 1 || hits[0].Score-hits[1].Score > claimMargin)
	same := c.Kind != Apart
	if claimed {
		f.Claims++
		if !same || rank != 1 {
			f.Wrong++
		}
	}
	if !same {
		f.Apart++
		return
	}
	f.Same++
	if rank == 1 {
		f.First++
	}
	if 1 <= rank && rank <= 5 {
		f.Five++
	}
}

// Kinds are the kinds of cases.
func Kinds() []string { return []string{Same, Nearer, Translated, Languages, Apart} }

// Of keeps the cases of some kinds.
func Of(cases []Case, kinds ...string) []Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return !slices.Contains(kinds, c.Kind) })
}
