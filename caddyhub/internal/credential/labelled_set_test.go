package credential

import (
	"slices"
	"strings"
	"testing"
)

func TestTheSetIsWhatItSays(t *testing.T) {
	for name, half := range map[string]func() []labelled{"dev": labelledDev, "test": labelledTest} {
		all := half()
		secrets := 0
		for _, c := range all {
			if len(c.Secrets) > 0 {
				secrets++
			}
			for _, s := range c.Secrets {
				if len(s) < 6 || !strings.Contains(c.Text, s) {
					t.Errorf("%s: %q is no secret of %q", name, s, c.Text)
				}
			}
		}
		if secrets != labelledSize || len(all) != 2*labelledSize {
			t.Errorf("%s: %d texts with a secret of %d", name, secrets, len(all))
		}
		if !slices.EqualFunc(all, half(), func(a, b labelled) bool { return a.Text == b.Text }) {
			t.Errorf("%s is another each time", name)
		}
	}
}

func TestTheHalvesShareNoForm(t *testing.T) {
	for _, form := range slices.Concat(test.secret, test.harmless) {
		if slices.Contains(dev.secret, form) || slices.Contains(dev.harmless, form) {
			t.Errorf("%q is in both", form)
		}
	}
}
