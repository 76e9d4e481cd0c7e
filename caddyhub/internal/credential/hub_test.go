package credential

import (
	"strings"
	"testing"
)

// The hub's own secrets are a letter for their kind, an id and what is secret.
func TestEachKindOfTheHubsOwnSecretsIsFound(t *testing.T) {
	for _, kind := range []string{"huba_", "hubc_", "hubf_", "hubr_", "hubt_"} {
		secret := kind + "0f3k9a2b7c1d_" + strings.Repeat("aB3-x_Z", 6) + "q"
		text := "the log says " + secret + " again"
		if found := Find(text); len(found) != 1 || text[found[0].Start:found[0].End] != secret {
			t.Errorf("%s: %+v", kind, found)
		}
	}
}
