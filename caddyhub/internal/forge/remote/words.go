package remote

import (
	"strings"
	"unicode"
)

// words collect what a server tells people beside its report: git shows it behind "remote:".
type words struct{ text []byte }

// maxWords bounds what is kept of that, in bytes.
const maxWords = 4 << 10

func (w *words) Write(p []byte) (int, error) {
	w.text = append(w.text, p[:min(len(p), maxWords-len(w.text))]...)
	return len(p), nil
}

// shown is the text as it can be shown: on one line, short, without lines that only
// decorate, and without the secret.
func (w *words) shown(secret string) string {
	text := escape.ReplaceAllString(string(w.text), "") // first: it may stand inside the secret
	if secret != "" {
		text = strings.ReplaceAll(text, secret, "…")
	}
	var said []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.ContainsFunc(part, unicode.IsLetter) {
			said = append(said, strings.TrimSpace(part))
		}
	}
	return line(strings.Join(said, " "))
}
