package exchange

import (
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// A backup of adhd-hub holds its data folder: the database, the wiki with the progress of each
// project, and settings. What is here the same is taken as it is.

func readADHDHub(r *reader, f *folder) error {
	mark := f.find(isBackup)
	if mark == nil {
		return refuse(f.name, "is no backup of adhd-hub: it has no adhd-hub-backup.json")
	}
	text, err := mark.text()
	if err != nil {
		return err
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if json.Unmarshal([]byte(text), &head) != nil || head.Format != "adhd-hub-backup" {
		return refuse(mark.name, "is not that of a backup of adhd-hub")
	}
	if head.Version != 1 {
		return refuse(f.name, "is a backup of version %d; version 1 is read", head.Version)
	}
	base := strings.TrimSuffix(mark.name, path.Base(mark.name))
	database := f.find(func(n string) bool { return n == base+"hub.sqlite3" })
	if database == nil {
		return refuse(f.name, "has no hub.sqlite3 in it")
	}
	rows, err := readTables(database, "projects", "threads", "reminders", "progress_notes", "pending_actions")
	if err != nil {
		return err
	}
	h := adhdHub{reader: r, notes: map[string][]row{}, progressOf: map[*store.IncomingProject][]string{}}
	for _, one := range rows["projects"] {
		h.project(one)
	}
	for _, one := range rows["threads"] {
		h.thread(one)
	}
	for _, one := range rows["reminders"] {
		h.reminder(one)
	}
	for _, one := range rows["progress_notes"] {
		slug := one["project_slug"]
		h.notes[slug] = append(h.notes[slug], one)
	}
	if n := len(rows["pending_actions"]); n > 0 {
		r.leave("hub.sqlite3", plural(n, "action"), "what waited for your approval there waits there")
	}
	return h.wiki(f, base)
}

// adhdHub is a reader of one backup.
type adhdHub struct {
	*reader
	notes      map[string][]row // of the progress, by project
	progressOf map[*store.IncomingProject][]string
}

// named is the project of a slug, which threads and notes may name without a row of its own.
func (h *adhdHub) named(slug string) *store.IncomingProject {
	p := h.byKey[slug]
	if p == nil {
		p = h.reader.project(slug, slug)
	}
	return p
}

func (h *adhdHub) project(in row) {
	at := BrokenError{File: "hub.sqlite3", Item: "project " + in["slug"]}
	var wrong []string
	created := h.time("created_at", in["created_at"], time.UTC, &wrong)
	if in["slug"] == "" {
		wrong = append(wrong, "it has no slug")
	}
	if len(wrong) > 0 {
		at.What = wrong[0]
		h.spoil(at)
		return
	}
	p := h.named(in["slug"])
	h.mapped("projects", "projects")
	if h.Project == "" { // else it is the owner's own, whatever is brought to it
		p.Title, p.Description, p.RepoURL, p.CreatedAt = clip(oneLine(in["title"]), store.MaxSummary), in["description"], in["repo_url"], created
		p.Archived = in["archived_at"] != ""
	}
	p.WorkspacePaths = append(p.WorkspacePaths, in.list("workspace_paths")...)
}

func (h *adhdHub) thread(in row) {
	var wrong []string
	when := func(field string) store.Time { return h.time(field, in[field], time.UTC, &wrong) }
	d := &draft{goal: in["goal"]}
	d.Ref, d.Summary, d.Energy, d.SourceTool = in["id"], in["summary"], known(in["energy"]), in["source_tool"]
	d.Status = h.status(in["status"], map[string]store.Status{
		"open": store.StatusOpen, "blocked": store.StatusBlocked, "done": store.StatusDone, "dismissed": store.StatusDismissed,
	})
	d.CreatedAt, d.LastActivityAt = when("created_at"), when("updated_at")
	if d.Status.Active() {
		d.PausedAt = when("paused_at")
	}
	d.Focus, d.BlockedReason, d.ResumeStep = in["focus"], in["blocked_reason"], in["resume_step"]
	d.WorkspacePath, d.TranscriptRef = in["workspace_path"], in["transcript_ref"]
	if d.Status == store.StatusBlocked && tidy(d.BlockedReason) == "" {
		d.BlockedReason = "Blocked in adhd-hub"
	}
	for _, text := range in.list("next_steps") {
		d.steps = append(d.steps, step{Text: text})
	}
	d.fact("Chat", in["chat_ref"])
	d.fact("Issue", in["source_issue_url"])
	d.fact("Labels", in.list("external_labels")...)
	if len(wrong) > 0 {
		h.spoil(BrokenError{File: "hub.sqlite3", Item: "thread " + in["id"], What: strings.Join(wrong, ", ")})
		return
	}
	if h.add(d, BrokenError{File: "hub.sqlite3"}) {
		d.where = "hub.sqlite3"
		if slug := in["project_slug"]; slug != "" {
			d.Project = h.named(slug).Slug
		}
		h.mapped("threads", "threads")
	}
}

func (h *adhdHub) reminder(in row) {
	at := BrokenError{File: "hub.sqlite3", Item: "reminder " + in["id"]}
	var wrong []string
	when := func(field string) store.Time { return h.time(field, in[field], time.UTC, &wrong) }
	m := store.IncomingReminder{Ref: in["id"], Text: in["message"], Kind: in["kind"], DueAt: when("due_at"), CreatedAt: when("created_at")}
	fired := when("last_fired_at")
	if outline.IsBlank(m.Text) {
		wrong = append(wrong, "it has no text")
	}
	switch m.Kind {
	case "once":
		if m.DueAt.IsZero() {
			m.Kind = "session" // it had no time to come at
		}
	case "daily":
		m.DueAt = lastOf(m.DueAt, fired, m.CreatedAt)
		if !canBegin(m.DueAt) {
			wrong = append(wrong, "due_at is no time that a reminder can begin at")
		}
	case "session", "random":
		m.DueAt = store.Time{}
	default:
		wrong = append(wrong, "its kind is not known")
	}
	if h.reminded.taken[m.Ref] || m.Ref == "" {
		wrong = append(wrong, "its id is missing or there twice")
	}
	if len(wrong) > 0 {
		at.What = strings.Join(wrong, ", ")
		h.spoil(at)
		return
	}
	if in["handled"] != "" && in["handled"] != "0" {
		m.DoneAt = lastOf(fired, m.DueAt, m.CreatedAt, store.At(h.Now))
	}
	h.addReminder(m)
	h.mapped("reminders", "reminders")
}

// wiki takes in the pages, and the progress of the projects.
func (h *adhdHub) wiki(f *folder, base string) error {
	var pages []*file
	for _, one := range f.files {
		name, in := strings.CutPrefix(one.name, base+"wiki/")
		slug, isProgress := strings.CutSuffix(strings.TrimPrefix(name, "projects/"), "/PROGRESS.md")
		switch {
		case in && name == "INDEX.md":
			h.leave(one.name, "the index", "it is generated")
		case in && isProgress && !strings.Contains(slug, "/"):
			text, err := one.text()
			if err != nil {
				h.spoil(BrokenError{File: one.name, What: whyOf(err)})
				continue
			}
			h.log(slug, text)
			h.mapped("PROGRESS.md", "progress of projects")
		case in && isMarkdown(name):
			page := *one
			page.name = name
			pages = append(pages, &page)
		case slices.Contains([]string{"forge.json", "prefs.json", "openclaw.json"}, strings.TrimPrefix(one.name, base)):
			h.leave(one.name, "settings", "set up here what of it you want")
		}
	}
	for _, slug := range sortedKeys(h.notes) {
		h.log(slug, "")
	}
	for p, texts := range h.progressOf {
		p.Progress = join(texts...)
	}
	h.markdown(pages, "", "", "")
	if f.others > 0 {
		h.leave(f.shown(), plural(f.others, "file"), "they are no text")
	}
	return nil
}

// log takes in a progress file and the notes of its project, of which several may go to one.
func (h *adhdHub) log(slug, text string) {
	p := h.named(slug)
	h.progressOf[p] = append(h.progressOf[p], strings.TrimSpace(h.progress(text, slug)))
}

// whyOf is what an error says of a file that its caller names.
func whyOf(err error) string {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused.Why
	}
	return err.Error()
}

// canBegin tells the times that a reminder that comes again can begin at.
func canBegin(t store.Time) bool { return t.Year() > 1970 && t.Year() < 2200 }
