package match

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// conjugated are the last letters of Japanese verbs and adjectives, and what they turn into.
var conjugated = map[rune]string{
	'う': "わいえおっ", 'く': "かきけこい", 'す': "さしせそ", 'つ': "たちてとっ", 'ぬ': "なにねのん",
	'ぶ': "ばびべぼん", 'む': "まみめもん", 'ぐ': "がぎげごい", 'る': "らりれろっ", 'い': "くかさ",
}

// afterStem are the letters that follow the stem of a verb that only drops its last letter.
const afterStem = "てたなまらよ"

// japanese yields the beginnings of the forms of a verb or adjective, given the one in
// dictionaries: 消す, 消し, 消さ.
func japanese(form string) iter.Seq[string] {
	return func(yield func(string) bool) {
		letters := []rune(form)
		n := len(letters)
		if n < 2 || !unicode.Is(unicode.Han, letters[n-2]) && !unicode.Is(unicode.Hiragana, letters[n-2]) {
			return
		}
		head := string(letters[:n-1])
		if letters[n-1] == 'る' {
			if n > 2 {
				if !yield(head) {
					return
				}
			} else {
				for _, r := range afterStem {
					if !yield(head + string(r)) {
						return
					}
				}
			}
		}
		for _, r := range conjugated[letters[n-1]] {
			if !yield(head + string(r)) {
				return
			}
		}
	}
}

// bound are Chinese characters that stand beside words more often than within them.
const bound = "的了给在把被和与用到对从让要想去找做买修换洗新旧我你他她它这那有没不是个只条家里上下"

// alone reports whether a single character is likely to be a word: nothing stands beside it
// that it may be part of a longer one with.
func alone(text []rune, i int) bool {
	free := func(at int) bool {
		return at < 0 || at == len(text) || !unicode.Is(unicode.Han, text[at]) || strings.ContainsRune(bound, text[at])
	}
	return unicode.Is(unicode.Han, text[i]) && free(i-1) && free(i+1)
}

// addRun adds a form of a script without spaces and, of a Japanese verb or adjective, what its
// forms have in common.
func (t *thesaurus) addRun(concept uint16, f lexicon.Form) {
	form := fold(f.Text)
	t.longestRun = max(t.longestRun, utf8.RuneCountInString(form))
	t.put(key(unbroken, form), concept)
	if f.Lang == "ja" {
		for form := range japanese(form) {
			t.put(key(unbroken, form), concept)
		}
	}
}

// inRun looks for the longest forms, from the left to the right.
func (t *thesaurus) inRun(found []mention, text string, r run) []mention {
	folded := []rune(fold(text[r.lo:r.hi]))
	at := places(text, r.lo, r.hi, len(folded))
	for i := 0; i < len(folded); {
		n := min(t.longestRun, len(folded)-i)
		for ; n > 0; n-- {
			if n == 1 && !alone(folded, i) {
				continue
			}
			concepts := t.says.of(key(unbroken, string(folded[i:i+n])))
			for _, c := range concepts {
				found = append(found, mention{c, at[i].lo, at[i+n-1].hi})
			}
			if len(concepts) > 0 {
				break
			}
		}
		i += max(1, n)
	}
	return found
}
