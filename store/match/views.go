package match

// View is one of several answers to the same query: what of all that is near it shows.
type View struct {
	Limit int // most hits; 10 when zero or less, at most 200
	// Few is how many hits there are at least, if there are as many documents, though the last
	// are not near: 5 when zero or less.
	Few int
	// Keep says which documents may be returned; nil keeps all. It is asked once for all that
	// have the same kind, project and status, for each wording of the query.
	Keep func(kind, project, status string) bool
	// KeepID says the same by their ids; nil keeps all. Asking it takes longer. Both are asked while
	// the index is read-locked, for several wordings at once, so they must be quick and must not
	// call the index.
	KeepID func(id string) bool
}

func (v *View) limit() int {
	if v.Limit <= 0 {
		return defaultLimit
	}
	return min(v.Limit, maxLimit)
}

// candidates is how many documents are scored exactly for it.
func (v *View) candidates(p *plan) int {
	if p.also {
		return max(alsoCandidates, v.limit())
	}
	return max(candidates, v.limit())
}

// filter is a view while it is asked which documents it keeps.
type filter struct {
	*View
	asked []bool // by label
	kept  []bool
}

func (s *state) filter(v *View) filter {
	f := filter{View: v}
	if v.Keep != nil {
		f.asked, f.kept = make([]bool, len(s.labels)), make([]bool, len(s.labels))
	}
	return f
}

// keepsAny reports whether there can be a document that the view keeps.
func (f *filter) keepsAny(s *state) bool {
	if f.Keep == nil {
		return true
	}
	for at := range s.labels {
		if f.keepsLabel(s, at) {
			return true
		}
	}
	return false
}

func (f *filter) keepsLabel(s *state, at int) bool {
	if !f.asked[at] {
		l := &s.labels[at]
		f.asked[at], f.kept[at] = true, f.Keep(l.kind, l.project, l.status)
	}
	return f.kept[at]
}

func (f *filter) keeps(s *state, n uint32) bool {
	if f.Keep != nil && !f.keepsLabel(s, int(s.docs[n].label)) {
		return false
	}
	if f.KeepID == nil {
		return true
	}
	id, _ := named(s.record(n).ID())
	return f.KeepID(id)
}

// Found is what a query has found. It is of use to [Index.Renew] for as long as it is kept.
type Found struct {
	Hits [][]Hit // of each view, in its order

	query Query
	views []View
	state *state
	docs  int // as many documents there were; those that came since have greater numbers
	tops  [][]candidate
	bars  [][]placed // of each view, by wording
}

// Find is [Index.Search] for several views at the price of about one. Limit and Keep of the
// query are not read.
func (x *Index) Find(q Query, views ...View) *Found {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.st
	f := &Found{Hits: make([][]Hit, len(views)), query: q, views: views, state: s, docs: len(s.docs)}
	if s.live == 0 {
		return f
	}
	f.tops = x.tops(f, func(s *state, p *plan, sc *scratch, like []likely) [][]placed {
		s.touch(p, s.sources(p, sc, like), sc)
		return s.rough(p, sc, views)
	})
	for i := range f.tops {
		v := &f.views[i]
		if len(f.tops[i]) == 0 {
			f.tops[i] = s.latest(q.Project, v)
		}
		f.Hits[i], f.tops[i] = s.hits(s.shown(f.tops[i], q.Project), v)
	}
	return f
}

// mostNewer is how many documents are looked at that came since a query: with more it is better
// asked again.
const mostNewer = 3 * candidates

// Renew brings the hits of a view up to date: without documents that are gone, with those put
// since, which cost no search. It reports whether it could: after too many changes it can't.
func (x *Index) Renew(f *Found, view int) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s, v := x.st, &f.views[view]
	if s != f.state || f.tops == nil {
		return false
	}
	old := f.tops[view]
	var top []candidate
	for _, c := range old {
		if s.sizes[c.doc].words > 0 {
			top = append(top, c)
		}
	}
	if len(top) < len(old) && len(old) == v.limit() {
		return false // others would have taken their place
	}
	var newer []placed
	asked := s.filter(v)
	for n := f.docs; n < len(s.docs); n++ {
		if s.sizes[n].words > 0 && asked.keeps(s, uint32(n)) {
			newer = append(newer, placed{doc: uint32(n)})
		}
	}
	if len(newer) > mostNewer {
		return false
	}
	if len(newer) > 0 {
		more := Found{query: f.query, views: f.views[view : view+1], bars: f.bars[view : view+1]}
		tops := x.tops(&more, func(*state, *plan, *scratch, []likely) [][]placed { return [][]placed{newer} })
		for _, list := range tops {
			for _, c := range list {
				if c.score >= Floor { // what is not on a list of the query's may be here too
					top = append(top, c)
				}
			}
		}
	}
	f.Hits[view], _ = s.hits(s.shown(top, f.query.Project), v)
	return true
}

// picking says which documents are looked at for a text, for each view.
type picking func(s *state, p *plan, sc *scratch, like []likely) [][]placed

// tops returns the candidates of each view with their scores, in no order; nil: nothing was
// asked for. It sets the bars of what it looks for, unless they are set.
func (x *Index) tops(f *Found, pick picking) [][]candidate {
	s, also := x.st, f.query.wordings()
	found := x.rankings(f.query, also, pick)
	own, others := found[0], found[1:]
	if len(also) == 0 && own == nil {
		return nil
	}
	set := f.bars == nil
	tops := make([][]candidate, len(f.views))
	for i := range tops {
		tops[i] = own.of(i)
		byWording := make([][]candidate, len(others))
		for k, ranked := range others {
			byWording[k] = ranked.of(i)
		}
		if set {
			f.bars = append(f.bars, nil)
			for _, found := range byWording {
				f.bars[i] = append(f.bars[i], s.bar(found))
			}
		}
		if len(also) > 0 {
			tops[i] = s.fused(tops[i], byWording, f.bars[i])
		}
		for k := range tops[i] {
			c := &tops[i][k]
			c.score = boost(c.score, s.label(c.doc).project, s.docs[c.doc].at, f.query)
			if c.other {
				c.score = min(c.score, mostUncertain)
			}
			if f.query.Literal {
				c.score = c.plan.literal(c)
			}
		}
	}
	return tops
}
