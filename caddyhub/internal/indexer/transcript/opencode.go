package transcript

import (
	"encoding/json"
	"strings"
	"time"
)

// openCode reads ~/.local/share/opencode/opencode.db, where OpenCode keeps all sessions in
// tables. Learned from github.com/anomalyco/opencode, packages/opencode/src:
// session/session.sql.ts and message-v2.ts:
//   - session: id, parent_id (of a sub-agent's), directory, title, times in milliseconds;
//     until there is a title, it is "New session - " and a time;
//   - message.data has role; part.data of kind text has text, and synthetic or ignored
//     where the program wrote it;
//   - todo: content, status, in the order of position.
//
// Versions before the database kept a file for each part; OpenCode moves those over itself.
var openCode = Format{
	Tool: "opencode", Key: "opencode",
	Roots:    func(e Environment) []string { return []string{e.or("XDG_DATA_HOME", ".local/share") + "/opencode"} },
	Database: "opencode.db",
}

// Row is one session of OpenCode, as its tables have it.
type Row struct {
	ID, Directory, Title string
	Created, Updated     int64 // milliseconds
	Messages             int
	First, Last          []string // the data of the parts of the first and the last request
	Todos                []Todo
}

// Todo is one row of OpenCode's to-do list.
type Todo struct{ Content, Status string }

// Session is what the tables say.
func (r Row) Session() *Session {
	s := &Session{Ref: clip(plain(r.ID), MaxTitle)}
	s.work(r.Directory)
	s.ask(partsText(r.First))
	s.ask(partsText(r.Last))
	s.Messages = r.Messages
	if !strings.HasPrefix(r.Title, "New session - ") {
		s.name(r.Title, byTool)
	}
	s.Started, s.Ended = milliseconds(r.Created), milliseconds(r.Updated)
	for _, t := range r.Todos {
		s.put(Item{Text: t.Content, Done: finished(t.Status)})
	}
	return s
}

// partsText is what a person wrote in the parts of a request.
func partsText(parts []string) string {
	var texts []string
	for _, data := range parts {
		var p struct {
			Type      string `json:"type"`
			Text      string `json:"text"`
			Synthetic bool   `json:"synthetic"`
			Ignored   bool   `json:"ignored"`
		}
		if json.Unmarshal([]byte(data), &p) == nil && p.Type == "text" && !p.Synthetic && !p.Ignored {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// milliseconds is a time since 1970; zero: none that can be.
func milliseconds(n int64) time.Time {
	if t := time.UnixMilli(n).UTC(); t.Year() >= 2000 && t.Year() <= 9999 {
		return t
	}
	return time.Time{}
}
