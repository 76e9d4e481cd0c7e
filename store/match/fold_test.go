package match

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"punctuation parts words", "check_overlap: (API/v2), e-mail", []string{"check", "overlap", "api", "v2", "e", "mail"}},
		{"case and accents fold", "Éclair STRASSE straße", []string{"eclair", "strasse", "strasse"}},
		{"decomposed is composed", "Ame\u0301lie", []string{"amelie"}},
		{"compatibility forms", "ﬁle ＡＰＩ x²", []string{"file", "api", "x2"}},
		{"a fraction is two numbers", "1½", []string{"11", "2"}},
		{"unspaced scripts become pairs", "ログイン", []string{"ログ", "グイ", "イン"}},
		{"Han characters also stand alone", "修復", []string{"修", "修復", "復"}},
		{"half width kana", "ｶﾞｲﾄﾞ", []string{"ガイ", "イド"}},
		{"scripts next to each other", "CSVで出力", []string{"csv", "で出", "出", "出力", "力"}},
		{"Hindi keeps its vowel signs", "खोज में", []string{"खोज", "में"}},
		{"Arabic loses its vowels", "تَحْمِيل", []string{"تحميل"}},
		{"soft hyphens and joiners vanish", "co\u00adop\u200dera\u200cte", []string{"cooperate"}},
		{"NUL and broken bytes part words", "a\x00b\xffc", []string{"a", "b", "c"}},
		{"a lone accent is nothing", "\u0301 \u0301a", []string{"a"}},
		{"no words", " \t🙂!", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := texts(words(nil, tt.text, 100)); !slices.Equal(got, tt.want) {
				t.Errorf("words(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestWordsAreBounded(t *testing.T) {
	for _, w := range words(nil, strings.Repeat("é", 1000), 100) {
		if n := utf8.RuneCountInString(w.text); n > maxWordRunes {
			t.Errorf("a word of %d runes", n)
		}
	}
	if n := len(words(nil, strings.Repeat("界 ", 1000), 7)); n != 7 {
		t.Errorf("%d words, want the limit of 7", n)
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{{"abc", 5, "abc"}, {"abc", 2, "ab"}, {"aé", 2, "a"}, {"\x80\x80\x80", 2, ""}, {"", 0, ""}} {
		if got := cut(tt.text, tt.n); got != tt.want {
			t.Errorf("cut(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, forms := range []string{
		"cache caches cached caching", "test tests tested testing", "migrate migrates migrated migrating migration migrations",
		"configure configured configuration config configs", "authenticate authentication authenticating auth",
		"deploy deploys deployed deploying deployment deployments", "retry retries retried retrying", "query queries",
		"delete deletes deleted deleting deletion", "crash crashes crashed crashing", "schedule scheduler scheduling",
		"synchronise synchronize sync synchronization synchronisation", "log logs logged logging", "stop stopped stopping",
		"configuration config cfg conf", "password passwords pw pwd", "email emails mail mails", "colour color colours colored", "setting settings",
		"validate validation validator", "index indexes indexed indexing indexer", "document documents documentation docs",
	} {
		list := strings.Fields(forms)
		for _, form := range list[1:] {
			if stem(form) != stem(list[0]) {
				t.Errorf("%s → %s, %s → %s", list[0], stem(list[0]), form, stem(form))
			}
		}
	}
	for _, apart := range [][2]string{{"user", "use"}, {"process", "proceed"}, {"format", "form"}, {"bus", "bu"}, {"string", "str"}, {"release", "relate"}, {"setting", "set"}} {
		if stem(apart[0]) == stem(apart[1]) {
			t.Errorf("%s and %s are both %s", apart[0], apart[1], stem(apart[0]))
		}
	}
	for _, same := range []string{"api", "is", "über", "сутки", "v2"} {
		if stem(same) != same {
			t.Errorf("stem(%s) = %s", same, stem(same))
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, seed := range []string{"Straße", "½ ﬁ ＡＰＩ", "ｶﾞ가각", "\x00\xff", "ΌΣΟΣ", "İstanbul", "नमस्ते", "e\u0301\u00ad"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range words(nil, text, maxTerms) {
			if w.text == "" || !utf8.ValidString(w.text) || utf8.RuneCountInString(w.text) > maxWordRunes {
				t.Errorf("word %q of %q", w.text, text)
			}
			if w.lo < 0 || w.lo >= w.hi || w.hi > len(text) || !utf8.ValidString(text[w.lo:w.hi]) {
				t.Errorf("word %q of %q at %d:%d", w.text, text, w.lo, w.hi)
			}
			if again := fold(w.text); again != w.text {
				t.Errorf("%q folds on to %q", w.text, again)
			}
			stem(w.text)
		}
	})
}
