package caddyhub

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// What others can move under a name is named by its hash: an action by its commit, an image by
// its digest.
func TestActionsAndImagesArePinned(t *testing.T) {
	t.Parallel()
	workflows, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(workflows) == 0 {
		t.Fatalf("no workflows: %v", err)
	}
	for _, tc := range []struct {
		name         string
		files        []string
		use, byWhich *regexp.Regexp
	}{
		{"actions", workflows, regexp.MustCompile(`(?m)^\s*-?\s*uses:\s*(\S+)`), regexp.MustCompile(`^[^@]+@[0-9a-f]{40}$`)},
		{"images", []string{"../Dockerfile"}, regexp.MustCompile(`(?m)^FROM\s+(\S+)`), regexp.MustCompile(`^scratch$|@sha256:[0-9a-f]{64}$`)},
		// Which digest is for the reader to say: that of a release is not known before it.
		{"images of compose", []string{"../docs/compose.yaml"}, regexp.MustCompile(`(?m)^\s*image:\s+(\S+)`), regexp.MustCompile(`@\$\{HUB_DIGEST:\?`)},
	} {
		found := 0
		for _, file := range tc.files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, use := range tc.use.FindAllStringSubmatch(string(text), -1) {
				if found++; !tc.byWhich.MatchString(use[1]) {
					t.Errorf("%s: %s can become another one", file, use[1])
				}
			}
		}
		if found == 0 {
			t.Errorf("no %s found", tc.name)
		}
	}
}
