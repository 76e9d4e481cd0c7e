package exchange

import (
	"bufio"
	"encoding/json"
	"io"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
)

// beadsLine is a line as beads reads it.
type beadsLine struct {
	ID           string            `json:"id"`
	Title        string            `json:"title"`
	Description  string            `json:"description,omitempty"`
	Acceptance   string            `json:"acceptance_criteria,omitempty"`
	Notes        string            `json:"notes,omitempty"`
	Status       string            `json:"status"`
	Priority     int               `json:"priority"`
	Type         string            `json:"issue_type"`
	CreatedAt    store.Time        `json:"created_at"`
	UpdatedAt    store.Time        `json:"updated_at"`
	ClosedAt     *store.Time       `json:"closed_at,omitempty"`
	CloseReason  string            `json:"close_reason,omitempty"`
	DueAt        *store.Time       `json:"due_at,omitempty"`
	Labels       []string          `json:"labels,omitempty"`
	Dependencies []beadsDependency `json:"dependencies,omitempty"`
	Metadata     map[string]any    `json:"metadata,omitempty"`
}

type beadsDependency struct {
	IssueID   string     `json:"issue_id"`
	DependsOn string     `json:"depends_on_id"`
	Type      string     `json:"type"`
	CreatedAt store.Time `json:"created_at"`
}

// writeBeads writes a line for each thread. Its id is that of the thread after a prefix, which is one
// for all of them: beads refuses a file with several. Pages and reminders without a thread have no
// place in this form.
func writeBeads(w io.Writer, out Outgoing) error {
	buffered := bufio.NewWriter(w)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	prefix := beadsPrefixOf(out)
	ids := map[string]string{}
	for _, t := range out.Threads {
		ids[t.ID] = prefix + "-" + t.ID
	}
	due := dueOf(out)
	for _, t := range out.Threads {
		own := ownOf(t)
		title := beadsTitle(t.Summary)
		if title != t.Summary {
			own.Title = t.Summary
		}
		line := beadsLine{
			ID: ids[t.ID], Title: title, Description: said(t.Goal), Acceptance: stepsOf(t), Notes: ownNotes(t, own.Title), Status: beadsStatus(t.Status), Priority: 2, Type: "task",
			CreatedAt: t.CreatedAt, UpdatedAt: t.LastActivityAt, Labels: []string{t.ProjectSlug}, Metadata: map[string]any{ownKey: own},
		}
		if !t.Status.Active() {
			line.ClosedAt = t.CompletedAt
			if line.ClosedAt == nil {
				line.ClosedAt = &t.LastActivityAt
			}
			line.CloseReason = string(t.Status)
		}
		if when, has := due[t.ID]; has {
			line.DueAt = &when
		}
		for _, before := range t.DependsOn {
			if id := ids[before]; id != "" {
				line.Dependencies = append(line.Dependencies, beadsDependency{line.ID, id, "blocks", t.CreatedAt})
			}
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// beadsPrefixOf is what all ids begin with: the project that all threads are of, or the hub.
func beadsPrefixOf(out Outgoing) string {
	prefix := ""
	for _, t := range out.Threads {
		if prefix != "" && t.ProjectSlug != prefix {
			return "hub"
		}
		prefix = t.ProjectSlug
	}
	return prefix
}

// beadsTitle is a title as beads takes it: it counts bytes where threads count characters.
func beadsTitle(title string) string {
	const most = 500
	if len(title) <= most {
		return title
	}
	end := most - len("…")
	for !utf8.RuneStart(title[end]) {
		end--
	}
	return title[:end] + "…"
}

func beadsStatus(s store.Status) string {
	switch s {
	case store.StatusBlocked:
		return "blocked"
	case store.StatusDone, store.StatusDismissed:
		return "closed"
	}
	return "open"
}
