package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// One word too many hides nothing: enough of the words find an item wherever they stand, the rare ones
// above all, and what is only spelled like them comes behind.
func TestSearchFindsByAPartOfTheWords(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, title := range []string{
		"Anmeldeformular zeigt bei falschem Passwort keinen Fehler", "Index the orders table", "Measure basket latency", "Fix typo in imprint",
		"Archive old orders nightly", "Compare alternative payments",
	} {
		create(t, s, title, inProject("store"))
	}
	for i := range 70 {
		create(t, s, fmt.Sprint("slow broken page ", i), inProject("garden"))
	}
	tried := []Attempt{{"wkhtmltopdf", "no CSS grid"}, {"OFFSET", "10万行で遅い"}}
	for i := range 10 { // more than the index in memory reads
		tried = append(tried, Attempt{fmt.Sprint("attempt ", i), strings.Repeat("ordinary words of an attempt ", 20)})
	}
	tried = append(tried, Attempt{"ghostscript", "licence"})
	invoice := create(t, s, "Add PDF export for invoices", inProject("store"), func(in *ThreadInput) {
		in.Goal, in.Focus = Some("Every invoice can be downloaded as PDF with VAT table"), Some("the kerning of ligatures")
		in.NextSteps, in.Tried = Some([]string{"Ask Benedikta for the letterhead"}), Some(tried)
	})
	font := create(t, s, "Decide on the font", inProject("store"))
	done(t)(s.Finish(t.Context(), agent, font.ID, Guard{}, StatusDone, "Garamond it is"))
	_, err := s.LogProgress(t.Context(), agent, "store", LogEntry{Text: "Decided: WeasyPrint renders the PDFs"}, Policy{})
	works(t, err)
	_, err = s.PutPage(t.Context(), owner, "ops/vault", 0, "# Vault\n\nThe dump is read by pg_restore with its key. Files of osprey-archive need other permissions.")
	works(t, err)
	for _, tc := range []struct{ text, want, behind string }{ // behind is a title
		{"VAT table wrong", ThreadURI(invoice.ID), "Anmeldeformular"},
		{"VAT table is wrong", ThreadURI(invoice.ID), "Index the orders table"},
		{"VAT table broken", ThreadURI(invoice.ID), ""},
		{"wkhtmltopdf alternative", ThreadURI(invoice.ID), ""},
		{"wkhtmltopdf nowhere", ThreadURI(invoice.ID), ""},
		{"OFFSET slow", ThreadURI(invoice.ID), ""},
		{"ligatures slow", ThreadURI(invoice.ID), ""},
		{"letterhead broken", ThreadURI(invoice.ID), ""},
		{"ghostscript slow", ThreadURI(invoice.ID), ""},
		{"Garamond elsewhere", ThreadURI(font.ID), ""},
		{"WeasyPrint PR", ProgressURI("store"), "Fix typo in imprint"},
		{"WeasyPrint PR #4711", ProgressURI("store"), "Fix typo in imprint"},
		{"pg_restore key", PageURI("ops/vault"), "store"},
		{"osprey-archive permissions", PageURI("ops/vault"), "Archive old orders nightly"},
	} {
		bothWays(t, s, func(way string) {
			hits := find(t, s, SearchQuery{Text: tc.text})
			at := slices.IndexFunc(hits, func(h SearchHit) bool { return h.URI == tc.want })
			other := slices.IndexFunc(hits, func(h SearchHit) bool {
				return tc.behind != "" && strings.HasPrefix(h.Title, tc.behind) && h.URI != tc.want
			})
			// While the index is built it knows too little to tell rare words.
			if at < 0 || way == "index" && other >= 0 && other < at {
				var got []string
				for _, h := range hits[:min(6, len(hits))] {
					got = append(got, fmt.Sprintf("%.2f %s", h.Score, h.Title))
				}
				t.Errorf("%s: %q finds it at %d of %d, %q at %d: %q", way, tc.text, at, len(hits), tc.behind, other, got)
			}
		})
	}
}
