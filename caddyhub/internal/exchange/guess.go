package exchange

import (
	"encoding/json"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
)

// choose finds out which tool the files are of, or makes sure of the one that was named.
func choose(f *folder, o Options) (Source, error) {
	if o.Source != "" {
		if !slices.Contains(Sources, o.Source) {
			return "", refuse("", "can't be read as %q: it is one of %s", called(string(o.Source)), sourceNames())
		}
		return o.Source, nil
	}
	if s := guess(f); s != "" {
		return s, nil
	}
	return "", refuse(o.Name, "is of none of the forms that are read: %s; name the one it is", sourceNames())
}

func sourceNames() string {
	var names []string
	for _, s := range Sources {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

// guess tells a tool by its files; empty: by none of them.
func guess(f *folder) Source {
	if f.single {
		return guessOne(f.files[0])
	}
	switch {
	case f.find(isBackup) != nil:
		return ADHDHub
	case vikunjaData(f) != nil:
		return Vikunja
	case taskMasterFile(f) != nil:
		return TaskMaster
	case beadsFile(f) != nil:
		return Beads
	case backlogRoot(f) != "":
		return Backlog
	case f.find(func(name string) bool { return ext(name) == "csv" }) != nil:
		return Todoist
	case f.find(isMarkdown) != nil:
		return Markdown
	}
	return ""
}

// isIssue is the beginning of an issue of beads that is longer than what is looked at.
var isIssue = regexp.MustCompile(`^\{\s*"(?:_type"\s*:\s*"issue|id"\s*:\s*"[^"]+"\s*,\s*"title"\s*:)`)

var isCSVHead = regexp.MustCompile(`(?i)^"?TYPE"?[,;]"?CONTENT"?(?:[,;\n]|$)`)

// guessOne tells a tool by the beginning of its file.
func guessOne(one *file) Source {
	head := one.head(64 << 10)
	switch text := strings.TrimLeft(head, " \t\n"); {
	case isCSVHead.MatchString(text):
		return Todoist
	case strings.HasPrefix(text, "{"):
		line, _, ends := strings.Cut(text, "\n")
		var issue struct{ ID, Title string }
		if json.Unmarshal([]byte(line), &issue) == nil && (issue.ID != "" || ext(one.name) == "jsonl") || !ends && isIssue.MatchString(line) {
			return Beads
		}
		if strings.Contains(text, `"tasks"`) {
			return TaskMaster
		}
	case strings.HasPrefix(text, "["):
		if strings.Contains(text, `"title"`) && !isMarkdown(one.name) {
			return Vikunja
		}
	}
	switch {
	case isMarkdown(one.name):
		return Markdown
	case ext(one.name) == "jsonl":
		return Beads
	case ext(one.name) == "csv":
		return Todoist
	}
	return ""
}

// head is the beginning of a file as text; empty: it is none.
func (f *file) head(most int64) string {
	r, err := f.open()
	if err != nil {
		return ""
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, most))
	if err != nil {
		return ""
	}
	if order := utf16Order(b); order != nil {
		text, _ := decodeUTF16(b[:len(b)&^1], order)
		return newlines(text)
	}
	return newlines(strings.TrimPrefix(string(b), "\ufeff"))
}

func isMarkdown(name string) bool { return ext(name) == "md" || ext(name) == "markdown" }

func isBackup(name string) bool { return path.Base(name) == "adhd-hub-backup.json" }
