package credential

import (
	"slices"
	"strings"
)

// commonPairs are the pairs of letters that words of European languages are mostly made of:
// a first letter, then those that often follow it. Of random letters a third are such pairs.
var commonPairs = func() (pairs ['z' + 1]byteSet) {
	for _, row := range strings.Fields("aabcdgiklmnprstuvxy baeilouy caehiklortu dadeiloprsu eabcdefgilmnopqrstvwx faefiortu gaeiorsu haeiortu iacdefglmnoprstv je keis ladeilostuy maeimop nacdefgiklnopstu oabcdfgjklmnoprstuvw paeiloprstu qu racdegiklmnorstuvy sacehilnopstuw tabcdefhilmoprstuwy ubcelmnprst vaei waehinors xt yps ze") {
		for i := 1; i < len(row); i++ {
			pairs[row[0]].add(row[i])
		}
	}
	return pairs
}()

// wordy reports whether the letters of a text follow each other as those of words do.
// Words may be joined in any way: parseHeader, at-least_once.
func wordy(s string) bool {
	pairs, common := 0, 0
	for i := 1; i < len(s); i++ {
		a, b := s[i-1]|0x20, s[i]|0x20
		if !letter(a) || !letter(b) || s[i-1] >= 'a' && s[i] < 'a' {
			continue // from word to word anything goes
		}
		pairs++
		if commonPairs[a].has(b) {
			common++
		}
	}
	return pairs == 0 || float64(common) >= 0.65*float64(pairs)
}

func letter(lower byte) bool { return lower >= 'a' && lower <= 'z' }

// scrambled reports whether letters without a digit among them are random: too many to be
// an abbreviation, not in the order of words, or in capitals and small letters by chance.
func scrambled(s string) bool {
	c := classesOf(s)
	if len(s) < 16 || c.digits > 2 || c.others > len(s)/8 || bits(s) < 3 {
		return false
	}
	if !wordy(s) {
		return true
	}
	turns := 0 // from small to capital: few, where each begins a word
	for i := 1; i < len(s); i++ {
		if s[i-1] >= 'a' && s[i-1] <= 'z' && s[i] >= 'A' && s[i] <= 'Z' {
			turns++
		}
	}
	return c.upper*4 >= len(s) && turns*6 >= len(s)
}

// A passphrase has so many words, each of so many letters at most.
const (
	minWords   = 3
	maxWords   = 24
	maxLetters = 14
)

// phrase reports whether a text is a passphrase: words that make no sentence.
func phrase(s string) bool {
	words := strings.Fields(s)
	if len(words) < minWords || len(words) > maxWords || len(s) < 14 {
		return false
	}
	for _, w := range words {
		c := classesOf(w)
		if c.others > 0 || c.upper > 1 || len(w) < 3 || len(w) > maxLetters || slices.Contains(sentenceWords, strings.ToLower(w)) {
			return false
		}
	}
	return true
}

// sentenceWords are those of messages about passwords, which drawn words hardly are.
var sentenceWords = strings.Fields("the and for with not has have had are was were will must should your you our this that these does did can could may new old " +
	"one two from into than then when where which who why how all any none but please enter type choose set reset forgot change match matches required missing invalid " +
	"incorrect wrong short long least most characters character letters digits empty field value string text password passwords passphrase token secret hash hashed stored " +
	"see ask below above here there use used using its only also again still just been being get got too very more less some each other same " +
	"der die das und ist ein eine nicht mit muss zeichen bitte oder los las una con que para por est les des une pas avec del con non deve")
