package transcript

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// geminiCLI reads ~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl, and the .json of
// older versions. Learned from github.com/google-gemini/gemini-cli, packages/core/src:
// services/chatRecordingService.ts and chatRecordingTypes.ts, config/projectRegistry.ts,
// tools/write-todos.ts:
//   - the first line has sessionId, projectHash, startTime, kind; {"$set": {…}} changes them;
//   - the others are messages {id, timestamp, type, content, toolCalls}; one that comes
//     again under its id replaces the first; {"$rewindTo": id} takes back from there on;
//   - the older document has the same fields, and the messages in a list;
//   - sub-agents have kind "subagent", in chats/<session>/;
//   - .project_root beside chats/ names the folder. Older versions wrote its SHA-256 alone:
//     it is looked for among the folders that the tool knows, and the paths that the session
//     speaks of.
var geminiCLI = Format{
	Tool: "gemini-cli", Key: "gemini_cli",
	Roots: func(e Environment) []string { return []string{e.Home + "/.gemini/tmp"} },
	Takes: func(p string) bool {
		return path.Base(path.Dir(p)) == "chats" && strings.HasPrefix(path.Base(p), "session-") &&
			(strings.HasSuffix(p, ".jsonl") || strings.HasSuffix(p, ".json"))
	},
	place: func(s *Session, root, p string) {
		s.Ref = stem(p) // until the file says it
		s.rewind = new(rewind)
		marker := filepath.Join(root, filepath.FromSlash(path.Dir(path.Dir(p))), ".project_root")
		if folder, err := readSmall(marker); err == nil {
			s.work(folder)
		}
		s.rewind.home = filepath.Dir(root)
		s.rewind.hash = path.Base(path.Dir(path.Dir(p)))
	},
	line:     geminiLine,
	document: geminiDocument,
	whole:    true,
}

// readSmall reads a file of a few words.
func readSmall(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxText))
	return string(text), err
}

// rewind is what it takes to take messages back, who wrote each, and what; and what it takes
// to find the folder.
type rewind struct {
	ids    []string
	seen   map[string]bool
	asks   []request
	lists  []list
	titled string // the message that the title is from

	hash string // of the folder
	home string // the tool's own folder
}

// request is a message of the owner.
type request struct{ id, text string }

// list is the to-do list as of a message.
type list struct {
	id    string
	items []Item
}

// maxMessages is how many messages can be taken back one by one.
const maxMessages = 100_000

type geminiMessage struct {
	SessionID string          `json:"sessionId"`
	StartTime string          `json:"startTime"`
	Updated   string          `json:"lastUpdated"`
	Hash      string          `json:"projectHash"`
	Kind      string          `json:"kind"`
	Summary   string          `json:"summary"`
	Folders   []string        `json:"directories"`
	Messages  []geminiMessage `json:"messages"`

	ID        string  `json:"id"`
	Timestamp string  `json:"timestamp"`
	Type      string  `json:"type"`
	Content   content `json:"content"`
	ToolCalls []struct {
		Name string `json:"name"`
		Args raw    `json:"args"`
	} `json:"toolCalls"`

	Set    *geminiMessage `json:"$set"`
	Rewind *string        `json:"$rewindTo"`
}

func geminiLine(s *Session, text []byte) error {
	var m geminiMessage
	err := json.Unmarshal(text, &m)
	s.gemini(&m)
	s.geminiFolder(text)
	return err
}

func geminiDocument(s *Session, r io.Reader) error {
	var m geminiMessage
	text, err := readDocument(r, &m)
	if err != nil {
		return err
	}
	s.gemini(&m)
	s.geminiFolder(text)
	return nil
}

// geminiFolder looks for the folder of a session by its hash.
func (s *Session) geminiFolder(text []byte) {
	w := s.rewind
	if s.Workspace != "" || len(w.hash) != 2*sha256.Size {
		return
	}
	is := func(folder string) bool {
		sum := sha256.Sum256([]byte(folder))
		return hex.EncodeToString(sum[:]) == w.hash
	}
	if w.home != "" {
		for _, folder := range geminiFolders(w.home) {
			if is(folder) {
				s.work(folder)
			}
		}
		w.home = "" // once
	}
	if s.Workspace == "" {
		s.work(mentioned(string(text), is))
	}
}

// geminiFolders are the folders that Gemini CLI keeps a list of: those of projects, and those
// that its owner trusts.
func geminiFolders(home string) (list []string) {
	var projects struct {
		Projects map[string]raw `json:"projects"`
	}
	var trusted map[string]raw
	for name, to := range map[string]any{"projects.json": &projects, "trustedFolders.json": &trusted} {
		f, err := os.Open(filepath.Join(home, name))
		if err != nil {
			continue
		}
		text, err := io.ReadAll(io.LimitReader(f, 1<<20))
		f.Close()
		if err == nil {
			_ = json.Unmarshal(text, to)
		}
	}
	return slices.Concat(slices.Collect(maps.Keys(projects.Projects)), slices.Collect(maps.Keys(trusted)))
}

// gemini takes in a line: what the session is, a change of it, or a message.
func (s *Session) gemini(m *geminiMessage) {
	switch {
	case m.Rewind != nil:
		s.takeBack(*m.Rewind)
	case m.ID != "":
		s.geminiMessage(m)
	case m.Set != nil:
		s.geminiMeta(m.Set)
	default:
		s.geminiMeta(m)
	}
}

func (s *Session) geminiMeta(m *geminiMessage) {
	if id := clip(plain(m.SessionID), MaxTitle); id != "" {
		s.Ref = id
	}
	if m.Kind != "" {
		s.Sub = m.Kind == "subagent"
	}
	if m.Hash != "" {
		s.rewind.hash = m.Hash
	}
	s.at(m.StartTime)
	s.at(m.Updated)
	s.name(m.Summary, bySummary)
	if len(m.Folders) > 0 {
		s.work(m.Folders[0])
	}
	if len(m.Messages) > 0 { // the whole list
		s.takeBack("")
		for i := range m.Messages {
			s.geminiMessage(&m.Messages[i])
		}
	}
}

func (s *Session) geminiMessage(m *geminiMessage) {
	s.at(m.Timestamp)
	if m.Type != "user" && m.Type != "gemini" {
		return
	}
	w := s.rewind
	for _, call := range m.ToolCalls {
		var in struct {
			Todos []todo `json:"todos"`
		}
		if call.Name == "write_todos" && json.Unmarshal(call.Args, &in) == nil {
			s.replace(items(in.Todos))
			if w.lists = append(w.lists, list{m.ID, s.Items}); len(w.lists) > maxRemembered {
				w.lists = w.lists[1:]
			}
		}
	}
	again := w.seen[m.ID]
	if !again {
		if len(w.ids) == maxMessages {
			return
		}
		if w.seen == nil {
			w.seen = map[string]bool{}
		}
		w.seen[m.ID] = true
		w.ids = append(w.ids, m.ID)
		s.Messages++
	}
	if m.Type != "user" {
		return
	}
	text, _, _ := strings.Cut(m.Content.text(), "\n--- Content from referenced files ---")
	if text = private(text, MaxText); text == "" {
		return
	}
	if again {
		at := slices.IndexFunc(w.asks, func(r request) bool { return r.id == m.ID })
		if at < 0 {
			return // too long ago
		}
		w.asks[at].text = text
		s.Asked = w.asks[len(w.asks)-1].text
		if w.titled == m.ID && s.Named == byRequest {
			s.Title = headline(text)
		}
		return
	}
	if s.Title == "" {
		s.Title, w.titled = headline(text), m.ID
	}
	s.Asked = text
	if w.asks = append(w.asks, request{m.ID, text}); len(w.asks) > maxRemembered {
		w.asks = w.asks[1:]
	}
}

// takeBack drops a message and all that follow it; one that is not known: all there are.
func (s *Session) takeBack(id string) {
	w := s.rewind
	at := max(0, slices.Index(w.ids, id))
	for _, gone := range w.ids[at:] {
		delete(w.seen, gone)
	}
	w.ids = w.ids[:at]
	w.asks = slices.DeleteFunc(w.asks, func(r request) bool { return !w.seen[r.id] })
	s.Messages, s.Asked = at, ""
	if n := len(w.asks); n > 0 {
		s.Asked = w.asks[n-1].text
	}
	if s.Named == byRequest && !w.seen[w.titled] {
		s.Title = "" // the next request gives one
	}
	w.lists = slices.DeleteFunc(w.lists, func(l list) bool { return !w.seen[l.id] })
	s.Items = nil
	if n := len(w.lists); n > 0 {
		s.Items = w.lists[n-1].items
	}
}
