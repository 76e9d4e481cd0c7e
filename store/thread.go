package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
)

// Status is where a thread stands.
type Status string

// The states of a thread. Open and blocked ones are active.
const (
	StatusOpen      Status = "open"
	StatusBlocked   Status = "blocked"
	StatusDone      Status = "done"
	StatusDismissed Status = "dismissed"
)

// Statuses are all states, active ones first.
var Statuses = []Status{StatusOpen, StatusBlocked, StatusDone, StatusDismissed}

// Active reports whether work on the thread is still to come.
func (s Status) Active() bool { return s == StatusOpen || s == StatusBlocked }

// Energies are the values of a thread's energy: what it asks of the owner.
var Energies = []string{"low", "medium", "high", "unknown"}

// Attempt is something that was tried and did not work, so that nobody tries it again.
type Attempt struct {
	What   string `json:"what" example:"Re-encrypting in place"`
	WhyNot string `json:"why_not" required:"false" example:"The old copies stay readable"`
}

// Lease says who works on a thread now. Its id is known to the holder alone and given
// only by [Store.Claim].
type Lease struct {
	Holder    string `json:"holder" example:"claude-code on the laptop"`
	ExpiresAt Time   `json:"expires_at"`
}

// Thread is one piece of work: what it is, where it was left, and what comes next.
// Optional texts are nil when empty.
type Thread struct {
	ID             string    `json:"id" example:"cxy99bbg25ng"`
	Summary        string    `json:"summary" example:"Rotate the backup keys"`
	ProjectSlug    string    `json:"project_slug" example:"home-server"`
	SourceTool     *string   `json:"source_tool" example:"claude-code"`
	Status         Status    `json:"status" enum:"open,blocked,done,dismissed"`
	Energy         string    `json:"energy" enum:"low,medium,high,unknown"`
	Goal           *string   `json:"goal" example:"Backups can be read with the new key only"`
	Focus          *string   `json:"focus" example:"The restore test"`
	NextSteps      []string  `json:"next_steps" nullable:"false"`
	BlockedReason  *string   `json:"blocked_reason" example:"Waits for the new disk"`
	ResumeStep     *string   `json:"resume_step" example:"Run the restore test with the new key"`
	Tried          []Attempt `json:"tried" nullable:"false"`
	WorkspacePath  *string   `json:"workspace_path" example:"/home/me/src/home-server"`
	TranscriptRef  *string   `json:"transcript_ref" example:"session-2026-05-04"`
	Origin         Actor     `json:"origin" enum:"owner,agent"`
	Version        int       `json:"version"`
	CreatedAt      Time      `json:"created_at" format:"date-time"`
	UpdatedAt      Time      `json:"updated_at" format:"date-time"`
	LastActivityAt Time      `json:"last_activity_at" format:"date-time"`
	PausedAt       *Time     `json:"paused_at" format:"date-time"`
	CompletedAt    *Time     `json:"completed_at" format:"date-time"`
	SnoozedUntil   *Time     `json:"snoozed_until" format:"date-time"`
	MergedInto     *string   `json:"merged_into"`
	Lease          *Lease    `json:"lease"` // live ones only

	lease     leaseRow
	deletedAt *Time
}

// ThreadInput holds the fields a client may write. When a thread is created, absent ones
// are empty; in a change they stay as they are.
type ThreadInput struct {
	Summary       Opt[string]
	ProjectSlug   Opt[string] // default for a new thread: inbox
	Energy        Opt[string]
	Goal          Opt[string]
	Focus         Opt[string]
	NextSteps     Opt[[]string]
	BlockedReason Opt[string]
	ResumeStep    Opt[string]
	Tried         Opt[[]Attempt] // replaces
	WorkspacePath Opt[string]
	TranscriptRef Opt[string]
}

// MaxNextSteps is how many next steps a thread holds; MaxTried how many attempts.
const (
	MaxNextSteps = 3
	MaxTried     = 50
)

// Guard holds the conditions of a change to an existing item.
type Guard struct {
	// Version, when not 0, must be the item's current one ([VersionError]).
	Version int
	// LeaseID, when set, renews the lease it names; if someone else holds the thread by
	// now, the change is refused ([ConflictError]).
	LeaseID string
	// OwnLease refuses a change that ends a live lease also when LeaseID is missing: an agent
	// that forgets its own would end another's work. A lease never locks the owner out.
	OwnLease bool
}

// CreateThread makes an open thread, also where one is about the same work. An unknown
// project is registered when register is true; otherwise it is a [NotFoundError] that names
// the closest.
func (s *Store) CreateThread(ctx context.Context, by By, sourceTool string, in ThreadInput, register bool) (Written[Thread], error) {
	made, _, err := s.Create(ctx, by, NewThread{ThreadInput: in, SourceTool: sourceTool, Register: register, MayBeTwin: true})
	return made, err
}

// NewThread is a thread to be created.
type NewThread struct {
	ThreadInput
	SourceTool string // the tool that begins it
	Register   bool   // an unknown project is registered; else it is a [NotFoundError]
	Folder     bool   // and the thread's workspace becomes its folder, unless another project has it
	Blocked    bool   // it begins as blocked, for the reason in its fields
	MayBeTwin  bool   // it is created also beside an active thread about the same work
}

func (tx *tx) createThread(in NewThread) (out Written[Thread], err error) {
	t := Thread{Status: StatusOpen, Energy: "unknown", ProjectSlug: InboxSlug, Origin: tx.by.Actor, NextSteps: []string{}, Tried: []Attempt{}}
	v := in.apply(&t)
	if !in.Summary.Set {
		v.add("summary", "is required")
	}
	t.SourceTool = v.optional("source_tool", &in.SourceTool, MaxText)
	if err := v.err(); err != nil {
		return out, err
	}
	if in.Blocked {
		t.Status = StatusBlocked
	}
	// The id comes first, so that the events of the change have greater ones.
	t.ID, t.Version = tx.newID(), 1
	t.CreatedAt, t.UpdatedAt, t.LastActivityAt = tx.now, tx.now, tx.now
	if in.Register && in.Folder && t.WorkspacePath != nil {
		if err := tx.registerFolder(t.ProjectSlug, *t.WorkspacePath); err != nil {
			return out, err
		}
	}
	if t.ProjectSlug, err = tx.useProject(t.ProjectSlug, in.Register || t.ProjectSlug == InboxSlug); err != nil {
		return out, err
	}
	if err := tx.insertThread(&t); err != nil {
		return out, err
	}
	out.Item = t
	out.EventID, err = tx.created("thread.created", &t)
	return out, err
}

// UpdateThread changes the fields that in carries. A change that changes nothing leaves
// the thread untouched, times included.
func (s *Store) UpdateThread(ctx context.Context, by By, id string, g Guard, in ThreadInput, register bool) (Written[Thread], error) {
	return s.Checkpoint(ctx, by, id, g, Checkpoint{ThreadInput: in, Register: register})
}

// Checkpoint is what an agent notes on a thread in one step.
type Checkpoint struct {
	ThreadInput
	Register bool      // an unknown project is registered; else it is a [NotFoundError]
	Attempts []Attempt // added to those known already, each once
	// Block blocks an active thread for the given reason; an empty one opens a blocked thread.
	Block Opt[string]
}

// Checkpoint changes a thread's fields and whether it is blocked, all or nothing. A change
// that changes nothing leaves the thread untouched, times included.
func (s *Store) Checkpoint(ctx context.Context, by By, id string, g Guard, in Checkpoint) (Written[Thread], error) {
	return s.changeThread(ctx, by, "update a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		v := in.apply(t)
		v.attempts(t, in.Attempts)
		if err := v.err(); err != nil {
			return step{}, err
		}
		if in.ProjectSlug.Set {
			slug, err := tx.useProject(t.ProjectSlug, in.Register || t.ProjectSlug == InboxSlug)
			if err != nil {
				return step{}, err
			}
			t.ProjectSlug = slug
		}
		switch reason := in.Block.or(""); {
		case !in.Block.Set:
		case reason != "":
			return t.block(reason)
		case t.Status == StatusBlocked:
			return t.reopen(), nil
		}
		return step{kind: "thread.updated"}, nil
	})
}

// isWork tells a change of the work itself from filing: a corrected title or another
// project does not make a stale thread active again, whatever else was sent unchanged.
func isWork(changed fields) bool {
	for _, name := range []string{"goal", "focus", "next_steps", "blocked_reason", "resume_step", "tried"} {
		if _, ok := changed[name]; ok {
			return true
		}
	}
	return false
}

// apply checks the fields that are there and writes them to t.
func (in ThreadInput) apply(t *Thread) invalid {
	var v invalid
	if in.Summary.Set {
		t.Summary = v.checkText("summary", in.Summary.or(""), MaxSummary)
		if t.Summary == "" {
			v.add("summary", "is required")
		}
	}
	if in.ProjectSlug.Set {
		t.ProjectSlug = in.ProjectSlug.or(InboxSlug)
		v.checkSlug("project_slug", t.ProjectSlug)
	}
	if in.Energy.Set {
		t.Energy = in.Energy.or("unknown")
		v.oneOf("energy", t.Energy, Energies)
	}
	for _, f := range []struct {
		name string
		in   Opt[string]
		to   **string
	}{
		{"goal", in.Goal, &t.Goal},
		{"focus", in.Focus, &t.Focus},
		{"blocked_reason", in.BlockedReason, &t.BlockedReason},
		{"resume_step", in.ResumeStep, &t.ResumeStep},
		{"workspace_path", in.WorkspacePath, &t.WorkspacePath},
		{"transcript_ref", in.TranscriptRef, &t.TranscriptRef},
	} {
		if f.in.Set {
			*f.to = v.optional(f.name, f.in.Value, MaxText)
		}
	}
	if in.NextSteps.Set {
		t.NextSteps = v.nextSteps(in.NextSteps.or(nil))
	}
	if in.Tried.Set {
		t.Tried = v.tried("tried", in.Tried.or(nil))
	}
	return v
}

func (v *invalid) nextSteps(steps []string) []string {
	kept := []string{}
	if len(steps) > MaxNextSteps {
		v.add("next_steps", "must have at most %d items", MaxNextSteps)
		return kept
	}
	for i, s := range steps {
		field := fmt.Sprintf("next_steps[%d]", i)
		if s = v.checkText(field, s, MaxText); s == "" {
			v.add(field, "must not be empty")
		}
		kept = append(kept, s)
	}
	return kept
}

func (v *invalid) tried(field string, list []Attempt) []Attempt {
	kept := []Attempt{}
	if len(list) > MaxTried {
		v.add(field, "must have at most %d items", MaxTried)
		return kept
	}
	for i, a := range list {
		at := fmt.Sprintf("%s[%d]", field, i)
		a.What = v.checkText(at+".what", a.What, MaxText)
		a.WhyNot = v.checkText(at+".why_not", a.WhyNot, MaxText)
		if a.What == "" {
			v.add(at+".what", "is required")
		}
		kept = append(kept, a)
	}
	return kept
}

// attempts adds to those of a thread the ones not known yet: a request may come twice, and
// an agent may send the whole list again at each checkpoint.
func (v *invalid) attempts(t *Thread, list []Attempt) {
	all := slices.Clone(t.Tried)
	for _, a := range v.tried("tried", list) {
		if !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	if len(all) > MaxTried {
		v.add("tried", "must have at most %d items together with those known already", MaxTried)
	}
	t.Tried = all
}

// doc is the thread as search and overlap see it. Its status goes along: a finished
// thread still answers "was this done already?".
func (t *Thread) doc() match.Doc {
	return match.Doc{
		ID: t.ID, Kind: kindThread, Project: t.ProjectSlug, Status: string(t.Status),
		Title: t.Summary, Body: t.body(), At: t.LastActivityAt.Time,
	}
}

// body is the text beside the summary that says what the thread is about.
func (t *Thread) body() string {
	parts := make([]string, 0, 8)
	for _, p := range []*string{t.Goal, t.Focus, t.ResumeStep, t.BlockedReason} {
		if p != nil {
			parts = append(parts, *p)
		}
	}
	parts = append(parts, t.NextSteps...)
	for _, a := range t.Tried {
		parts = append(parts, a.What, a.WhyNot)
	}
	return strings.Join(parts, "\n")
}

func (t *Thread) folded() string { return fold(t.Summary + "\n" + t.body()) }

// jsonText stores a list in one column.
func jsonText(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}
