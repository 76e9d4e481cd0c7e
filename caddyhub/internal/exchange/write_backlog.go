package exchange

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/progresshub/progresshub/store"
)

// backlogHead is the front matter of a task as Backlog.md writes it, and what of a thread it has no
// place for.
type backlogHead struct {
	ID           string    `yaml:"id"`
	Title        string    `yaml:"title"`
	Status       string    `yaml:"status"`
	Assignee     []string  `yaml:"assignee"`
	Created      string    `yaml:"created_date"`
	Updated      string    `yaml:"updated_date,omitempty"`
	Due          string    `yaml:"due_date,omitempty"`
	Labels       []string  `yaml:"labels"`
	Dependencies []string  `yaml:"dependencies"`
	Own          ownFields `yaml:"progress_hub"`
}

// backlogMinute is how Backlog.md writes a time, which is UTC.
const backlogMinute = "2006-01-02 15:04"

// writeBacklog writes one backlog/ folder. Threads of several projects have theirs as a label;
// pages, progress files and reminders become documents.
func writeBacklog(z *zipWriter, out Outgoing) error {
	config := struct {
		Name     string   `yaml:"project_name"`
		Default  string   `yaml:"default_status"`
		Statuses []string `yaml:"statuses,flow"`
		Labels   []string `yaml:"labels,flow"`
		Dates    string   `yaml:"date_format"`
		Prefix   string   `yaml:"task_prefix"`
	}{"Progress Hub", "To Do", []string{"To Do", "In Progress", "Blocked", "Done"}, []string{}, "yyyy-mm-dd", "task"}
	if len(out.Projects) == 1 {
		config.Name = out.Projects[0].Title
	}
	text, err := yaml.Marshal(config)
	if err != nil {
		return err
	}
	if err := z.file("backlog/config.yml", string(text), store.Time{}); err != nil {
		return err
	}
	ids := map[string]string{}
	for i, t := range out.Threads {
		ids[t.ID] = fmt.Sprintf("task-%d", i+1)
	}
	due := dueOf(out)
	for _, t := range out.Threads {
		if err := z.backlogTask(t, ids, out, due[t.ID]); err != nil {
			return err
		}
	}
	return z.backlogDocs(out)
}

func (z *zipWriter) backlogTask(t store.Thread, ids map[string]string, out Outgoing, due store.Time) error {
	head := backlogHead{
		ID: ids[t.ID], Title: t.Summary, Status: "To Do", Assignee: []string{}, Created: t.CreatedAt.UTC().Format(backlogMinute),
		Updated: t.LastActivityAt.UTC().Format(backlogMinute), Labels: []string{t.ProjectSlug}, Dependencies: []string{}, Own: ownOf(t),
	}
	folder := "tasks"
	switch t.Status {
	case store.StatusBlocked:
		head.Status = "Blocked"
	case store.StatusDone:
		head.Status, folder = "Done", "completed"
	case store.StatusDismissed:
		head.Status, folder = "Done", "archive/tasks"
	}
	if !due.IsZero() {
		head.Due = due.In(out.Zone).Format("2006-01-02")
	}
	for _, before := range t.DependsOn {
		if id := ids[before]; id != "" {
			head.Dependencies = append(head.Dependencies, id)
		}
	}
	text, err := yaml.Marshal(head)
	if err != nil {
		return err
	}
	var steps []string
	for i, s := range t.NextSteps {
		steps = append(steps, fmt.Sprintf("- [ ] #%d %s", i+1, indent(unmarked(s))))
	}
	body := join(
		backlogSection("Description", "SECTION:DESCRIPTION", unmarked(said(t.Goal))),
		strings.Replace(backlogSection("Acceptance Criteria", "AC", strings.Join(steps, "\n")), "\n\n", "\n", 1),
		backlogSection("Implementation Notes", "SECTION:NOTES", unmarked(ownNotes(t, ""))),
	)
	name := fmt.Sprintf("backlog/%s/%s - %s.md", folder, ids[t.ID], fileName(t.Summary, t.ID))
	return z.file(name, "---\n"+string(text)+"---\n\n"+body+"\n", t.LastActivityAt)
}

// backlogSection is a part of a task between its marks; empty: there is nothing in it.
func backlogSection(title, mark, text string) string {
	if text == "" {
		return ""
	}
	return "## " + title + "\n\n<!-- " + mark + ":BEGIN -->\n" + text + "\n<!-- " + mark + ":END -->"
}

// unmarked is a text that no mark of Backlog.md stands in.
func unmarked(text string) string { return isAnyMark.ReplaceAllString(text, "<!--  $1") }

// backlogDocs writes what is no task.
func (z *zipWriter) backlogDocs(out Outgoing) error {
	number := 0
	doc := func(title, text string, created store.Time) error {
		number++
		head, err := yaml.Marshal(struct {
			ID      string `yaml:"id"`
			Title   string `yaml:"title"`
			Type    string `yaml:"type"`
			Created string `yaml:"created_date"`
		}{fmt.Sprintf("doc-%d", number), title, "other", created.UTC().Format(backlogMinute)})
		if err != nil {
			return err
		}
		name := fmt.Sprintf("backlog/docs/doc-%d - %s.md", number, fileName(title, "document"))
		return z.file(name, "---\n"+string(head)+"---\n\n"+strings.TrimLeft(text, "\n"), created)
	}
	for _, p := range out.Projects {
		if p.Progress == "" {
			continue
		}
		if err := doc("Progress of "+p.Title, p.Progress, p.CreatedAt); err != nil {
			return err
		}
	}
	for _, p := range out.Pages {
		if err := doc(p.Title, p.Markdown, p.CreatedAt); err != nil {
			return err
		}
	}
	if text := remindersList(out); text != "" {
		return doc("Reminders", text, store.At(out.Now))
	}
	return nil
}

// remindersList are the reminders that are to come, as Markdown.
func remindersList(out Outgoing) string {
	var lines []string
	for _, m := range out.Reminders {
		if m.DoneAt != nil {
			continue
		}
		when := "when work begins"
		switch {
		case m.NextAt != nil:
			when = m.NextAt.In(out.Zone).Format("2006-01-02 15:04")
		case m.DueAt != nil:
			when = m.DueAt.In(out.Zone).Format("2006-01-02 15:04")
		}
		switch m.Kind {
		case "daily", "weekly":
			when += ", " + m.Kind
		case "rrule":
			when += ", " + said(m.RRule)
		case "random":
			when += ", now and then"
		}
		line := "- [ ] " + when + ": " + indent(m.Text)
		if t := out.byID[said(m.ThreadID)]; t != nil {
			line += " (" + oneLine(t.Summary) + ")"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return ""
	}
	return "# Reminders\n\n" + strings.Join(lines, "\n") + "\n"
}
