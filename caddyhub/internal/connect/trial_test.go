package connect

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestTrial: the clients that are said to have been tried are those that trial/run tries.
func TestTrial(t *testing.T) {
	text, err := os.ReadFile("trial/programs.js")
	if err != nil {
		t.Fatal(err)
	}
	var tried, proved []string
	for _, m := range regexp.MustCompile(`(?m)^  "?([a-z-]+)"?: \{$`).FindAllSubmatch(text, -1) {
		tried = append(tried, string(m[1]))
	}
	for _, c := range Clients() {
		if c.Proved {
			proved = append(proved, c.ID)
		}
	}
	slices.Sort(tried)
	slices.Sort(proved)
	if !slices.Equal(tried, proved) {
		t.Errorf("trial/run tries %q, Proved are %q", tried, proved)
	}
}
