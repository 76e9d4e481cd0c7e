package transcript

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
)

// claudeCode reads ~/.claude/projects/<folder>/<session>.jsonl. The lines were learned from
// readers of them in public repositories and their fixtures:
//   - user and assistant lines carry cwd, timestamp, uuid and message; content is a text or
//     blocks, and each block of an answer may have a line of its own under one message id;
//   - isMeta, isCompactSummary and isVisibleInTranscriptOnly mark user lines that no person
//     wrote, isSidechain those of a sub-agent; sub-agents also have files of their own;
//   - titles: custom-title (a person's), ai-title, and summary, which may stand in another
//     session's file and belongs to the one that has the line leafUuid;
//   - lists: TodoWrite replaces it; TaskCreate is answered by "Task #1 created
//     successfully", and TaskUpdate changes that one.
var claudeCode = Format{
	Tool: "claude-code", Key: "claude_code",
	Roots: func(e Environment) []string { return []string{e.or("CLAUDE_CONFIG_DIR", ".claude") + "/projects"} },
	Takes: func(p string) bool {
		return strings.HasSuffix(p, ".jsonl") && !strings.HasPrefix(path.Base(p), "agent-") && !strings.Contains(p, "/subagents/")
	},
	place: func(s *Session, _, p string) { s.Ref = stem(p) },
	line:  claudeLine,
}

// stem is the name of a file without its endings.
func stem(p string) string {
	base := path.Base(p)
	for _, ending := range []string{".zst", ".jsonl", ".json", ".txt"} {
		base = strings.TrimSuffix(base, ending)
	}
	return clip(plain(base), MaxTitle)
}

func claudeLine(s *Session, text []byte) error {
	var l struct {
		Type        string `json:"type"`
		Timestamp   string `json:"timestamp"`
		CWD         string `json:"cwd"`
		UUID        string `json:"uuid"`
		IsMeta      bool   `json:"isMeta"`
		IsSidechain bool   `json:"isSidechain"`
		IsSummary   bool   `json:"isCompactSummary"`
		IsShownOnly bool   `json:"isVisibleInTranscriptOnly"`
		CustomTitle string `json:"customTitle"`
		AITitle     string `json:"aiTitle"`
		Summary     string `json:"summary"`
		LeafUUID    string `json:"leafUuid"`
		Message     raw    `json:"message"`
		Origin      raw    `json:"origin"`
	}
	err := json.Unmarshal(text, &l)
	switch l.Type {
	case "custom-title":
		s.name(l.CustomTitle, byOwner)
	case "ai-title":
		s.name(l.AITitle, byTool)
	case "summary":
		s.summarise(l.Summary, l.LeafUUID)
	case "user", "assistant":
		if l.IsSidechain {
			return err
		}
		s.work(l.CWD)
		s.at(l.Timestamp)
		s.leaf(l.UUID)
		var m struct {
			ID      string  `json:"id"`
			Content content `json:"content"`
		}
		if l.Type == "user" && len(s.Calls) == 0 && bytes.Contains(l.Message, []byte(`"tool_result"`)) && !bytes.Contains(l.Message, []byte(`"text"`)) {
			return err // most of a transcript, and nothing in it is of use
		}
		if len(l.Message) > 0 {
			if e := json.Unmarshal(l.Message, &m); e != nil {
				err = e
			}
		}
		if l.Type == "assistant" {
			s.answer(m.ID, l.UUID, m.Content)
			return err
		}
		s.created(m.Content)
		if !l.IsMeta && !l.IsSummary && !l.IsShownOnly && byPerson(l.Origin) {
			s.ask(claudeRequest(m.Content))
		}
	}
	return err
}

// byPerson reports whether newer versions say that a request came from a person, or nothing.
func byPerson(origin raw) bool {
	var o struct {
		Kind string `json:"kind"`
	}
	_ = json.Unmarshal(origin, &o)
	return o.Kind == "" || o.Kind == "human"
}

// leafPrefix marks, among the calls, a summary that waits for its session's line.
const leafPrefix = "leaf "

// summarise keeps a summary that belongs here, or may turn out to.
func (s *Session) summarise(text, leaf string) {
	switch {
	case leaf == "":
	case leaf == s.Last:
		s.name(text, bySummary)
	default:
		s.remember(leafPrefix+leaf, headline(private(text, MaxText)))
	}
}

// leaf notes the line that a summary may name.
func (s *Session) leaf(uuid string) {
	if uuid == "" || len(uuid) > MaxTitle {
		return
	}
	s.Last = uuid
	if text, found := s.Calls[leafPrefix+uuid]; found {
		s.name(text, bySummary)
		delete(s.Calls, leafPrefix+uuid)
	}
}

func (s *Session) remember(key, text string) {
	if len(s.Calls) >= maxRemembered || len(key) > MaxTitle {
		return
	}
	if s.Calls == nil {
		s.Calls = map[string]string{}
	}
	s.Calls[key] = text
}

// answer takes in a line of the agent. Lines in a row with one id are one message.
func (s *Session) answer(id, uuid string, c content) {
	if id == "" {
		id = uuid
	}
	if id == "" || id != s.Via {
		s.Messages++
	}
	s.Via = clip(id, MaxTitle)
	for _, b := range c {
		if b.Type != "tool_use" {
			continue
		}
		var in struct {
			Todos   []todo `json:"todos"`
			Subject string `json:"subject"`
			TaskID  ident  `json:"taskId"`
			Status  string `json:"status"`
		}
		switch b.Name {
		case "TodoWrite":
			if json.Unmarshal(b.Input, &in) == nil {
				s.replace(unnamed(items(in.Todos)))
			}
		case "TaskCreate":
			if json.Unmarshal(b.Input, &in) == nil {
				s.remember(b.ID, oneLine(private(in.Subject, MaxText)))
			}
		case "TaskUpdate":
			if json.Unmarshal(b.Input, &in) == nil && in.TaskID != "" {
				s.change(string(in.TaskID), in.Subject, in.Status)
			}
		}
	}
}

// unnamed drops the ids of a list that is always written as a whole.
func unnamed(list []Item) []Item {
	for i := range list {
		list[i].ID = ""
	}
	return list
}

// change changes what a call names of an entry: its text, its state, or both.
func (s *Session) change(id, text, state string) {
	at := slices.IndexFunc(s.Items, func(i Item) bool { return i.ID == id })
	if at < 0 {
		return
	}
	item := Item{ID: id, Text: text, Done: s.Items[at].Done}
	if state != "" {
		item.Done = finished(state)
	}
	s.put(item)
}

var taskNumber = regexp.MustCompile(`Task #(\d+)`)

// created gives the entries their ids, which only the answer to the call has.
func (s *Session) created(c content) {
	for _, b := range c {
		text, waiting := s.Calls[b.ToolUseID]
		if b.Type != "tool_result" || !waiting {
			continue
		}
		delete(s.Calls, b.ToolUseID)
		var answer content
		if len(b.Content) == 0 || answer.UnmarshalJSON(b.Content) != nil {
			continue
		}
		if id := taskNumber.FindStringSubmatch(answer.text()); id != nil {
			s.put(Item{ID: id[1], Text: text})
		}
	}
}

// claudeNoise is what the program puts between tags into a person's request.
var claudeNoise = []string{
	"system-reminder", "ide_opened_file", "ide_selection", "ide_diagnostics", "local-command-stdout",
	"local-command-stderr", "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr", "task-notification",
	"command-message", "user-prompt-submit-hook",
}

// housekeeping are commands that look after the session rather than the work.
var housekeeping = []string{
	"/add-dir", "/agents", "/clear", "/compact", "/config", "/context", "/cost", "/doctor", "/effort", "/exit", "/export", "/fast",
	"/help", "/hooks", "/ide", "/login", "/logout", "/mcp", "/memory", "/model", "/output-style", "/permissions", "/plugin",
	"/quit", "/release-notes", "/rename", "/resume", "/rewind", "/status", "/statusline", "/terminal-setup", "/theme", "/upgrade",
	"/usage", "/vim",
}

// claudeRequest is what a person asked in a user line; empty: nothing.
func claudeRequest(c content) string {
	text := without(c.text("text"), claudeNoise...)
	if command, found := within(text, "command-name"); found {
		if slices.Contains(housekeeping, command) {
			return ""
		}
		arguments, _ := within(text, "command-args")
		return strings.TrimSpace(command + " " + arguments)
	}
	for _, start := range []string{"[Request interrupted by user", "Caveat: The messages below were generated by the user while running local commands"} {
		if strings.HasPrefix(text, start) {
			return ""
		}
	}
	return text
}
