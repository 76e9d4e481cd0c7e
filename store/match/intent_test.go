package match

import "testing"

func TestSaysNothing(t *testing.T) {
	for text, want := range map[string]bool{
		"continue":                          true,
		"fix it":                            true,
		"continue with the last work":       true,
		"go on where we left off yesterday": true,
		"what is next?":                     true,
		"Weiter mit dem, was gestern offen blieb": true,
		"mach weiter":                      true,
		"sigue con lo que quedó pendiente": true,
		"continue le travail d'hier":       true,
		"продолжи вчерашнюю работу":        false, // an adjective of any kind may name it
		"продолжи работу":                  true,
		"昨日の続きをしてください":                     true,
		"继续昨天的工作":                          true,
		"continue with the invoices":       false,
		"weiter mit der Steuer":            false,
		"昨日の請求書の続き":                        false,
		"open the last door":               false,
		"work through the open tickets":    false,
	} {
		if got := SaysNothing(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
