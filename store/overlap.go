package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
)

// Overlap is the answer to "is someone already on this?".
type Overlap struct {
	Query   string       `json:"query" example:"rotate backup keys"`
	Also    []string     `json:"also" nullable:"false"` // the other wordings, as they were read
	Verdict string       `json:"verdict" enum:"none,related,duplicate"`
	Hits    []OverlapHit `json:"hits" nullable:"false"`
	// Nearest are the active threads nearest to the query that are not among the hits, however
	// far they are: with those there at least three, if there are as many.
	Nearest []OverlapHit `json:"nearest" nullable:"false"`

	Project string `json:"-"` // the one asked about, by its present slug
}

// OverlapHit is one item near the query. Pages have no project, and only threads have a
// status.
type OverlapHit struct {
	Kind        string   `json:"kind" enum:"thread,session,page"`
	ID          string   `json:"id" example:"cxy99bbg25ng"`
	URI         string   `json:"uri" doc:"Its address over MCP" example:"hub://threads/cxy99bbg25ng"`
	Summary     string   `json:"summary" example:"Rotate the backup keys"`
	ProjectSlug *string  `json:"project_slug" example:"home-server"`
	Status      *Status  `json:"status" enum:"open,blocked,done,dismissed" doc:"Of a thread"`
	Score       float64  `json:"score" minimum:"0" maximum:"1"`
	Why         []string `json:"why" nullable:"false" doc:"The words both share, the most telling first"`
	Lease       *Lease   `json:"lease" doc:"Who is on it now; null: nobody"`
}

// Active reports whether the hit is a thread with work still to come.
func (h OverlapHit) Active() bool { return h.Status != nil && h.Status.Active() }

// OverlapQuery asks for what is near a text.
type OverlapQuery struct {
	Text    string   // required; cut to 1 KiB
	Also    []string // the same in other words, or in another language: at most MaxAlso, cut to MaxWording
	Project string   // its items rank slightly higher
	Limit   int      // 0: 5, at most 50
}

// The sizes of an overlap answer.
const (
	DefaultHits = 5
	MaxHits     = 50
)

// Overlap ranks all threads, finished ones included, session records and wiki pages by how
// near they are to a text. When nothing passes, the nearest stand in the answer all the
// same, under the verdict "none". Only a thread is ever called a duplicate.
func (s *Store) Overlap(ctx context.Context, q OverlapQuery) (Overlap, error) {
	const op = "look for overlap"
	var v invalid
	if strings.TrimSpace(q.Text) == "" {
		v.add("q", "is required: the work in a few words")
	}
	q.Also = v.also(q.Also)
	if q.Limit < 0 || q.Limit > MaxHits {
		v.add("limit", "must be between 1 and %d", MaxHits)
	}
	if err := v.err(); err != nil {
		return Overlap{}, err
	}
	if s.db.Closed() {
		return Overlap{}, ErrClosed // the index in memory would go on answering
	}
	if q.Limit == 0 {
		q.Limit = DefaultHits
	}
	if q.Project != "" {
		slug, err := s.currentProject(ctx, q.Project)
		if err != nil {
			return Overlap{}, wrap(op, err)
		}
		q.Project = cmp.Or(slug, q.Project)
	}
	near, err := s.look(ctx, q.Text, q.Also, q.Project, q.Limit)
	if err != nil {
		return Overlap{}, wrap(op, err)
	}
	hits, err := s.worthShowing(ctx, near)
	if err != nil {
		return Overlap{}, wrap(op, err)
	}
	out := Overlap{Query: match.CutQuery(q.Text), Also: append([]string{}, q.Also...), Project: q.Project}
	if out.Hits, err = s.overlapHits(ctx, hits); err != nil {
		return Overlap{}, wrap(op, err)
	}
	gone := func(h match.Hit) bool {
		return !slices.ContainsFunc(out.Hits, func(shown OverlapHit) bool { return shown.ID == h.ID })
	}
	out.Verdict = verdict(slices.DeleteFunc(hits, gone)) // of what the answer shows
	shown := map[string]bool{}
	for _, h := range out.Hits {
		if h.Active() {
			shown[h.ID] = true
		}
	}
	out.Nearest, err = s.nearest(ctx, near, shown, "")
	return out, wrap(op, err)
}

// worthShowing are the hits of an outlook that passed, or all if none has.
func (s *Store) worthShowing(ctx context.Context, near outlook) ([]match.Hit, error) {
	passed := func(h match.Hit) bool { return h.Passed }
	hits := near.hits(hitView)
	if slices.ContainsFunc(hits, passed) {
		hits = slices.DeleteFunc(slices.Clone(hits), func(h match.Hit) bool { return !passed(h) })
	}
	return s.heirHits(ctx, hits)
}

// verdict sums up ranked hits. A page or a record of a session near the text is worth
// reading, but it is not the work itself.
func verdict(hits []match.Hit) string {
	all := match.Verdict(hits)
	if all != "duplicate" {
		return all
	}
	threads := slices.DeleteFunc(slices.Clone(hits), func(h match.Hit) bool { return h.Kind != kindThread })
	if match.Verdict(threads) == "duplicate" {
		return "duplicate"
	}
	return "related"
}

// overlapHits reads the items of hits, in their order. One that is gone since the index was
// asked is left out.
func (s *Store) overlapHits(ctx context.Context, hits []match.Hit) ([]OverlapHit, error) {
	var threadIDs []string
	others := map[string][]string{}
	for _, h := range hits {
		if h.Kind == kindThread {
			threadIDs = append(threadIDs, h.ID)
		} else {
			others[h.Kind] = append(others[h.Kind], h.ID)
		}
	}
	threads, err := s.threadsByID(ctx, threadIDs, At(s.now()))
	if err != nil {
		return nil, err
	}
	items, err := s.items(ctx, others)
	if err != nil {
		return nil, err
	}
	found := make(map[string]OverlapHit, len(hits))
	threadOf := make(map[string]*Thread, len(threads))
	for i, t := range threads {
		found[t.ID], threadOf[t.ID] = threadHit(t), &threads[i]
	}
	for id, item := range items {
		hit := OverlapHit{Kind: item.Kind, ID: id, URI: item.uri, Summary: item.Title}
		if item.Project != "" {
			hit.ProjectSlug = &item.Project
		}
		found[id] = hit
	}
	list := make([]OverlapHit, 0, len(hits))
	for _, h := range hits {
		if hit, ok := found[h.ID]; ok {
			hit.Score, hit.Why = h.Score, append([]string{}, h.Why...)
			if t := threadOf[h.ID]; t != nil {
				hit.Why = t.reasons(h.Why, h.Name)
			}
			list = append(list, hit)
		}
	}
	return list, nil
}

func threadHit(t Thread) OverlapHit {
	return OverlapHit{
		Kind: kindThread, ID: t.ID, URI: ThreadURI(t.ID), Summary: t.Summary, ProjectSlug: &t.ProjectSlug, Status: &t.Status, Lease: t.Lease,
	}
}
