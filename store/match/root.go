package match

import (
	"iter"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// tongue is a language whose endings are known. English has stems of its own.
type tongue uint8

const (
	german tongue = iota
	spanish
	french
	portuguese
	italian
	dutch
	russian
	tongues
)

// languages are some of the tongues, a bit each.
type languages uint8

const anyLanguage = languages(1<<tongues - 1)

// all yields each of them.
func (l languages) all() iter.Seq[tongue] {
	return func(yield func(tongue) bool) {
		for ; l != 0; l &= l - 1 {
			if !yield(tongue(bits.TrailingZeros8(uint8(l)))) {
				return
			}
		}
	}
}

// tongueOf are the tongues by the code the lexicon has for them.
var tongueOf = map[string]tongue{"de": german, "es": spanish, "fr": french, "pt": portuguese, "it": italian, "nl": dutch, "ru": russian}

// depth is how much is taken off a word.
type depth uint8

const (
	inflection depth = iota // number, gender and case: what leaves the same noun or adjective
	derivation              // and what makes of a verb its forms and the noun for what it does
	depths
)

// minRoot is how many letters an ending leaves at least.
const minRoot = 3

// longestEnding is the length of the longest ending, in letters.
const longestEnding = 7

// endings are what the languages add to a folded word, by tongue and depth. A word is looked
// up without them only if it isn't known as it stands, and in a language only without that
// one's, so it does no harm that some words end in these letters for other reasons.
var endings = func() map[string][depths]languages {
	all := map[string][depths]languages{}
	for t, text := range [tongues][depths]string{
		german: {
			`e n en er ern es s em ens`,
			`t te ten tet et st est end ende enden ung ungen ieren iert ierte iertes ierung ierungen ation ationen ations erung`,
		},
		spanish: {
			`s es a o as os z ces`,
			`ar er ir e an en ado ada ados adas ido ida idos idas ando iendo arse erse irse amos emos imos aba aban aran ara
			acion aciones cion ciones amiento imiento ue uen`,
		},
		french: {
			`s x e es ee ees`,
			`er ir ez ent ons ant ante it is ait aient ation ations ement ements age ages eur eurs euse tion tions issement`,
		},
		portuguese: {
			`s es a o as os ao oes al ais`,
			`ar er ir e am em ou ei ado ada ados adas ido ida idos idas ando endo indo amos emos ava avam ara acao acoes cao coes
			amento amentos imento agem ar-se`,
		},
		italian: {
			`a e i o hi he`,
			`are ere ire ato ata ati ate uto uta uti ute ito ita iti ite ando endo ano ono iamo arsi ersi irsi ava avano
			azione azioni zione zioni amento amenti imento`,
		},
		dutch: {
			`e n en es je jes tje tjes pje pjes`,
			`t te ten de den d dt ing ingen ding dingen ting tingen eren eert eerd eerde ering eringen atie aties`,
		},
		russian: {
			`а я ы и о е у ю ь ои еи ом ем ами ями ам ям ах ях ов ев ью ия ии ию ием иями иях
			ка ки ку ке кои ком ков ок ек кам ками ках
			ыи ая яя ое ее ые ие ого его ому ему ым им ых их ую юю ыми ими`,
			`ть ти ет ит ют ят ут ат ает яет ует ают яют уют ал ял ил ел ала ила ело али или ела ело ено ен ана ан аны ены
			ать ять ить еть овать ировать ует ируется ите аите
			ание ания анию анием ании ение ения ению ением ении ировка ировку ировки ация ации ацию ациеи ирование`,
		},
	} {
		for d, list := range text {
			for ending := range set(list) {
				masks := all[ending]
				masks[d] |= 1 << t
				if depth(d) == inflection {
					masks[derivation] |= 1 << t
				}
				all[ending] = masks
			}
		}
	}
	return all
}()

// roots are a folded word without its ending, for each language.
type roots [depths][tongues]string

// rootsIn are the roots of a word in some languages, empty in others.
func rootsIn(word string, in languages) (r roots) {
	r.fill(word, in)
	return r
}

// fill takes off a word, for each of the languages, the longest ending that leaves enough letters.
// What is known of other languages stays.
func (r *roots) fill(word string, in languages) {
	bare := word
	if in&(1<<german|1<<dutch) != 0 {
		bare = unmarked(word)
	}
	r.cut(word, word, in&(1<<spanish|1<<french|1<<portuguese|1<<italian))
	r.cut(word, bare, in&(1<<german))
	if in&(1<<dutch) != 0 {
		r.cut(dutchSingular(word), dutchSingular(bare), 1<<dutch)
		for d := range r {
			r[d][dutch] = undutch(r[d][dutch])
		}
	}
	if in&(1<<russian) != 0 {
		r.cut(word, strings.TrimSuffix(strings.TrimSuffix(word, "ся"), "сь"), 1<<russian)
	}
}

// cut fills in the roots of some languages: inflected ones of the word as it stands, derived
// ones of its bare form.
func (r *roots) cut(word, bare string, in languages) {
	if in == 0 {
		return
	}
	for d, w := range [depths]string{word, bare} {
		left := in
		letters := utf8.RuneCountInString(w)
		at := 0
		for i := range w {
			if left == 0 {
				break
			}
			if at >= minRoot && letters-at <= longestEnding {
				found := endings[w[i:]][d] & left
				for t := range tongues {
					if found&(1<<t) != 0 {
						r[d][t] = w[:i]
					}
				}
				left &^= found
			}
			at++
		}
		for t := range tongues {
			if left&(1<<t) != 0 {
				r[d][t] = w
			}
		}
	}
}

// particles are the first parts of German and Dutch verbs that let "ge" and "zu" in between.
var particles = strings.Fields(`zusammen zuruck durch unter nach fest aus auf ein her hin los mit weg bei vor um ab an zu
	terug voor mee aan uit vast door over toe bij op af in om na`)

// unmarked takes the mark of a participle or infinitive out of a German or Dutch verb:
// abgestürzt, abzustürzen; geprüft.
func unmarked(word string) string {
	n := len(word)
	if n < 6 || !strings.HasSuffix(word, "t") && !strings.HasSuffix(word, "en") && !strings.HasSuffix(word, "d") && !strings.HasSuffix(word, "te") {
		return word
	}
	if strings.HasPrefix(word, "ge") {
		return word[2:]
	}
	for _, p := range particles {
		rest, ok := strings.CutPrefix(word, p)
		if ok && len(rest) >= 6 && (strings.HasPrefix(rest, "ge") || strings.HasPrefix(rest, "zu")) {
			return p + rest[2:]
		}
	}
	return word
}

// dutchSingular takes the s off that makes a plural after an unstressed syllable.
func dutchSingular(word string) string {
	for _, end := range []string{"els", "ers", "ens", "ems"} {
		if strings.HasSuffix(word, end) {
			return word[:len(word)-1]
		}
	}
	return word
}

// undutch writes what is left of a Dutch word as it ends when nothing follows: katten, kat;
// bomen, boom; huizen, huis.
func undutch(root string) string {
	n := len(root)
	if n < minRoot {
		return root
	}
	last, ok := map[byte]byte{'z': 's', 'v': 'f'}[root[n-1]]
	if !ok {
		last = root[n-1]
	}
	switch {
	case root[n-2] == root[n-1]:
		return root[:n-1]
	case n > minRoot && root[n-3] == root[n-2] && strings.IndexByte("aeou", root[n-2]) >= 0:
		return root[:n-2] + string(last)
	case last != root[n-1]:
		return root[:n-1] + string(last)
	}
	return root
}
