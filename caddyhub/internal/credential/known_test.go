package credential

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
)

func TestKnownSecretsAreFoundWhateverTheyLookLike(t *testing.T) {
	for _, secret := range []string{"hunter2hunter2", "correct horse battery staple", "pä55/wörd+&%", "0123456789abcdef", "aaaaaaaa", `with"quotes\and`} {
		k := NewKnown(Secret{"own", secret})
		for name, text := range map[string]string{
			"alone":               secret,
			"in a text":           "# A\n\nIt is " + secret + ".\n",
			"in a word":           "x" + secret + "y",
			"in an address":       "https://example.org/?q=" + url.QueryEscape(secret),
			"in a path":           "https://example.org/" + url.PathEscape(secret) + "/x",
			"in small letters":    "https://example.org/?q=" + strings.NewReplacer("%2B", "%2b", "%2F", "%2f", "%C3%A4", "%c3%a4", "%C3%B6", "%c3%b6", "%5C", "%5c").Replace(url.QueryEscape(secret)),
			"of basic auth":       "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("me:"+secret)),
			"of another name":     base64.StdEncoding.EncodeToString([]byte("you:" + secret)),
			"of a third":          base64.StdEncoding.EncodeToString([]byte("hub-1:" + secret)),
			"in base64":           base64.URLEncoding.EncodeToString([]byte(secret)),
			"in base64, and more": base64.StdEncoding.EncodeToString([]byte("{" + secret + "}")),
		} {
			found := k.Find(text)
			if len(found) != 1 || found[0].Kind != "own" || found[0].Start < 0 || found[0].End > len(text) {
				t.Errorf("%q %s, %q: %v", secret, name, text, found)
			}
			if got := k.Redact(text); strings.Contains(got, secret) || !strings.Contains(got, "[redacted: own]") {
				t.Errorf("%q %s: %q", secret, name, got)
			}
		}
	}
}

func TestKnownSecretsThatAreTooShortAreLeftOut(t *testing.T) {
	k := NewKnown(Secret{"a", ""}, Secret{"b", "dev"}, Secret{"c", "hub-dev"}, Secret{"d", "hub-dev1"})
	if got := k.Redact("dev hub-dev hub-dev1 device"); got != "dev hub-dev [redacted: d] device" {
		t.Error(got)
	}
	if found := NewKnown().Find("text"); found != nil {
		t.Error(found)
	}
}

func FuzzKnown(f *testing.F) {
	f.Add("hunter2hunter2", "a hunter2hunter2 b")
	f.Add("aaaaaaaa", "aaaaaaaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, secret, text string) {
		k := NewKnown(Secret{"own", secret})
		end := 0
		for _, m := range k.Find(text) {
			if m.Start < end || m.End <= m.Start || m.End > len(text) {
				t.Fatalf("%q in %q: %v", secret, text, m)
			}
			end = m.End
		}
		if len(secret) >= MinKnown && len(k.Find(text+base64.StdEncoding.EncodeToString([]byte(text+secret)))) == 0 && !strings.Contains(text, secret) {
			t.Errorf("%q is not found in base64 behind %q", secret, text)
		}
	})
}
