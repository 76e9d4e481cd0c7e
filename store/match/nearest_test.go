package match

import (
	"strings"
	"testing"
	"time"
)

func TestNearest(t *testing.T) {
	x := New()
	at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	for id, d := range map[string]Doc{
		"a": {Title: "Backups leave the house", Body: "Postgres and Kubernetes"},
		"b": {Title: "Prüfung der Verträge", Body: "verify what was restored"},
		"c": {Title: "Backup of the phone"},
		"d": {Title: "Gone: the tractor"},
		"e": {Title: strings.Repeat("abcdefgh", 8)},
	} {
		d.ID, d.Kind, d.At = id, "thread", at
		x.Put(d)
	}
	x.Remove("d")
	for _, c := range []struct{ name, text, want string }{
		{"a letter is missing", "bakup", "backup"},
		{"two are swapped", "vreify", "verify"},
		{"in the body", "kubernets", "kubernetes"},
		{"an accent", "prufug", "prufung"},
		{"one of two words", "phone bakup", "phone backup"},
		{"both", "postgers bakup", "postgres backup"},
		{"all are known", "backup phone", ""},
		{"one is near to nothing", "bakup zebras", ""},
		{"short ones are near to too much", "hos", ""},
		{"a number", "202612", ""},
		{"only a removed document has it", "tractr", ""},
		{"words that hold a sentence together", "the bakup", "the backup"},
		{"two pieces of a long word", "abcdefgx" + strings.Repeat("abcdefgh", 6) + "abcdefgx", ""},
		{"one piece of it", "abcdefgx" + strings.Repeat("abcdefgh", 7), ""},
		{"nothing", "", ""},
		{"a script without spaces", "備份", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, at := "", 0
			for _, slip := range x.Nearest(c.text) {
				got += c.text[at:slip.Lo] + slip.Word
				at = slip.Hi
				if slip.ID == "" || slip.Kind != "thread" {
					t.Errorf("%+v", slip)
				}
			}
			if got != "" {
				got += c.text[at:]
			}
			if got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

func FuzzNearest(f *testing.F) {
	long := strings.Repeat("abcdefgh", 8)
	f.Add("Backups leave the house", "bakups of the huse")
	f.Add(long, "x"+long[1:63]+"x")
	f.Add("Ünïcödé ½ 備份", "unicde ½ 備 \x00\xff")
	f.Fuzz(func(t *testing.T, title, text string) {
		x := New()
		x.Put(Doc{ID: "it", Kind: "thread", Title: title, At: epoch})
		at := 0
		for _, slip := range x.Nearest(text) {
			if slip.Lo < at || slip.Hi <= slip.Lo || slip.Hi > len(text) || slip.ID != "it" || slip.Word == "" {
				t.Fatalf("%q for %q: %+v behind %d", title, text, slip, at)
			}
			at = slip.Hi
		}
	})
}

func TestWritten(t *testing.T) {
	for _, c := range []struct{ text, folded, want string }{
		{"Die Prüfung der Verträge", "prufung", "Prüfung"},
		{"Nothing of it", "prufung", "prufung"},
	} {
		if got := Written(c.text, c.folded); got != c.want {
			t.Errorf("%q in %q: %q", c.folded, c.text, got)
		}
	}
}
