// Package transcript reads what agents write down of their sessions: what each was about,
// what was asked last, what is left to do. It keeps that and never the conversation.
//
// No tool documents its format, so the readers are lenient: they take what they know and
// pass over the rest. One file holds one format, with where it was learned from.
package transcript

import (
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// The bounds of a record, as the hub has them: characters, and items of a list.
const (
	MaxTitle = 500
	MaxText  = 2000
	MaxItems = 50
)

// Format is how one tool writes its transcripts.
type Format struct {
	// Tool names the tool in the hub, such as "claude-code".
	Tool string
	// Key names the tool in config.toml, such as "claude_code".
	Key string
	// Roots are where the tool keeps its transcripts.
	Roots func(Environment) []string
	// Database names the file of a tool that keeps all its sessions in one database, of which
	// [Row] is one; empty: there is a file for each session, and the other fields are for it.
	Database string
	// Takes reports whether a file is the transcript of a session of its own. The path is
	// below the root, with slashes.
	Takes func(path string) bool
	// Later are the files that a later version of the tool keeps the same session in: one
	// that is there is read instead. Nil: there are none.
	Later func(path string) []string

	place func(s *Session, root, path string) // what the place of the file says
	line  func(s *Session, line []byte) error // takes one line in
	// document reads a file that is one JSON document; nil: there are none.
	document func(s *Session, r io.Reader) error
	// text reads a file of text; nil: there are none.
	text func(s *Session, r io.Reader) error
	// whole: the lines take back what stands before them, so that they are always read
	// from the start.
	whole bool
}

// Formats are all there are, in the order in which they are read.
func Formats() []Format {
	return []Format{claudeCode, codex, cursor, geminiCLI, openCode}
}

// Environment is what the place of the transcripts depends on.
type Environment struct {
	Home   string
	Getenv func(string) string
}

// or is a variable, else a folder below the home.
func (e Environment) or(variable string, below string) string {
	if v := e.Getenv(variable); v != "" {
		return v
	}
	return e.Home + "/" + below
}

// Record is what the hub is told of a session.
type Record struct {
	Tool      string    // the tool that wrote it
	Ref       string    // the tool's own name of the session
	Title     string    // one line
	Summary   string    // what was asked last
	OpenItems []string  // of the to-do list, in its order
	Workspace string    // the folder it ran in; empty: unknown
	Repo      string    // the git remote of the folder, without user and password; empty: unknown
	Started   time.Time // zero: unknown
	Ended     time.Time
	Messages  int // the owner's and the agent's, without what tools answered
}

// Session is what has been read of a transcript so far. It is kept between runs, as JSON,
// so that a file that has grown is read on from where it ended. All texts in it are
// already without credentials.
type Session struct {
	Ref       string    `json:"ref,omitempty"`
	Title     string    `json:"title,omitempty"`
	Named     naming    `json:"named,omitempty"`
	Asked     string    `json:"asked,omitempty"` // what was asked last
	Workspace string    `json:"workspace,omitempty"`
	Repo      string    `json:"repo,omitempty"`
	Started   time.Time `json:"started,omitzero"`
	Ended     time.Time `json:"ended,omitzero"`
	Messages  int       `json:"messages,omitempty"`
	Items     []Item    `json:"items,omitempty"`
	// Sub marks the session of a sub-agent: its work shows in the one that started it.
	Sub bool `json:"sub,omitempty"`

	// What the reader of one format has to remember from line to line.
	Last  string            `json:"last,omitempty"`  // the id of the last message
	Via   string            `json:"via,omitempty"`   // where the last request stood
	Calls map[string]string `json:"calls,omitempty"` // by tool call, what it wants to add to the list

	rewind *rewind // of a format that is read from the start
}

// naming is how good a title is: a better one stays.
type naming int

const (
	byRequest naming = iota // the first thing asked
	bySummary               // the tool's summary
	byTool                  // the tool's title
	byOwner                 // given by a person
)

// Item is one entry of a to-do list.
type Item struct {
	ID   string `json:"id,omitempty"` // the tool's own; empty: it has none
	Text string `json:"text"`
	Done bool   `json:"done,omitempty"`
}

// maxRemembered bounds what is kept of lists that a transcript may grow at will.
const maxRemembered = 200

// Record is the session as the hub is told of it; false: there is nothing to tell, as
// nobody asked anything in it, or as it belongs to another session. Where the lines have
// no times, it ended when the file was written last.
func (s *Session) Record(tool string, modified time.Time) (Record, bool) {
	if s.Sub || s.Ref == "" || s.Asked == "" {
		return Record{}, false
	}
	r := Record{
		Tool: tool, Ref: s.Ref, Title: s.Title, Summary: s.Asked, Workspace: s.Workspace, Repo: s.Repo,
		Started: s.Started, Ended: s.Ended, Messages: s.Messages, OpenItems: []string{},
	}
	if r.Ended.IsZero() {
		r.Ended = modified.UTC().Truncate(time.Millisecond)
	}
	for _, item := range s.Items {
		if !item.Done && len(r.OpenItems) < MaxItems {
			r.OpenItems = append(r.OpenItems, item.Text)
		}
	}
	return r, true
}

// Clone is a copy that does not change with the session.
func (s *Session) Clone() *Session {
	c := *s
	c.Items, c.Calls = slices.Clone(s.Items), maps.Clone(s.Calls)
	return &c
}

// at notes the time of a line.
func (s *Session) at(text string) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Year() < 2000 || t.Year() > 9999 {
		return
	}
	t = t.UTC().Truncate(time.Millisecond)
	if s.Started.IsZero() || t.Before(s.Started) {
		s.Started = t
	}
	if t.After(s.Ended) {
		s.Ended = t
	}
}

// ask takes in what the owner wrote.
func (s *Session) ask(text string) {
	text = private(text, MaxText)
	if text == "" {
		return
	}
	s.Asked = text
	s.Messages++
	if s.Title == "" {
		s.Title = headline(text)
	}
}

// name takes in a title.
func (s *Session) name(text string, by naming) {
	if text = headline(private(text, MaxText)); text != "" && by >= s.Named {
		s.Title, s.Named = text, by
	}
}

// work notes the folder of the session. The first one counts: agents wander.
func (s *Session) work(folder string) {
	if s.Workspace == "" {
		s.Workspace = oneLine(private(folder, MaxText))
	}
}

// remote notes the git remote of the folder, if it is one that the hub takes: over http, https or ssh.
// User, password and query are left out.
func (s *Session) remote(address string) {
	address = oneLine(plain(address))
	if s.Repo != "" || address == "" || len(address) > MaxText {
		return
	}
	scheme, rest, found := strings.Cut(address, "://")
	switch scheme = strings.ToLower(scheme); {
	case found && (scheme == "http" || scheme == "https" || scheme == "ssh"):
		rest, _, _ = strings.Cut(rest, "#")
		rest, _, _ = strings.Cut(rest, "?")
		host, where, _ := strings.Cut(rest, "/")
		address = scheme + "://" + host[strings.LastIndexByte(host, '@')+1:] + "/" + where
	case found || !strings.HasPrefix(address, "git@"):
		return
	}
	if store.TakesRemote(address) && private(address, MaxText) == address {
		s.Repo = address
	}
}

// replace takes in a to-do list that is written as a whole.
func (s *Session) replace(items []Item) {
	s.Items = nil
	for _, item := range items {
		s.put(item)
	}
}

// put adds an entry to the to-do list, or changes the one of its id.
func (s *Session) put(item Item) {
	item.Text = oneLine(private(item.Text, MaxText))
	at := -1
	if item.ID != "" {
		at = slices.IndexFunc(s.Items, func(i Item) bool { return i.ID == item.ID })
	}
	switch {
	case at >= 0 && item.Text == "":
		s.Items[at].Done = item.Done
	case at >= 0:
		s.Items[at] = item
	case item.Text != "" && len(item.ID) <= MaxTitle:
		if len(s.Items) >= maxRemembered {
			s.Items = slices.DeleteFunc(s.Items, func(i Item) bool { return i.Done })
		}
		if len(s.Items) < maxRemembered {
			s.Items = append(s.Items, item)
		}
	}
}

// finished reports whether a state of a to-do item leaves nothing to do. The tools agree on
// pending and in_progress, and have several words for the rest.
func finished(state string) bool {
	switch state {
	case "completed", "complete", "done", "cancelled", "canceled", "deleted", "skipped":
		return true
	}
	return false
}
