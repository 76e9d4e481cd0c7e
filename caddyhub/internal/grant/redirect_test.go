package grant

import (
	"strings"
	"testing"
)

func TestRedirectURIs(t *testing.T) {
	for uri, good := range map[string]bool{
		"https://claude.ai/api/mcp/auth_callback":      true,
		"https://app.example:8443/cb?x=1":              true,
		"http://127.0.0.1/cb":                          true,
		"http://127.0.0.1:33418/":                      true,
		"http://[::1]:1234/cb":                         true,
		"http://localhost:8080/oauth/callback":         true,
		"cursor://anysphere.cursor-mcp/oauth/callback": true,
		"vscode://vscode.github-authentication/x":      true,
		"com.example.app:/cb":                          true,

		"":                               false,
		"/cb":                            false,
		"https:///cb":                    false,
		"http://app.example/cb":          false,
		"http://127.0.0.2/cb":            false,
		"http://127.0.0.1.evil.example/": false,
		"http://localhost.evil.example/": false,
		"https://app.example/cb#x":       false,
		"https://app.example/cb#":        false,
		"https://user@app.example/cb":    false,
		"https://app.example/a b":        false,
		"https://app.example/\r\nx":      false,
		"https://äpp.example/cb":         false,
		"https://cl%D0%B0ude.ai/cb":      false, // a Cyrillic letter, once it is read
		"https://%E2%80%AEexample.com/":  false,
		"https://claude%2eai/cb":         false,
		"https://app.example/%D0%B0":     true,
		"https://app.example?x=%2e//%41": true,
		"https://xn--cland-0ye.ai/cb":    true,
		"https://2130706433/cb":          false, // 127.0.0.1, as browsers read it
		"https://0x7f.1/cb":              false,
		"https://127.1/cb":               false,
		"https://a..example/cb":          false,
		"https://*.example/cb":           false,
		"https://-a.example/cb":          false,
		"https://app.example:0/cb":       false,
		"https://app.example:99999/cb":   false,
		"https://app.example:/cb":        false,
		"https://app.example/<b>":        false,
		"https://192.0.2.1/cb":           true,
		"https://[2001:db8::1]/cb":       true,
		"http://localhost:0/cb":          false,
		"microsoft-edge:https://x.test/": false,
		"googlechromes://localhost/x":    false,
		"firefox://open-url?url=x":       false,
		"intent://x":                     false,
		"web+x://y":                      false,
		"MS-word:x":                      false,
		"search-ms:x":                    false,
		"javascript:alert(1)":            false,
		"JavaScript:alert(1)":            false,
		"data:text/html,x":               false,
		"file:///etc/passwd":             false,
		"blob:https://x/y":               false,
		"vbscript:x":                     false,
		"about:blank":                    false,
		"https://app.example/" + strings.Repeat("x", maxURIBytes): false,
	} {
		if _, err := checkRedirect(uri); (err == nil) != good {
			t.Errorf("%q: %v", uri, err)
		}
	}
}

// On a loopback address any port will do (RFC 8252 section 7.3), and nothing else.
func TestWhichAddressIsTheRegisteredOne(t *testing.T) {
	for _, c := range []struct {
		registered, asked string
		want              bool
	}{
		{"http://127.0.0.1/cb", "http://127.0.0.1:5000/cb", true},
		{"http://127.0.0.1:1/cb", "http://127.0.0.1:65535/cb", true},
		{"http://localhost/cb", "http://localhost:5000/cb", true},
		{"http://[::1]/cb", "http://[::1]:5000/cb", true},
		{"http://127.0.0.1:1/cb", "http://127.0.0.1/cb", true},
		{"https://app.example/cb", "https://app.example/cb", true},
		{"cursor://x/cb", "cursor://x/cb", true},

		{"http://127.0.0.1/cb", "http://localhost:5000/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:5000/other", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:5000/cb?x=1", false},
		{"http://127.0.0.1/cb", "https://127.0.0.1:5000/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:0/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:70000/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:/cb", false},
		{"https://app.example/cb", "https://app.example:8443/cb", false},
		{"https://app.example/cb", "https://app.example/cb/", false},
		{"cursor://x/cb", "cursor://x/cb2", false},
	} {
		if got := allowsRedirect([]string{"https://first.example/", c.registered}, c.asked); got != c.want {
			t.Errorf("%s for %s: %t", c.asked, c.registered, got)
		}
	}
}
