package phrase

import (
	"slices"
	"strings"
	"testing"
)

func TestATextIsKnownAgain(t *testing.T) {
	for name, c := range map[string]struct {
		area, text string
		want       Phrase
	}{
		"one without parameters":   {"gateway", "the gateway's host name could not be resolved", GatewayHost},
		"a text in it":             {"backup", "the folder /mnt/a is missing; make it, or connect its disk", BackupFolderMissing("/mnt/a")},
		"two":                      {"backup", "the hub can't write into the folder /mnt/a: open /mnt/a: denied", BackupFolderUnusable("/mnt/a", "open /mnt/a: denied")},
		"a number":                 {"gateway", "no answer came within 30 seconds", GatewaySilent(30)},
		"a number with its noun":   {"next", "quiet for 1 day", NextQuiet(1)},
		"several of each":          {"forge", "9 of the 20 known files are gone from the branch main in the forge at once: nothing was changed on either side, and Settings → Forge asks which side is right", ForgeVanished(9, 20, "main")},
		"the longer one":           {"gateway", "the gateway answered 401: check the token", GatewayToken("401")},
		"another within it":        {"forge", "push to the git repository: the git server refuses the push: protected branch", ForgePush(ForgeRefusedAs("protected branch"))},
		"another at its beginning": {"gateway", "the gateway could not be reached in time, for 72 hours", GatewayForHours(GatewaySlow, 72)},
		"one that is not known":    {"forge", "fetch from the git repository: EOF", ForgeFetch(Text("EOF"))},
		"a channel's":              {"ntfy", "the ntfy server answered 503", NotifyAnswered(NotifyNtfy, "503")},
		"what a lane adds to it":   {"mail", "the mail server answered 451, after 5 attempts", GatewayAttempts(NotifyAnswered(NotifyMail, "451"), 5)},
		"an address it shuns":      {"webhook", "this address is the hub's own: port 8787, for 12 hours", GatewayForHours(AddressOwn("8787"), 12)},
		"the more telling one":     {"push", "the push service answered 413: the message is too long", NotifyTooLong("413")},
		"what is missing":          {"conflict", "ntfy is switched off", SetupOff("ntfy")},
		"another area's":           {"backup", "the gateway's host name could not be resolved", Text("the gateway's host name could not be resolved")},
		"more than it says":        {"gateway", "the gateway could not be reached in time. Twice", Text("the gateway could not be reached in time. Twice")},
		"a number that is none":    {"gateway", "no answer came within some seconds", Text("no answer came within some seconds")},
		"another form":             {"next", "quiet for 2 day", Text("quiet for 2 day")},
		"nothing":                  {"forge", "", Text("")},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Find(c.area, c.text); got != c.want || got.String() != c.text {
				t.Errorf("%q is %+v", c.text, got.Said())
			}
		})
	}
}

// No sentence that a channel may say is taken for another one that stands before it.
func TestEverySentenceOfAChannelIsKnownAgain(t *testing.T) {
	found := 0
	for _, e := range table {
		if area, _, _ := strings.Cut(e.Code, "."); !slices.Contains(kinOf("ntfy"), area) {
			continue
		}
		found++
		t.Run(e.Code, func(t *testing.T) {
			var args []any
			for _, one := range e.Params {
				args = append(args, map[string]any{"text": "401", "number": 12, "phrase": NotifyNtfy}[one.Kind])
			}
			if want := e.with(args...); Find("ntfy", want.String()) != want {
				t.Errorf("%q is %+v", want, Find("ntfy", want.String()).Said())
			}
		})
	}
	if found < 50 {
		t.Errorf("%d sentences", found)
	}
}

// Whatever a text is, what is found of it says the same again.
func FuzzFind(f *testing.F) {
	for _, e := range table {
		f.Add(e.English)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, area := range []string{"backup", "conflict", "forge", "gateway", "mail", "storage"} {
			if got := Find(area, text); got.String() != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	})
}
