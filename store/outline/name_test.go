package outline

import "testing"

func TestIsName(t *testing.T) {
	for name, c := range map[string]struct {
		text          string
		isName, blank bool
	}{
		"a word":                            {"laptop", true, false},
		"words":                             {"Work laptop (2)", true, false},
		"another script":                    {"台所のパソコン", true, false},
		"an accent":                         {"Büro", true, false},
		"an accent of its own":              {"Bu\u0308ro", true, false},
		"a joiner that a script needs":      {"نامه\u200cای", true, false},
		"a family of emoji":                 {"👩\u200d💻", true, false},
		"a symbol alone":                    {"★", true, false},
		"punctuation alone":                 {"-", true, false},
		"nothing":                           {"", false, true},
		"spaces":                            {"  \u00a0\u3000", false, true},
		"zero width":                        {"\u200b\u2060\ufeff", false, true},
		"joiners alone":                     {"\u200d\u200c", false, true},
		"a mark with nothing below":         {"\u0301", false, true},
		"marks alone":                       {"\u0301\u0302 \u20dd", false, true},
		"controls":                          {"\x00\x1b\x7f", false, true},
		"bidirectional":                     {"\u202e\u2066", false, true},
		"the filler of Hangul":              {"\u3164\uffa0", false, true},
		"an empty Braille pattern":          {"\u2800", false, true},
		"tags":                              {"\U000E0041", false, true},
		"variation selectors":               {"\ufe0f\ufe0f", false, true},
		"zero width in a word":              {"lap\u200btop", false, false},
		"turned round":                      {"\u202epotpal", false, false},
		"two lines":                         {"lap\ntop", false, false},
		"a tab":                             {"lap\ttop", false, false},
		"a control":                         {"lap\x1b[2Jtop", false, false},
		"no UTF-8":                          {"lap\xfftop", false, false},
		"a tower of marks":                  {"l\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301aptop", false, false},
		"a soft hyphen":                     {"lap\u00adtop", false, false},
		"a line separator":                  {"lap\u2028top", false, false},
		"a joiner beside a letter of Latin": {"lap\u200dtop", false, false},
	} {
		if got := IsName(c.text); got != c.isName {
			t.Errorf("%s: a name: %t", name, got)
		}
		if got := IsBlank(c.text); got != c.blank {
			t.Errorf("%s: blank: %t", name, got)
		}
	}
}

func TestLookAlike(t *testing.T) {
	for name, c := range map[string]struct {
		a, b string
		want bool
	}{
		"the same":                   {"laptop", "laptop", true},
		"case":                       {"Laptop", "LAPTOP", true},
		"case in German":             {"Straße", "STRASSE", true},
		"spaces":                     {"work laptop", "work\u00a0 laptop ", true},
		"full width":                 {"laptop", "ｌａｐｔｏｐ", true},
		"a style of mathematics":     {"laptop", "𝐥𝐚𝐩𝐭𝐨𝐩", true},
		"an accent of its own":       {"Büro", "Bu\u0308ro", true},
		"what is not seen":           {"laptop", "lap\u200btop", true},
		"one letter of Cyrillic":     {"laptop", "lарtор", true},
		"all Cyrillic":               {"coca", "соса", true},
		"capitals of Cyrillic":       {"HOME", "НОМЕ", true},
		"Greek":                      {"tokio", "τοκιο", true},
		"digits":                     {"laptop-l", "laptop-1", true},
		"a zero":                     {"Oslo", "0slo", true},
		"dashes":                     {"work-laptop", "work‑laptop", true},
		"another word":               {"laptop", "desktop", false},
		"another number":             {"laptop-2", "laptop-3", false},
		"an accent":                  {"Büro", "Buro", false},
		"without the space":          {"work laptop", "worklaptop", false},
		"the same in another script": {"кухня", "kitchen", false},
	} {
		if got := LookAlike(c.a, c.b); got != c.want || LookAlike(c.b, c.a) != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
