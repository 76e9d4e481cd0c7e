package transcript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHeadline(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"one line":        {"Fix the cart", "Fix the cart"},
		"a heading":       {"## Fix the cart\nIt forgets", "Fix the cart"},
		"a rule before":   {"---\n\nFix   the\tcart", "Fix the cart"},
		"another script":  {"修正购物车\n然后测试", "修正购物车"},
		"signs alone":     {"???", "???"},
		"long":            {strings.Repeat("word ", 40), strings.TrimSpace(strings.Repeat("word ", 23)) + "…"},
		"long, one piece": {strings.Repeat("x", 300), strings.Repeat("x", maxHeadline-1) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := headline(c.text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestPrivate(t *testing.T) {
	token := "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	for name, text := range map[string]string{
		"in the middle":     "use " + token + " here",
		"at the cut":        strings.Repeat("word ", 398) + token,
		"far behind":        strings.Repeat("word ", 20_000) + token,
		"at the far border": strings.Repeat("word ", (maxRedacted-20)/5) + token,
		"many":              strings.Repeat(token+"\n", 3000),
		"no white space":    strings.Repeat("これはとても長い依頼です。", 4000),
		"one long piece":    strings.Repeat("x", 2*maxRedacted),
		"minified":          `{"a":[` + strings.Repeat(`"`+token+`",`, 3000) + `]}`,
		"cut in the middle": strings.Repeat(token+",", maxRedacted/(len(token)+1)) + token + token,
	} {
		t.Run(name, func(t *testing.T) {
			got := private(text, MaxText)
			if strings.Contains(got, token[:12]) {
				t.Errorf("the token is in %q", got)
			}
			if n := len([]rune(got)); n > MaxText || n == 0 {
				t.Errorf("%d characters", n)
			}
		})
	}
}

func TestUnfold(t *testing.T) {
	root := t.TempDir()
	for _, folder := range []string{"home/me/my-shop", "home/me/my/shop.old", "home/me/.config", "home/mess"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct{ name, want string }{
		"plain":               {"home-me", "home/me"},
		"a dash in the name":  {"home-me-my-shop", "home/me/my-shop"},
		"a dot in the name":   {"home-me-my-shop-old", "home/me/my/shop.old"},
		"a dot in front":      {"home-me--config", "home/me/.config"},
		"none there":          {"home-me-gone", ""},
		"only the beginning":  {"home-m", ""},
		"nothing":             {"", ""},
		"one begins as other": {"home-mess", "home/mess"},
	} {
		t.Run(name, func(t *testing.T) {
			left := maxFolders
			want := c.want
			if want != "" {
				want = filepath.Join(root, filepath.FromSlash(want))
			}
			if got := descend(root, c.name, &left); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// What is left out is the end of a text that was cut, and no more.
func TestALongTextKeepsItsBeginning(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"words":                      {strings.Repeat("word ", 20_000), strings.TrimSpace(strings.Repeat("word ", (MaxText-1)/5)) + "…"},
		"no white space":             {strings.Repeat("長い依頼", 20_000), strings.Repeat("長い依頼", MaxText/4)[:3*(MaxText-1)] + "…"},
		"one word, and a long piece": {"run " + strings.Repeat("x", maxRedacted), "run " + strings.Repeat("x", MaxText-5) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := private(c.text, MaxText); got != c.want {
				t.Errorf("%d bytes, %.40q…%q; want %d", len(got), got, got[max(0, len(got)-20):], len(c.want))
			}
		})
	}
}

func TestWithout(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing":       {"fix the cart", "fix the cart"},
		"several":       {"<a>x</a>fix <b>y</b>the<a>z</a> cart", "fix the cart"},
		"not closed":    {"fix <a>the</a> cart <a>now", "fix  cart <a>now"},
		"another's end": {"fix <a>the</b> cart</a>", "fix"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := without(c.text, "a", "b"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
