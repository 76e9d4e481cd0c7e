package caddyhub

import (
	"slices"
	"strings"
	"sync"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
)

// ownVariables are those that are no option of the configuration: of the commands, and of the
// agents' clients.
var ownVariables = []string{"HUB_LISTEN", "HUB_METRICS_LISTEN", passphraseVariable, importPassphraseVariable, connect.TokenVariable}

// variables are the names of all variables that the hub heeds.
func variables() []string {
	known := slices.Clone(ownVariables)
	for _, o := range options {
		known = append(known, o.Env...)
	}
	return known
}

// unknown names the variables of an environment that look like options of the hub and are none, each
// with the one that may be meant. A misspelt one would be ignored without a word. Values are not
// kept: they may be secrets.
func unknown(environment []string) map[string]string {
	found, known := map[string]string{}, variables()
	for _, line := range environment {
		name, _, _ := strings.Cut(line, "=")
		if strings.HasPrefix(name, "HUB_") && !strings.HasPrefix(name, "HUB_TEST_") && !slices.Contains(known, name) {
			found[name] = nearest(name, known)
		}
	}
	return found
}

// warnOfVariables warns of unknown variables. said holds the names that need no second warning.
func warnOfVariables(log *zap.Logger, environment []string, said *sync.Map) {
	for name, nearest := range unknown(environment) {
		if _, again := said.LoadOrStore(name, true); !again {
			log.Warn("the hub has no such variable: it is ignored", zap.String("variable", name), zap.String("nearest", nearest))
		}
	}
}

// nearest is the one of some names that takes the fewest changes to become of a name.
func nearest(name string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return changes(name, a) - changes(name, b) })
}

// changes is how many characters have to be put in, taken out or replaced to make one name of
// another (Levenshtein's distance).
func changes(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
