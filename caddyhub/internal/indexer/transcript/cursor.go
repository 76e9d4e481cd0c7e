package transcript

import (
	"encoding/json"
	"path"
	"strings"
)

// cursor reads ~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl, or
// without the folder in between, and the <session>.txt of older versions (cursor_text.go).
// Learned from readers in public repositories: a line is {role, message: {content}} with
// blocks as in Claude Code, and a request stands in <user_query>. There is no time and no
// title in it: the time is the file's. The folder is that of the projects, whose name has a
// dash for what is no letter or digit: it is found on the disk, or among the paths that the
// session speaks of. Sub-agents' files lie in subagents/.
var cursor = Format{
	Tool: "cursor", Key: "cursor",
	Roots: func(e Environment) []string { return []string{e.Home + "/.cursor/projects"} },
	Takes: func(p string) bool {
		return (strings.HasSuffix(p, ".jsonl") || strings.HasSuffix(p, ".txt")) && strings.Contains(p, "/agent-transcripts/") && !strings.Contains(p, "/subagents/")
	},
	Later: func(p string) []string {
		older, text := strings.CutSuffix(p, ".txt")
		if !text {
			return nil
		}
		return []string{older + ".jsonl", older + "/" + path.Base(older) + ".jsonl"}
	},
	place: func(s *Session, _, p string) {
		s.Ref = stem(p)
		project, _, _ := strings.Cut(p, "/")
		if s.work(unfold(project)); s.Workspace == "" {
			s.Last = project
		}
	},
	line: cursorLine,
	text: cursorText,
}

// cursorFolder looks for the folder of the session in a line of it.
func (s *Session) cursorFolder(line []byte) {
	if s.Workspace == "" && s.Last != "" {
		s.work(mentioned(string(line), func(folder string) bool { return becomes(folder, s.Last) }))
	}
}

func cursorLine(s *Session, text []byte) error {
	var l struct {
		Role    string `json:"role"`
		Message struct {
			Content content `json:"content"`
		} `json:"message"`
	}
	err := json.Unmarshal(text, &l)
	s.cursorFolder(text)
	said := l.Message.Content
	switch l.Role {
	case "user":
		s.cursorRequest(said.text("text"))
	case "assistant":
		// Each step of an answer has a line of its own.
		if s.Via != "answer" {
			s.Messages++
		}
		s.Via = "answer"
		for _, b := range said {
			if b.Type == "tool_use" && b.Name == "TodoWrite" {
				s.todoWrite(b.Input)
			}
		}
	}
	return err
}

// cursorRequest takes in what stands in a message of the user: the request, and what the
// editor put around it.
func (s *Session) cursorRequest(request string) {
	if query, found := within(request, "user_query"); found {
		request = query
	}
	if request = without(request, "system_reminder", "attached_files", "open_and_recently_viewed_files", "timestamp", "image_files", "user_info", "cursor_commands"); request != "" {
		s.ask(request)
		s.Via = ""
	}
}

// todoWrite takes in Cursor's list, which may come in parts.
func (s *Session) todoWrite(input raw) {
	var in struct {
		Merge bool   `json:"merge"`
		Todos []todo `json:"todos"`
	}
	if json.Unmarshal(input, &in) != nil {
		return
	}
	if !in.Merge {
		s.Items = nil
	}
	for _, t := range in.Todos {
		if t.Status == "" {
			s.change(string(t.ID), t.item().Text, "")
			continue
		}
		s.put(t.item())
	}
}
