package store

import (
	"fmt"
	"strings"
	"unicode"
)

// How much of a project's threads its progress file shows.
const (
	maxLines     = 100 // threads
	maxLineTexts = 160 // characters of a summary or a reason
)

// blockQuery reads the active threads of a project in the order they were begun: a change
// of one of them then changes one line, also in the file's history in a forge.
const blockQuery = `SELECT id, summary, status, blocked_reason,
  (SELECT sum(n) FROM thread_counts WHERE project_slug = ?1 AND status IN ('open', 'blocked'))
  FROM threads INDEXED BY threads_active_by_project WHERE ` + activeThreads + ` AND project_slug = ?1 ORDER BY id LIMIT ?2`

// threadBlock is what stands between the hub's markers: a line for each active thread.
func threadBlock(read reads, project string) (string, error) {
	total := 0
	lines, err := all(read, func(r rowScanner) (string, error) {
		var t Thread
		err := r.Scan(&t.ID, &t.Summary, &t.Status, &t.BlockedReason, &total)
		return t.line(), err
	}, blockQuery, project, maxLines)
	if err != nil {
		return "", fmt.Errorf("read the active threads: %w", err)
	}
	if more := total - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("- and %d more\n", more))
	}
	return strings.Join(lines, ""), nil
}

// line is a thread as an item of a Markdown list.
func (t *Thread) line() string {
	line := "- " + threadLink(t.ID, t.Summary)
	if t.Status == StatusBlocked {
		line += " · blocked"
		if t.BlockedReason != nil {
			line += ": " + Inline(*t.BlockedReason)
		}
	}
	return line + "\n"
}

// threadLink leads to a thread in the dashboard.
func threadLink(id, label string) string {
	label = Inline(label)
	if strings.EqualFold(label, "x") {
		label += " " // else it would be a task's tick
	}
	return "[" + label + "](/ui/threads/" + id + ")"
}

// Inline is a text from anywhere as Markdown that shows it on one line and holds no markup
// of its own: no link, no HTML, no comment that could pass for one of the hub's markers.
func Inline(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	seen, whole := 0, 0 // characters so far, and bytes of those that stand when more follow
	put := func(r rune) {
		if seen == maxLineTexts-1 {
			whole = b.Len()
		}
		seen++
		if strings.ContainsRune("\\`*_[]<>~|&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = seen > 0
			continue
		case unicode.IsControl(r):
			continue
		case space:
			put(' ')
			space = false
		}
		put(r)
		if seen > maxLineTexts {
			return b.String()[:whole] + "…"
		}
	}
	return b.String()
}
