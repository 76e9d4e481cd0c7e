package match

import "slices"

const (
	// EnoughWords is the share of a query's words, by their weight, that a text must hold to be found by
	// them wherever they stand. Asking for all of them would find nothing, asking for one everything.
	EnoughWords = 0.4
	// strange is what a word that no text has counts, next to the rarest one: nothing is found by it, so
	// it must not keep away what the others find.
	strange = 0.25
	// leastLike is what remains at least of the score of a document that lacks most of the query's words.
	leastLike = 0.5
)

// ByWords is the score of a text by nothing but the share of a query's words it holds: all of them
// make it related, as far as that says, [EnoughWords] worth showing, and fewer nothing.
func ByWords(share float64) float64 {
	if share < EnoughWords {
		return 0
	}
	return Floor + (Related-Floor)*(share-EnoughWords)/(1-EnoughWords)
}

// literal is the score of a candidate for somebody who looks for the words themselves: enough of them
// anywhere make a hit, and what is only like them, and not so much that anybody would be asked about it,
// stands behind those that have them.
func (p *plan) literal(c *candidate) float64 {
	held, all := 0.0, 0.0
	for i := range p.terms {
		t := &p.terms[i]
		weight := t.inBody // of all places where it stands
		switch {
		case t.other:
			weight = t.weight
		case t.stem == none:
			weight = t.weight * strange / unknownShare
		}
		all += weight
		switch bit := uint64(1) << i; {
		case (c.title|c.body)&bit != 0:
			held += weight
		case c.said&bit != 0:
			held += conceptShare * weight // however many say it so: this is about what a text holds
		}
	}
	share := held / max(all, minRarity)
	switch {
	case share >= EnoughWords:
		return max(c.score, ByWords(share))
	case c.score >= Unsure:
		return c.score
	}
	return max(min(c.score, Floor), c.score*max(leastLike, share/EnoughWords))
}

// Weights are what the words of a query count for: the fewer texts have one, the more.
type Weights struct {
	query string
	of    map[string]weight // by stem
	total float64           // of a text that has none of them
	rare  []string
}

// weight is what a word counts for: in a text that has it, and in one that does not.
type weight struct{ held, missed float64 }

// rareWord is how many texts have a rare word at most.
const rareWord = 32

// Weights weighs the words of a query.
func (x *Index) Weights(query string) Weights {
	w := Weights{query: query, of: map[string]weight{}}
	said := wanted(query)
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, word := range words(nil, CutQuery(query), maxTerms) {
		root := stem(word.text)
		if said[root] == 0 {
			continue
		}
		share, count := float64(said[root]), uint32(0)
		of := weight{share * x.st.rarity(0), share * x.st.rarity(0) * strange} // the end of a long text may have it all the same
		if id, ok := x.st.stemIDs[root]; ok && x.st.stems[id].count > 0 {
			count = x.st.stems[id].count
			of.held = share * x.st.rarity(count)
			of.missed = of.held
		}
		if _, again := w.of[root]; !again {
			w.of[root] = of
			w.total += of.missed
		}
		if count <= rareWord && !slices.Contains(w.rare, word.text) {
			w.rare = append(w.rare, word.text)
		}
	}
	return w
}

// Share is how much of the query a text holds: from 0 to 1. It reads as much of both as [Snippet] does.
func (w Weights) Share(text string) float64 {
	held, all, seen := 0.0, w.total, map[string]bool{}
	for _, s := range sight(cut(text, maxSnippetBytes), w.query) {
		if of := w.of[s.stem]; !seen[s.stem] {
			seen[s.stem] = true
			held += of.held
			all += of.held - of.missed
		}
	}
	return held / max(all, minRarity)
}

// Rare are the words of the query that few texts have, as [Terms] has them. What holds only the
// common ones is on the lists of the index.
func (w Weights) Rare() []string { return w.rare }
