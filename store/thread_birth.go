package store

import "encoding/json"

// threadBirth is a new thread as its event shows it: without what is empty, and without what
// the event says itself. It stands beside [Thread.recorded] because threads are made more often
// than anything else: their fields go into JSON once, and less is written.
type threadBirth struct {
	Summary       string    `json:"summary"`
	ProjectSlug   string    `json:"project_slug"`
	SourceTool    *string   `json:"source_tool,omitempty"`
	Status        Status    `json:"status"`
	Energy        string    `json:"energy,omitempty"`
	Goal          *string   `json:"goal,omitempty"`
	Focus         *string   `json:"focus,omitempty"`
	NextSteps     []string  `json:"next_steps,omitempty"`
	BlockedReason *string   `json:"blocked_reason,omitempty"`
	ResumeStep    *string   `json:"resume_step,omitempty"`
	Tried         []Attempt `json:"tried,omitempty"`
	AlsoKnown     []string  `json:"also_known,omitempty"`
	DependsOn     []string  `json:"depends_on,omitempty"`
	WorkspacePath *string   `json:"workspace_path,omitempty"`
	TranscriptRef *string   `json:"transcript_ref,omitempty"`
}

// threadCreated is [tx.created] for a thread.
func (tx *tx) threadCreated(t *Thread) (string, error) {
	birth := threadBirth{
		Summary: t.Summary, ProjectSlug: t.ProjectSlug, SourceTool: t.SourceTool, Status: t.Status, Goal: t.Goal, Focus: t.Focus,
		NextSteps: t.NextSteps, BlockedReason: t.BlockedReason, ResumeStep: t.ResumeStep, Tried: t.Tried, AlsoKnown: t.AlsoKnown,
		DependsOn: t.DependsOn, WorkspacePath: t.WorkspacePath, TranscriptRef: t.TranscriptRef,
	}
	if t.Energy != "unknown" {
		birth.Energy = t.Energy
	}
	after, err := json.Marshal(birth)
	if err != nil {
		return "", err
	}
	return tx.recordTexts("thread.created", t.subject(), nil, after)
}
