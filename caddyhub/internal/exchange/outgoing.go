package exchange

import (
	"archive/zip"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// Form names a form that the hub's work can be written in.
type Form string

// The forms that the hub's work can be written in.
const (
	AsBacklog  Form = "backlog"  // a zip of a backlog/ folder of Backlog.md
	AsBeads    Form = "beads"    // an issues.jsonl of beads
	AsMarkdown Form = "markdown" // a zip of plain Markdown
)

// Forms are all forms that the hub's work can be written in.
var Forms = []Form{AsBacklog, AsBeads, AsMarkdown}

// Zipped reports whether the form is a zip of files; else it is one file of text.
func (f Form) Zipped() bool { return f != AsBeads }

// Outgoing is the work to write. Threads that were merged into others are left out: what they had
// is with those.
type Outgoing struct {
	Projects  []OutgoingProject
	Threads   []store.Thread
	Pages     []store.Page
	Reminders []store.Reminder
	Now       time.Time      // of the files; zero: the clock's
	Zone      *time.Location // of what people read; nil: UTC

	byID map[string]*store.Thread
}

// OutgoingProject is a project with the text of its PROGRESS.md.
type OutgoingProject struct {
	store.Project
	Progress string
}

// Write writes the work in a form. The same work is written the same each time.
func Write(w io.Writer, form Form, out Outgoing) error {
	if out.Zone == nil {
		out.Zone = time.UTC
	}
	if out.Now.IsZero() {
		out.Now = time.Now()
	}
	out.Threads = slices.DeleteFunc(slices.Clone(out.Threads), func(t store.Thread) bool { return t.MergedInto != nil })
	out.byID = make(map[string]*store.Thread, len(out.Threads))
	for i := range out.Threads {
		out.byID[out.Threads[i].ID] = &out.Threads[i]
	}
	var err error
	switch form {
	case AsBeads:
		err = writeBeads(w, out)
	case AsBacklog:
		err = zipped(w, out.Now, func(z *zipWriter) error { return writeBacklog(z, out) })
	case AsMarkdown:
		err = zipped(w, out.Now, func(z *zipWriter) error { return writeMarkdown(z, out) })
	default:
		return refuse("", "can't be written as %q: it is one of backlog, beads, markdown", called(string(form)))
	}
	if err != nil {
		return fmt.Errorf("write as %s: %w", form, err)
	}
	return nil
}

// zipWriter writes files into a zip.
type zipWriter struct {
	*zip.Writer
	at    time.Time
	names *names
}

func zipped(w io.Writer, at time.Time, write func(*zipWriter) error) error {
	z := &zipWriter{zip.NewWriter(w), at, newNames()}
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}

// file writes a file, under a name that no other has in any case.
func (z *zipWriter) file(name, text string, at store.Time) error {
	base := strings.TrimSuffix(name, path.Ext(name))
	for n := 2; z.names.taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d%s", base, n, path.Ext(base+path.Ext(name)))
	}
	z.names.taken[strings.ToLower(name)] = true
	when := at.Time
	if at.IsZero() {
		when = z.at
	}
	f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: when.UTC()})
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return err
}

// fileName is a name for a file of what is called so.
func fileName(title, id string) string {
	if name := outline.Slug(title); name != "" {
		return name
	}
	return id
}

// said is an optional text.
func said(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// at is an optional time.
func at(t *store.Time) store.Time {
	if t == nil {
		return store.Time{}
	}
	return *t
}

// tried is what did not work, as a list.
func tried(t store.Thread) string {
	var lines []string
	for _, a := range t.Tried {
		line := "- " + indent(a.What)
		if a.WhyNot != "" {
			line += ": " + indent(a.WhyNot)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// stepsOf are the next steps as a task list.
func stepsOf(t store.Thread) string {
	var steps []step
	for _, s := range t.NextSteps {
		steps = append(steps, step{Text: s})
	}
	return checklist(steps)
}

// dueOf is the next time of the reminders of each thread.
func dueOf(out Outgoing) map[string]store.Time {
	due := map[string]store.Time{}
	for _, m := range out.Reminders {
		if m.ThreadID == nil || m.DoneAt != nil || m.NextAt == nil {
			continue
		}
		if first, has := due[*m.ThreadID]; !has || m.NextAt.Before(first.Time) {
			due[*m.ThreadID] = *m.NextAt
		}
	}
	return due
}
