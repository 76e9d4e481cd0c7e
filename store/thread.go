package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/phrase"
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
	What   string `json:"what" doc:"What was tried" example:"Re-encrypting in place"`
	WhyNot string `json:"why_not" required:"false" doc:"Why it did not work" example:"The old copies stay readable"`
}

// Thread is one piece of work: what it is, where it was left, and what comes next.
// Optional texts are nil when empty.
type Thread struct {
	ID             string    `json:"id" example:"cxy99bbg25ng"`
	Summary        string    `json:"summary" doc:"The work in one sentence" example:"Rotate the backup keys"`
	ProjectSlug    string    `json:"project_slug" example:"home-server"`
	SourceTool     *string   `json:"source_tool" doc:"The tool that it was created with" example:"claude-code"`
	Status         Status    `json:"status" enum:"open,blocked,done,dismissed"`
	Energy         string    `json:"energy" enum:"low,medium,high,unknown" doc:"What the work asks of the owner"`
	Goal           *string   `json:"goal" doc:"When the work is done" example:"Backups can be read with the new key only"`
	Focus          *string   `json:"focus" doc:"What is being looked at right now" example:"The restore test"`
	NextSteps      []string  `json:"next_steps" nullable:"false" doc:"At most three"`
	BlockedReason  *string   `json:"blocked_reason" doc:"What it waits for" example:"Waits for the new disk"`
	ResumeStep     *string   `json:"resume_step" doc:"The action to pick the work up by" example:"Run the restore test with the new key"`
	Tried          []Attempt `json:"tried" nullable:"false" doc:"What did not work and why"`
	WorkspacePath  *string   `json:"workspace_path" doc:"The folder of the work" example:"/home/me/src/home-server"`
	AlsoKnown      []string  `json:"also_known" nullable:"false" doc:"What else it is called, the oldest first: wordings it was found by, titles of threads merged into it"`
	DependsOn      []string  `json:"depends_on" nullable:"false" doc:"Ids of the threads that have to be finished before this one can start; a deleted one does not count"`
	TranscriptRef  *string   `json:"transcript_ref" doc:"Where its transcript is, as the tool names it" example:"session-2026-05-04"`
	Origin         Actor     `json:"origin" enum:"owner,agent" doc:"Who began it"`
	Version        int       `json:"version" doc:"Rises with every change but a lease; the ETag begins with it"`
	CreatedAt      Time      `json:"created_at" format:"date-time"`
	UpdatedAt      Time      `json:"updated_at" format:"date-time"`
	LastActivityAt Time      `json:"last_activity_at" format:"date-time" doc:"The last work on it: from then on it grows stale"`
	PausedAt       *Time     `json:"paused_at" format:"date-time" doc:"When it was left with a step to resume by"`
	CompletedAt    *Time     `json:"completed_at" format:"date-time" doc:"When it was done or dismissed"`
	SnoozedUntil   *Time     `json:"snoozed_until" format:"date-time" doc:"It is not stale before then"`
	MergedInto     *string   `json:"merged_into" doc:"The thread that it is part of now"`
	Lease          *Lease    `json:"lease" doc:"Who is on it now; null: nobody"`

	note      *string // what was said when it was finished last; it stays when the thread is opened again
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
	AlsoKnown     Opt[[]string]  // replaces
	DependsOn     Opt[[]string]  // replaces
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
	// now, the change is refused ([ConflictError]). An agent needs it for what somebody holds,
	// except to add to what was tried. A lease never locks the owner out.
	LeaseID string
	// OtherLeases are further leases that the caller holds, for what touches several threads: only
	// an undo looks at them.
	OtherLeases []string
	// Force makes the change whoever holds the thread. It is the caller's own, also with the
	// lease of another.
	Force bool

	itself bool // the change is of a merged thread, not of the one it was merged into
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
		t.Summary = v.checkRequired("summary", in.Summary.or(""), MaxSummary)
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
	if in.WorkspacePath.Set && t.WorkspacePath != nil && len(v) == 0 {
		v.checkFolder("workspace_path", *t.WorkspacePath)
	}
	if in.NextSteps.Set {
		t.NextSteps = v.nextSteps(in.NextSteps.or(nil))
	}
	if in.Tried.Set {
		t.Tried = v.tried("tried", in.Tried.or(nil))
	}
	if in.AlsoKnown.Set {
		t.AlsoKnown = v.alsoKnown(in.AlsoKnown.or(nil))
	}
	if in.DependsOn.Set {
		t.DependsOn = v.dependsOn(in.DependsOn.or(nil))
	}
	return v
}

func (v *invalid) nextSteps(steps []string) []string {
	kept := []string{}
	if len(steps) > MaxNextSteps {
		v.say("next_steps", phrase.FieldTooMany(MaxNextSteps, len(steps)))
		return kept
	}
	for i, s := range steps {
		field := fmt.Sprintf("next_steps[%d]", i)
		if s = v.checkText(field, s, MaxText); s == "" {
			v.say(field, phrase.FieldEmpty)
		}
		kept = append(kept, s)
	}
	return kept
}

func (v *invalid) tried(field string, list []Attempt) []Attempt {
	kept := []Attempt{}
	if len(list) > MaxTried {
		v.say(field, phrase.FieldTooMany(MaxTried, len(list)))
		return kept
	}
	for i, a := range list {
		at := fmt.Sprintf("%s[%d]", field, i)
		a.What = v.checkText(at+".what", a.What, MaxText)
		a.WhyNot = v.checkText(at+".why_not", a.WhyNot, MaxText)
		if a.What == "" {
			v.say(at+".what", phrase.FieldRequired)
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
	d := match.Doc{
		ID: t.ID, Kind: kindThread, Project: t.ProjectSlug, Status: string(t.Status),
		Title: t.Summary, Also: t.AlsoKnown, Body: t.body(), At: t.LastActivityAt.Time,
	}
	if t.MergedInto != nil {
		d.Status = inHeir
	}
	return d
}

// body is the text beside the summary that says what the thread is about, and what came of it.
func (t *Thread) body() string {
	parts := make([]string, 0, 8)
	for _, p := range []*string{t.Goal, t.note, t.Focus, t.ResumeStep, t.BlockedReason} {
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

func (t *Thread) folded() string {
	return fold(strings.Join(append([]string{t.Summary, t.body()}, t.AlsoKnown...), "\n"))
}

// size is about how many bytes of text a thread holds.
func (t *Thread) size() int {
	size := len(t.Summary)
	for _, p := range []*string{t.Goal, t.note, t.Focus, t.ResumeStep, t.BlockedReason} {
		if p != nil {
			size += len(*p)
		}
	}
	for _, step := range t.NextSteps {
		size += len(step)
	}
	for _, a := range t.Tried {
		size += len(a.What) + len(a.WhyNot)
	}
	for _, name := range t.AlsoKnown {
		size += len(name)
	}
	return size
}

func (t *Thread) subject() subject { return subject{itemKey(kindThread, t.ID), ThreadURI(t.ID)} }

// unrecorded are the fields of a thread that follow from its events.
var unrecorded = []string{"version", "updated_at", "lease"}

// fields are those of a thread that its events show when they change.
func (t *Thread) fields() (fields, error) {
	f, err := fieldsOf(t)
	if err == nil {
		f["note"], err = json.Marshal(t.note)
	}
	return f, err
}

func (t *Thread) recorded() (fields, error) {
	f, err := t.fields()
	for _, name := range unrecorded {
		delete(f, name)
	}
	return f, err
}

// Outcome is the note that an ended thread was finished with; empty: there is none, or it is open.
func (t *Thread) Outcome() string {
	if t.Status.Active() {
		return ""
	}
	return textOf(t.note)
}

func (t *Thread) gone() bool { return t.deletedAt != nil }

const (
	threadColumns = "id, " + threadFields
	threadFields  = `summary, project_slug, source_tool, status, energy, goal, focus, next_steps,
  blocked_reason, resume_step, tried, note, also_known, depends_on, workspace_path, transcript_ref, origin, version, created_at,
  updated_at, last_activity_at, paused_at, completed_at, snoozed_until, merged_into,
  lease_id, lease_holder, lease_expires_at, lease_minutes, deleted_at`
)

// columns are the values of threadColumns and of folded, in that order.
func (t *Thread) columns() ([]any, error) {
	steps, err := jsonText(t.NextSteps)
	if err != nil {
		return nil, err
	}
	tried, err := jsonText(t.Tried)
	if err != nil {
		return nil, err
	}
	names, err := jsonText(t.AlsoKnown)
	if err != nil {
		return nil, err
	}
	needs, err := jsonText(t.DependsOn)
	if err != nil {
		return nil, err
	}
	return []any{
		t.ID, t.Summary, t.ProjectSlug, t.SourceTool, t.Status, t.Energy, t.Goal, t.Focus, steps,
		t.BlockedReason, t.ResumeStep, tried, t.note, names, needs, t.WorkspacePath, t.TranscriptRef, t.Origin, t.Version, t.CreatedAt,
		t.UpdatedAt, t.LastActivityAt, t.PausedAt, t.CompletedAt, t.SnoozedUntil, t.MergedInto,
		t.lease.id, t.lease.holder, t.lease.expiresAt, t.lease.minutes, t.deletedAt, t.folded(),
	}, nil
}

func scanThread(r rowScanner, now Time) (Thread, error) {
	var t Thread
	var steps, tried, names, needs string
	err := r.Scan(&t.ID, &t.Summary, &t.ProjectSlug, &t.SourceTool, &t.Status, &t.Energy, &t.Goal, &t.Focus, &steps,
		&t.BlockedReason, &t.ResumeStep, &tried, &t.note, &names, &needs, &t.WorkspacePath, &t.TranscriptRef, &t.Origin, &t.Version, &t.CreatedAt,
		&t.UpdatedAt, &t.LastActivityAt, &t.PausedAt, &t.CompletedAt, &t.SnoozedUntil, &t.MergedInto,
		&t.lease.id, &t.lease.holder, &t.lease.expiresAt, &t.lease.minutes, &t.deletedAt)
	if err != nil {
		return Thread{}, err
	}
	if err := unpackList(steps, &t.NextSteps); err != nil {
		return Thread{}, damaged(err, kindThread, t.ID, "next_steps")
	}
	if err := unpackList(tried, &t.Tried); err != nil {
		return Thread{}, damaged(err, kindThread, t.ID, "tried")
	}
	if err := unpackList(names, &t.AlsoKnown); err != nil {
		return Thread{}, damaged(err, kindThread, t.ID, "also_known")
	}
	if err := unpackList(needs, &t.DependsOn); err != nil {
		return Thread{}, damaged(err, kindThread, t.ID, "depends_on")
	}
	t.Lease = t.lease.live(now)
	return t, nil
}

const activeThreads = `deleted_at IS NULL AND status IN ('open', 'blocked')`

const staleThreads = `threads INDEXED BY threads_active_by_age`
