package match

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

const (
	// candidates are scored exactly. budget is how many list entries the search
	// for them reads before it stops opening more lists.
	candidates = 32
	budget     = 60_000
	// enough is how many are read at least before documents not seen yet are left out.
	enough = 256
	// commonTopic is how many documents a topic has at most that leads to any; others, and those of
	// another wording, only count for those that something else has led to.
	commonTopic = 300
	// topicsOfAWord is how many topics a word has as a rule. Each adds to a rough score, while
	// only the best counts in the exact one.
	topicsOfAWord = 3
	// newcomers is the share of the query left unread from which on a document
	// not seen yet could no longer get far.
	newcomers = 0.4
	// trifle is the share of the query below which the rest is left unread: mostly words such as
	// "the", whose lists are the longest. Candidates get an exact score by all words.
	trifle = 0.02
	// nearest is how many hits there are at least, if there are as many documents.
	nearest = 5
)

// source is a list of documents and what being on it adds to their rough score:
// to its word half, to its gram half before the title's length is known, and
// about to both.
type source struct {
	list       *posting
	docs       []uint32 // where there is no such list
	live       uint32
	word, gram float64
	upper      float64
	text       string
}

// placed is a document and its score so far.
type placed struct {
	doc   uint32
	score float64
}

// candidate is a document on its way to becoming a hit.
type candidate struct {
	placed
	text  uint32 // whose title was compared: the document, or another name of it
	plan  *plan  // of the wording that found it
	title uint64 // terms of the query in the title, a bit each
	body  uint64 // terms only the body has
	said  uint64 // terms the title has other words for
	ideas uint64 // concepts and topics of the query that the title mentions
	equal uint64 // expressions of the glossary the title has

	other bool // it may be other work, so it is no duplicate
}

// Search ranks the documents for a query, best first. Those that reach Floor
// are returned up to the limit. Where they are fewer than a handful, the nearest of
// the others make it one, not passed, so that the caller has something to look at;
// only a query without a word in it finds nothing.
func (x *Index) Search(q Query) []Hit {
	return x.Find(q, View{Limit: q.Limit, Keep: q.Keep, KeepID: q.KeepID}).Hits[0]
}

// ranked returns, for each view, the candidates for a text with their scores before boosts, in
// no order; nil: the text has no word in it. Which documents are looked at is for pick to say.
func (s *state) ranked(sc *scratch, q Query, text string, also bool, pick picking) ranking {
	sc.fit(s)
	defer sc.reset()
	p := s.plan(text, q, sc)
	p.also = also
	if len(p.terms) == 0 {
		return nil
	}
	pools := pick(s, p, sc, s.understand(p, sc))
	tops := make(ranking, 0, len(pools))
	at := map[uint32]int{} // those of one view are mostly those of another
	scored := sc.scored[:0]
	for _, pool := range pools {
		top := make([]candidate, 0, len(pool))
		for _, c := range pool {
			i, again := at[c.doc]
			if !again {
				i = len(scored)
				at[c.doc] = i
				scored = append(scored, candidate{placed: c, text: c.doc, plan: p})
				s.score(p, sc, &scored[i])
			}
			top = append(top, scored[i])
		}
		tops = append(tops, s.owned(top))
	}
	sc.scored = scored
	return tops
}

// understand takes unknown words of a query for known ones, and returns the known words whose
// documents are worth a look because they are like it. Another wording whose words are all known has
// none: they found nothing in the sets of works that other texts of a query did not find.
func (s *state) understand(p *plan, sc *scratch) []likely {
	var found []likely
	if !p.also || slices.ContainsFunc(p.terms, term.unknown) {
		found = s.alike(sc)
	}
	s.spell(p, found)
	sc.note(p)
	return found
}

// sources gathers the lists of the query's words and of words like them, the
// most telling first.
func (s *state) sources(p *plan, sc *scratch, found []likely) []source {
	lists := sc.sources[:0]
	add := func(e *entry, word, body float64) {
		dot := 0.0
		for _, g := range s.gramsOf(e) {
			if weight := sc.query[g].weight; weight > 0 {
				dot += float64(weight) * s.rarity(s.uses[g])
			}
		}
		gram := dot * float64(e.mass) / (p.norm * p.rarity)
		lists = append(lists, source{list: &e.title, live: e.titleCount, word: word, gram: gram, upper: word + gram/8, text: e.text})
		if body > 0 {
			lists = append(lists, source{list: &e.body, live: e.bodyCount, word: body, upper: body, text: e.text})
		}
	}
	for i, t := range p.terms {
		for w := range s.wordsOf(t.stem) {
			e := &s.words[w]
			weight := t.weight * (1 - p.saidBy(sc, e, i)) // the list of its concept has the rest
			add(e, weight/p.weight, t.inBody*bodyShare/p.weight)
		}
	}
	for i := range p.ideas {
		d := &p.ideas[i]
		e := &s.ideas[d.concept]
		if d.share == topicShare && (p.also || e.count > commonTopic) {
			continue
		}
		word := p.worth(d) / p.weight
		from := source{list: &e.docs, live: e.count, text: known().names[d.concept]}
		if d.share == topicShare {
			word /= topicsOfAWord
			from.list, from.docs = nil, s.withTopic(sc, d.concept)
		}
		from.word, from.upper = word, word
		lists = append(lists, from)
	}
	for _, e := range p.equal {
		for w := range s.wordsOf(e.stems[0]) {
			add(&s.words[w], glossaryShare*p.weightOf(e.terms)/p.weight, 0)
		}
	}
	for _, l := range found {
		if e := &s.words[l.word]; sc.term(e.stem) < 0 {
			add(e, 0, 0)
		}
	}
	slices.SortFunc(lists, func(a, b source) int {
		if c := cmp.Compare(b.upper, a.upper); c != 0 {
			return c
		}
		return cmp.Compare(a.text, b.text)
	})
	sc.sources = lists
	return lists
}

// touch adds up rough scores of the documents on the lists until the budget is
// spent. Once the lists left say little, it only adds to documents it has seen; a trifle is
// left unread.
func (s *state) touch(p *plan, lists []source, sc *scratch) {
	newcomers, trifle := newcomers, trifle
	if p.also {
		newcomers, trifle = alsoNewcomers, alsoTrifle
	}
	total := 0.0
	for _, l := range lists {
		total += l.upper
	}
	left, read := total, uint32(0)
	for _, l := range lists {
		if read > budget || left < trifle*total && read > enough {
			break
		}
		closed := left < newcomers*total && read > enough
		if l.list == nil {
			sc.addDocs(l.docs, float32(l.word), closed)
		} else {
			sc.addList(l.list.gaps, float32(l.word), float32(l.gram), closed)
		}
		read += l.live
		left -= l.upper
	}
}

// rough returns, for each view, the touched documents with the best rough scores. A title
// longer than the query is worth less, as in the exact score.
func (s *state) rough(p *plan, sc *scratch, views []View) [][]placed {
	var covers [maxTerms + 1]float32
	for words := range covers {
		covers[words] = float32(1 - breadth + breadth*math.Sqrt(min(1, float64(len(p.terms))/float64(max(1, words)))))
	}
	heaps, filters := make([][]placed, len(views)), make([]filter, len(views))
	for i := range views {
		heaps[i], filters[i] = make([]placed, 0, views[i].candidates(p)), s.filter(&views[i])
	}
	for _, n := range sc.touched {
		t, size := sc.tally[n], s.sizes[n]
		if size.words == 0 {
			continue
		}
		c := placed{n, float64(t.word*covers[size.words] + t.gram*shortness[size.grams])}
		for i := range views {
			asked, heap := &filters[i], heaps[i]
			most := asked.candidates(p)
			if len(heap) == most && (c.score < heap[0].score || s.compare(c, heap[0]) > 0) || !asked.keeps(s, n) {
				continue
			}
			heaps[i] = s.push(heap, c, most)
		}
	}
	return heaps
}

// shortness is one over the length of a vector of that many grams of weight 1.
var shortness = func() (table [maxGrams + 1]float32) {
	for i := range table {
		table[i] = float32(1 / math.Sqrt(float64(max(1, i))))
	}
	return table
}()

// push keeps the best candidates in a heap with the worst of them at its root.
func (s *state) push(heap []placed, c placed, most int) []placed {
	if len(heap) < most {
		heap = append(heap, c)
		for i := len(heap) - 1; i > 0 && s.compare(heap[i], heap[(i-1)/2]) > 0; i = (i - 1) / 2 {
			heap[i], heap[(i-1)/2] = heap[(i-1)/2], heap[i]
		}
		return heap
	}
	heap[0] = c
	for i := 0; 2*i+1 < len(heap); {
		child := 2*i + 1
		if child+1 < len(heap) && s.compare(heap[child+1], heap[child]) > 0 {
			child++
		}
		if s.compare(heap[child], heap[i]) <= 0 {
			break
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
	return heap
}

// compare orders candidates, best first: by score, then the latest, then by id,
// so that equal ones never depend on the order they were put in.
func (s *state) compare(a, b placed) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c // mostly; the documents lie far apart in memory
	}
	x, y := &s.docs[a.doc], &s.docs[b.doc]
	if c := cmp.Compare(y.at, x.at); c != 0 {
		return c
	}
	return cmp.Compare(s.record(a.doc).ID(), s.record(b.doc).ID())
}

// latest returns the most recent documents, of the project if it has any: the
// nearest to a query that shares nothing with any document.
func (s *state) latest(project string, v *View) []candidate {
	var best, own []placed
	asked := s.filter(v)
	if !asked.keepsAny(s) {
		return nil
	}
	full := func(list []placed, c placed) bool { return len(list) == nearest && s.compare(c, list[0]) > 0 }
	// Begun with the newest, nearly all others are passed over unread.
	for i := range uint32(len(s.docs)) {
		n := uint32(len(s.docs)) - 1 - i
		c, inProject := placed{doc: n}, project != "" && s.label(n).project == project
		if s.sizes[n].words == 0 || full(own, c) || !inProject && full(best, c) || !asked.keeps(s, n) || s.record(n).isName() {
			continue
		}
		if inProject {
			own = s.push(own, c, nearest)
		}
		if len(best) < nearest || s.compare(c, best[0]) < 0 {
			best = s.push(best, c, nearest)
		}
	}
	if len(own) == 0 {
		own = best
	}
	found := make([]candidate, len(own))
	for i, c := range own {
		found[i].placed = c
	}
	return found
}

// shown puts candidates in the order in which they are shown. Work of other projects comes
// behind that of the one asked for, unless it is the same.
func (s *state) shown(found []candidate, project string) []candidate {
	if project == "" {
		slices.SortFunc(found, func(a, b candidate) int { return s.compare(a.placed, b.placed) })
		return found
	}
	elsewhere := func(c candidate) int {
		if at := s.label(c.doc).project; at == "" || at == project || c.score >= Duplicate {
			return 0
		}
		return 1
	}
	slices.SortFunc(found, func(a, b candidate) int {
		if c := cmp.Compare(elsewhere(a), elsewhere(b)); c != 0 {
			return c
		}
		return s.compare(a.placed, b.placed)
	})
	return found
}

// hits turns ranked candidates into what the caller sees: those that reach Floor, and of the
// others as many as make up a few. It returns the candidates that those are as well.
func (s *state) hits(ranked []candidate, v *View) ([]Hit, []candidate) {
	limit := v.limit()
	few := min(limit, cmp.Or(v.Few, nearest))
	passed := 0
	for _, c := range ranked {
		if c.score >= Floor {
			passed++
		}
	}
	spare := max(0, few-passed)
	ranked = slices.DeleteFunc(ranked, func(c candidate) bool {
		if c.score >= Floor {
			return false
		}
		spare--
		return spare < 0
	})
	ranked = ranked[:min(limit, len(ranked))]
	hits := make([]Hit, len(ranked))
	for i, c := range ranked {
		l := s.label(c.doc)
		hits[i] = Hit{
			ID: strings.Clone(s.record(c.doc).ID()), Kind: l.kind, Project: l.project, Status: l.status,
			Score: c.score, Why: s.why(c), Passed: c.score >= Floor,
		}
		if c.plan != nil {
			_, hits[i].Name = named(s.record(c.text).ID())
			if c.plan.also {
				hits[i].Wording = c.plan.text
			}
		}
	}
	return hits, ranked
}
