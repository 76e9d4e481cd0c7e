package credential

import (
	"strings"
	"testing"
)

// overhang is how many bytes beside a secret may go with it: the lines around a key.
const overhang = 80

// figures are what became of a labelled set.
type figures struct {
	kept  []labelled // a secret of theirs stayed, or a part of it
	wrong []labelled // something was taken out that is no secret
	right int        // texts whose secrets are all gone
}

func (f figures) recall() float64    { return float64(f.right) / float64(f.right+len(f.kept)) }
func (f figures) precision() float64 { return float64(f.right) / float64(f.right+len(f.wrong)) }

func measure(set []labelled) (f figures) {
	for _, c := range set {
		found := Find(c.Text)
		if taken(c, found) {
			if len(c.Secrets) > 0 {
				f.right++
			}
		} else {
			f.kept = append(f.kept, c)
		}
		for _, m := range found {
			if !wanted(c, m) {
				f.wrong = append(f.wrong, c)
				break
			}
		}
	}
	return f
}

// taken reports whether no byte of the secrets of a text stays in it.
func taken(c labelled, found []Match) bool {
	for _, secret := range c.Secrets {
		start := strings.Index(c.Text, secret)
		covered := false
		for _, m := range found {
			covered = covered || m.Start <= start && m.End >= start+len(secret)
		}
		if !covered {
			return false
		}
	}
	return true
}

// wanted reports whether a match is of a secret, and of little else.
func wanted(c labelled, m Match) bool {
	for _, secret := range c.Secrets {
		start := strings.Index(c.Text, secret)
		if m.Start < start+len(secret) && m.End > start && m.End-m.Start <= len(secret)+overhang {
			return true
		}
	}
	return false
}

// TestSecretsAreFoundAndLookAlikesAreNot holds what docs/quality.md says. The single cases
// are shown of the half that the rules are made with, and of that one only.
func TestSecretsAreFoundAndLookAlikesAreNot(t *testing.T) {
	for _, half := range []struct {
		name string
		set  []labelled
	}{{"dev", labelledDev()}, {"test", labelledTest()}} {
		f := measure(half.set)
		t.Logf("%s: recall %.3f, precision %.3f of %d texts", half.name, f.recall(), f.precision(), len(half.set))
		if f.recall() < 0.98 || f.precision() < 0.97 {
			t.Errorf("%s: recall %.3f and precision %.3f, want at least .98 and .97", half.name, f.recall(), f.precision())
		}
		if half.name == "dev" {
			for _, c := range f.kept {
				t.Logf("kept %q: %q", c.Form, Redact(c.Text))
			}
			for _, c := range f.wrong {
				t.Logf("wrong %q: %q", c.Form, Redact(c.Text))
			}
		}
	}
}
