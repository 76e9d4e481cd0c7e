// Package exchange reads the files of other tools as work of the hub, and writes the hub's work in
// forms that other tools read. It touches no database of the hub: [Read] yields what
// store.Import takes, [Write] takes what its caller has listed. Where to read it:
//
//	guess.go      which tool a file is of
//	zip.go        the files of a folder or zip, under limits
//	reader.go     what a reader of one tool collects, and what it could not take
//	fit.go        texts that are too long for a field, or have none
//	edge.go       what waits for what, without circles
//
// and a file for each tool (beads.go, backlog.go, …) and each form that is written
// (write_beads.go, …).
package exchange

import (
	"io"
	"time"

	"github.com/progresshub/progresshub/store"
)

// Source names a tool whose files can be read.
type Source string

// The tools whose files can be read.
const (
	ADHDHub    Source = "adhd-hub"
	Beads      Source = "beads"
	Backlog    Source = "backlog"
	TaskMaster Source = "task-master"
	Vikunja    Source = "vikunja"
	Todoist    Source = "todoist"
	Markdown   Source = "markdown"
)

// Sources are all tools whose files can be read.
var Sources = []Source{ADHDHub, Beads, Backlog, TaskMaster, Vikunja, Todoist, Markdown}

// Title is what people call the tool.
func (s Source) Title() string {
	switch s {
	case Backlog:
		return "Backlog.md"
	case TaskMaster:
		return "Task Master"
	case Vikunja:
		return "Vikunja"
	case Todoist:
		return "Todoist"
	case Markdown:
		return "Markdown"
	}
	return string(s)
}

// Options say how a file is read.
type Options struct {
	Source     Source         // empty: guessed from the content
	Name       string         // of the file or folder: a Todoist CSV is a project called like its file
	Project    string         // the slug of the project that everything goes to; empty: as the source has it
	Passphrase string         // of an encrypted backup
	SkipBroken bool           // broken rows are left out, instead of the file refused
	Zone       *time.Location // of times without one; nil: UTC
	Now        time.Time      // for dates such as "tomorrow"; zero: the clock's
}

// Reading is what was read.
type Reading struct {
	Source   Source
	Incoming store.Incoming
	Mapped   []Mapping // what became what
	LeftOut  []LeftOut // what did not come along: the first [MaxLeftOut]
	Missing  int       // how many did not, those beyond the list among them
	Notes    []string  // what the owner should know besides
}

// Mapping tells what became what, and how many of it.
type Mapping struct {
	From string `json:"from"` // such as "issues"
	To   string `json:"to"`   // such as "threads"
	N    int    `json:"n"`
}

// LeftOut is something that did not come along.
type LeftOut struct {
	Where string `json:"where"` // such as "issues.jsonl line 14"
	What  string `json:"what"`  // such as "bd-12"
	Why   string `json:"why"`   // such as "it was deleted in beads"
}

// The limits of a reading.
const (
	MaxFile    = 64 << 20 // bytes of the file as it is sent
	MaxLeftOut = 100      // of those that are listed
	MaxItems   = 200_000  // threads, pages and reminders together
)

// Read reads a file of any of the sources: one that stands alone, a zip of a folder, or an
// encrypted backup. A row that is broken is a [BrokenError] unless it may be left out; a file that
// can't be read at all a [RefusedError]; one that asks for a passphrase, or for another, a
// [PassphraseError].
func Read(r io.ReaderAt, size int64, o Options) (Reading, error) {
	if size > MaxFile {
		return Reading{}, refuse(o.Name, "is larger than %s", megabytes(MaxFile))
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	if o.Project != "" {
		if err := store.CheckSlug("project", o.Project); err != nil {
			return Reading{}, err
		}
	}
	files, err := open(r, size, o)
	if err != nil {
		return Reading{}, err
	}
	source, err := choose(files, o)
	if err != nil {
		return Reading{}, err
	}
	rd := newReader(source, o)
	if err := readers[source](rd, files); err != nil {
		return Reading{}, err
	}
	return rd.finish()
}

// readers read the files of each tool.
var readers = map[Source]func(*reader, *folder) error{
	ADHDHub:    readADHDHub,
	Beads:      readBeads,
	TaskMaster: readTaskMaster,
	Markdown:   readMarkdown,
	Backlog:    readBacklog,
	Vikunja:    readVikunja,
	Todoist:    readTodoist,
}
