package match

// scratch is the memory of one search. It is reused, and cleared by undoing
// what the search wrote, not by walking all of it.
type scratch struct {
	grams []gram // of the word at hand

	query      []queryGram // by gram: the query's vector
	queryGrams []uint32    // the grams it has
	title      []float32   // by gram: mass in the title at hand
	titleGrams []uint32

	shared  []uint8 // by word: grams shared with the query
	sharing []uint32
	likely  []likely
	others  []likely
	sources []source

	terms  []uint8 // by stem: one more than its term's place in the plan, 0 if the query lacks it
	noted  []uint32
	ideas  []uint8   // by concept: one more than its place in the plan, 0 if the query lacks it
	gist   []float32 // by concept or topic: how much the query speaks of it
	spoken []uint16  // the concepts and topics it speaks of
	by     []uint8   // by topic: by which concepts the title at hand has it

	topics []uint16 // of the title at hand

	members []uint32 // the documents of the query's topics, one topic after the other
	member  []bool   // by document: among those of the topic at hand

	tally   []tally // by document: its rough score
	touched []uint32
	scored  []candidate
}

type queryGram struct {
	mass   float32 // occurrences, by their weight
	weight float32 // mass by rarity
}

type tally struct{ word, gram float32 }

// fit makes room for everything the index numbers.
func (sc *scratch) fit(s *state) {
	sc.query = room(sc.query, len(s.grams))
	sc.title = room(sc.title, len(s.grams))
	sc.shared = room(sc.shared, len(s.words))
	sc.tally = room(sc.tally, len(s.docs))
	sc.member = room(sc.member, len(s.docs))
	sc.terms = room(sc.terms, len(s.stems))
	sc.ideas = room(sc.ideas, len(s.ideas))
	sc.gist = room(sc.gist, len(s.ideas))
	sc.by = room(sc.by, len(known().names))
}

// room returns list with at least n elements. List holds zeros only, so a
// longer one need not be copied; the spare quarter is for documents to come.
func room[T any](list []T, n int) []T {
	if n <= len(list) {
		return list
	}
	return make([]T, n+n/4)
}

func (sc *scratch) reset() {
	for _, g := range sc.queryGrams {
		sc.query[g] = queryGram{}
	}
	for _, n := range sc.touched {
		sc.tally[n] = tally{}
	}
	for _, stem := range sc.noted {
		sc.terms[stem] = 0
	}
	clear(sc.ideas)
	for _, n := range sc.spoken {
		sc.gist[n] = 0
	}
	sc.noted, sc.members, sc.spoken = sc.noted[:0], sc.members[:0], sc.spoken[:0]
	clear(sc.sources) // they point into an index that may be replaced
	sc.queryGrams, sc.touched, sc.sources = sc.queryGrams[:0], sc.touched[:0], sc.sources[:0]
}

// note makes the terms of a plan known by their stems.
func (sc *scratch) note(p *plan) {
	for i := len(p.terms) - 1; i >= 0; i-- { // of terms with one stem the first counts
		if stem := p.terms[i].stem; stem != none {
			sc.terms[stem] = uint8(i + 1)
			sc.noted = append(sc.noted, stem)
		}
	}
}

// term returns which of the query's terms has the stem, or -1.
func (sc *scratch) term(stem uint32) int { return int(sc.terms[stem]) - 1 }

// addGram adds a gram to the query's vector.
func (sc *scratch) addGram(g uint32, mass float32) {
	if sc.query[g].mass == 0 {
		sc.queryGrams = append(sc.queryGrams, g)
	}
	sc.query[g].mass += mass
}

// addList adds to the rough score of each document on a list, or of those seen before. It is
// where a search spends most of its time on long lists.
func (sc *scratch) addList(list []byte, word, gram float32, seen bool) {
	var n, by uint32
	for at := 0; at < len(list); {
		by, at = gap(list, at)
		n += by
		t := &sc.tally[n]
		if t.word+t.gram == 0 { // neither is ever less
			if seen {
				continue
			}
			sc.touched = append(sc.touched, n)
		}
		t.word += word
		t.gram += gram
	}
}

// addDocs is addList for documents that stand on no list.
func (sc *scratch) addDocs(docs []uint32, word float32, seen bool) {
	for _, n := range docs {
		t := &sc.tally[n]
		if t.word+t.gram == 0 {
			if seen {
				continue
			}
			sc.touched = append(sc.touched, n)
		}
		t.word += word
	}
}

// addTitle adds a gram to the vector of the title at hand.
func (sc *scratch) addTitle(g uint32, mass float32) {
	if sc.title[g] == 0 {
		sc.titleGrams = append(sc.titleGrams, g)
	}
	sc.title[g] += mass
}
