package match

import "unicode/utf8"

// minRoot is how many letters an ending leaves at least.
const minRoot = 4

// endings are what inflection adds to a folded word in German, Spanish, French, Portuguese,
// Italian, Dutch or Russian. Only words of the lexicon are looked up
// without them, so it does no harm that some end in these letters for other reasons.
var endings = set(`
		e n s en er es em t te ten tet end ende ung ungen st
		ieren iert ierte ierung ierungen ation ationen ations
		a o as os is an ar ir ado ada ados adas ido ida idos idas ando iendo acion aciones cion ciones
		am em ou ao acao acoes cao coes amento imento
		i are ere ire ato ata ati ate uto uta ito ita azione azioni zione zioni
		ee ees ez ent ement ements eur euse ant age
		de d eren eerd eert ering ing ingen atie aties
		а я ы и о е у ю ь ои еи ом ем ами ями ам ям ах ях ов ев ью
		ыи ии ая яя ое ее ые ие ого его ому ему ым им ых их ую юю ыми ими
		ть ти ться тся ет ит ют ят ут ат ает яет ует ают яют уют ал ял ил ел ала ила ело ено ен ана ан
		ать ять ить еть аться яться иться
		ание ения ание ению ением ании ения ение ении ания анию анием ация ации ацию ациеи`)

// longestEnding is the length of the longest ending, in letters.
const longestEnding = 7

// root takes the longest ending off a folded word that leaves at least minRoot letters.
func root(word string) string {
	letters := utf8.RuneCountInString(word)
	at := 0
	for i := range word {
		if at >= minRoot && letters-at <= longestEnding && endings[word[i:]] {
			return word[:i]
		}
		at++
	}
	return word
}
