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

// isItem is an entry of a task list. Backlog.md numbers them: "- [ ] #1 text".
var isItem = regexp.MustCompile(`^[-*+] \[([ xX])\] (?:#\d+ )?(.*)$`)

// taskItems reads a text that is a task list and nothing else.
func taskItems(text string) (steps []step, ok bool) {
	for line := range strings.SplitSeq(tidy(text), "\n") {
		m := isItem.FindStringSubmatch(strings.TrimRight(line, " \t"))
		switch {
		case m != nil:
			steps = append(steps, step{Text: m[2], Done: m[1] != " "})
		case len(steps) > 0 && (strings.HasPrefix(line, "  ") || line == ""):
			last := &steps[len(steps)-1]
			last.Text = strings.TrimRight(last.Text+"\n"+strings.TrimPrefix(line, "  "), "\n")
		case line != "":
			return nil, false
		}
	}
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
