package transcript

import (
	"encoding/json"
	"strings"
)

// cursor reads ~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl, or
// without the folder in between. Learned from readers in public repositories: a line is
// {role, message: {content}} with blocks as in Claude Code, and a request stands in
// <user_query>. There is no time, no title and no folder in it: the time is the file's, and
// the folder that of the projects, whose name has a dash for what is no letter or digit.
// Sub-agents' files lie in subagents/.
var cursor = Format{
	Tool: "cursor", Key: "cursor",
	Roots: func(e Environment) []string { return []string{e.Home + "/.cursor/projects"} },
	Takes: func(p string) bool {
		return strings.HasSuffix(p, ".jsonl") && strings.Contains(p, "/agent-transcripts/") && !strings.Contains(p, "/subagents/")
	},
	place: func(s *Session, _, p string) {
		s.Ref = stem(p)
		project, _, _ := strings.Cut(p, "/")
		s.work(unfold(project))
	},
	line: cursorLine,
}

func cursorLine(s *Session, text []byte) error {
	var l struct {
		Role    string `json:"role"`
		Message struct {
			Content content `json:"content"`
		} `json:"message"`
	}
	err := json.Unmarshal(text, &l)
	said := l.Message.Content
	switch l.Role {
	case "user":
		request := said.text("text")
		if query, found := within(request, "user_query"); found {
			request = query
		}
		if request = without(request, "system_reminder", "attached_files", "open_and_recently_viewed_files", "timestamp", "image_files"); request != "" {
			s.ask(request)
			s.Via = ""
		}
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
