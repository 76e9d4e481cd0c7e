package exchange

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// ownFields are what a thread has and the forms that we write do not: they stand in a place that
// the other tool keeps as it is, so that what comes back is whole.
type ownFields struct {
	Title          string       `json:"title,omitempty" yaml:"title,omitempty"` // where the form holds only its beginning
	Project        string       `json:"project,omitempty" yaml:"project,omitempty"`
	Status         store.Status `json:"status,omitempty" yaml:"status,omitempty"`
	Energy         string       `json:"energy,omitempty" yaml:"energy,omitempty"`
	Focus          string       `json:"focus,omitempty" yaml:"focus,omitempty"`
	BlockedReason  string       `json:"blocked_reason,omitempty" yaml:"blocked_reason,omitempty"`
	ResumeStep     string       `json:"resume_step,omitempty" yaml:"resume_step,omitempty"`
	WorkspacePath  string       `json:"workspace_path,omitempty" yaml:"workspace_path,omitempty"`
	TranscriptRef  string       `json:"transcript_ref,omitempty" yaml:"transcript_ref,omitempty"`
	SourceTool     string       `json:"source_tool,omitempty" yaml:"source_tool,omitempty"`
	PausedAt       store.Time   `json:"paused_at,omitzero" yaml:"paused_at,omitempty"`
	CreatedAt      store.Time   `json:"created_at,omitzero" yaml:"created_at,omitempty"`
	LastActivityAt store.Time   `json:"last_activity_at,omitzero" yaml:"last_activity_at,omitempty"`
	CompletedAt    store.Time   `json:"completed_at,omitzero" yaml:"completed_at,omitempty"`
}

// ownKey is the key that they stand under.
const ownKey = "progress_hub"

// ownMetadata are the fields that a hub wrote into the metadata of an issue; nil: it did not.
func ownMetadata(raw json.RawMessage) *ownFields {
	var in map[string]json.RawMessage
	var own ownFields
	if json.Unmarshal(raw, &in) != nil || in[ownKey] == nil || json.Unmarshal(in[ownKey], &own) != nil {
		return nil
	}
	return &own
}

// take gives a draft the fields. Where the tool has a word of its own, that counts: the fields
// only say it more finely.
func (own *ownFields) take(r *reader, d *draft) {
	if own.Status == store.StatusDismissed && d.Status == store.StatusDone {
		d.Status = own.Status
	}
	d.Energy, d.Focus, d.ResumeStep = known(own.Energy), own.Focus, own.ResumeStep
	d.WorkspacePath, d.TranscriptRef, d.SourceTool, d.PausedAt = own.WorkspacePath, own.TranscriptRef, own.SourceTool, own.PausedAt
	if d.Status == store.StatusBlocked && own.BlockedReason != "" {
		d.BlockedReason = own.BlockedReason
	}
	if outline.ValidSlug(own.Project) {
		d.Project = r.project(own.Project, own.Project).Slug
	}
	finer(&d.CreatedAt, own.CreatedAt)
	finer(&d.LastActivityAt, own.LastActivityAt)
	if !d.Status.Active() {
		if d.CompletedAt.IsZero() {
			d.CompletedAt = own.CompletedAt
		}
		finer(&d.CompletedAt, own.CompletedAt)
	}
}

// finer takes over a time that says the same minute to the millisecond.
func finer(to *store.Time, own store.Time) {
	if to.Truncate(time.Minute).Equal(own.Truncate(time.Minute)) {
		*to = own
	}
}

// known is an energy that threads have; empty: it is none.
func known(energy string) string {
	for _, e := range store.Energies {
		if e == energy {
			return e
		}
	}
	return ""
}

// ownOf are the fields of a thread.
func ownOf(t store.Thread) ownFields {
	own := ownFields{
		Project: t.ProjectSlug, Focus: said(t.Focus), BlockedReason: said(t.BlockedReason), ResumeStep: said(t.ResumeStep),
		WorkspacePath: said(t.WorkspacePath), TranscriptRef: said(t.TranscriptRef), SourceTool: said(t.SourceTool), PausedAt: at(t.PausedAt),
		CreatedAt: t.CreatedAt, LastActivityAt: t.LastActivityAt, CompletedAt: at(t.CompletedAt),
	}
	if t.Energy != "unknown" {
		own.Energy = t.Energy
	}
	if t.Status == store.StatusDismissed {
		own.Status = t.Status
	}
	return own
}

// What the fields say stands in the notes as well, for people: between these lines, so that it
// does not come back twice.
const (
	ownBegin = "<!-- progress hub -->\n"
	ownEnd   = "\n<!-- end of progress hub -->"
)

// ownNotes are the notes of a thread in a form that has them, with its title where the form holds
// only its beginning.
func ownNotes(t store.Thread, title string) string {
	var lines []string
	for _, f := range []struct{ name, text string }{
		{"Title", title}, {"Focus", said(t.Focus)}, {"Blocked", said(t.BlockedReason)}, {"Resume with", said(t.ResumeStep)}, {"Folder", said(t.WorkspacePath)},
	} {
		if f.text != "" {
			lines = append(lines, "- "+f.name+": "+indent(f.text))
		}
	}
	block := ""
	if len(lines) > 0 {
		block = ownBegin + strings.ReplaceAll(strings.Join(lines, "\n"), ownEnd, "") + ownEnd
	}
	if text := tried(t); text != "" {
		return join(block, "Tried without success:\n\n"+text)
	}
	return block
}

// withoutOwn takes what the hub wrote out of notes that came back.
func withoutOwn(notes string) string {
	before, rest, begins := strings.Cut(notes, ownBegin)
	_, after, ends := strings.Cut(rest, ownEnd)
	if !begins || !ends {
		return notes
	}
	return before + after
}
