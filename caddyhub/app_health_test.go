package caddyhub

import (
	"slices"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
)

// The API describes the areas of problems by the list of them.
func TestProblemsAreInTheKnownAreas(t *testing.T) {
	var got []string
	for _, s := range services(nil, nil, nil, nil, notify.New(notify.Config{})) {
		got = append(got, s.Area)
	}
	if got = append(got, health.Storage); !slices.Equal(got, health.Areas) {
		t.Errorf("a hub tells of %q, the list has %q", got, health.Areas)
	}
}
