package outline

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "fix it\n\tnow", "fix it\n\tnow"},
		{"other scripts", "почини 登录 é 👍 한국어 ភាសាខ្មែរ", "почини 登录 é 👍 한국어 ភាសាខ្មែរ"},
		{"C0", "a\x00b\x07c\x1b[31m", "abc[31m"},
		{"C1", "a\u0080b\u009bc\x7f", "abc"},
		{"line ends and spaces", "a\r\nb\rc\u2028d\u0085e\u00a0f\u3000g", "a\r\nb\rc\u2028d\u0085e\u00a0f\u3000g"},
		{"bidi", "a\u202eb\u2066c\u200fd\u061ce", "abcde"},
		{"zero width", "a\u200bb\u200dc\ufeffd\u2060e\u00adf", "abcdef"},
		{"tags", "a\U000E0041\U000E0042\U000E007Fb", "ab"},
		{"invalid UTF-8", "a\xffb\xc3", "ab"},
		{"Hangul fillers", "a\u115fb\u1160c\u3164d\uffa0e", "abcde"},
		{"grapheme joiner", "a\u034fb", "ab"},
		{"Khmer vowels that are not drawn", "a\u17b4b\u17b5c", "abc"},
		{"Braille blank", "a\u2800b", "ab"},
		{"reserved to be ignored", "a\u2065b\ufff0c\U000E0FFFd", "abcd"},
		{"other blanks", "a\U0001D159b\U00016FE4c\u180ed", "abcd"},

		{"noncharacters", "a\ufdd0b\ufdefc\ufffed\uffffe\U0001FFFEf\U0010FFFFg", "abcdefg"},
		{"beside noncharacters", "\ufdcf\ufdf0\ufffd", "\ufdcf\ufdf0\ufffd"},
		{"controls of hieroglyphs", "\U00013000\U00013430\U00013001\U0001343f\U00013440\U00013447\U00013455\U00013002", "\U00013000\U00013001\U00013002"},
		{"a tower of marks", "a" + strings.Repeat("\u0301", 500) + "b\u0302", "a" + strings.Repeat("\u0301", 8) + "b\u0302"},
		{"a tower of several marks", "a" + strings.Repeat("\u0301\u0323\u20dd\u093f", 100), "a" + strings.Repeat("\u0301\u0323\u20dd\u093f", 2)},
		{"a tower with joiners", "न" + strings.Repeat("\u0301\u200d", 20), "न" + strings.Repeat("\u0301\u200d", 8)},
		{"eight marks", "a" + strings.Repeat("\u0301", 8) + "b", "a" + strings.Repeat("\u0301", 8) + "b"},
		{"marks of real words", "Việt Nam Tie\u0302\u0301ng בְּרֵאשִׁ֖ית ٱلرَّحْمَـٰنِ བསྒྲུབས क्षेत्र မြန်မာ น้ำ", "Việt Nam Tie\u0302\u0301ng בְּרֵאשִׁ֖ית ٱلرَّحْمَـٰنِ བསྒྲུབས क्षेत्र မြန်မာ น้ำ"},

		{"a message in variation selectors", "👍" + strings.Repeat("\ufe01\ufe00\U000E0150", 20), "👍"},
		{"a message behind a letter", "a\ufe0f\ufe0e\U000E0100b", "ab"},
		{"an emoji's selector", "❤\ufe0f ok", "❤\ufe0f ok"},
		{"an emoji's selector twice", "❤\ufe0f\ufe0f\ufe0e ok", "❤\ufe0f ok"},
		{"an arrow as text", "a ↔\ufe0e b", "a ↔\ufe0e b"},
		{"punctuation that is an emoji", "‼\ufe0f⁉\ufe0f〰\ufe0f", "‼\ufe0f⁉\ufe0f〰\ufe0f"},
		{"a keycap", "1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"a selector behind a number", "1\ufe0f2\ufe0e3", "123"},
		{"a family", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"a joined emoji with a selector", "❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"},
		{"a joiner behind a selector that goes", "a\ufe0f\u200db", "ab"},
		{"joiners in a row", "न\u200d\u200d\u200cम", "न\u200dम"},
		{"an ideograph's variant", "葛\U000E0100飾", "葛\U000E0100飾"},
		{"an ideograph's variant twice", "葛\U000E0100\U000E0101飾", "葛\U000E0100飾"},
		{"a compatibility ideograph", "凞\ufe00", "凞\ufe00"},
		{"an ideograph as an emoji", "登\ufe0f", "登"},
		{"a Mongolian letter's variant", "ᠠ\u180b\u180bᠡ", "ᠠ\u180bᠡ"},
		{"a Mongolian selector elsewhere", "a\u180b1\u180d", "a1"},
		{"selectors that nothing takes", "👍\ufe05", "👍"},
		{"at the start", "\ufe0f\u200d\u034fa", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Visible(c.in); got != c.want {
				t.Errorf("got %+q, want %+q", got, c.want)
			}
		})
	}
}

// What comes out has nothing to hide a message in, and comes out the same again.
func FuzzVisible(f *testing.F) {
	for _, seed := range []string{"a\ufe0fb", "❤\ufe0f\u200d🔥", "1\ufe0f\u20e3", "葛\U000E0100\U000E0101", "a\u3164\u2800", "\xff\u200d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Visible(s)
		if again := Visible(got); again != got || !utf8.ValidString(got) {
			t.Fatalf("%+q, and then %+q", got, again)
		}
		var before rune
		for _, r := range got {
			small := unicode.Is(unicode.Variation_Selector, r) || isJoiner(r)
			if small && (before == 0 || unicode.Is(unicode.Variation_Selector, before) && !isJoiner(r) || isJoiner(before)) || !small && isHidden(r) {
				t.Fatalf("%U behind %U in %+q", r, before, got)
			}
			before = r
		}
	})
}

func BenchmarkVisible(b *testing.B) {
	for name, text := range map[string]string{"ASCII": strings.Repeat("A line of a page.\n", 1_000), "mixed": strings.Repeat("Ein Öl-Tänk 👍 im 登录.\n", 1_000)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Visible(text)
			}
		})
	}
}
