package match

import (
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestSnippet(t *testing.T) {
	long := strings.Repeat("nothing to see here ", 20)
	tests := []struct {
		name, text, query string
		width             int
		want              string
	}{
		{"a short text stands whole", "Rotate the signing keys", "keys", 80, "Rotate the signing <mark>keys</mark>"},
		{"words match by stem and whatever their case", "CACHING cached pages", "cache page", 80, "<mark>CACHING</mark> <mark>cached</mark> <mark>pages</mark>"},
		{"short forms match", "the DB config", "database configuration", 80, "the <mark>DB</mark> <mark>config</mark>"},
		{"a part of a word does not match", "rapid therapist", "api", 80, "rapid therapist"},
		{"accents fold", "Sesión móvil", "sesion movil", 80, "<mark>Sesión</mark> <mark>móvil</mark>"},
		{"no match shows the beginning", "first second third", "zebra", 12, "first second…"},
		{"no query shows the beginning", "first second third", "", 5, "first…"},
		{"the middle of a long text", long + "the backup key expired " + long, "backup key", 40, "…see here the <mark>backup</mark> <mark>key</mark> expired…"},
		{"the end of a long text", long + "backup key", "key", 30, "…nothing to see here backup <mark>key</mark>"},
		{"where most of the query is", "key one " + long + "key and backup " + long, "backup key", 16, "…<mark>key</mark> and <mark>backup</mark>…"},
		{"the first among equals", "one key " + long + "two key", "key", 14, "one <mark>key</mark>…"},
		{"telling words before common ones", "add one " + long + "zebra", "add zebra", 14, "…see here <mark>zebra</mark>"},
		{"small words are not marked beside others", "the key of the house", "the key", 80, "the <mark>key</mark> of the house"},
		{"small words alone are", "key of the house", "of the", 80, "key <mark>of</mark> <mark>the</mark> house"},
		{"markup is escaped", `<script>alert("key & 'lock'")</script>`, "key", 80, "&lt;script&gt;alert(&#34;<mark>key</mark> &amp; &#39;lock&#39;&#34;)&lt;/script&gt;"},
		{"a query cannot bring markup", "b and i", "<b> mark", 80, "<mark>b</mark> and i"},
		{"white space collapses", " one\n\n\ttwo\u00a0 key ", "key", 80, "one two <mark>key</mark>"},
		{"Japanese has no spaces", "昨日から請求書の印刷プレビューが文字化けするという報告がある", "印刷プレビュー", 15, "…請求書の<mark>印刷プレビュー</mark>が文字化…"},
		{"decomposed kana are marked alone", "新しいカ\u3099イト\u3099を書く", "ガイド", 80, "新しい<mark>カ\u3099イト\u3099</mark>を書く"},
		{"Thai", "ปรับปรุงหน้าค้นหา", "ค้นหา", 80, "ปรับปรุงหน้า<mark>ค้นหา</mark>"},
		{"Arabic without its vowels", "خطأ عند تَحميل الملفات", "تحميل", 80, "خطأ عند <mark>تَحميل</mark> الملفات"},
		{"an endless word is cut inside", strings.Repeat("x", 100), "key", 5, "xxxxx…"},
		{"and marked as far as shown", strings.Repeat("x", 48) + strings.Repeat("y", 48), strings.Repeat("x", 48), 5, "<mark>xxxxx</mark>…"},
		{"a width of nothing is one character", "key", "key", -7, "<mark>k</mark>…"},
		{"nothing", " \n", "key", 80, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Snippet(tt.text, tt.query, tt.width); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestSnippetReadsABoundedText(t *testing.T) {
	text := strings.Repeat("word ", maxSnippetBytes/5) + " zebra"
	if got := Snippet(text, "zebra", 4); got != "word…" {
		t.Errorf("got %q", got)
	}
	if got := Snippet(text, "", len(text)); !strings.HasSuffix(got, "…") {
		t.Error("a text read in part does not say so")
	}
}

// snippetShapes are texts of the full size: prose, and what would take minutes if the work
// were not linear.
func snippetShapes() []struct{ name, text, query string } {
	endless := strings.Repeat("x", maxWordRunes)
	shapes := []struct{ name, text, query string }{
		{"prose", pages(1)[0].Body, "login timeout"},
		{"every word matches", "login timeout ", "login timeout"},
		{"Han", "請求書の出力", "請求書"},
		{"one endless word", endless, endless},
		{"decomposed kana", "カ\u3099", "ガガ"},
		{"marks upon marks", "\u3099", "カ\u3099\u3099"},
	}
	for i, shape := range shapes {
		shapes[i].text = "カ" + strings.Repeat(shape.text, maxSnippetBytes/len(shape.text))
	}
	return shapes
}

func TestSnippetOfHostileText(t *testing.T) {
	race.SkipShort(t)
	for _, shape := range snippetShapes() {
		if got := Snippet(shape.text, shape.query, 200); !strings.Contains(got, "<mark>") || len(got) > 200*20 {
			t.Errorf("%s: %q", shape.name, got)
		}
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add("Fix the <login> timeout & more", "login timeout", 12)
	f.Add("請求書をCSVで出力 &lt;mark&gt;", "請求 csv", 5)
	f.Add("ｶﾞｲﾄﾞ e\u0301\u0301 ½ \xff\x00", "ガイ 1 e", 3)
	f.Add(strings.Repeat("abcdefgh", 30), strings.Repeat("abcdefgh", 6), 10)
	f.Fuzz(func(t *testing.T, text, query string, width int) {
		got := Snippet(text, query, width)
		plain := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(got)
		if strings.Count(got, "<mark>") != strings.Count(got, "</mark>") || strings.ContainsAny(plain, `<>"'`) {
			t.Fatalf("other markup than mark: %q", got)
		}
		flat := strings.Join(strings.Fields(text), " ")
		shown := html.UnescapeString(plain)
		inner := strings.TrimSuffix(strings.TrimPrefix(shown, "…"), "…")
		if !strings.Contains(flat, inner) {
			t.Errorf("%q is no part of %q", shown, flat)
		}
		if n := utf8.RuneCountInString(shown); n > max(1, width)+2 && width < len(flat) {
			t.Errorf("%d characters for a width of %d: %q", n, width, shown)
		}
		if flat != "" && inner == "" && !strings.Contains(flat, "…") {
			t.Errorf("nothing of %q is shown", flat)
		}
	})
}
