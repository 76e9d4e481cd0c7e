package exchange

import (
	"bufio"
	"encoding/json"
	"io"

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

// writeBeads writes a line for each thread. An issue is called as its project and the id of the
// thread; pages and reminders without a thread have no place in this form.
func writeBeads(w io.Writer, out Outgoing) error {
	buffered := bufio.NewWriter(w)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	ids := map[string]string{}
	for _, t := range out.Threads {
		ids[t.ID] = t.ProjectSlug + "-" + t.ID
	}
	due := dueOf(out)
	for _, t := range out.Threads {
		line := beadsLine{
			ID: ids[t.ID], Title: t.Summary, Description: said(t.Goal), Acceptance: stepsOf(t), Notes: ownNotes(t), Status: beadsStatus(t.Status), Priority: 2, Type: "task",
			CreatedAt: t.CreatedAt, UpdatedAt: t.LastActivityAt, Labels: []string{t.ProjectSlug}, Metadata: map[string]any{ownKey: ownOf(t)},
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

func beadsStatus(s store.Status) string {
	switch s {
	case store.StatusBlocked:
		return "blocked"
	case store.StatusDone, store.StatusDismissed:
		return "closed"
	}
	return "open"
}
