package credential

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Parts of which the tests put together what looks real, so that nothing in this file
// does.
const (
	chars   = "R7kq2ZpX9mVb4TwYc8LdNf3HsGj6KuQe1aWx5Bo0iMtDzPyCvhArnEgUlFJSOI"
	base32  = "Q7KX2ZPM4VTWYCLD"
	hexdec  = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
	keyLine = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz"
)

func dashes(s string) string { return "-----" + s + "-----" }

func TestFind(t *testing.T) {
	pem := func(label, end string) string {
		return dashes("BEGIN "+label) + end + keyLine + end + keyLine[:20] + end + dashes("END "+label)
	}
	jwt := "eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJ" + "zdWIiOiI0NzExIn0." + chars[:43]
	cases := []struct {
		name, text, secret, kind string
	}{
		{"GitHub, classic", "git push with ghp_" + chars[:36] + ".", "ghp_" + chars[:36], "GitHub token"},
		{"GitHub, app", "ghs_" + chars[:36], "ghs_" + chars[:36], "GitHub token"},
		{"GitHub, fine-grained", "(github_pat_" + chars[:22] + "_" + chars[:59] + ")", "github_pat_" + chars[:22] + "_" + chars[:59], "GitHub token"},
		{"GitLab", "`glpat-" + chars[:20] + "`", "glpat-" + chars[:20], "GitLab token"},
		{"Gitea, by its name", "GITEA_TOKEN=" + hexdec[:40], hexdec[:40], "token"},
		{"Bitbucket", "ATBB" + chars[:32], "ATBB" + chars[:32], "Bitbucket token"},
		{"Atlassian", "ATATT3" + chars + "-" + chars + "=1A2B3C4D", "ATATT3" + chars + "-" + chars + "=1A2B3C4D", "Atlassian token"},
		{"Slack bot", "xoxb-" + "123456789012-" + chars[:24], "xoxb-" + "123456789012-" + chars[:24], "Slack token"},
		{"Slack webhook", "https://hooks.slack.com/services/" + "T0" + chars[:8] + "/B0" + chars[:8] + "/" + chars[:24], "hooks.slack.com/services/" + "T0" + chars[:8] + "/B0" + chars[:8] + "/" + chars[:24], "Slack webhook"},
		{"Stripe", "sk_live_" + chars[:24], "sk_live_" + chars[:24], "Stripe key"},
		{"AWS key", "AKIA" + base32, "AKIA" + base32, "AWS access key"},
		{"AWS secret", "aws_secret_access_key = " + chars[:20] + "/" + chars[21:40], chars[:20] + "/" + chars[21:40], "access key"},
		{"Google", "AIza" + chars[:35], "AIza" + chars[:35], "Google API key"},
		{"OpenAI, project", "sk-proj-" + chars[:48], "sk-proj-" + chars[:48], "OpenAI key"},
		{"OpenAI, old", "sk-" + chars[:48], "sk-" + chars[:48], "OpenAI key"},
		{"Anthropic", "sk-ant-" + "api03-" + chars[:60], "sk-ant-" + "api03-" + chars[:60], "Anthropic key"},
		{"npm", "//registry.npmjs.org/:_authToken=npm_" + chars[:36], "npm_" + chars[:36], "npm token"},
		{"PyPI", "pypi-" + "AgEIcHlwaS5vcmc" + chars, "pypi-" + "AgEIcHlwaS5vcmc" + chars, "PyPI token"},
		{"SendGrid", "SG." + chars[:22] + "." + chars[:43], "SG." + chars[:22] + "." + chars[:43], "SendGrid key"},
		{"Hugging Face", "hf_" + chars[:34], "hf_" + chars[:34], "Hugging Face token"},
		{"Telegram", "bot 123456789:AA" + chars[:33], "123456789:AA" + chars[:33], "Telegram bot token"},
		{"age", "AGE-SECRET-KEY-1" + base32 + base32 + base32 + base32[:10], "AGE-SECRET-KEY-1" + base32 + base32 + base32 + base32[:10], "age secret key"},
		{"JWT", "got " + jwt + ", then", jwt, "JSON Web Token"},
		{"JWT in JSON in JSON", `{\"id\":\"` + jwt + `\"}`, jwt, "JSON Web Token"},
		{"PEM", "a\n" + pem("OPENSSH PRIVATE KEY", "\n") + "\nb", pem("OPENSSH PRIVATE KEY", "\n"), "private key"},
		{"PEM in JSON", `"` + pem("PRIVATE KEY", `\n`) + `\n"`, pem("PRIVATE KEY", `\n`), "private key"},
		{"PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\n" + keyLine + "\nPrivate-MAC: 00", "1\n" + keyLine + "\nPrivate", "private key"},
		{"PGP", pem("PGP PRIVATE KEY BLOCK", "\r\n"), pem("PGP PRIVATE KEY BLOCK", "\r\n"), "private key"},
		{"PEM cut off", dashes("BEGIN RSA PRIVATE KEY") + "\n" + keyLine + "\n", dashes("BEGIN RSA PRIVATE KEY") + "\n" + keyLine + "\n", "private key"},
		{"a hub's token alone", "the token is " + chars[:42] + "0", chars[:42] + "0", "access token"},
		{"a hub's cookie", "Cookie: theme=dark; __Host-hub_session=" + chars[:43], chars[:43], "access token"},
		{"bearer header", "curl -H 'Authorization: Bearer " + hexdec[:32] + "' https://x", hexdec[:32], "authorization"},
		{"basic header", "Authorization: Basic dXNlcjpodW50ZXIyMjI=", "dXNlcjpodW50ZXIyMjI=", "authorization"},
		{"token header", "authorization: token " + hexdec[:40], hexdec[:40], "authorization"},
		{"header in JSON", `{"Authorization": "Bearer ` + chars[:30] + `"}`, chars[:30], "authorization"},
		{"bearer in prose", "sent bearer " + chars[:30] + " and", chars[:30], "bearer token"},
		{"password in an address", "postgres://hub:s3cr-etly@db:5432/hub", "s3cr-etly", "password in an address"},
		{"token in an address", "https://" + hexdec[:40] + "@git.example.org/a.git", hexdec[:40], "password in an address"},
		{"known token in an address", "https://x:ghp_" + chars[:36] + "@github.com/a", "ghp_" + chars[:36], "GitHub token"},
		{"password with an at sign", "redis://:p@ss4word9@cache", "p@ss4word9", "password in an address"},
		{"environment", "export DB_PASSWORD=correct-horse-battery", "correct-horse-battery", "password"},
		{"environment, the hub's", "HUB_AUTH_TOKEN=" + chars[:43], chars[:43], "token"},
		{"passphrase", "HUB_BACKUP_PASSPHRASE='Tr0ub4dor&3'", "Tr0ub4dor&3", "passphrase"},
		{"YAML", "api_key: \"" + chars[:24] + "\"", chars[:24], "API key"},
		{"YAML password", "  password: hunter22x", "hunter22x", "password"},
		{"JSON", `{"token": "` + chars[:20] + `"}`, chars[:20], "token"},
		{"JSON in JSON", `{\"clientSecret\":\"` + chars[:32] + `\"}`, chars[:32], "secret"},
		{"code", "const apiKey := \"" + chars[:20] + "\"", chars[:20], "API key"},
		{"code, a mapping", `config["password"] = 'Aa1!bcdef'`, "Aa1!bcdef", "password"},
		{"query", "https://x/y?access_token=" + chars[:24] + "&a=b", chars[:24] + "&a=b", "token"},
		{"Markdown bold", "**Password:** Aa1!bcdef", "Aa1!bcdef", "password"},
		{"option", "tool --token " + chars[:32] + " push", chars[:32], "token"},
		{"option with a password", "tool --password 'Aa1!bcdef'", "Aa1!bcdef", "password"},
		{"curl's user", "curl -fsu hub:s3cretly https://x", "s3cretly", "password"},
		{"curl's user on the next line", "curl https://x \\\n  --user hub:s3cretly", "s3cretly", "password"},
		{"mysql", "mysql -u root -psunshine shop", "sunshine", "password"},
		{"cookie", "Cookie: theme=dark; session=" + chars[:24] + "; a=b", chars[:24], "cookie"},
		{"Discord", "client.login('MT" + hexdec[:24] + ".Gx" + chars[:4] + "." + chars[:38] + "')", "MT" + hexdec[:24] + ".Gx" + chars[:4] + "." + chars[:38], "Discord bot token"},
		{"a sentence", "The password for the staging host is " + chars[:12] + ", I think", chars[:12], "password"},
		{"a sentence in German", "Das Kennwort lautet Blaue-Katze-77.", "Blaue-Katze-77", "password"},
		{"a sentence in Japanese", "パスワードは「" + chars[:12] + "」です", chars[:12], "password"},
		{"a key of 64 digits", "the signing key is " + hexdec, hexdec, "secret key"},
		{"a key of 64 digits, bare", "key " + hexdec, hexdec, "secret key"},
		{"a secret of 64 digits", "secret: " + hexdec, hexdec, "secret"},
		{"no digit", "token: QzXkVbRtWmPlKjHgFdSxNc", "QzXkVbRtWmPlKjHgFdSxNc", "token"},
		{"quoted passphrase", "passphrase: \"maple orbit candle fossil\"", "maple orbit candle fossil", "passphrase"},
		{"Gitea, in a sentence", "my Gitea token " + hexdec[:40], hexdec[:40], "token"},
		{"letters outside of ASCII, in a sentence", "das Passwort ist Gärtn3r-Büro!7 und gilt", "Gärtn3r-Büro!7", "password"},
		{"before a space that does not break", "the password is Aa1!bcdef\u00a0for now", "Aa1!bcdef", "password"},
		{"behind words with letters outside of ASCII", "das Passwort für den Server ist Blaue-Katze-77", "Blaue-Katze-77", "password"},
		{"with the sign of a currency", "the password is Geld€2024x!", "Geld€2024x!", "password"},
		{"behind a French colon", "mot de passe\u00a0: Aa1!bcdef", "Aa1!bcdef", "password"},
		{"behind a French colon, a narrow space before it", "mot de passe\u202f: Aa1!bcdef", "Aa1!bcdef", "password"},
		{"in Thai", "รหัสผ่าน: Aa1!bcdef" + strings.Repeat("ครับ", 80), "Aa1!bcdef", "password"},
		{"before another script", "token は " + hexdec[:40] + "です", hexdec[:40], "token"},
		{"an element", "<password>Aa1!bcdef</password>", "Aa1!bcdef", "password"},
		{"an argument", "t.Setenv(\"API_TOKEN\", \"" + chars[:24] + "\")", chars[:24], "token"},
		{"WireGuard", "PrivateKey = " + chars[:42] + "k=", chars[:42] + "k=", "private key"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := Find(c.text)
			if len(found) != 1 {
				t.Fatalf("found %v in %q", found, c.text)
			}
			if got := c.text[found[0].Start:found[0].End]; got != c.secret || found[0].Kind != c.kind {
				t.Errorf("%s %q, want %s %q", found[0].Kind, got, c.kind, c.secret)
			}
			redacted := Redact(c.text)
			if want := strings.Replace(c.text, c.secret, "[redacted: "+c.kind+"]", 1); redacted != want {
				t.Errorf("redacted to %q, want %q", redacted, want)
			}
			if again := Redact(redacted); again != redacted {
				t.Errorf("redacted again to %q", again)
			}
		})
	}
}

func TestFindNothing(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":                  "",
		"one byte":                 "=",
		"prose":                    "The password must have at least 12 characters. Password: see the safe. Your token: ask the admin.",
		"Markdown":                 "## Password\n\n- [ ] change the password: done by Friday\n- secret: none\n\n| token | use |\n|---|---|",
		"commit":                   "commit da39a3ee5e6b4b0d3255bfef95601890afd80709\nmerged " + hexdec,
		"UUID":                     "123e4567-e89b-12d3-a456-426614174000",
		"image":                    "![a](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)",
		"checksum":                 "github.com/a/b v1.2.3 h1:" + chars[:43] + "=\nsha256-" + chars[:43] + "=",
		"placeholders":             "PASSWORD=changeme TOKEN=<token> API_KEY=${API_KEY} SECRET=xxxxxxxxxxxxxxxxxxxx PASSWORD=env:DB_PASSWORD TOKEN=$TOKEN",
		"placeholders in quotes":   `password: "your-password-here" token: "{env.HUB_AUTH_TOKEN}" apiKey: "YOUR_API_KEY_1234"`,
		"placeholder of a form":    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx sk-ant-your-key-goes-here-0123456789 glpat-<token>",
		"AWS's example":            "AKIA" + "IOSFODNN7" + "EXAMPLE",
		"example address":          "postgres://user:password@localhost/db https://user:pass@host https://user:<password>@host https://user:${PASS}@host",
		"address without password": "https://example.org:8080/@handle ssh://git@github.com/a/b git@github.com:a/b.git mailto:a@b",
		"code":                     "password := os.Getenv(\"DB_PASSWORD\")\ntoken = req.headers.authorization\nsecret: string;\nlet pwd = readPassword();\ntoken: Option<String>",
		"types":                    `"password": {"type": "string", "minLength": 12}`,
		"counts":                   "max_tokens: 4096\nprompt_tokens=12345678901234567890\ntotal_tokens: 123456789",
		"time":                     "token: 2026-11-22T00:14:05Z",
		"path":                     "TOKEN=/run/secrets/hub_token_1234567 password: ./secrets/db1.txt",
		"messages":                 `"password": "Must hold 12 characters, 1 digit" "token": "is missing or expired since 12:30:45"`,
		"certificate":              dashes("BEGIN CERTIFICATE") + "\n" + keyLine + "\n" + dashes("END CERTIFICATE"),
		"public key":               dashes("BEGIN PUBLIC KEY") + "\n" + keyLine + "\n" + dashes("END PUBLIC KEY"),
		"mention of keys":          "a file that begins with " + dashes("BEGIN PRIVATE KEY") + " is one, until " + dashes("END PRIVATE KEY"),
		"age recipient":            "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
		"within words":             "task-" + chars[:40] + "-1 disk-proj-reports-and-other-things-of-2026",
		"long name":                "TheQuickBrownFoxJumpsOverTheLazyDogAndSleep",
		"headers":                  "Authorization: Bearer <token>\nAuthorization: Bearer $HUB_AUTH_TOKEN\nWWW-Authenticate: Bearer realm=\"hub\"\nAuthorization: Bearer YOUR_TOKEN_HERE_123456",
		"bearer in prose":          "the bearer of this-letter-from-2026-01-01 and a bearer authentication-scheme",
		"redacted":                 "TOKEN=[redacted: token] https://a:[redacted: password in an address]@b",
		"options":                  "--token TOKEN --password <password> --token is required --token-file /run/secrets/token_1 -p8080:80",
		"commands":                 "curl -u $USER:$TOKEN https://x; curl -u user: https://x; git push -u origin main:main; mysql -u root -p shop; psql -p5432; mkdir -p/srv/a1b2c3d4",
		"cookies":                  "Cookie: theme=dark; lang=de-CH\nsession=" + hexdec[:32] + " resumed",
		"a cell with room":         "| password " + strings.Repeat(" ", 120) + "| yes |\n| passwort für die Küche " + strings.Repeat(" ", 90) + "| ja |",
		"sentences in German":      "Das Passwort für den Server wird geändert. Der Schlüssel hängt drüben, das Token läuft heute ab.",
		"sentences":                "The password is wrong. The token is Base64-encoded. the password is hashed with SHA-256. All tests pass: TestFind/a_hub's_token",
		"public keys":              "the public key is " + hexdec + "\ncache key: " + hexdec,
		"a passphrase in words":    `passphrase: "must hold three words" password: "is wrong or missing"`,
		"hash of a package":        "integrity sha512-" + chars + chars[:24] + "==",
		"ULIDs and ids":            "01J9ZK3N7Q4R8T2V5W6X7Y8Z9A tool_use id toolu_01" + chars[:22],
	} {
		t.Run(name, func(t *testing.T) {
			for _, m := range Find(text) {
				t.Errorf("%s %q", m.Kind, text[m.Start:m.End])
			}
			if Redact(text) != text {
				t.Error("redacted")
			}
		})
	}
}

// The same rules at work on the formats of every issuer: each form finds a random body of
// its alphabet, and not one character less than it needs.
func TestEveryFormIsFound(t *testing.T) {
	for _, f := range forms {
		if f.chars == nil || f.anchor == "eyJ" || f.anchor == "SG." || f.anchor == ":AA" {
			continue // have a structure of their own: TestFind
		}
		var body strings.Builder
		for i := 0; body.Len() < f.length; i++ {
			if b := (chars + base32 + hexdec)[i*7%(len(chars)+len(base32)+len(hexdec))]; f.chars.has(b) {
				body.WriteByte(b)
			}
		}
		text := "a " + f.anchor + body.String() + " b"
		if found := Find(text); len(found) != 1 || text[found[0].Start:found[0].End] != f.anchor+body.String() {
			t.Errorf("%s%s: found %v", f.anchor, body.String(), found)
		}
		if short := f.anchor + body.String()[1:]; slices.ContainsFunc(Find(short), func(m Match) bool { return m.Kind == f.kind }) {
			t.Errorf("%s is too short", short)
		}
	}
}

// An access token without a telling name is found by its mix of small letters, capitals and
// digits. One of about 1,500 has no digit and looks like a name in code, so 13 of these are
// missed on average; three times as many never are.
func TestAccessTokensAreFoundAnywhere(t *testing.T) {
	missed := 0
	const tokens, most = 20_000, 40
	for i := range tokens {
		var raw [32]byte
		_, _ = rand.Read(raw[:])
		token := base64.RawURLEncoding.EncodeToString(raw[:])
		text := strings.Repeat(" ", i%100) + token + strings.Repeat(" ", i%50)
		if found := Find(text); len(found) != 1 || text[found[0].Start:found[0].End] != token {
			missed++
		}
		if hashed := hex.EncodeToString(raw[:]); len(Find(hashed)) != 0 {
			t.Fatalf("%s is a hash", hashed)
		}
	}
	if missed > most {
		t.Errorf("%d of %d tokens were missed", missed, tokens)
	}
}

// hostile are texts that, repeated, give much to look at and nothing to find.
var hostile = []string{
	"eyJ.", "eyJabcdefghij.", "eyJabcdefghij", "xoxb-", "sk-ant-", "hvs.", "glpat-1a2B3c4D-", "1//0", "token=", "token=a1b2c3d4e5f6", "://", "://a:", "://a@", ":AA", "1234567890:AA",
	dashes("BEGIN PRIVATE KEY"), "-----BEGIN ", "PuTTY-User-Key-File-", "bearer ", "Authorization: Bearer ", "password:\"", "a_", "=", chars[:42],
	"password ", "token is ", "key ", "the key key ", "password is is ", "password \"a\" ", "password 'a b c ", "パスワード", "密码是", "contraseña es ", "passwort ist \"", "token «", "secret:\t", "key=",
	" -p", " -u ", "curl -u ", " -u a:bcde", "mysql -p", " -uuuuuuu", "\\\n -p a", "--token ", "echo a|", "session=", "Cookie: session=", "credentials: a / ", "auth=(",
	"<password>", "\"token\",\"", "password|", "MMMMMMMMMMMMMMMMMMMMMMMM.", "AKIA" + base32 + " ", "AKIA" + base32 + " " + chars[:40] + " ", "AKIA" + base32 + " " + chars[:41],
}

// Texts made to be slow are not: none of these takes more than seconds for a megabyte, where
// looking to the end from each beginning would take an hour.
func TestHostileTexts(t *testing.T) {
	for _, piece := range hostile {
		const most = 5 * time.Second
		took := time.Hour
		for tries := 0; took > most && tries < 3; tries++ { // the machine may do much else during one
			began := time.Now()
			Redact(strings.Repeat(piece, 64<<10/len(piece)))
			took = time.Since(began)
		}
		if took > most {
			t.Errorf("%q: %s", piece, took)
		}
	}
}

func TestLongTokens(t *testing.T) {
	long := jwt + chars + "." + strings.Repeat(chars, 300) + "." + chars[:43]
	for _, secret := range []string{long, "xoxb-" + strings.Repeat(chars, 20), "sk-ant-" + strings.Repeat(chars, 10)} {
		if found := Find("a " + secret + " b"); len(found) != 1 || found[0].End-found[0].Start != len(secret) {
			t.Errorf("%.20s of %d bytes: %v", secret, len(secret), found)
		}
	}
}

func FuzzRedact(f *testing.F) {
	for _, text := range []string{
		"ghp_" + chars[:36], "PASSWORD=Aa1!bcdef", "https://a:b1c2d3e4@c", dashes("BEGIN PRIVATE KEY") + keyLine, "Authorization: Bearer " + chars[:30],
		chars[:43], `{\"token\":\"` + chars[:20], "eyJ" + chars + "." + chars + "." + chars, "123456789:AA" + chars[:33], "token:=\"", "x://@", "bearer ", "é=ö:",
		"Use the token " + hexdec[:20] + "á" + chars[:18] + " for the registry", "password" + strings.Repeat(" ", 100) + "x",
		"AKIA" + base32 + " " + chars[:40] + " AKIA" + base32 + " " + chars[1:41],
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range Find(text) {
			if m.Start < end || m.End <= m.Start || m.End > len(text) || m.Kind == "" {
				t.Fatalf("%+v in %q", m, text)
			}
			end = m.End
		}
		if redacted := Redact(text); utf8.ValidString(text) && !utf8.ValidString(redacted) {
			t.Fatalf("%q became %q", text, redacted)
		}
	})
}

// BenchmarkRedact is on what transcripts are made of: prose, code, JSON, hashes.
func BenchmarkRedact(b *testing.B) {
	var text strings.Builder
	for i := range 2_000 {
		fmt.Fprintf(&text, `{"type":"assistant","uuid":"%d-e89b","message":{"content":[{"type":"text","text":"The tests pass; now the token bucket in `+"`limit.go`"+` needs a look: `+
			`if r.URL.Path == \"/api\" { return }\n\tsecret := os.Getenv(\"SECRET\")\n"}],"usage":{"input_tokens":%d}},"gitBranch":"main","hash":"%s"}`+"\n", i, i, hexdec)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		Redact(text.String())
	}
}

// BenchmarkHostile is on each of the texts made to be slow.
func BenchmarkHostile(b *testing.B) {
	for _, piece := range hostile {
		b.Run(fmt.Sprintf("%q", piece), func(b *testing.B) {
			text := strings.Repeat(piece, 64<<10/len(piece))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Redact(text)
			}
		})
	}
}
