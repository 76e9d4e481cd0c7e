package transcript

import (
	"encoding/json"
	"io"
	"path"
	"slices"
	"strings"
)

// codex reads ~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl, and the
// .jsonl.zst that old ones become; and the sessions/rollout-<date>-<id>.json of the versions
// of spring 2025. Learned from github.com/openai/codex,
// codex-rs/rollout/src (recorder.rs, compression.rs) and fixtures of readers:
//   - a line is {timestamp, type, payload}; the files of 2025's first versions have the
//     payload alone;
//   - the first session_meta is this session's; that of a fork or a sub-agent is followed
//     by its parent's lines. source is a word, or an object with the key subagent;
//   - a request stands twice: as event_msg user_message, and as response_item message of
//     the user, where also instructions and the surroundings stand;
//   - update_plan writes the to-do list as a whole;
//   - the folder is the first line's cwd since late 2025. Before, the surroundings have it, and
//     before that only the workdir of a command. git.repository_url is the remote "origin";
//   - the .json is {session, items}, with items as the payloads of the lines.
var codex = Format{
	Tool: "codex", Key: "codex",
	Roots: func(e Environment) []string { return []string{e.or("CODEX_HOME", ".codex") + "/sessions"} },
	Takes: func(p string) bool {
		return strings.HasPrefix(path.Base(p), "rollout-") && (strings.HasSuffix(p, ".jsonl") || strings.HasSuffix(p, ".jsonl.zst") || strings.HasSuffix(p, ".json"))
	},
	place: func(s *Session, _, p string) {
		// rollout-2026-05-04T09-30-00-<id>
		s.Ref = stem(p)
		if len(s.Ref) > 36 {
			s.Ref = strings.ToValidUTF8(s.Ref[len(s.Ref)-36:], "")
		}
	},
	line:     codexLine,
	document: codexDocument,
}

// codexItem is a payload, or a line of the first versions.
type codexItem struct {
	Type      string  `json:"type"`
	ID        string  `json:"id"`
	Timestamp string  `json:"timestamp"`
	CWD       string  `json:"cwd"`
	Source    raw     `json:"source"`
	Thread    string  `json:"thread_source"`
	Role      string  `json:"role"`
	Content   content `json:"content"`
	Message   raw     `json:"message"`
	Name      string  `json:"name"`
	Arguments string  `json:"arguments"`
	Title     string  `json:"thread_name"`
	Git       struct {
		Remote string `json:"repository_url"`
	} `json:"git"`
	Action struct { // of a command
		Folder string `json:"working_directory"`
	} `json:"action"`
}

// codexDocument reads a session that is one document.
func codexDocument(s *Session, r io.Reader) error {
	var all struct {
		Session codexItem `json:"session"`
		Items   []raw     `json:"items"`
	}
	if _, err := readDocument(r, &all); err != nil {
		return err
	}
	s.meta(all.Session)
	for _, item := range all.Items {
		_ = codexLine(s, item) // what is of another form is passed over, as lines are
	}
	return nil
}

func codexLine(s *Session, text []byte) error {
	var l struct {
		Type      string `json:"type"`
		Timestamp string `json:"timestamp"`
		Payload   raw    `json:"payload"`
	}
	err := json.Unmarshal(text, &l)
	s.at(l.Timestamp)
	kind, payload := l.Type, []byte(l.Payload)
	if len(payload) == 0 {
		kind, payload = "response_item", text
	}
	if kind != "session_meta" && kind != "turn_context" && kind != "event_msg" && kind != "response_item" {
		return err
	}
	// The answers of tools are most of a transcript, and nothing in them is of use.
	var head struct {
		Type string `json:"type"`
	}
	if kind == "response_item" && json.Unmarshal(payload, &head) == nil && strings.HasSuffix(head.Type, "_output") {
		return err
	}
	var item codexItem
	if e := json.Unmarshal(payload, &item); e != nil {
		err = e
	}
	switch {
	case kind == "session_meta":
		s.meta(item)
	case kind == "turn_context":
		s.work(item.CWD)
	case kind == "event_msg" && item.Type == "user_message":
		s.codexEvent(jsonText(item.Message))
	case kind == "event_msg" && item.Type == "thread_name_updated":
		s.name(item.Title, byOwner)
	case item.Type == "message" && item.Role == "user":
		s.codexInput(item.Content)
	case item.Type == "message" && item.Role == "assistant":
		s.Messages++
	case item.Type == "function_call" && item.Name == "update_plan":
		var plan struct {
			Plan []todo `json:"plan"`
		}
		if json.Unmarshal([]byte(item.Arguments), &plan) == nil {
			s.replace(items(plan.Plan))
		}
	case item.Type == "function_call" && s.Workspace == "":
		var in struct {
			Folder string `json:"workdir"`
		}
		if json.Unmarshal([]byte(item.Arguments), &in) == nil {
			s.codexFolder(in.Folder)
		}
	case item.Type == "local_shell_call" && s.Workspace == "":
		s.codexFolder(item.Action.Folder)
	case item.Type == "" && item.Role == "" && item.ID != "" && item.Timestamp != "":
		s.meta(item) // the first line of the first versions
	}
	return err
}

// meta takes in what the first line says of the session.
func (s *Session) meta(m codexItem) {
	if s.Last != "" {
		return
	}
	s.Last = "meta"
	if id := clip(plain(m.ID), MaxTitle); id != "" {
		s.Ref = id
	}
	s.work(m.CWD)
	s.remote(m.Git.Remote)
	s.at(m.Timestamp)
	var started map[string]raw
	_ = json.Unmarshal(m.Source, &started)
	_, sub := started["subagent"]
	_, internal := started["internal"]
	s.Sub = sub || internal || m.Thread == "subagent"
}

// Where a request was found.
const (
	inItem  = "item"
	inEvent = "event"
)

// codexInput takes in a request that stands among what was sent to the model. Where events
// tell the requests, they do it alone.
func (s *Session) codexInput(c content) {
	if s.Workspace == "" {
		for _, b := range c {
			s.codexSurroundings(b.Text)
		}
	}
	if s.Via == inEvent {
		return
	}
	c = slices.DeleteFunc(c, func(b block) bool { return injected(strings.TrimSpace(b.Text)) })
	if text := codexRequest(c.text()); text != "" {
		s.ask(text)
		s.Via = inItem
	}
}

// codexSurroundings takes the folder from what the program says of the surroundings.
func (s *Session) codexSurroundings(text string) {
	text, found := within(text, "environment_context")
	if !found {
		return
	}
	if folder, found := within(text, "cwd"); found {
		s.codexFolder(folder)
		return
	}
	for line := range strings.Lines(text) {
		for _, before := range []string{"Current working directory:", "cwd:"} {
			if folder, found := strings.CutPrefix(strings.TrimSpace(line), before); found {
				s.codexFolder(strings.TrimSpace(folder))
			}
		}
	}
}

// codexFolder notes a folder that is given as an absolute path.
func (s *Session) codexFolder(folder string) {
	if folder != "" && beginsPath(folder, 0) {
		s.work(folder)
	}
}

// codexEvent takes in a request as it was typed. The item before it was the same one.
func (s *Session) codexEvent(text string) {
	if text = codexRequest(text); text == "" {
		return
	}
	if s.Via == inItem {
		s.Messages--
		if s.Named == byRequest && s.Title == headline(s.Asked) {
			s.Title = ""
		}
	}
	s.ask(text)
	s.Via = inEvent
}

// codexRequest is what a person wrote: before it the editor says what is open.
func codexRequest(text string) string {
	if _, after, found := strings.Cut(text, "## My request for Codex:"); found {
		text = after
	}
	return without(text, "image")
}

// injected reports whether a text of the user's is the program's: instructions, and what
// stands between tags, as <environment_context>, <user_instructions>, <turn_aborted>.
func injected(text string) bool {
	if strings.HasPrefix(text, "# AGENTS.md instructions") {
		return true
	}
	tag, found := strings.CutPrefix(text, "<")
	end := strings.IndexAny(tag, "> ")
	if !found || end < 0 {
		return false
	}
	tag = tag[:end]
	return strings.Contains(tag, "_") && strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz_") == "" ||
		slices.Contains([]string{"permissions", "skill", "skills"}, tag)
}

// jsonText is a JSON text; empty: it is something else.
func jsonText(b raw) string {
	var text string
	_ = json.Unmarshal(b, &text)
	return text
}
