package exchange

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// stamp is the time at the head of an entry of adhd-hub's log, such as "2026-09-08 17:47 AEST".
var stamp = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2} \d{2}:\d{2})\b`)

// entry is one of a log.
type entry struct{ at, text string }

// progress makes of a PROGRESS.md of adhd-hub one of the hub's: its log, which has the newest
// entry first and each under a heading, becomes a list with the newest last. Notes of the database
// that are not in it are added.
func (h *adhdHub) progress(text, slug string) string {
	head, log, tail := cutLog(text)
	known := map[string]bool{"": true}
	for _, e := range log {
		known[oneLine(e.text)] = true
	}
	for _, n := range h.notes[slug] {
		if !known[oneLine(n["content"])] {
			var wrong []string
			at := h.time("created_at", n["created_at"], time.UTC, &wrong)
			if at.IsZero() {
				at = store.At(h.Now)
			}
			log = append(log, entry{at.In(h.Zone).Format("2006-01-02 15:04"), n["content"]})
			h.mapped("progress notes", "entries of a log")
		}
	}
	delete(h.notes, slug)
	slices.SortStableFunc(log, func(a, b entry) int { return cmp.Compare(a.at, b.at) })
	var lines []string
	for _, e := range log {
		lines = append(lines, "- "+e.at+" "+indent(tidy(e.text)))
	}
	if len(lines) == 0 {
		return join(strings.TrimSpace(head), strings.TrimSpace(tail))
	}
	return join(strings.TrimSpace(head), strings.TrimSpace(tail), "## Log", strings.Join(lines, "\n"))
}

// cutLog takes the log out of a document: what stands before it, its entries with the oldest
// first, and what follows.
func cutLog(text string) (head string, log []entry, tail string) {
	if len(text) > store.MaxMarkdown {
		return text, nil, "" // it becomes a page as it is
	}
	sections := outline.Sections(text)
	at := slices.IndexFunc(sections, func(s outline.Section) bool {
		return s.Level == 2 && strings.EqualFold(s.Title, "Progress log")
	})
	if at < 0 {
		return text, nil, ""
	}
	whole := sections[at]
	var starts []outline.Section
	for _, s := range sections[at+1:] {
		if s.Start < whole.End && s.Level == 3 && stamp.MatchString(s.Title) {
			starts = append(starts, s)
		}
	}
	if len(starts) == 0 {
		return text, nil, ""
	}
	for i, s := range starts {
		end := whole.End
		if i+1 < len(starts) {
			end = starts[i+1].Start
		}
		_, said, _ := strings.Cut(text[s.Start:end], "\n")
		log = append(log, entry{stamp.FindString(s.Title), said})
	}
	slices.Reverse(log)
	// What stands above the first entry is no entry: it stays above the log.
	_, above, _ := strings.Cut(text[whole.Start:starts[0].Start], "\n")
	return join(strings.TrimSpace(text[:whole.Start]), strings.TrimSpace(above)), log, text[whole.End:]
}
