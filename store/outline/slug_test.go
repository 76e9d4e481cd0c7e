package outline

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSlug(t *testing.T) {
	tests := []struct{ name, title, want string }{
		{"words", "Ship the Beta", "ship-the-beta"},
		{"a slug stays", "ship-the-beta-2", "ship-the-beta-2"},
		{"runs become one hyphen", "a -- b__c.d", "a-b-c-d"},
		{"ends are trimmed", "  (draft)!  ", "draft"},
		{"accents", "Éclair à la crème", "eclair-a-la-creme"},
		{"decomposed accents do not part", "Cafe\u0301 x\u0302y", "cafe-xy"},
		{"sharp s", "Straße", "strasse"},
		{"compatibility forms", "ﬁle ＡＰＩ x²", "file-api-x2"},
		{"a fraction is two numbers", "1½", "11-2"},
		{"Turkish capital", "İstanbul", "istanbul"},
		{"Greek", "Αθήνα", "athena"},
		{"Cyrillic soft sign does not part", "Большой план", "bolshoi-plan"},
		{"Chinese", "北京 计划", "bei-jing-ji-hua"},
		{"Japanese", "ログイン", "roguin"},
		{"Korean", "한국어 문서", "hangugeo-munseo"},
		{"Arabic", "خطة", "kht"},
		{"Hindi joins its marks", "योजना", "yojnaa"},
		{"a zero-width joiner does not part", "a\u200db", "ab"},
		{"emoji part words", "red🚀blue", "red-blue"},
		{"emoji alone", "🚀✨", ""},
		{"symbols alone", "!?* → ★", ""},
		{"empty", "", ""},
		{"control characters", "a\x00b\r\nc", "a-b-c"},
		{"invalid UTF-8", "a\xffb\xc3", "a-b"},
		{"private use and beyond", "a\ue000\U0010ffffb", "a-b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Slug(tt.title); got != tt.want {
				t.Errorf("Slug(%q) = %q, want %q", tt.title, got, tt.want)
			}
		})
	}
}

func TestSlugCutsLongTitles(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct{ name, title, want string }{
		{"64 fit", x(64), x(64)},
		{"64 and a sign fit", x(64) + "!", x(64)},
		{"one word is cut", x(65), x(64)},
		{"the last word goes", x(60) + " " + x(10), x(60)},
		{"a whole word at the end stays", x(60) + " abc d", x(60) + "-abc"},
		{"a short first word is not all", "a " + x(100), "a-" + x(62)},
		{"no hyphen at the cut", x(32) + "-" + x(31) + "-" + x(9), x(32) + "-" + x(31)},
		{"a long transliteration", strings.Repeat("京", 100), strings.TrimSuffix(strings.Repeat("jing-", 13), "-")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Slug(tt.title); got != tt.want {
				t.Errorf("Slug(%q) = %q, want %q", tt.title, got, tt.want)
			}
		})
	}
}

func TestSlugReadsTheBeginningOfAHostileTitle(t *testing.T) {
	for _, piece := range []string{"🚀", "\u0301", "ﷺ", "\xff", " "} {
		title := strings.Repeat(piece, 1<<20)
		if allocs := testing.AllocsPerRun(1, func() { Slug(title + "end") }); allocs > 3*maxTitle {
			t.Errorf("%q a million times: %v allocations", piece, allocs)
		}
	}
}

func TestValid(t *testing.T) {
	tests := []struct {
		name, slug string
		want       bool
	}{
		{"a word", "plan", true},
		{"one digit", "7", true},
		{"inner hyphens", "a--b-c", true},
		{"64 characters", strings.Repeat("a", 64), true},
		{"65 characters", strings.Repeat("a", 65), false},
		{"empty", "", false},
		{"a hyphen first", "-a", false},
		{"a hyphen last", "a-", false},
		{"upper case", "Plan", false},
		{"a slash", "a/b", false},
		{"a line break last", "plan\n", false},
		{"a letter beyond ASCII", "plän", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ValidSlug(tt.slug); got != tt.want {
				t.Errorf("ValidSlug(%q) = %v", tt.slug, got)
			}
		})
	}
}

func TestWikiPath(t *testing.T) {
	tests := []struct{ name, target, want string }{
		{"one title", "Release Plan", "release-plan"},
		{"each segment", "Ops/On Call/Ärger", "ops/on-call/arger"},
		{"a slug stays as it is", "a--b/c", "a--b/c"},
		{"empty segments are dropped", "/ops//call/", "ops/call"},
		{"segments without letters are dropped", "../🚀/ops/./x", "ops/x"},
		{"eight segments", "1/2/3/4/5/6/7/8", "1/2/3/4/5/6/7/8"},
		{"nine segments", "1/2/3/4/5/6/7/8/9", ""},
		{"dropped segments do not count", "1/2/3/4//5/./6/7/8/", "1/2/3/4/5/6/7/8"},
		{"nothing left", " / ", ""},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := WikiPath(tt.target); got != tt.want {
				t.Errorf("WikiPath(%q) = %q, want %q", tt.target, got, tt.want)
			}
		})
	}
}

func TestValidWikiPath(t *testing.T) {
	tests := []struct {
		name, path string
		want       bool
	}{
		{"one segment", "ops", true},
		{"eight segments", "1/2/3/4/5/6/7/8", true},
		{"nine segments", "1/2/3/4/5/6/7/8/9", false},
		{"empty", "", false},
		{"a slash first", "/ops", false},
		{"a slash last", "ops/", false},
		{"two slashes", "ops//call", false},
		{"a segment that is no slug", "ops/On Call", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ValidWikiPath(tt.path); got != tt.want {
				t.Errorf("ValidWikiPath(%q) = %v", tt.path, got)
			}
		})
	}
}

func FuzzSlug(f *testing.F) {
	for _, seed := range []string{"Ship the Beta", "北京/计划", "a\u0301\u200d🚀", "\xff\xfe", "x²½ﷺ", strings.Repeat("Ж ", 99)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, title string) {
		s := Slug(title)
		if s != "" && !ValidSlug(s) {
			t.Errorf("Slug(%q) = %q, which is no slug", title, s)
		}
		if again := Slug(s); again != s {
			t.Errorf("Slug(%q) = %q, but of that %q", title, s, again)
		}
		p := WikiPath(title)
		if p != "" && !ValidWikiPath(p) {
			t.Errorf("WikiPath(%q) = %q, which is no path", title, p)
		}
		if again := WikiPath(p); again != p {
			t.Errorf("WikiPath(%q) = %q, but of that %q", title, p, again)
		}
		if ValidWikiPath(title) && p != title {
			t.Errorf("WikiPath(%q) = %q, want a path unchanged", title, p)
		}
	})
}

func BenchmarkSlug(b *testing.B) {
	for name, title := range map[string]string{
		"title":   "Überarbeitung der Suche für die neue Oberfläche",
		"hostile": strings.Repeat("🚀", 1<<20/utf8.UTFMax),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Slug(title)
			}
		})
	}
}
