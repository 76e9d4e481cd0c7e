package match

import (
	"slices"
	"strings"
)

// glossaryShare is what a word counts that the owner's glossary makes equal to another.
const glossaryShare = 0.7

// Glossary is what words mean the same to one owner, beside the lexicon.
type Glossary struct {
	groups [][]expression
	by     map[string][]int // first stem of an expression → groups that have one
}

// expression is a word or phrase, and the stems of its words.
type expression struct {
	text  string
	stems []string
}

const (
	maxGroups     = 500
	maxExpression = 4
	maxEqual      = 12
)

// ParseGlossary reads the list items of a Markdown text that set words equal, such as
// "- board = dashboard, cockpit". Other lines say nothing, and what is longer than a phrase
// or comes after the first 500 groups is left out.
func ParseGlossary(markdown string) *Glossary {
	g, _ := readGlossary(markdown)
	return g
}

// NotUnderstood are the numbers of the lines that are items of a list and set nothing equal, from
// 1 on.
func NotUnderstood(markdown string) (lines []int) {
	_, lines = readGlossary(markdown)
	return lines
}

func readGlossary(markdown string) (g *Glossary, unread []int) {
	g = &Glossary{by: map[string][]int{}}
	number := 0
	for line := range strings.Lines(markdown) {
		number++
		item, ok := listItem(line)
		if !ok {
			continue
		}
		group := equals(item)
		if len(group) < 2 || len(g.groups) == maxGroups {
			unread = append(unread, number)
			continue
		}
		g.add(group)
	}
	return g, unread
}

// equals are the expressions that an item sets equal; none if it has no sign for that.
func equals(item string) (group []expression) {
	if left, right, ok := strings.Cut(item, "="); ok {
		for part := range strings.FieldsFuncSeq(left+","+right, func(r rune) bool { return strings.ContainsRune(",;=、，；", r) }) {
			if e := express(part); len(e.stems) > 0 && len(e.stems) <= maxExpression && len(group) < maxEqual {
				group = append(group, e)
			}
		}
	}
	return group
}

// listItem is the text of a line that is an item of a list.
func listItem(line string) (string, bool) {
	line = strings.TrimSpace(line)
	for _, marker := range []string{"- ", "* ", "+ "} {
		if text, ok := strings.CutPrefix(line, marker); ok {
			return text, true
		}
	}
	return "", false
}

// express reads a word or phrase. In scripts without spaces its words are pairs of characters.
func express(phrase string) expression {
	e := expression{text: strings.TrimSpace(phrase)}
	for _, w := range words(nil, phrase, maxTerms) {
		e.stems = append(e.stems, stem(w.text))
	}
	return e
}

func (g *Glossary) add(group []expression) {
	n := len(g.groups)
	g.groups = append(g.groups, group)
	for _, e := range group {
		if first := e.stems[0]; !slices.Contains(g.by[first], n) {
			g.by[first] = append(g.by[first], n)
		}
	}
}

// Len is how many groups of words it has.
func (g *Glossary) Len() int {
	if g == nil {
		return 0
	}
	return len(g.groups)
}

// equal is an expression that the glossary sets equal to some terms of a query.
type equal struct {
	terms uint64   // a bit each
	stems []uint32 // a title that has them all says it
	said  string   // what the query says
	by    string   // and what it is equal to
}

// addEqual finds what the glossary sets equal to parts of the query and any document has.
func (p *plan) addEqual(s *state, g *Glossary) {
	if g.Len() == 0 {
		return
	}
	for i := range p.terms {
		for _, n := range g.by[p.terms[i].root] {
			for at, said := range g.groups[n] {
				if terms, ok := p.find(said); ok && said.stems[0] == p.terms[i].root {
					p.addOthers(s, g.groups[n], at, terms)
				}
			}
		}
	}
}

// find returns the terms of a query that are the words of an expression.
func (p *plan) find(e expression) (terms uint64, ok bool) {
	for _, root := range e.stems {
		i := slices.IndexFunc(p.terms, func(t term) bool { return t.root == root })
		if i < 0 {
			return 0, false
		}
		terms |= 1 << i
	}
	return terms, true
}

func (p *plan) addOthers(s *state, group []expression, said int, terms uint64) {
	for i, other := range group {
		if i == said || len(p.equal) == maxTerms {
			continue
		}
		e := equal{terms: terms, said: group[said].text, by: other.text}
		for _, root := range other.stems {
			id, ok := s.stemIDs[root]
			if !ok || s.stems[id].count == 0 {
				e.stems = nil
				break
			}
			e.stems = append(e.stems, id)
		}
		if len(e.stems) > 0 {
			p.equal = append(p.equal, e)
		}
	}
}

// weightOf is what the terms of a query weigh together.
func (p *plan) weightOf(terms uint64) float64 {
	weight := 0.0
	for i := range p.terms {
		if terms&(1<<i) != 0 {
			weight += p.terms[i].weight
		}
	}
	return weight
}

// equals returns which of the plan's equal expressions a title has, a bit each.
func (s *state) equals(p *plan, r record) (found uint64) {
	for i, e := range p.equal {
		missing := len(e.stems)
		for _, id := range e.stems {
			for w := range r.titleWords() {
				if s.words[w].stem == id {
					missing--
					break
				}
			}
		}
		if missing == 0 {
			found |= 1 << i
		}
	}
	return found
}
