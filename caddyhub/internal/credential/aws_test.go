package credential

import (
	"slices"
	"strings"
	"testing"
)

// Where several keys stand together, no secret is missed and none is found twice, whichever
// side of its id it is on.
func TestAWSSecretsBesideTheirIDs(t *testing.T) {
	var (
		id1, id2 = "AKIA" + base32, "AKIA" + base32[8:] + base32[:8]
		s1, s2   = chars[:19] + "/" + chars[20:40], chars[22:41] + "+" + chars[42:62]
		far      = strings.Repeat(" and so on", 40) + " "
	)
	for _, c := range []struct {
		name string
		text []string // every second part is a credential
	}{
		{"behind its id", []string{"", id1, " ", s1, ""}},
		{"before its id", []string{"", s1, " ", id1, ""}},
		{"on both sides of one id", []string{"", s1, " ", id1, " ", s2, ""}},
		{"each before its id", []string{"", s1, " ", id1, "\n", s2, " ", id2, ""}},
		{"each behind its id", []string{"", id1, " ", s1, "\n", id2, " ", s2, ""}},
		{"one between two ids", []string{"the old key ", id1, " with ", s1, "; the new one is ", id2, ""}},
		{"two between two ids", []string{"", id1, " ", s1, " ", s2, " ", id2, ""}},
		{"too far from any id", []string{"", id1, far + s1 + far, id2, ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Join(c.text, "")
			var found, want []string
			for _, m := range Find(text) {
				found = append(found, text[m.Start:m.End])
			}
			for i := 1; i < len(c.text); i += 2 {
				want = append(want, c.text[i])
			}
			if !slices.Equal(found, want) {
				t.Errorf("found %q, want %q", found, want)
			}
			if left := Redact(text); strings.Count(left, "[redacted: ") != len(want) {
				t.Errorf("redacted: %q", left)
			}
		})
	}
}

// Matches that overlap, which no scanner should give, cost a word and not the session.
func TestRedactingWhatOverlaps(t *testing.T) {
	if got := replaced("a bcd e", []Match{{"x", 2, 5}, {"y", 2, 5}, {"z", 4, 6}}); got != "a [redacted: x] e" {
		t.Errorf("%q", got)
	}
}
