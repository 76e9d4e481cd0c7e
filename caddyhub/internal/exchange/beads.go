package exchange

import (
	"encoding/json"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// beadsIssue is a line of .beads/issues.jsonl, as github.com/steveyegge/beads writes it
// (internal/types/types.go there). Later versions mark each line with its kind; one of another
// kind than "issue" is a memory of an agent. One with a schema tells of the file.
type beadsIssue struct {
	Schema       json.RawMessage `json:"_schema"`
	Kind         string          `json:"_type"`
	ID           string          `json:"id"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Design       string          `json:"design"`
	Acceptance   string          `json:"acceptance_criteria"`
	Notes        string          `json:"notes"`
	Spec         string          `json:"spec_id"`
	Status       string          `json:"status"`
	Priority     *int            `json:"priority"`
	Type         string          `json:"issue_type"`
	Assignee     string          `json:"assignee"`
	CreatedBy    string          `json:"created_by"`
	Owner        string          `json:"owner"` // the address of who that was for, as git knows it
	CreatedAt    string          `json:"created_at"`
	UpdatedAt    string          `json:"updated_at"`
	ClosedAt     string          `json:"closed_at"`
	CloseReason  string          `json:"close_reason"`
	DueAt        string          `json:"due_at"`
	DeferUntil   string          `json:"defer_until"`
	ExternalRef  string          `json:"external_ref"`
	Estimate     *int            `json:"estimated_minutes"`
	Labels       []string        `json:"labels"`
	Metadata     json.RawMessage `json:"metadata"`
	Dependencies []struct {
		DependsOn string          `json:"depends_on_id"`
		Type      string          `json:"type"`
		Metadata  json.RawMessage `json:"metadata"`
		Thread    string          `json:"thread_id"`
	} `json:"dependencies"`
	Comments []struct {
		Author    string `json:"author"`
		Text      string `json:"text"`
		CreatedAt string `json:"created_at"`
	} `json:"comments"`

	Key   string `json:"key"` // of a memory
	Value string `json:"value"`

	more map[string]json.RawMessage // every other field that versions of beads have had
}

// beadsTaken are the fields that are read one by one, and those that only count what others hold
// or tell of the database.
var beadsTaken = func() map[string]bool {
	taken := map[string]bool{}
	for i := range reflect.TypeFor[beadsIssue]().NumField() {
		taken[reflect.TypeFor[beadsIssue]().Field(i).Tag.Get("json")] = true
	}
	for _, name := range []string{
		"comment_count", "dependency_count", "dependent_count", "content_hash",
		"compaction_level", "compacted_at", "compacted_at_commit", "original_size", "source_repo",
	} {
		taken[name] = true
	}
	return taken
}()

// UnmarshalJSON reads an issue, with the fields that are not known here.
func (in *beadsIssue) UnmarshalJSON(b []byte) error {
	type plain beadsIssue
	if err := json.Unmarshal(b, (*plain)(in)); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &in.more); err != nil {
		return err
	}
	for name := range in.more {
		if beadsTaken[name] {
			delete(in.more, name)
		}
	}
	return nil
}

// beadsStatuses are the words for where an issue stands.
var beadsStatuses = map[string]store.Status{
	"": store.StatusOpen, "open": store.StatusOpen, "in_progress": store.StatusOpen, "deferred": store.StatusOpen,
	"pinned": store.StatusOpen, "hooked": store.StatusOpen, "blocked": store.StatusBlocked, "closed": store.StatusDone,
}

// beadsFile is the file of the issues: a folder may have copies of it and logs beside.
func beadsFile(f *folder) *file {
	for _, name := range []string{"issues.jsonl", "beads.jsonl"} {
		if found := f.find(func(n string) bool { return path.Base(n) == name }); found != nil {
			return found
		}
	}
	return f.find(func(n string) bool { return f.single || ext(n) == "jsonl" })
}

// beadsPrefix is the part of the ids that stands for the project: "web" of "web-a1b.2".
func beadsPrefix(id string) string {
	if end := strings.LastIndexByte(id, '-'); end > 0 {
		return id[:end]
	}
	return ""
}

func readBeads(r *reader, f *folder) error {
	from := beadsFile(f)
	if from == nil {
		return refuse(f.name, "holds no issues.jsonl; run bd export first")
	}
	text, err := from.text()
	if err != nil {
		return err
	}
	prefixes, makers, owners := map[string]int{}, map[string]string{}, map[string]string{}
	r.eachLine(from, text, func(number int, line string) {
		at := BrokenError{File: from.name, Line: number}
		var in beadsIssue
		if err := json.Unmarshal([]byte(line), &in); err != nil {
			at.What = inWords(err)
			r.spoil(at)
			return
		}
		if r.beadsIssue(in, at) {
			prefixes[beadsPrefix(in.ID)]++
			makers[in.ID], owners[in.ID] = oneLine(in.CreatedBy), oneLine(in.Owner)
		}
	})
	name := beadsProject(r.Options, prefixes)
	r.beadsOfAll(name, "Created by", makers)
	r.beadsOfAll(name, "Owner", owners)
	of := map[string]string{}
	for _, d := range r.drafts {
		if d.Project == "" {
			d.Project = r.project(name, name).Slug
		}
		of[d.Ref] = d.Project
	}
	for i := range r.reminders {
		r.reminders[i].Project = of[r.reminders[i].Thread]
	}
	return nil
}

// beadsOfAll tells of each issue what a field holds; where that is one word for all of them, once.
func (r *reader) beadsOfAll(project, field string, of map[string]string) {
	known := map[string]bool{}
	for _, word := range of {
		known[word] = true
	}
	delete(known, "")
	ours := slices.ContainsFunc(r.drafts, func(d *draft) bool { return d.Project == "" }) // and not of a hub
	if len(known) == 1 && ours && r.Project == "" {
		p := r.project(project, project)
		p.Description = strings.TrimSpace(p.Description + "\n" + field + ": " + sortedKeys(known)[0])
		return
	}
	for _, d := range r.drafts {
		d.fact(field, of[d.Ref])
	}
}

// beadsProject names the project of the issues: by the prefix that most ids have, which beads
// takes from the folder; the one it has without that says less than the name of the file.
func beadsProject(o Options, prefixes map[string]int) string {
	best := ""
	for prefix, n := range prefixes {
		if n > prefixes[best] || n == prefixes[best] && prefix < best || best == "" {
			best = prefix
		}
	}
	if name := telling(o.Name); name != "" && (best == "" || best == "bd") {
		return name
	}
	if best == "" {
		return "beads"
	}
	return best
}

// beadsIssue takes in one line.
func (r *reader) beadsIssue(in beadsIssue, at BrokenError) bool {
	if in.Schema != nil {
		return false
	}
	if in.Kind != "" && in.Kind != "issue" {
		if in.Kind == "memory" && in.Key != "" {
			r.beadsMemory(in)
		} else {
			r.leave(at.Where(), in.Kind, "it is no issue")
		}
		return false
	}
	if in.Status == "tombstone" {
		r.leave(at.Where(), in.ID, "a tombstone: it was deleted in beads")
		return false
	}
	var wrong []string
	when := func(field, text string) store.Time { return r.time(field, text, time.UTC, &wrong) }
	d := &draft{goal: in.Description}
	d.Ref, d.Summary, d.Status = in.ID, in.Title, r.status(in.Status, beadsStatuses)
	d.CreatedAt, d.LastActivityAt = when("created_at", in.CreatedAt), when("updated_at", in.UpdatedAt)
	if closed := when("closed_at", in.ClosedAt); d.Status == store.StatusDone {
		d.CompletedAt = closed
	}
	due := when("due_at", in.DueAt)
	for _, c := range in.Comments {
		when("created_at of a comment", c.CreatedAt)
	}
	if len(wrong) > 0 {
		at.Item, at.What = in.ID, strings.Join(wrong, ", ")
		r.spoil(at)
		return false
	}
	r.beadsTexts(d, in)
	r.beadsDependencies(d, in)
	for _, name := range sortedKeys(in.more) {
		d.say(capital(strings.ReplaceAll(clip(oneLine(name), 60), "_", " ")), beadsWords(name, in.more[name]))
	}
	if !r.add(d, at) {
		return false
	}
	r.mapped("issues", "threads")
	if !due.IsZero() {
		m := store.IncomingReminder{Ref: d.Ref + "/due", Text: d.Summary, Kind: "once", DueAt: due, Thread: d.Ref, CreatedAt: d.CreatedAt}
		if !d.Status.Active() {
			m.DoneAt = lastOf(d.CompletedAt, d.LastActivityAt, due)
		}
		r.addReminder(m)
		r.mapped("due dates", "reminders")
	}
	return true
}

// beadsDependencies gives the draft what an issue waits for, and how else it hangs together with
// others.
func (r *reader) beadsDependencies(d *draft, in beadsIssue) {
	parent := false
	for _, dep := range in.Dependencies {
		other, kind := dep.DependsOn, strings.TrimSpace(dep.Type)
		if words := beadsWords("", dep.Metadata); words != "" && words != "{}" {
			other += " " + words
		}
		if dep.Thread != "" {
			other += " of " + dep.Thread
		}
		switch {
		case dep.DependsOn == "":
		case (kind == "blocks" || kind == "") && strings.HasPrefix(dep.DependsOn, "external:"): // of another database
			d.fact("After", other)
		case kind == "blocks" || kind == "":
			d.DependsOn = append(d.DependsOn, dep.DependsOn)
		case kind == "parent-child":
			parent = true
			d.fact("Part of", dep.DependsOn)
		case kind == "supersedes": // it stands in the older one
			d.fact("Superseded by", other)
		default:
			d.fact(capital(strings.ReplaceAll(kind, "-", " ")), other)
		}
	}
	if parent {
		delete(in.more, "parent") // it says the same
	}
}

// beadsTexts gives the draft all that an issue says in words.
func (r *reader) beadsTexts(d *draft, in beadsIssue) {
	if d.Status == store.StatusBlocked {
		d.BlockedReason = "Blocked in beads"
	}
	own := ownMetadata(in.Metadata)
	if own != nil {
		own.take(r, d)
		if own.Title != "" && d.Summary == beadsTitle(own.Title) {
			d.Summary = own.Title
		}
		in.Notes, in.Metadata = withoutOwn(in.Notes), nil
		in.Labels = slices.DeleteFunc(in.Labels, func(l string) bool { return l == own.Project })
		if in.CloseReason == string(d.Status) {
			in.CloseReason = ""
		}
	}
	d.section("Design", in.Design, true)
	if steps, ok := taskItems(in.Acceptance, false); ok {
		d.steps = steps
	} else {
		d.section("Acceptance criteria", in.Acceptance, false)
	}
	d.section("Notes", in.Notes, false)
	var said []string
	for _, c := range in.Comments {
		said = append(said, comment(c.Author, c.CreatedAt, c.Text))
	}
	d.section("Comments", join(said...), true)
	if word := strings.ToLower(in.Status); word != "" && word != "in_progress" && word != "open" && word != "blocked" && word != "closed" {
		d.fact("Status in beads", in.Status)
	}
	if in.Priority != nil && *in.Priority != 2 { // 2 is what beads writes for none
		d.fact("Priority", "P"+itoa(*in.Priority))
	}
	if in.Type != "task" {
		d.fact("Type", in.Type)
	}
	d.fact("Labels", in.Labels...)
	d.fact("Assignee", in.Assignee)
	d.say("Closed", in.CloseReason)
	d.fact("Deferred until", in.DeferUntil)
	d.fact("External", in.ExternalRef)
	d.fact("Spec", in.Spec)
	if in.Estimate != nil {
		d.fact("Estimate", plural(*in.Estimate, "minute"))
	}
	if meta := compact(in.Metadata); meta != "{}" && meta != "null" {
		d.say("Metadata", meta)
	}
}

// beadsWords is what a field that is not known here says; empty: nothing.
func beadsWords(name string, raw json.RawMessage) string {
	var text string
	var list []string
	var number int64
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return text
	case json.Unmarshal(raw, &list) == nil:
		return strings.Join(list, ", ")
	case json.Unmarshal(raw, &number) == nil && number > 0 && name == "timeout":
		return time.Duration(number).String()
	}
	switch words := compact(raw); words {
	case "null", "false", "0", "[]", "{}":
		return ""
	case "true":
		return "yes"
	default:
		return words
	}
}

// beadsMemory takes in what an agent was to remember, as a page.
func (r *reader) beadsMemory(in beadsIssue) {
	r.addPage(store.IncomingPage{
		Ref: "memory/" + in.Key, Path: r.paths.take(r.pagePath(in.Key)),
		Markdown: "# " + oneLine(in.Key) + "\n\n" + tidy(in.Value) + "\n",
	})
	r.mapped("memories", "wiki pages")
}
