package outline

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

const (
	// MaxSlug is the longest slug, in characters.
	MaxSlug = 64
	// MaxSegments is the most slugs a wiki path has.
	MaxSegments = 8

	maxTitle = 4096 // bytes read of a title: a hostile one costs no more than this
)

var isSlug = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$`)

// ValidSlug reports whether s is a slug: 1 to MaxSlug lower-case ASCII letters, digits and
// inner hyphens.
func ValidSlug(s string) bool { return isSlug.MatchString(s) }

// ValidWikiPath reports whether s is a wiki path: 1 to MaxSegments slugs joined by single
// slashes.
func ValidWikiPath(s string) bool {
	segments := 0
	for segment := range strings.SplitSeq(s, "/") {
		if segments++; segments > MaxSegments || !ValidSlug(segment) {
			return false
		}
	}
	return true
}

// WikiPath is the wiki path that the text of a link, or a path given by hand, stands for: a
// slug of each segment between slashes, where a segment that is a slug already stays as
// it is and one without a letter or digit is left out. It is empty when nothing is left,
// or more than MaxSegments are.
func WikiPath(target string) string {
	var slugs []string
	for segment := range strings.SplitSeq(target, "/") {
		if !ValidSlug(segment) {
			segment = Slug(segment)
		}
		if segment == "" {
			continue
		}
		if slugs = append(slugs, segment); len(slugs) > MaxSegments {
			return ""
		}
	}
	return strings.Join(slugs, "/")
}

// Slug is the slug of a title in any script: compatibility forms resolved (NFKC),
// transliterated to ASCII, in lower case, one hyphen for each run of anything else. A
// longer one ends with the last whole word that leaves it more than half of MaxSlug. It
// is empty when the title has no letter or digit.
func Slug(title string) string {
	var s slugWriter
	var chars norm.Iter
	chars.InitString(norm.NFKC, title[:min(len(title), maxTitle)])
	for !chars.Done() && len(s.slug) <= MaxSlug {
		for _, r := range string(chars.Next()) {
			s.add(r)
		}
	}
	if len(s.slug) <= MaxSlug {
		return string(s.slug)
	}
	if word := strings.LastIndexByte(string(s.slug[:MaxSlug+1]), '-'); word > MaxSlug/2 {
		return string(s.slug[:word])
	}
	return strings.TrimRight(string(s.slug[:MaxSlug]), "-")
}

// slugWriter puts a slug together, one character of the title after the other.
type slugWriter struct {
	slug   []byte
	parted bool // whether something stood between the last letter and the next
}

func (w *slugWriter) add(r rune) {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return // accents and joiners belong to the letter before them
	}
	ascii := string(r)
	if r > unicode.MaxASCII {
		ascii = unidecode.Unidecode(ascii)
	}
	// The signs a letter is spelled with, as in the soft sign's ', do not part the word.
	letter := r > unicode.MaxASCII && unicode.IsLetter(r)
	if ascii == "" {
		w.parted = true
	}
	for _, c := range []byte(strings.ToLower(ascii)) {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			if w.parted && len(w.slug) > 0 {
				w.slug = append(w.slug, '-')
			}
			w.parted = false
			w.slug = append(w.slug, c)
		case !letter || c == ' ':
			w.parted = true
		}
	}
}
