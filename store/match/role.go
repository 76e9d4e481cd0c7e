package match

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// role is the part that a word has in a sentence, as the preposition before it or the particle behind
// it says: the same words with two of their roles exchanged are other work. "Merge main into develop",
// "merge develop into main".
type role uint8

const (
	noRole role = iota
	roleSource
	roleTarget
	rolePurpose
	roleMeans
	roleLack
	roleInstead
	roleEarlier
	roleLater
	rolePlace
	roleObject
	firstSide      // of the first side of a contrast, the next of the next
	unclear   role = 15
)

// prepositions give the words behind them a role. Those that say it in some languages and another in
// others are filed by the one that most titles mean.
var prepositions = rolesFrom(map[role]string{
	roleSource:  "from of off von aus vom de del desde do da dal della di du des d depuis van uit из от с",
	roleTarget:  "to into onto toward towards as nach zu zum zur ins hacia hasta al vers au aux ao naar в во на до к",
	rolePurpose: "for fur para pour per voor для",
	roleMeans:   "with by via using mit per durch con por com par avec met door",
	roleLack:    "without ohne sin sem senza sans zonder без",
	roleInstead: "instead rather statt anstatt anstelle lugar lieu invece invez plaats вместо",
	roleEarlier: "before vor antes avant prima voor перед",
	roleLater:   "after despues apres dopo depois после",
	rolePlace:   "in on at inside in im am auf bei en sur dans em nel op",
})

// romance are sources behind which "a" is a target: "de Madrid a Lisboa".
var romance = set("de del desde do da dal di du des d depuis")

// postpositions stand behind what they give a role to. A longer one comes first.
var postpositions = []particle{
	{"から", roleSource},
	{"より", roleSource},
	{"まで", roleTarget},
	{"へ", roleTarget},
	{"に", roleTarget},
	{"なしで", roleLack},
	{"ではなく", roleInstead},
	{"を", roleObject},
	{"で", roleMeans},
	{"에서", roleSource},
	{"부터", roleSource},
	{"으로", roleTarget},
	{"로", roleTarget},
	{"없이", roleLack},
	{"을", roleObject},
	{"를", roleObject},
}

// coverbs stand before it, in Chinese.
var coverbs = []particle{
	{"从", roleSource},
	{"由", roleSource},
	{"到", roleTarget},
	{"至", roleTarget},
	{"成", roleTarget},
	{"为", roleTarget},
	{"把", roleObject},
	{"将", roleObject},
	{"用", roleMeans},
}

type particle struct {
	text string
	role role
}

func rolesFrom(lists map[role]string) map[string]role {
	roles := map[string]role{}
	for r, list := range lists {
		for _, w := range strings.Fields(list) {
			if old, ok := roles[w]; !ok || r < old {
				roles[w] = r
			}
		}
	}
	return roles
}

// rolesOf are the roles of the words of a text, nil if none has any. Sides are those of a word: where
// a text has words of two sides, what stands behind each has the role of its side, as in "block bots,
// allow crawlers".
func rolesOf(text string, list []word, sides func(i int) []side) []role {
	var roles []role
	give := func(i int, r role) {
		if r != noRole {
			if roles == nil {
				roles = make([]role, len(list))
			}
			roles[i] = r
		}
	}
	own := ownSides(len(list), sides)
	clauses := clausesOf(text)
	now, mayGo, marked, end := noRole, false, -1, 0
	for i, w := range list {
		if w.lo > end {
			now = now.past(text[end:w.lo])
		}
		end = max(end, w.hi)
		if at := slices.IndexFunc(clauses, func(s clause) bool { return s.lo <= w.lo && w.hi <= s.hi }); at >= 0 {
			give(i, clauses[at].role)
			continue
		}
		if r, ok := prepositions[w.text]; ok {
			if now != roleInstead || marked != i-1 { // "instead of" is one
				now = r
			}
			marked, mayGo = i, romance[w.text]
			continue
		}
		if w.text == "a" && now == roleSource && mayGo {
			now = roleTarget
			continue
		}
		give(i, now)
		if own != nil && now == noRole {
			now = own[i]
		}
	}
	return roles
}

// giveRoles gives the terms of a query the roles of their words.
func (p *plan) giveRoles(list []word) {
	at := make([]int, len(list))
	for i, w := range list {
		same := func(have word) bool { return have.lo == w.lo && have.text == w.text }
		at[i] = slices.IndexFunc(p.terms, func(t term) bool { return same(t.word) || slices.ContainsFunc(t.also, same) })
	}
	for i, r := range rolesOf(cut(p.text, maxQueryBytes), list, func(i int) []side { return p.terms[at[i]].sides }) {
		switch t := &p.terms[at[i]]; {
		case t.role == noRole && list[i] == t.word:
			t.role = r
		case t.role != r:
			t.role = unclear
		}
	}
}

// past is the role that goes on behind what stands between two words.
func (r role) past(between string) role {
	switch {
	case strings.Contains(between, "→"), strings.Contains(between, "->"), strings.Contains(between, "=>"):
		return roleTarget
	case strings.ContainsAny(between, ",;:.!?()、。，；"):
		return noRole
	}
	return r
}

// ownSides are the roles that words give to those behind them because the text has another side of
// their contrast as well; nil if there are none.
func ownSides(n int, sides func(i int) []side) (own []role) {
	type sided struct {
		word int
		side side
	}
	var before []sided // mostly there are none
	for i := range n {
		for _, a := range sides(i) {
			for _, b := range before {
				if b.word == i || a.contrast != b.side.contrast || a.number == b.side.number {
					continue
				}
				if own == nil {
					own = make([]role, n)
				}
				own[i], own[b.word] = roleOf(a), roleOf(b.side)
			}
			before = append(before, sided{i, a})
		}
	}
	return own
}

func roleOf(s side) role { return min(firstSide+role(min(s.number, 15)), unclear-1) }

// clause is text[lo:hi], whose words have a role by a particle.
type clause struct {
	lo, hi int
	role   role
}

// clausesOf are those of a text in a script with particles; of any other there are none.
func clausesOf(text string) (list []clause) {
	if strings.IndexFunc(text, isUnspaced) < 0 {
		return nil
	}
	before, behind := coverbs, []particle(nil)
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Hangul) }) {
		before, behind = nil, postpositions
	}
	lo, now := 0, noRole
	for at := 0; at < len(text); {
		if p := beginning(behind, text[at:]); p != nil && at > lo {
			list = append(list, clause{lo, at, p.role})
			at += len(p.text)
			lo = at
			continue
		}
		if p := beginning(before, text[at:]); p != nil {
			list = append(list, clause{lo, at, now})
			at += len(p.text)
			lo, now = at, p.role
			continue
		}
		size := max(1, len(firstRunes(text[at:], 1)))
		if strings.ContainsAny(text[at:at+size], "、。，；,;") {
			list = append(list, clause{lo, at, now})
			lo, now = at+size, noRole
		}
		at += size
	}
	return append(list, clause{lo, len(text), now})
}

func beginning(list []particle, text string) *particle {
	for i := range list {
		if strings.HasPrefix(text, list[i].text) {
			return &list[i]
		}
	}
	return nil
}

// turns are which roles words have in a title instead of those that they have in a query.
type turns [unclear + 1]uint16

func (t *turns) add(asked, held role) {
	if asked != held && asked != unclear && held != unclear {
		t[asked] |= 1 << held
	}
}

// exchanged reports whether one word has the role of another, and that one has its.
func (t *turns) exchanged() bool {
	for a := range t {
		for b := range a {
			if t[a]&(1<<b) != 0 && t[b]&(1<<a) != 0 {
				return true
			}
		}
	}
	return false
}

// titleWord is a word of a title and the role that it has there.
type titleWord struct {
	word uint32
	role role
}

// titleOf joins the words of a title with their roles, which may be none.
func titleOf(words []uint32, roles []role) []titleWord {
	title := make([]titleWord, len(words))
	for i, w := range words {
		title[i].word = w
		if i < len(roles) {
			title[i].role = roles[i]
		}
	}
	return title
}

// sortedTitle takes a title apart again, in the order of its words; without a role in it there are
// no roles.
func sortedTitle(title []titleWord) (words []uint32, roles []byte) {
	slices.SortFunc(title, func(a, b titleWord) int {
		return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(a.role, b.role))
	})
	words = make([]uint32, len(title))
	for i, t := range title {
		words[i] = t.word
		if t.role != noRole && roles == nil {
			roles = make([]byte, len(title))
		}
	}
	for i := range roles {
		roles[i] = byte(title[i].role)
	}
	return words, roles
}
