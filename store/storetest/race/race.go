// Package race tells tests whether the race detector watches them.
package race

import "testing"

// SkipShort leaves a test out of the short form under the race detector: it goes through many
// cases one after the other, and so does the same run without the detector.
func SkipShort(t testing.TB) {
	t.Helper()
	if Enabled && testing.Short() {
		t.Skip("left to the long form")
	}
}
