package exchange

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
)

// telling is the name of a file or folder as the name of a project, without what it ends in;
// empty: every folder of its kind is called so.
func telling(name string) string {
	name = path.Base(strings.ReplaceAll(strings.TrimRight(name, `/\`), `\`, "/"))
	switch ext(name) {
	case "md", "markdown", "json", "jsonl", "csv", "zip", "adhdhub", "yml", "yaml":
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	name = strings.TrimSpace(strings.TrimLeft(name, "."))
	switch strings.ToLower(name) {
	case "issues", "beads", "backlog", "taskmaster", "tasks", "task-master", "data", "export", "vikunja", "todoist", "markdown", "notes", "vault", "upload", "/", "":
		return ""
	}
	return name
}

// Called is what a file or folder is sent as: its name, with those of the folders above it where it is
// called as others of its kind, up to the first that tells whose it is.
func Called(at string) string {
	parts := strings.Split(strings.Trim(strings.ReplaceAll(at, `\`, "/"), "/"), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		switch strings.ToLower(parts[i]) {
		case "docs", "doc", "documents", "downloads", "desktop", "tmp", "wiki": // of anybody
			continue
		}
		if telling(parts[i]) != "" {
			return strings.Join(parts[i:], "/")
		}
	}
	return parts[len(parts)-1]
}

// capital is a word with a capital at its beginning.
func capital(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[n:]
}

// comment is what somebody said at a time.
func comment(author, at, text string) string {
	head := strings.Join(strings.Fields(oneLine(author)+" "+oneLine(at)), " ")
	if head == "" {
		return tidy(text)
	}
	return "**" + head + "**\n\n" + tidy(text)
}

// lastOf is the first of the times that is known.
func lastOf(times ...store.Time) store.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return store.Time{}
}

var (
	isItem   = regexp.MustCompile(`^[-*+] \[([ xX])\] (.*)$`)
	isNumber = regexp.MustCompile(`^#\d+ `) // in front of an entry, as Backlog.md writes it
)

// taskItems reads a text that is a task list and nothing else.
func taskItems(text string, numbered bool) (steps []step, ok bool) {
	var lines []string // of the last step
	end := func() {
		if n := len(steps); n > 0 {
			steps[n-1].Text = tidy(strings.Join(lines, "\n"))
		}
	}
	for line := range strings.SplitSeq(strings.Trim(newlines(text), "\n"), "\n") {
		m := isItem.FindStringSubmatch(line)
		switch {
		case m != nil:
			end()
			if numbered {
				m[2] = isNumber.ReplaceAllString(m[2], "")
			}
			steps, lines = append(steps, step{Done: m[1] != " "}), []string{m[2]}
		case len(steps) > 0 && (strings.HasPrefix(line, "  ") || strings.TrimSpace(line) == ""):
			lines = append(lines, strings.TrimPrefix(line, "  "))
		case strings.TrimSpace(line) != "":
			return nil, false
		}
	}
	end()
	return steps, len(steps) > 0
}

// firstOf is the first text that says something.
func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
