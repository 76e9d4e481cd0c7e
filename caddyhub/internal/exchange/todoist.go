package exchange

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"io"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// A CSV of Todoist is a project: a line for each task, section and comment, in their order. It has
// neither ids nor the times of tasks, and no task that is done.

func readTodoist(r *reader, f *folder) error {
	found := false
	for _, one := range f.files {
		if ext(one.name) != "csv" && !f.single {
			f.others++
			continue
		}
		found = true
		if err := r.todoist(one); err != nil {
			return err
		}
	}
	if !found {
		return refuse(f.name, "has no CSV in it")
	}
	if f.others > 0 {
		r.leave(f.shown(), plural(f.others, "file"), "they are no CSV")
	}
	return nil
}

// exportID is what Todoist puts behind the name of a project in its backups.
var exportID = regexp.MustCompile(`\s*\[[0-9A-Za-z]+\]$`)

// todoistProject is the name of the project of a file.
func todoistProject(name string) string {
	if name = strings.TrimSuffix(path.Base(name), path.Ext(name)); name == nameless {
		name = ""
	}
	return firstOf(strings.TrimSpace(exportID.ReplaceAllString(name, "")), "Todoist")
}

// columns are the fields of a line, by the names in the first one.
type columns map[string]int

func (c columns) of(line []string, name string) string {
	if i, has := c[name]; has && i < len(line) {
		return strings.TrimSpace(line[i])
	}
	return ""
}

func (r *reader) todoist(f *file) error {
	text, err := f.text()
	if err != nil {
		return err
	}
	in := csv.NewReader(strings.NewReader(text))
	in.FieldsPerRecord = -1
	head, _, _ := strings.Cut(text, "\n")
	if strings.Count(head, ";") > strings.Count(head, ",") {
		in.Comma = ';' // as spreadsheets of some countries save it
	}
	first, err := in.Read()
	at := columns{}
	for i, name := range first {
		at[strings.ToUpper(strings.TrimSpace(name))] = i
	}
	_, typed := at["TYPE"]
	if _, has := at["CONTENT"]; err != nil || !typed || !has {
		return refuse(f.name, "is no CSV of Todoist: its first line has no TYPE and CONTENT")
	}
	name := todoistProject(f.name)
	t := todoist{reader: r, file: f, project: r.project(name, name), columns: at, name: name, given: newNames()}
	r.mapped("files", "projects")
	for {
		line, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			// What follows a quote that is not closed is in it: there is no next line to go on with.
			r.spoil(BrokenError{File: f.name, Line: parse.Line, What: "it is no valid CSV: " + parse.Err.Error()})
			if errors.Is(parse.Err, csv.ErrQuote) {
				break
			}
			continue
		}
		if err != nil {
			return refuse(f.name, "can't be read: %s", err)
		}
		number, _ := in.FieldPos(0)
		t.line(line, number)
	}
	t.flush()
	t.project.Description = join(append([]string{t.project.Description}, t.about...)...)
	return nil
}

// todoist is a reader of one file.
type todoist struct {
	*reader
	columns
	file     *file
	name     string
	project  *store.IncomingProject
	section  string
	open     *draft // the task whose steps and comments follow
	at       int    // the line it stands in
	comments []string
	about    []string      // comments of the project
	given    *names        // references
	dates    []todoistDate // of it and its steps
}

type todoistDate struct {
	text  string
	first store.Time
	again repeat
}

func (t *todoist) line(line []string, number int) {
	if size := len(strings.Join(line, "")); size > maxLine {
		t.spoil(BrokenError{File: t.file.name, Line: number, What: "the line is longer than 1 MiB"})
		return
	}
	content := t.of(line, "CONTENT")
	switch kind := strings.ToLower(t.of(line, "TYPE")); kind {
	case "", "meta":
		if kind == "" && content != "" {
			t.spoil(BrokenError{File: t.file.name, Line: number, What: "it has no TYPE"})
		}
	case "section":
		t.flush()
		t.section = oneLine(content)
	case "note", "comment":
		t.note(content)
	case "task":
		t.task(line, content, number)
	default:
		t.leave(t.file.name+" line "+itoa(number), kind, "it is neither task, section nor note")
	}
}

// note adds a comment to the task above it or, where there is none, to the project.
func (t *todoist) note(content string) {
	switch {
	case content == "":
	case t.open != nil:
		t.comments = append(t.comments, tidy(content))
		t.mapped("notes", "comments on a page")
	default:
		t.about = append(t.about, tidy(content))
	}
}

func (t *todoist) task(line []string, content string, number int) {
	text, labels := cutLabels(content)
	if outline.IsBlank(text) {
		t.spoil(BrokenError{File: t.file.name, Line: number, What: "it has no CONTENT"})
		return
	}
	indent := t.of(line, "INDENT")
	when, said := t.date(line)
	if indent > "1" && len(indent) == 1 && t.open != nil {
		s := step{Text: strings.Repeat("› ", int(indent[0]-'2')) + text, Detail: t.of(line, "DESCRIPTION")}
		if len(labels) > 0 {
			s.Text += " (" + strings.Join(labels, ", ") + ")"
		}
		if said != "" {
			s.Text += " (" + said + ")"
		}
		t.open.steps = append(t.open.steps, s)
		t.mapped("subtasks", "next steps, or a list on a page")
		if when != nil {
			when.text = text
			t.dates = append(t.dates, *when)
		}
		return
	}
	t.flush()
	d := &draft{goal: t.of(line, "DESCRIPTION")}
	d.Summary, d.Project, d.Status = plainText(text), t.project.Slug, store.StatusOpen
	if d.Summary != oneLine(text) {
		d.goal = join(text, d.goal) // it has a link in it, say
	}
	d.fact("Labels", labels...)
	if p := t.of(line, "PRIORITY"); p != "" && p != "4" { // 4 is what it writes for none
		d.fact("Priority", "p"+p)
	}
	d.fact("Section", t.section)
	d.fact("Responsible", t.of(line, "RESPONSIBLE"))
	d.fact("Deadline", t.of(line, "DEADLINE"))
	if length := t.of(line, "DURATION"); length != "" && length != "None" {
		d.fact("Duration", length+" "+strings.TrimPrefix(t.of(line, "DURATION_UNIT"), "None"))
	}
	d.fact("Date", said)
	t.open, t.at, t.comments, t.dates = d, number, nil, nil
	if when != nil {
		when.text = d.Summary
		t.dates = append(t.dates, *when)
	}
}

// date reads the date of a task. What is no date that a reminder could have is returned as it
// stands.
func (t *todoist) date(line []string) (when *todoistDate, said string) {
	text := t.of(line, "DATE")
	if text == "" {
		return nil, ""
	}
	zone := t.Zone
	if name := t.of(line, "TIMEZONE"); name != "" {
		if at, err := time.LoadLocation(name); err == nil && name != "Local" {
			zone = at
		}
	}
	first, again, ok := todoistTime(text, t.Now, zone)
	if !ok {
		t.leave(t.file.name, "the date "+text, "it is not understood: the words stand in the goal")
		return nil, text
	}
	if again.kind != "" {
		again.words = text
	}
	return &todoistDate{first: first, again: again}, ""
}

// flush takes in the task that was read, now that all of it is known.
func (t *todoist) flush() {
	d := t.open
	if t.open = nil; d == nil {
		return
	}
	d.section("Comments", join(t.comments...), true)
	d.Ref = t.reference(d)
	if !t.add(d, BrokenError{File: t.file.name, Line: t.at}) {
		return
	}
	t.mapped("tasks", "threads")
	for i, when := range t.dates {
		m := store.IncomingReminder{Ref: d.Ref + "/" + itoa(i+1), Text: plainText(when.text), Thread: d.Ref, Project: t.project.Slug}
		when.again.set(&m, when.first, t.Zone)
		t.addReminder(m)
		t.mapped("dates", "reminders")
	}
}

// reference is made of what the task says, as it has no id: the same task has it again when the
// file is read again.
func (t *todoist) reference(d *draft) string {
	sum := sha256.Sum256([]byte(t.section + "\x00" + d.Summary))
	return t.given.take(firstOf(outline.Slug(t.name), "todoist") + "/" + hex.EncodeToString(sum[:6]))
}

// isLabel is a label in the text of a task.
var isLabel = regexp.MustCompile(`(?:^|\s)@([\pL\pN_\-/&]+)`)

// cutLabels takes the labels out of the text of a task.
func cutLabels(text string) (rest string, labels []string) {
	for _, m := range isLabel.FindAllStringSubmatch(text, -1) {
		labels = append(labels, m[1])
	}
	rest = tidy(isLabel.ReplaceAllString(text, ""))
	if outline.IsBlank(rest) {
		return tidy(text), nil // it is nothing else
	}
	return rest, labels
}

// isMarkup is what Todoist makes of Markdown in the text of a task.
var isMarkup = regexp.MustCompile(`\[([^\[\]]+)\]\([^()\s]+\)|\*\*([^*]+)\*\*|__([^_]+)__`)

// plainText is a text on one line, as it is read.
func plainText(text string) string {
	return strings.TrimPrefix(oneLine(isMarkup.ReplaceAllString(text, "$1$2$3")), "* ")
}
