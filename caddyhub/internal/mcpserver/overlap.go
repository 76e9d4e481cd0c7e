package mcpserver

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

func (s *server) overlapTool() tool {
	return tool{
		name:        "check_overlap",
		title:       "Check overlap",
		description: "Is this work open or done? Verdict none, related or duplicate; the nearest and why.",
		hints:       reads,
		params: []param{
			{name: "query", required: true, hint: "the work in a few words"},
			{name: "also", kind: textsArg},
			{name: "project"},
			{name: "limit", kind: numberArg, max: store.MaxHits},
		},
		run: s.overlap,
	}
}

type overlapData struct {
	Verdict string    `json:"verdict"`
	Hits    []hitView `json:"hits"`
}

// hitView is one item near the query. Pages have no project, and only threads have a status.
type hitView struct {
	Kind        string       `json:"kind"`
	ID          string       `json:"id"`
	URI         string       `json:"uri"` // for the tool read
	Summary     string       `json:"summary"`
	ProjectSlug string       `json:"project_slug,omitempty"`
	Status      store.Status `json:"status,omitempty"`
	Finished    bool         `json:"finished"`
	Score       float64      `json:"score"`
	Why         []string     `json:"why"`
	Says        string       `json:"says,omitempty"`  // the stretch of a note that holds the words
	Lease       *leaseView   `json:"lease,omitempty"` // who is on it now
	URL         string       `json:"url"`
}

func (s *server) overlap(ctx context.Context, c call) (toolResult, error) {
	project, _, err := s.scope(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	query, err := s.queried(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	found, err := s.Store.Overlap(ctx, store.OverlapQuery{Text: query, Also: c.texts("also"), Project: project, Limit: c.number("limit")})
	if err != nil {
		return toolResult{}, err
	}
	data := overlapData{Verdict: found.Verdict, Hits: []hitView{}}
	size := maxText
	if !c.has("limit") {
		size = usualText
	}
	builder := newTextBuilder(size, "Verdict: "+found.Verdict+". "+advice(found))
	if len(found.Hits) > 0 {
		builder.add(note, nil)
	}
	all := append(found.Hits, found.Nearest...)
	more := func(n int) string { return notShown(n, len(found.Hits), c.has("limit")) }
	builder.keepRoom(more(len(all)))
	for i, h := range all {
		if i == len(found.Hits) {
			builder.add("Nearest open threads; compare the meaning yourself:", nil)
		}
		v := newHit(h, c.base)
		if builder.add(v.line(), v) {
			data.Hits = append(data.Hits, v)
		}
	}
	if left := len(all) - len(data.Hits); left > 0 {
		builder.addLast(more(left))
	}
	return toolResult{builder.String(), data}, nil
}

// notShown says how to see what an answer has no room for: one of a limit is given more, and what
// does not fit into that either is in the pages of a search.
func notShown(n, hits int, limited bool) string {
	if limited {
		return fmt.Sprintf("%d more not shown: search with the same query pages through all.", n)
	}
	return fmt.Sprintf("%d more not shown: the same call with limit %d shows all.", n, max(hits, 1))
}

func newHit(h store.OverlapHit, base string) hitView {
	why := []string{}
	for _, w := range h.Why {
		w = cutRunes(oneLine(w), rowText)
		if !slices.ContainsFunc(why, func(known string) bool { return strings.EqualFold(known, w) }) {
			why = append(why, w)
		}
	}
	v := hitView{
		Kind: h.Kind, ID: h.ID, URI: h.URI, Summary: short(&h.Summary, rowText),
		Finished: h.Kind != "page" && !h.Active(), Score: twoDecimals(h.Score), Why: why, Lease: newLease(h.Lease), URL: base + store.DashboardPath(h.URI),
	}
	if h.ProjectSlug != nil {
		v.ProjectSlug = *h.ProjectSlug
	}
	if h.Status != nil {
		v.Status = *h.Status
	}
	return v
}

func (v hitView) line() string {
	s := fmt.Sprintf("- %.2f %s %s", v.Score, v.Kind, v.ID)
	if v.Kind != "thread" {
		s = fmt.Sprintf("- %.2f %s %s", v.Score, v.Kind, v.URI)
	}
	if v.Status != "" {
		s += " " + string(v.Status)
	}
	if v.Finished {
		s += " (finished)"
	}
	if v.ProjectSlug != "" {
		s += " in " + v.ProjectSlug
	}
	s += ": " + quote(v.Summary) + heldBy(v.Lease) + reasons(v.Why)
	if v.Says != "" {
		s += "; says " + quote(v.Says)
	}
	return s
}

// reasons says in a sentence why a hit was found: by which of its names and of the query's
// wordings, and what it shares with those.
func reasons(why []string) string {
	sentence := ""
	var shares []string
	for _, w := range why {
		name, isName := between(w, "also known as ", "")
		wording, isWording := between(w, "matched ", " (also)")
		switch {
		case strings.HasPrefix(w, "both about "):
			sentence += "; " + w
		case isName:
			sentence += "; also known as " + quote(name)
		case isWording:
			sentence += "; found by your " + quote(wording)
		default:
			shares = append(shares, w)
		}
	}
	if len(shares) > 0 {
		sentence += "; shares " + quoted(shares)
	}
	return sentence
}

// between is the text that a reason quotes between two others.
func between(reason, before, after string) (text string, ok bool) {
	inner, begins := strings.CutPrefix(reason, before)
	inner, ends := strings.CutSuffix(inner, after)
	text, err := strconv.Unquote(inner)
	return text, begins && ends && err == nil
}

// twoDecimals rounds down, so that a score that just missed a threshold does not read as
// if it had reached it. The small addend makes up for scores such as 0.29, which binary
// fractions cannot hold.
func twoDecimals(score float64) float64 { return math.Floor(score*100+1e-9) / 100 }

// wordings is the advice to try again in other words, for one who gave none.
func wordings(o store.Overlap) string {
	if len(o.Also) > 0 {
		return ""
	}
	return ", or ask again with also: the same in other words, or in the language of the notes"
}

// sameWork is the thread that a verdict "duplicate" is about: an open one, if there is one, and the
// nearest hit at worst.
func sameWork(hits []store.OverlapHit) store.OverlapHit {
	same := func(h store.OverlapHit) bool { return h.Kind == "thread" && h.Score >= match.Duplicate }
	i := slices.IndexFunc(hits, func(h store.OverlapHit) bool { return same(h) && h.Active() })
	if i < 0 {
		i = slices.IndexFunc(hits, same)
	}
	return hits[max(i, 0)]
}

// advice is the next step after a verdict.
func advice(o store.Overlap) string {
	if len(o.Hits) == 0 {
		return "Nothing stored compares to this; start_work creates a thread."
	}
	best := o.Hits[0]
	if o.Verdict == "duplicate" { // which only a thread is
		best = sameWork(o.Hits)
	}
	switch {
	case o.Verdict == "none":
		return "No open thread shares enough words. Compare the meaning of the nearest yourself" + wordings(o) + "; start_work creates a thread."
	case o.Verdict == "related":
		return "Read the nearest before you start. If none is your work, start_work creates a thread; it asks where it is not certain."
	case best.Active() && best.Lease != nil:
		return fmt.Sprintf("Somebody works on %s right now: leave it to them and pick other work, unless that was you.", best.ID)
	case best.Active():
		return fmt.Sprintf("Continue %s: start_work with its thread_id.", best.ID)
	}
	return strings.Join([]string{"This was finished before: read", store.ThreadURI(best.ID), "first."}, " ")
}
