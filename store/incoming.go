package store

// Incoming is work brought from another tool. References tell its items apart, each kind for
// itself: they are the ids of the source, such as "bd-12", and stay the same when the source is
// read again.
//
// Was, where a project, thread or page has one, is its reference in earlier versions, which did not say
// whose it is: what came by those before is the same only if most of it reads as if it were.
type Incoming struct {
	Source string // the tool it comes from, such as "beads"; at most MaxText
	// Numbered says that references are those of one installation of the tool: another one counts from
	// 1 again, so what came before is the same only if it was made at the same time there.
	Numbered  bool
	Projects  []IncomingProject
	Threads   []IncomingThread
	Pages     []IncomingPage
	Reminders []IncomingReminder
}

// IncomingProject is a project as another tool has it. One that is here under its slug already is
// that one, and keeps its own title and description; where one was brought before and deleted since,
// what is new in it goes to the inbox.
type IncomingProject struct {
	Ref            string
	Was            string
	Slug           string
	Title          string // empty: the slug
	Description    string
	RepoURL        string
	WorkspacePaths []string // those of another project are left out
	Progress       string   // the text of PROGRESS.md; added below the one that is here
	Archived       bool
	CreatedAt      Time // zero: now
}

// IncomingThread is a task of another tool as a thread.
type IncomingThread struct {
	Ref            string
	Was            string
	Project        string // the slug of a project of the same source, or of one here; empty: inbox
	Summary        string
	SourceTool     string // empty: the source's
	Status         Status
	Energy         string // empty: unknown
	Goal           string
	Focus          string
	NextSteps      []string
	BlockedReason  string
	ResumeStep     string
	WorkspacePath  string
	TranscriptRef  string
	DependsOn      []string // references of threads
	CreatedAt      Time     // zero: now
	LastActivityAt Time     // zero: CreatedAt
	CompletedAt    Time     // zero, of what is finished: LastActivityAt
	PausedAt       Time     // zero: it is not paused
}

// IncomingPage is a note or document of another tool as a wiki page. Where another page is at its
// path, it goes beside that, under a path that is free.
type IncomingPage struct {
	Ref       string
	Was       string
	Path      string
	Markdown  string
	CreatedAt Time // zero: now
}

// IncomingReminder is a date of another tool as a reminder.
type IncomingReminder struct {
	Ref       string
	Text      string
	Kind      string // once, daily, weekly, rrule, session, random
	DueAt     Time   // zero: it has no time
	RRule     string
	Thread    string // reference of its thread; empty: none
	Project   string // slug; empty: none
	CreatedAt Time   // zero: now
	DoneAt    Time   // zero: it is to come
}
