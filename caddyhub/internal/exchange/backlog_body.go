package exchange

import (
	"regexp"
	"strings"
)

// backlogSections are the parts of a task between marks, by the name in the mark. Earlier versions
// have the headings only.
var backlogSections = []struct{ mark, title string }{
	{"SECTION:DESCRIPTION", "Description"},
	{"AC", "Acceptance Criteria"},
	{"DOD", "Definition of Done"},
	{"SECTION:PLAN", "Implementation Plan"},
	{"SECTION:NOTES", "Implementation Notes"},
	{"COMMENTS", "Comments"},
	{"SECTION:FINAL_SUMMARY", "Final Summary"},
}

var (
	isMark    = regexp.MustCompile(`(?m)^<!-- (?:SECTION:)?[A-Z_]+:(?:BEGIN|END) -->[ \t]*\n?`)
	isAnyMark = regexp.MustCompile(`<!-- ((?:SECTION:)?[A-Z_]+:(?:BEGIN|END) -->)`)
)

// body takes in what stands below the head of a task.
func (b *backlog) body(d *draft, text string) {
	all := map[string][]string{}
	for _, s := range backlogSections {
		begin, end := "<!-- "+s.mark+":BEGIN -->", "<!-- "+s.mark+":END -->"
		before, rest, has := strings.Cut(text, begin)
		inner, after, ends := strings.Cut(rest, end)
		if !has || !ends {
			continue
		}
		all[s.title] = []string{inner}
		text = withoutHeading(before, s.title) + "\n" + after
	}
	// What is left has no marks, or is of people's own.
	for _, part := range byHeadings(isMark.ReplaceAllString(text, "")) {
		title := strings.TrimSuffix(part.Title, " (Optional)")
		if strings.EqualFold(title, "Notes") {
			title = "Implementation Notes"
		}
		known := false
		for _, s := range backlogSections {
			if strings.EqualFold(title, s.title) {
				all[s.title], known = append(all[s.title], part.Text), true
			}
		}
		if !known {
			d.section(firstOf(part.Title, "Text"), part.Text, false)
		}
	}
	found := map[string]string{}
	for title, texts := range all {
		found[title] = join(texts...)
	}
	d.goal = found["Description"]
	own := d.sections
	d.sections = nil
	if steps, ok := taskItems(found["Acceptance Criteria"], true); ok {
		d.steps = steps
	} else {
		d.section("Acceptance criteria", found["Acceptance Criteria"], false)
	}
	d.section("Definition of done", strings.ReplaceAll(found["Definition of Done"], "] #", "] "), false)
	d.section("Implementation plan", found["Implementation Plan"], true)
	d.section("Implementation notes", found["Implementation Notes"], true)
	d.section("Final summary", found["Final Summary"], false)
	d.section("Comments", found["Comments"], true)
	d.sections = append(d.sections, own...)
}

// withoutHeading takes the heading of a section from the end of what stands before it.
func withoutHeading(text, title string) string {
	trimmed := strings.TrimRight(text, " \t\n")
	head := trimmed[strings.LastIndexByte(trimmed, '\n')+1:]
	if strings.HasPrefix(head, "## ") && strings.HasPrefix(strings.ToLower(strings.TrimSpace(head[3:])), strings.ToLower(title)) {
		return strings.TrimSuffix(trimmed, head)
	}
	return text
}

// byHeadings parts a text at its headings of the second level. Those in code are none.
func byHeadings(text string) []section {
	parts := []section{{}}
	fence, start, at := "", 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		begin := at
		at += len(line)
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case strings.HasPrefix(line, "## "):
			parts[len(parts)-1].Text = text[start:begin]
			parts, start = append(parts, section{Title: oneLine(line[3:])}), at
		}
	}
	parts[len(parts)-1].Text = text[start:]
	said := parts[:0]
	for _, p := range parts {
		if p.Text = tidy(p.Text); p.Text != "" {
			said = append(said, p)
		}
	}
	return said
}
