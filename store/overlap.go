package store

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/progresshub/progresshub/store/match"
	"go.uber.org/zap"
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
}

// OverlapHit is one item near the query. Pages have no project, and only threads have a
// status.
type OverlapHit struct {
	Kind        string   `json:"kind" enum:"thread,session,page"`
	ID          string   `json:"id" example:"cxy99bbg25ng"`
	URI         string   `json:"uri" example:"hub://threads/cxy99bbg25ng"` // its address over MCP
	Summary     string   `json:"summary" example:"Rotate the backup keys"`
	ProjectSlug *string  `json:"project_slug" example:"home-server"`
	Status      *Status  `json:"status" enum:"open,blocked,done,dismissed"`
	Score       float64  `json:"score" minimum:"0" maximum:"1"`
	Why         []string `json:"why" nullable:"false"` // the words both share, the most telling first
	Lease       *Lease   `json:"lease"`                // who is on it now
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
	query := match.Query{Text: q.Text, Also: q.Also, Project: q.Project, Limit: q.Limit, Now: s.now(), Keep: isWorkItem}
	hits, err := s.overlap.search(ctx, query)
	if err != nil {
		return Overlap{}, wrap(op, err)
	}
	if hits, err = s.heirHits(ctx, hits); err != nil {
		return Overlap{}, wrap(op, err)
	}
	out := Overlap{Query: match.CutQuery(q.Text), Also: append([]string{}, q.Also...), Verdict: verdict(hits)}
	if out.Hits, err = s.overlapHits(ctx, hits); err != nil {
		return Overlap{}, wrap(op, err)
	}
	shown := map[string]bool{}
	for _, h := range out.Hits {
		if h.Active() {
			shown[h.ID] = true
		}
	}
	out.Nearest, err = s.nearest(ctx, query, shown, "")
	return out, wrap(op, err)
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

// isWorkItem keeps what may hold the same work as a question.
func isWorkItem(_, kind, _, _ string) bool {
	return kind == kindThread || kind == kindSession || kind == kindPage
}

// overlapIndex is the match index over the store's items. It is built in the background
// when the store opens; until then full-text search finds the candidates.
type overlapIndex struct {
	store *Store
	built atomic.Bool
	index *match.Index
	words atomic.Pointer[glossary]
	stop  context.CancelFunc
	done  chan struct{}

	ahead int // changes of the commit under way that it has already; the writer's alone

	mu    sync.Mutex // orders the build against the commits made meanwhile
	newer map[string]bool
}

// buildChunk is how many items are read and indexed at a time during the build.
const buildChunk = 500

func newOverlapIndex(s *Store) *overlapIndex {
	return &overlapIndex{store: s, index: match.New(), done: make(chan struct{}), newer: map[string]bool{}}
}

// start begins the build. It follows the registration of the hook: a commit that is made
// meanwhile must not be missed.
func (x *overlapIndex) start() {
	ctx, stop := context.WithCancel(context.Background())
	x.stop = stop
	if x.store.db.ReadOnly() {
		// Another process writes: an index here would fall behind unseen.
		close(x.done)
		return
	}
	go x.build(ctx)
}

func (x *overlapIndex) build(ctx context.Context) {
	defer close(x.done)
	match.Prepare() // or the first change would wait for it
	for i, source := range sources {
		if err := x.read(ctx, source, i == len(sources)-1); err != nil {
			if ctx.Err() == nil {
				x.store.log.Error("build the overlap index; full-text search answers instead", zap.Error(err))
			}
			return
		}
	}
	// The build leaves as much behind as it keeps; a hub that idles would hold on to it for long.
	debug.FreeOSMemory()
}

// read indexes the documents of one source; with the last one the index is complete.
func (x *overlapIndex) read(ctx context.Context, source source, last bool) error {
	from := ""
	for {
		read, rows, err := collectPage(ctx, x.store, source.scan, source.from(), from, buildChunk)
		if err != nil {
			return err
		}
		x.mu.Lock()
		docs := make([]match.Doc, 0, len(read))
		for _, doc := range read {
			if !x.newer[doc.ID] {
				docs = append(docs, doc.Doc)
			}
		}
		x.index.Put(docs...)
		end := rows < buildChunk || len(read) == 0
		if end && last {
			x.newer = nil
			x.built.Store(true)
		}
		x.mu.Unlock()
		if end {
			return nil
		}
		from = read[len(read)-1].ID
	}
}

// ready waits until the index is built, so that no thread is missed among those that
// full-text search has no room for.
func (x *overlapIndex) ready(ctx context.Context) error {
	select {
	case <-x.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (x *overlapIndex) close() {
	x.stop()
	<-x.done
}

func (x *overlapIndex) search(ctx context.Context, q match.Query) ([]match.Hit, error) {
	q.Glossary = x.glossary(ctx)
	if x.built.Load() {
		return x.index.Search(q), nil
	}
	few, err := x.few(ctx, q)
	if err != nil {
		return nil, err
	}
	return few.Search(q), nil
}

// few is an index of the candidates of full-text search. Scores then mean the same before and
// after the build, but for the rarity of words.
func (x *overlapIndex) few(ctx context.Context, q match.Query) (*match.Index, error) {
	few := match.New()
	for _, text := range append([]string{q.Text}, q.Also...) {
		docs, err := x.store.candidates(ctx, text)
		if err != nil {
			return nil, err
		}
		few.Put(docs...)
	}
	return few, nil
}

// maxCandidates bounds what full-text search hands to the ranking.
const maxCandidates = 50

// candidates finds the items that share a word with the text.
func (s *Store) candidates(ctx context.Context, text string) ([]match.Doc, error) {
	var docs []match.Doc
	for _, table := range []string{fullText(kindThread), fullText(kindPage)} {
		items, err := s.textual(ctx, fullTextQuery{table: table, text: text, limit: maxCandidates})
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			docs = append(docs, item.Doc)
		}
	}
	return docs, ctx.Err()
}
