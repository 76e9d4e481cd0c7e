package match

import (
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"
)

// negations turn a sentence around; they are stop words in everything else.
var negations = set(`
	no not never without none cannot don doesn isn aren won cant
	kein keine keinen nicht nie ohne
	no nunca sin sem nao nem senza non mai
	ne pas sans jamais
	niet geen zonder
	не без нет`)

// reversals are words of work that takes other work back, and steps of work that is another part of
// it, by their stems: "undo the move to Postgres", "document the move to Postgres".
var (
	reversals = stems(`
		revert undo rollback roll
		ruckgangig zurucknehmen zurucksetzen zuruckrollen
		revertir deshacer defaire retablir annullare ripristinare reverter desfazer
		terugdraaien ongedaan
		откатить отменить 取消 撤销 回滚`)
	steps = stems(`
		stop cancel abort pause review document documentation test evaluate announce
		stoppen abbrechen prufen dokumentieren dokumentation testen ankundigen
		parar detener cancelar revisar documentar probar evaluar anunciar
		arreter annuler relire documenter tester evaluer annoncer
		fermare rivedere documentare testare`)
)

// contrast is how a title and a query that share words differ.
type contrast int

const (
	alike     contrast = iota // one of them may only say more than the other
	different                 // each says something that the other does not
	swapped                   // and nearly all the rest is the same
)

// mostSwapped is how many telling words are put in place of others in a swapped sentence.
const mostSwapped = 2

// stems are those of some words.
func stems(words string) map[string]bool {
	m := map[string]bool{}
	for w := range set(words) {
		m[stem(w)] = true
	}
	return m
}

// contrast compares what a query and a title say beyond what they share: "upgrade to Go 1.26",
// "upgrade to Node 26". Where both have a telling word of their own it is other work, as far
// as words can say. Words are the same by stem, by concept, and nearly by letters.
func (s *state) contrast(p *plan, sc *scratch, c *candidate, r record) contrast {
	asked, held, telling, negated := 0, 0, 0, 0
	step := false
	var turned turns
	roles := r.rolesOfTitle()
	asks := func(concept uint16) bool { return sc.ideas[concept] > 0 }
	holds := func(concept uint16) bool { return asks(concept) && c.ideas&(1<<(sc.ideas[concept]-1)) != 0 }
	for i := range p.terms {
		t := &p.terms[i]
		if negations[t.word.text] {
			negated++
			continue
		}
		said := c.said&(1<<i) != 0 && (p.saidAsAWhole(c, i) || known().inParts(t.word.text, holds))
		if c.title&(1<<i) != 0 && t.like == "" || said || !counts(t.word.text, t.share) || s.nearTitle(t.word.text, r) {
			continue
		}
		if reversals[t.root] {
			negated++
			continue
		}
		asked++
		step = step || steps[t.root]
		if t.share >= 1 {
			telling++
		}
	}
	place := -1
	for w := range r.titleWords() {
		e := &s.words[w]
		place++
		if negations[e.text] {
			negated--
			continue
		}
		if i := sc.term(e.stem); i >= 0 && len(roles) > 0 && counts(e.text, e.weight) {
			turned.add(p.terms[i].role, role(roles[place]))
		}
		said := p.says(sc, e) == conceptShare && known().inParts(e.text, asks)
		if i := sc.term(e.stem); i >= 0 && p.terms[i].like == "" || said || !counts(e.text, e.weight) || s.nearQuery(e.text, p) {
			continue
		}
		root := stem(e.text)
		if reversals[root] {
			negated--
			continue
		}
		held++
		step = step || steps[root]
		if e.weight >= 1 {
			telling++
		}
	}
	more := negated == 0 && (asked == 0 || held == 0 || telling == 0) // than the other, one of them at most
	switch {
	case turned.exchanged():
		return swapped
	case more && step:
		return different
	case more:
		return alike
	case asked <= mostSwapped && held <= mostSwapped:
		return swapped
	}
	return different
}

// saidAsAWhole reports whether a title says a term of the query in the owner's words, or a phrase that
// it is part of.
func (p *plan) saidAsAWhole(c *candidate, term int) bool {
	for set := c.equal; set != 0; set &= set - 1 {
		if p.equal[bits.TrailingZeros64(set)].terms&(1<<term) != 0 {
			return true
		}
	}
	w := p.terms[term].word
	for set := c.ideas; set != 0; set &= set - 1 {
		d := &p.ideas[bits.TrailingZeros64(set)]
		if d.share == conceptShare && d.terms&(1<<term) != 0 && (d.lo < w.lo || d.hi > w.hi) {
			return true
		}
	}
	return false
}

// counts reports whether a word says something: no stop word and, in scripts without spaces,
// no pair that a particle or an ending is part of.
func counts(word string, share float32) bool {
	if share <= stopWeight {
		return false
	}
	first, n := utf8.DecodeRuneInString(word)
	if classify(first) != unspaced {
		return true
	}
	if n == len(word) {
		return false // its pairs say more
	}
	for _, r := range word {
		if unicode.Is(unicode.Hiragana, r) {
			return false
		}
	}
	return true
}

func (s *state) nearTitle(word string, r record) bool {
	for w := range r.titleWords() {
		if s.near(word, s.words[w].text) {
			return true
		}
	}
	return false
}

func (s *state) nearQuery(word string, p *plan) bool {
	for i := range p.terms {
		if s.near(word, p.terms[i].word.text) {
			return true
		}
	}
	return false
}

// near reports whether two words are about the same, unless both are known to be others: the
// lexicon has them for different things (contact and contract, server and service), or titles
// have both and they only look alike (Tanja and Tania).
func (s *state) near(a, b string) bool {
	if !near(a, b) || !begun(a, b) && s.entry(a) != nil && s.entry(b) != nil {
		return false
	}
	some, others := s.saying(a).concepts, s.saying(b).concepts
	return a == b || len(some) == 0 || len(others) == 0 ||
		slices.ContainsFunc(some, func(c uint16) bool { return slices.Contains(others, c) })
}

// near reports whether two words are the same but for an ending or a slip of the pen. A
// compound with another first part is another word.
func near(a, b string) bool { return begun(a, b) || slipped(a, b) }

// begun reports whether two words begin alike and differ in what may be an ending.
func begun(a, b string) bool {
	if isNumber(a) || isNumber(b) || a == b {
		return a == b
	}
	const root = 4
	shorter := min(len(a), len(b))
	same := 0
	for same < shorter && a[same] == b[same] {
		same++
	}
	return same >= root && same*3 >= shorter*2 || same == shorter && same >= root-1
}

// slipped reports whether a slip of the pen may have made one word of the other.
func slipped(a, b string) bool {
	if isNumber(a) || isNumber(b) {
		return false
	}
	slips := 1
	if shorter := min(len(a), len(b)); shorter < 5 {
		slips = 0
	} else if shorter >= 9 {
		slips = 2
	}
	return slips > 0 && distance(a, b, slips) <= slips
}

// distance is how many letters are to be changed, added or left out to make one word of the
// other, or more than most.
func distance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(y)]
}
