package credential

import "strings"

// form is how an issuer's credentials look: a beginning, and what follows it.
type form struct {
	anchor string
	kind   string
	chars  *byteSet
	length int  // characters after the beginning, at least
	exact  bool // no more either
}

func set(ranges string) *byteSet {
	var s byteSet
	for i := 0; i+1 < len(ranges); i += 2 {
		for b := int(ranges[i]); b <= int(ranges[i+1]); b++ {
			s.add(byte(b))
		}
	}
	return &s
}

// Alphabets, as pairs of first and last.
var (
	hexChars    = set("09af")
	alnumChars  = set("09AZaz")
	wordChars   = set("09AZaz__")
	tokenChars  = set("09AZaz__--")
	dottedChars = set("09AZaz__--..")
	base64Chars = set("09AZaz++//==--__")
	base32Chars = set("AZ27")
	bech32Chars = set("AZ09")
)

// forms are the known ones. Of several that fit a place the first counts.
var forms = []form{
	{"github_pat_", "GitHub token", wordChars, 30, false},
	{"ghp_", "GitHub token", alnumChars, 36, false},
	{"gho_", "GitHub token", alnumChars, 36, false},
	{"ghu_", "GitHub token", alnumChars, 36, false},
	{"ghs_", "GitHub token", dottedChars, 36, false},
	{"ghr_", "GitHub token", alnumChars, 36, false},
	{"glpat-", "GitLab token", dottedChars, 20, false},
	{"gldt-", "GitLab token", dottedChars, 20, false},
	{"glrt-", "GitLab token", dottedChars, 20, false},
	{"glcbt-", "GitLab token", dottedChars, 20, false},
	{"glptt-", "GitLab token", dottedChars, 20, false},
	{"glft-", "GitLab token", dottedChars, 20, false},
	{"glagent-", "GitLab token", dottedChars, 20, false},
	{"gloas-", "GitLab token", dottedChars, 20, false},
	{"glsoat-", "GitLab token", dottedChars, 20, false},
	{"glimt-", "GitLab token", dottedChars, 20, false},
	{"GR1348941", "GitLab token", tokenChars, 20, false},
	{"ATBB", "Bitbucket token", alnumChars, 28, false},
	{"ATATT3", "Atlassian token", base64Chars, 60, false},
	{"ATCTT3", "Atlassian token", base64Chars, 60, false},
	{"xoxb-", "Slack token", tokenChars, 20, false},
	{"xoxp-", "Slack token", tokenChars, 20, false},
	{"xoxa-", "Slack token", tokenChars, 20, false},
	{"xoxr-", "Slack token", tokenChars, 20, false},
	{"xoxs-", "Slack token", tokenChars, 20, false},
	{"xoxc-", "Slack token", tokenChars, 20, false},
	{"xoxd-", "Slack token", set("09AZaz++//==--%%"), 20, false},
	{"xoxe-", "Slack token", tokenChars, 20, false},
	{"xoxe.xox", "Slack token", dottedChars, 20, false},
	{"xapp-", "Slack token", tokenChars, 30, false},
	{"hooks.slack.com/services/", "Slack webhook", set("09AZaz//"), 30, false},
	{"discord.com/api/webhooks/", "Discord webhook", set("09AZaz__--//"), 60, false},
	{"discordapp.com/api/webhooks/", "Discord webhook", set("09AZaz__--//"), 60, false},
	{"sk_live_", "Stripe key", alnumChars, 16, false},
	{"sk_test_", "Stripe key", alnumChars, 16, false},
	{"rk_live_", "Stripe key", alnumChars, 16, false},
	{"rk_test_", "Stripe key", alnumChars, 16, false},
	{"whsec_", "webhook secret", base64Chars, 24, false},
	{"AKIA", "AWS access key", base32Chars, 16, true},
	{"ASIA", "AWS access key", base32Chars, 16, true},
	{"ABIA", "AWS access key", base32Chars, 16, true},
	{"ACCA", "AWS access key", base32Chars, 16, true},
	{"AIza", "Google API key", tokenChars, 35, true},
	{"GOCSPX-", "Google client secret", tokenChars, 28, true},
	{"ya29.", "Google access token", tokenChars, 30, false},
	{"1//0", "Google refresh token", tokenChars, 40, false},
	{"sk-ant-", "Anthropic key", tokenChars, 24, false},
	{"sk-proj-", "OpenAI key", tokenChars, 24, false},
	{"sk-svcacct-", "OpenAI key", tokenChars, 24, false},
	{"sk-admin-", "OpenAI key", tokenChars, 24, false},
	{"sk-or-v1-", "OpenRouter key", hexChars, 40, false},
	{"sk-", "OpenAI key", alnumChars, 32, false},
	{"gsk_", "Groq key", alnumChars, 40, false},
	{"xai-", "xAI key", alnumChars, 60, false},
	{"pplx-", "Perplexity key", alnumChars, 40, false},
	{"r8_", "Replicate token", alnumChars, 36, false},
	{"hf_", "Hugging Face token", alnumChars, 30, false},
	{"npm_", "npm token", alnumChars, 36, false},
	{"pypi-", "PyPI token", tokenChars, 50, false},
	{"rubygems_", "RubyGems key", hexChars, 40, false},
	{"dckr_pat_", "Docker token", tokenChars, 20, false},
	{"dckr_oat_", "Docker token", tokenChars, 20, false},
	{"SG.", "SendGrid key", dottedChars, 60, false},
	{"key-", "Mailgun key", hexChars, 32, true},
	{"SK", "Twilio key", hexChars, 32, true},
	{"shpat_", "Shopify token", alnumChars, 32, false},
	{"shpss_", "Shopify token", alnumChars, 32, false},
	{"shpca_", "Shopify token", alnumChars, 32, false},
	{"shppa_", "Shopify token", alnumChars, 32, false},
	{"dop_v1_", "DigitalOcean token", hexChars, 40, false},
	{"doo_v1_", "DigitalOcean token", hexChars, 40, false},
	{"dor_v1_", "DigitalOcean token", hexChars, 40, false},
	{"hvs.", "Vault token", tokenChars, 24, false},
	{"hvb.", "Vault token", tokenChars, 24, false},
	{"lin_api_", "Linear key", alnumChars, 32, false},
	{"lin_oauth_", "Linear key", alnumChars, 32, false},
	{"ntn_", "Notion token", alnumChars, 40, false},
	{"figd_", "Figma token", tokenChars, 40, false},
	{"PMAK-", "Postman key", tokenChars, 40, false},
	{"dapi", "Databricks token", hexChars, 32, false},
	{"sbp_", "Supabase token", hexChars, 40, false},
	{"sb_secret_", "Supabase key", tokenChars, 20, false},
	{"pscale_tkn_", "PlanetScale token", dottedChars, 32, false},
	{"pscale_pw_", "PlanetScale password", dottedChars, 32, false},
	{"tskey-", "Tailscale key", tokenChars, 20, false},
	{"dp.pt.", "Doppler token", alnumChars, 40, false},
	{"dp.st.", "Doppler token", dottedChars, 40, false},
	{"NRAK-", "New Relic key", alnumChars, 27, false},
	{"glsa_", "Grafana token", wordChars, 32, false},
	{"glc_", "Grafana token", base64Chars, 32, false},
	{"sntrys_", "Sentry token", base64Chars, 40, false},
	{"sntryu_", "Sentry token", hexChars, 40, false},
	{"sqp_", "Sonar token", hexChars, 40, false},
	{"squ_", "Sonar token", hexChars, 40, false},
	{"nfp_", "Netlify token", alnumChars, 36, false},
	{"AGE-SECRET-KEY-1", "age secret key", bech32Chars, 50, false},
	{"AGE-SECRET-KEY-PQ-1", "age secret key", bech32Chars, 50, false},
	{jwt, "JSON Web Token", dottedChars, 40, false},
	{"-----BEGIN ", "private key", nil, 0, false},
	{putty, "private key", nil, 0, false},
	{":AA", "Telegram bot token", tokenChars, 33, true},
}

// startsBy are the forms by their first byte, in their order.
var startsBy = func() (by [256][]*form) {
	for i := range forms {
		first := forms[i].anchor[0]
		by[first] = append(by[first], &forms[i])
	}
	return by
}()

// wellFormed is the credential that begins at i, told by its form.
func wellFormed(text string, i int) (Match, bool) {
	for _, f := range startsBy[text[i]] {
		if !strings.HasPrefix(text[i:], f.anchor) {
			continue
		}
		switch f.anchor {
		case "-----BEGIN ":
			return pemKey(text, i)
		case putty:
			return puttyKey(text, i)
		case ":AA":
			return botToken(text, i, f)
		}
		if i > 0 && wordChars.has(text[i-1]) && !escaped(text, i) {
			continue
		}
		start := i + len(f.anchor)
		most := maxLook
		switch {
		case f.exact:
			most = f.length + 1
		case f.anchor == jwt:
			if run(text, start, tokenChars, 10) < start+10 {
				continue
			}
			most = maxToken
		}
		end := run(text, start, f.chars, most)
		cut := end-start == most
		for end > start && text[end-1] == '.' {
			end-- // of the sentence
		}
		body := text[start:end]
		if len(body) < f.length || f.exact && len(body) > f.length {
			continue
		}
		switch f.anchor {
		case jwt:
			parts := strings.Split(body, ".")
			if n := len(parts); (n != 3 && n != 5 || len(parts[2]) < 10) && !(cut && n <= 5) {
				continue
			}
		case "SG.":
			if parts := strings.Split(body, "."); len(parts) != 2 || len(parts[0]) < 16 {
				continue
			}
		case "sk-", "SK", "ATBB":
			if classesOf(body).digits < 2 {
				continue
			}
		}
		if bits(body) < 2.5 || placeholder(body) {
			continue
		}
		if cut && !f.exact {
			end = run(text, end, f.chars, len(text))
		}
		return Match{f.kind, i, end}, true
	}
	return Match{}, false
}

// How far a credential is looked at before it counts as one. Without an end, a text of
// nothing but beginnings would take hours.
const (
	jwt      = "eyJ"   // {" in base64: JSON Web Tokens hold whole documents
	maxToken = 4 << 10 // bytes of one of those
	maxLook  = 256     // bytes of any other
)

// run is where the characters of a set end, the most that there may be of them further on
// at the latest.
func run(text string, i int, chars *byteSet, most int) int {
	for end := min(len(text), i+min(most, len(text))); i < end && chars.has(text[i]); {
		i++
	}
	return i
}

// escaped tells whether the letter before a place belongs to an escape: "\nghp_…".
func escaped(text string, i int) bool {
	return i > 1 && text[i-2] == '\\' && strings.IndexByte("nrt", text[i-1]) >= 0
}

// botToken is the number of a bot, a colon and a secret.
func botToken(text string, colon int, f *form) (Match, bool) {
	start := colon
	for start > 0 && text[start-1] >= '0' && text[start-1] <= '9' {
		start--
	}
	end := run(text, colon+len(f.anchor), f.chars, f.length+1)
	body := text[colon+len(f.anchor) : end]
	if digits := colon - start; digits < 8 || digits > 11 || len(body) != f.length || placeholder(body) || bits(body) < 3 {
		return Match{}, false
	}
	return Match{f.kind, start, end}, true
}

// Sizes of private keys as text.
const (
	minKey = 24       // characters of one line: less is a mention of keys
	maxKey = 32 << 10 // bytes of all
)

// pemKey is a private key between its two lines (RFC 7468), or from the first line to the
// last that looks like one of it when the second line is missing.
func pemKey(text string, i int) (Match, bool) {
	rest := text[i:min(len(text), i+maxKey)]
	label, body, ok := strings.Cut(rest[len("-----BEGIN "):], "-----")
	if !ok || len(label) > 40 || !strings.HasSuffix(strings.TrimSuffix(label, " BLOCK"), "PRIVATE KEY") {
		return Match{}, false
	}
	begin := len(rest) - len(body)
	body, _, _ = strings.Cut(body, "-----BEGIN ") // so that many such lines take no longer
	end := begin + keyLines(body)
	if stop := strings.Index(body, "-----END "); stop >= 0 {
		if close := strings.Index(body[stop+len("-----END "):], "-----"); close >= 0 && close <= len(label)+1 {
			body, end = body[:stop], begin+stop+len("-----END ")+close+len("-----")
		}
	}
	if !holdsKey(body) {
		return Match{}, false
	}
	return Match{"private key", i, i + end}, true
}

// putty begins a key file of PuTTY.
const putty = "PuTTY-User-Key-File-"

// puttyKey is a key file of PuTTY: its private part is a number of lines of base64.
func puttyKey(text string, i int) (Match, bool) {
	const header = "Private-Lines: "
	rest, _, _ := strings.Cut(text[i+len(putty):min(len(text), i+len(putty)+maxKey)], putty)
	i += len(putty)
	at := strings.Index(rest, header)
	if at < 0 || !holdsKey(rest[at:]) {
		return Match{}, false
	}
	start := at + len(header)
	return Match{"private key", i + start, i + start + keyLines(rest[start:])}, true
}

// keyChars are those of base64 lines in a text or in a JSON string.
var keyChars = set("09AZaz++//==  \n\n\r\r\t\t\\\\")

func keyLines(body string) int { return run(body, 0, keyChars, len(body)) }

// holdsKey tells whether there is a line of a key in a text.
func holdsKey(body string) bool {
	for i := 0; i < len(body); i++ {
		end := run(body, i, base64Chars, len(body))
		if end-i >= minKey && bits(body[i:end]) >= 3 {
			return true
		}
		i = end
	}
	return false
}
