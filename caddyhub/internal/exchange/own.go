package exchange

import (
	"encoding/json"

	"github.com/progresshub/progresshub/store"
)

// ownFields are what a thread has and the forms that we write do not: they stand in a place that
// the other tool keeps as it is, so that what comes back is whole.
type ownFields struct {
	Status        store.Status `json:"status,omitempty"`
	Energy        string       `json:"energy,omitempty"`
	Focus         string       `json:"focus,omitempty"`
	BlockedReason string       `json:"blocked_reason,omitempty"`
	ResumeStep    string       `json:"resume_step,omitempty"`
	WorkspacePath string       `json:"workspace_path,omitempty"`
	TranscriptRef string       `json:"transcript_ref,omitempty"`
	SourceTool    string       `json:"source_tool,omitempty"`
	PausedAt      store.Time   `json:"paused_at,omitzero"`
}

// ownKey is the key that they stand under.
const ownKey = "progress_hub"

// ownFields takes back from the metadata of an issue what a hub wrote there; false: it did not.
func (r *reader) ownFields(d *draft, raw json.RawMessage) bool {
	var in map[string]json.RawMessage
	var own ownFields
	if json.Unmarshal(raw, &in) != nil || in[ownKey] == nil || json.Unmarshal(in[ownKey], &own) != nil {
		return false
	}
	own.take(d)
	return len(in) == 1
}

// take gives a draft the fields. A status of the hub counts where it is finer than the tool's own.
func (own ownFields) take(d *draft) {
	if own.Status == store.StatusDismissed && d.Status == store.StatusDone {
		d.Status = own.Status
	}
	d.Energy, d.Focus, d.ResumeStep = known(own.Energy), own.Focus, own.ResumeStep
	d.WorkspacePath, d.TranscriptRef, d.SourceTool, d.PausedAt = own.WorkspacePath, own.TranscriptRef, own.SourceTool, own.PausedAt
	if d.Status == store.StatusBlocked && own.BlockedReason != "" {
		d.BlockedReason = own.BlockedReason
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
