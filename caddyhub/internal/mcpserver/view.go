package mcpserver

import (
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// How much of a text an overview shows; [server.read] shows all of it.
const (
	briefText  = 300
	rowText    = 160
	briefTried = 3
)

// threadView is a thread as an agent gets it: cleaned, its texts cut, empty fields left
// out. The names are those of the REST API.
type threadView struct {
	ID             string           `json:"id"`
	Summary        string           `json:"summary"`
	ProjectSlug    string           `json:"project_slug"`
	Status         store.Status     `json:"status"`
	SourceTool     string           `json:"source_tool,omitempty"`
	Goal           string           `json:"goal,omitempty"`
	Focus          string           `json:"focus,omitempty"`
	NextSteps      []string         `json:"next_steps,omitempty"`
	BlockedReason  string           `json:"blocked_reason,omitempty"`
	ResumeStep     string           `json:"resume_step,omitempty"`
	Tried          []store.Attempt  `json:"tried,omitempty"`
	TriedCount     int              `json:"tried_count,omitempty"` // with those not shown
	LastActivityAt string           `json:"last_activity_at"`
	WaitsFor       []dependencyView `json:"waits_for,omitempty"`      // what is unfinished of it
	FormerOutcome  string           `json:"former_outcome,omitempty"` // of one that was reopened
	ReopenedFor    string           `json:"reopened_for,omitempty"`
	Lease          *leaseView       `json:"lease,omitempty"`
	URL            string           `json:"url"`
}

type leaseView struct {
	Holder    string `json:"holder"`
	ExpiresAt string `json:"expires_at"`
}

func newLease(l *store.Lease) *leaseView {
	if l == nil {
		return nil
	}
	return &leaseView{short(&l.Holder, maxCaller), l.ExpiresAt.String()}
}

// row is a thread in a list: what it is and where it is picked up.
func row(t store.Thread, base string) threadView {
	v := threadView{
		ID: t.ID, Summary: short(&t.Summary, rowText), ProjectSlug: t.ProjectSlug, Status: t.Status,
		SourceTool: short(t.SourceTool, maxCaller), BlockedReason: short(t.BlockedReason, rowText), ResumeStep: short(t.ResumeStep, rowText),
		LastActivityAt: t.LastActivityAt.String(), URL: base + "/ui/threads/" + t.ID,
	}
	v.Lease = newLease(t.Lease)
	if !t.Status.Active() {
		v.BlockedReason, v.ResumeStep = "", "" // there is nothing to resume
	}
	return v
}

// brief is a thread as one picks it up: also what for, what next, and what failed. Of the
// attempts it shows the latest.
func brief(t store.Thread, base string) threadView {
	v := row(t, base)
	v.Summary = short(&t.Summary, briefText)
	v.Goal, v.Focus = short(t.Goal, briefText), short(t.Focus, briefText)
	if t.Status.Active() {
		v.BlockedReason, v.ResumeStep = short(t.BlockedReason, briefText), short(t.ResumeStep, briefText)
	}
	for _, step := range t.NextSteps {
		v.NextSteps = append(v.NextSteps, short(&step, briefText))
	}
	v.TriedCount = len(t.Tried)
	for _, a := range t.Tried[max(0, len(t.Tried)-briefTried):] {
		v.Tried = append(v.Tried, store.Attempt{What: short(&a.What, briefText), WhyNot: short(&a.WhyNot, briefText)})
	}
	return v
}

func short(s *string, most int) string {
	if s == nil {
		return ""
	}
	return cutRunes(clean(*s), most)
}

// line is the view's first line, and of a row all of it.
func (v threadView) line() string {
	s := fmt.Sprintf("- %s %s in %s: %s", v.ID, v.Status, v.ProjectSlug, quote(v.Summary))
	return s + heldBy(v.Lease)
}

// heldBy says who works on a thread, if anybody does.
func heldBy(l *leaseView) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf(" (held by %s until %s)", quote(l.Holder), l.ExpiresAt)
}

// row is the view with what it waits for and the step to resume by.
func (v threadView) row() string {
	s := v.line()
	if v.BlockedReason != "" {
		s += "\n  blocked by: " + quote(v.BlockedReason)
	}
	if len(v.WaitsFor) > 0 {
		s += "\n  waits for: " + dependencyTexts(v.WaitsFor)
	}
	if v.ResumeStep != "" {
		s += "\n  resume: " + quote(v.ResumeStep)
	}
	return s
}

// block is all of the view as text.
func (v threadView) block() string {
	return strings.Join(append([]string{v.line()}, v.facts()...), "\n")
}

// bare reports whether the view says no more than its title does.
func (v threadView) bare() bool {
	return v.Goal == "" && v.Focus == "" && v.NextSteps == nil && v.BlockedReason == "" && v.ResumeStep == "" && v.TriedCount == 0 && v.WaitsFor == nil
}

// facts are the lines of a block under its first.
func (v threadView) facts() []string {
	var lines []string
	for _, f := range []struct{ name, text string }{
		{"was finished", v.FormerOutcome}, {"reopened because", v.ReopenedFor}, {"goal", v.Goal}, {"focus", v.Focus}, {"next", quoted(v.NextSteps)}, {"blocked by", v.BlockedReason}, {"resume", v.ResumeStep},
	} {
		switch {
		case f.text == "":
		case f.name == "next":
			lines = append(lines, "  next: "+f.text)
		default:
			lines = append(lines, "  "+f.name+": "+quote(f.text))
		}
	}
	if len(v.WaitsFor) > 0 {
		lines = append(lines, "  waits for: "+dependencyTexts(v.WaitsFor))
	}
	if v.TriedCount > 0 {
		lines = append(lines, "  tried without success: "+triedText(v.Tried, v.TriedCount))
	}
	last := "  last active " + v.LastActivityAt[:len("2006-01-02")] + " UTC"
	if v.SourceTool != "" {
		last += ", begun by " + quote(v.SourceTool)
	}
	return append(lines, last)
}

func quoted(list []string) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = quote(s)
	}
	return strings.Join(parts, ", ")
}

func triedText(shown []store.Attempt, all int) string {
	parts := make([]string, len(shown))
	for i, a := range shown {
		parts[i] = quote(a.What)
		if a.WhyNot != "" {
			parts[i] += " because " + quote(a.WhyNot)
		}
	}
	s := strings.Join(parts, ", ")
	if more := all - len(shown); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// plural joins a number and its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
