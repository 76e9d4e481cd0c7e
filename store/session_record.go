package store

import (
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

// SessionRecord is what an indexer says of one session of an agent: what it was about and
// what it left open, never its transcript.
type SessionRecord struct {
	ID            string   `json:"id" example:"cxy99bbg25ng"`
	Tool          string   `json:"tool"`
	SessionRef    string   `json:"session_ref" doc:"The tool's own name of the session"`
	WorkspacePath *string  `json:"workspace_path" example:"/home/me/src/home-server"`
	RepoURL       *string  `json:"repo_url" doc:"The folder's git remote, without user name and password" example:"https://git.example.org/me/home-server"`
	ProjectSlug   *string  `json:"project_slug" doc:"null: of no project, or of one that was deleted" example:"home-server"`
	Title         string   `json:"title" example:"Home server"`
	Summary       *string  `json:"summary" doc:"What was asked last" example:"Rotate the backup keys"`
	OpenItems     []string `json:"open_items" nullable:"false"`
	StartedAt     *Time    `json:"started_at" format:"date-time"`
	EndedAt       *Time    `json:"ended_at" format:"date-time"`
	Messages      int      `json:"messages" doc:"How many there were"`
	UpdatedAt     Time     `json:"updated_at" format:"date-time"`

	filed *string // the slug as stored: also that of a deleted project, which may come back
}

// SessionInput is a record as an indexer sends it. Tool and SessionRef name it; of a known
// one, absent fields stay as they are.
type SessionInput struct {
	Tool          string
	SessionRef    string
	WorkspacePath Opt[string]
	// RepoURL is the git remote of the folder, in any spelling. It tells the project when the
	// folder does not, unless several are in that repository.
	RepoURL Opt[string]
	// ProjectSlug counts if there is such a project, else the folder and the remote decide.
	// None of them registers one.
	ProjectSlug Opt[string]
	Title       Opt[string] // default: the session_ref
	Summary     Opt[string]
	OpenItems   Opt[[]string] // replaces
	StartedAt   Opt[Time]
	EndedAt     Opt[Time]
	Messages    Opt[int]
}

// MaxOpenItems is how many open items a session record holds.
const MaxOpenItems = 50

// apply checks the fields that are there and writes them to r.
func (in SessionInput) apply(r *SessionRecord) invalid {
	var v invalid
	for _, f := range []struct {
		name, in string
		to       *string
		most     int
	}{
		{"tool", in.Tool, &r.Tool, maxSourceTool},
		{"session_ref", in.SessionRef, &r.SessionRef, MaxSummary},
	} {
		if *f.to = v.checkText(f.name, f.in, f.most); *f.to == "" {
			v.say(f.name, phrase.FieldRequired)
		}
	}
	if in.WorkspacePath.Set {
		r.WorkspacePath = v.optional("workspace_path", in.WorkspacePath.Value, MaxText)
	}
	if in.RepoURL.Set {
		if r.RepoURL = v.optional("repo_url", in.RepoURL.Value, MaxText); r.RepoURL != nil {
			remote, ok := cleanRemote(*r.RepoURL)
			if !ok {
				v.say("repo_url", phrase.FieldGitRemote)
			}
			r.RepoURL = &remote
		}
	}
	if in.Title.Set || r.Title == "" {
		if r.Title = v.checkText("title", in.Title.or(""), MaxSummary); r.Title == "" {
			r.Title = r.SessionRef
		}
	}
	if in.Summary.Set {
		r.Summary = v.optional("summary", in.Summary.Value, MaxText)
	}
	if in.OpenItems.Set {
		r.OpenItems = v.openItems(in.OpenItems.or(nil))
	}
	if in.StartedAt.Set {
		r.StartedAt = in.StartedAt.Value
	}
	if in.EndedAt.Set {
		r.EndedAt = in.EndedAt.Value
	}
	if in.Messages.Set {
		if r.Messages = in.Messages.or(0); r.Messages < 0 {
			v.add("messages", "must not be negative")
		}
	}
	return v
}

// openItems leaves empty items out: a to-do list may hold them.
func (v *invalid) openItems(list []string) []string {
	kept := []string{}
	if len(list) > MaxOpenItems {
		v.say("open_items", phrase.FieldTooMany(MaxOpenItems, len(list)))
		return kept
	}
	for i, item := range list {
		if item = v.checkText(fmt.Sprintf("open_items[%d]", i), item, MaxText); item != "" {
			kept = append(kept, item)
		}
	}
	return kept
}

const sessionColumns = `id, tool, session_ref, workspace_path, repo_url, project_slug, title, summary, open_items, started_at, ended_at, messages, updated_at`

func scanSession(row rowScanner) (r SessionRecord, err error) {
	var items string
	if err := row.Scan(&r.ID, &r.Tool, &r.SessionRef, &r.WorkspacePath, &r.RepoURL, &r.filed, &r.Title, &r.Summary, &items,
		&r.StartedAt, &r.EndedAt, &r.Messages, &r.UpdatedAt); err != nil {
		return r, err
	}
	if r.filed != nil && outline.ValidSlug(*r.filed) {
		r.ProjectSlug = r.filed
	}
	return r, damaged(unpackList(items, &r.OpenItems), kindSession, r.ID, "open_items")
}

// putSession saves a record, a new one too, and lets search know; before is what search knew.
func (tx *tx) putSession(r *SessionRecord, before *match.Doc) error {
	r.UpdatedAt = tx.now
	items, err := jsonText(r.OpenItems)
	if err != nil {
		return err
	}
	if err := tx.Exec(`INSERT OR REPLACE INTO session_records(`+sessionColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.Tool, r.SessionRef, r.WorkspacePath, r.RepoURL, r.filed, r.Title, r.Summary, items, r.StartedAt, r.EndedAt, r.Messages, r.UpdatedAt); err != nil {
		return fmt.Errorf("save the session record: %w", err)
	}
	return tx.index(r.doc(), before)
}

// SessionURI is the subject of a session record's events.
func SessionURI(id string) string { return "hub://sessions/" + id }

func (r *SessionRecord) subject() subject {
	return subject{itemKey(kindSession, r.ID), SessionURI(r.ID)}
}

func (r *SessionRecord) doc() match.Doc {
	d := match.Doc{ID: r.ID, Kind: kindSession, Title: r.Title, Body: strings.Join(r.OpenItems, "\n"), At: r.UpdatedAt.Time}
	if r.ProjectSlug != nil {
		d.Project = *r.ProjectSlug
	}
	if r.Summary != nil {
		d.Body = *r.Summary + "\n" + d.Body
	}
	if r.EndedAt != nil {
		d.At = r.EndedAt.Time
	}
	return d
}
