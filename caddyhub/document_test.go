package caddyhub

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

var (
	documentBlock   = regexp.MustCompile("(?ms)^ *(```|~~~).*?^ *(```|~~~)$")
	documentCode    = regexp.MustCompile("`[^`\n]*`") // within a line
	documentLink    = regexp.MustCompile(`\]\(([^)\s]+)[^)]*\)|(?:src|href)="([^"]+)"`)
	documentHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// Every link and picture of the documents leads to a file of the repository, and to a heading that is there.
func TestDocumentsLinkToWhatIsThere(t *testing.T) {
	race.SkipShort(t)
	files := []string{"../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md", "../.github/SECURITY.md"}
	err := filepath.WalkDir("../docs", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, file := range files {
		for _, m := range documentLink.FindAllStringSubmatch(documentCode.ReplaceAllString(documentText(t, file), ""), -1) {
			target, heading, toHeading := strings.Cut(m[1]+m[2], "#")
			if strings.Contains(target, ":") {
				continue // of another place
			}
			links++
			to := file
			if target != "" {
				to = filepath.Join(filepath.Dir(file), target)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %v", file, err)
			} else if toHeading && filepath.Ext(to) == ".md" && !slices.Contains(headingsOf(t, to), heading) {
				t.Errorf("%s: %s has no heading #%s", file, to, heading)
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links in %d documents: are they still found?", links, len(files))
	}
}

// documentText is a document without its blocks of code.
func documentText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return documentBlock.ReplaceAllString(string(text), "")
}

// headingsOf are the addresses of a document's headings: their words in lower case with hyphens
// between them.
func headingsOf(t *testing.T, file string) []string {
	t.Helper()
	var found []string
	for _, m := range documentHeading.FindAllStringSubmatch(documentText(t, file), -1) {
		plain := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		found = append(found, strings.ReplaceAll(plain, " ", "-"))
	}
	return found
}
