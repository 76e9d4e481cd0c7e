package match

import "strings"

// verbParticles stand at the end of a clause, apart from the verb that they belong to: "turn the heating
// off", "die App stürzt beim Start ab".
var verbParticles = set(`
	off on up down out in over back away through together
	ab an auf aus ein um zu vor nach los weg her hin fest zuruck zusammen raus rein runter hoch mit durch
	af aan op uit toe mee terug`)

// mostApart is how many words a verb may stand before its particle.
const mostApart = 12

// apart looks for verbs whose particle stands at the end of the clause, as the lexicon has them:
// together, in this order or written as one word.
func (t *thesaurus) apart(found []mention, list []word, said []saying) []mention {
	for end, particle := range list {
		last := end == len(list)-1 || list[end+1].lo > particle.hi+1
		if !last || !verbParticles[particle.text] {
			continue
		}
		for i := end - 2; i >= 0 && i >= end-mostApart && list[i+1].lo == list[i].hi+1; i-- {
			verb := list[i]
			var concepts []uint16
			if among := said[i].begins.and(said[end].ends); among.has(2) {
				concepts = t.direct(lookups([]string{verb.text, particle.text}), among.otherwise(2))
			}
			if len(concepts) == 0 {
				concepts = t.direct(lookups([]string{particle.text + verb.text}), anyLanguage)
			}
			for _, c := range concepts {
				found = append(found, mention{c, verb.lo, verb.hi})
			}
			if len(concepts) > 0 {
				break
			}
		}
	}
	return found
}

// mayEnd reports whether a word of a text may be the last of a clause: the last of all is.
func mayEnd(text string, last bool) bool { return last || strings.ContainsAny(text, ",;:.!?()–—") }
