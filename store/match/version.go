package match

import (
	"regexp"
	"slices"
	"strings"
)

// versionForm is a number in parts, such as a version or an address: read apart, 1.26 and 26.1
// are the same words.
var versionForm = regexp.MustCompile(`(?i)\d+(?:\.\d+[a-z0-9]*)+`)

// version is one of a text, in its place.
type version struct {
	text   string
	lo, hi int
}

// labelForm is a capital letter that tells one thing of a kind from another: server B, plan C. An A
// may be an article, and is none where a sentence ends.
var labelForm = regexp.MustCompile(`[^\s&.,'’-]\s+([B-HJ-Z]\b|A(?:[,.;:)]|$))`)

// versionsOf are those of a text, labels among them; mostly there are none.
func versionsOf(text string) []version {
	var list []version
	for _, at := range labelForm.FindAllStringSubmatchIndex(text, maxTerms) {
		lo := at[2]
		if rest := text[lo+1:]; rest == "" || !strings.ContainsRune("+#'’&-", rune(rest[0])) {
			list = append(list, version{strings.ToLower(text[lo : lo+1]), lo, lo + 1})
		}
	}
	if !strings.ContainsRune(text, '.') {
		return list
	}
	for _, at := range versionForm.FindAllStringIndex(text, maxTerms) {
		list = append(list, version{strings.ToLower(text[at[0]:at[1]]), at[0], at[1]})
	}
	return list
}

// titleVersions are those of a title as its record keeps them.
func titleVersions(title string) string {
	var list []string
	for _, v := range versionsOf(cut(title, maxQueryBytes)) {
		list = append(list, v.text)
	}
	return strings.Join(list, " ")
}

// otherVersion reports whether query and title each name a version that the other does not: that
// is other work, whatever the rest. 1.26 and 1.26.1 may be the same.
func (s *state) otherVersion(p *plan, r record) bool {
	if len(p.versions) == 0 {
		return false
	}
	held := r.versions()
	lacking := func(list []string, has func(string) bool) bool {
		return slices.ContainsFunc(list, func(v string) bool { return !has(v) })
	}
	asked := make([]string, len(p.versions))
	for i, v := range p.versions {
		asked[i] = v.text
	}
	return lacking(asked, func(v string) bool { return anyVersion(held, v) }) && lacking(held, func(v string) bool { return anyVersion(asked, v) })
}

// anyVersion reports whether a version is among others, or a part of one of them.
func anyVersion(list []string, v string) bool {
	return slices.ContainsFunc(list, func(other string) bool {
		return other == v || strings.HasPrefix(other, v+".") || strings.HasPrefix(v, other+".")
	})
}

// versionAt is the version in a query that a word of it is a part of.
func (p *plan) versionAt(w word) (v version, ok bool) {
	i := slices.IndexFunc(p.versions, func(v version) bool { return v.lo <= w.lo && w.hi <= v.hi })
	if i < 0 {
		return version{}, false
	}
	return p.versions[i], true
}
