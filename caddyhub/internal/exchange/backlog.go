package exchange

import (
	"path"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// Backlog.md (github.com/MrLesk/Backlog.md) keeps a file for each task in folders that say where it
// stands. Its times are UTC, without saying so.

// backlogFolders are the folders of tasks, with where those in it stand; empty: as the task says.
var backlogFolders = []struct {
	name   string
	status store.Status
	word   string
}{
	{"tasks", "", ""},
	{"completed", store.StatusDone, ""},
	{"drafts", store.StatusOpen, "draft"},
	{"archive/tasks", store.StatusDismissed, "archived"},
	{"archive/drafts", store.StatusDismissed, "archived draft"},
}

// backlogPages are the folders of what is no task.
var backlogPages = []string{"docs", "decisions", "milestones", "archive/milestones"}

// backlogStatuses are the words that the program begins with, and others that people choose.
var backlogStatuses = map[string]store.Status{
	"": store.StatusOpen, "to do": store.StatusOpen, "todo": store.StatusOpen, "in progress": store.StatusOpen, "open": store.StatusOpen,
	"draft": store.StatusOpen, "review": store.StatusOpen, "in review": store.StatusOpen, "backlog": store.StatusOpen, "ready": store.StatusOpen,
	"blocked": store.StatusBlocked, "done": store.StatusDone, "complete": store.StatusDone, "completed": store.StatusDone, "closed": store.StatusDone,
	"cancelled": store.StatusDismissed, "canceled": store.StatusDismissed, "won't do": store.StatusDismissed, "wontfix": store.StatusDismissed,
}

// backlogConfig is what of the program's settings says something about the tasks.
type backlogConfig struct {
	ProjectName string   `yaml:"project_name"`
	Statuses    []string `yaml:"statuses"`
	Prefix      string   `yaml:"task_prefix"`
}

// backlogRoot is the folder that the folders of tasks lie in, with a slash behind it; empty: there
// is none. The root of the zip is "./".
func backlogRoot(f *folder) string {
	root := ""
	for _, one := range f.files {
		if !isMarkdown(one.name) {
			continue
		}
		base := backlogBase("./" + path.Dir(one.name))
		if base == "" || root != "" && len(base) >= len(root) {
			continue
		}
		if strings.Contains(one.head(4<<10), "\nid: ") {
			root = base
		}
	}
	return root
}

// backlogBase is what a folder of tasks lies in, with a slash; empty: it is none.
func backlogBase(dir string) string {
	base := ""
	for _, at := range backlogFolders {
		if in, found := strings.CutSuffix(dir, "/"+at.name); found && (base == "" || len(in) < len(base)) {
			base = in + "/"
		}
	}
	return base
}

func isBacklogConfig(name string) bool {
	base := path.Base(name)
	return base == "config.yml" || base == "config.yaml" || base == "backlog.config.yml"
}

func readBacklog(r *reader, f *folder) error {
	root := strings.TrimPrefix(backlogRoot(f), "./")
	if root == "" && backlogRoot(f) == "" {
		return refuse(f.name, "has no tasks of Backlog.md in it")
	}
	config, err := r.backlogConfig(f, root)
	if err != nil {
		return err
	}
	name := firstOf(oneLine(config.ProjectName), telling(f.name), parentOf(root), "backlog")
	project := r.project(outline.Slug(name), name)
	b := backlog{reader: r, ref: outline.Slug(name) + "/", prefix: config.Prefix, project: project.Slug, statuses: map[string]store.Status{}, titles: map[string]string{}}
	for word, status := range backlogStatuses {
		b.statuses[word] = status
	}
	for i, word := range config.Statuses {
		if _, known := b.statuses[strings.ToLower(word)]; !known && i == len(config.Statuses)-1 {
			b.statuses[strings.ToLower(word)] = store.StatusDone // the last one is where tasks end
		}
	}
	seen := map[*file]bool{}
	for _, at := range backlogFolders {
		for _, one := range f.files {
			if isMarkdown(one.name) && path.Dir(one.name) == path.Clean(root+at.name) {
				seen[one] = true
				b.task(one, at.status, at.word)
			}
		}
	}
	b.lead()
	var pages []*file
	for _, one := range f.files {
		below, in := strings.CutPrefix(one.name, root)
		for _, at := range backlogPages {
			if in && isMarkdown(one.name) && strings.HasPrefix(below, at+"/") {
				page := *one
				page.name = below
				pages = append(pages, &page)
				seen[one] = true
			}
		}
		if !seen[one] && !isBacklogConfig(one.name) {
			f.others++
		}
	}
	r.markdown(pages, project.Slug, b.ref, b.ref)
	if f.others > 0 {
		r.leave(f.shown(), plural(f.others, "file"), "they are no tasks, documents or decisions")
	}
	return nil
}

// parentOf is the folder that backlog/ lies in; empty: unknown.
func parentOf(root string) string {
	if dir := path.Dir(path.Clean(root)); dir != "." && dir != "/" {
		return path.Base(dir)
	}
	return ""
}

func (r *reader) backlogConfig(f *folder, root string) (c backlogConfig, err error) {
	at := f.find(func(n string) bool {
		return isBacklogConfig(n) && (path.Dir(n) == path.Clean(root) || path.Base(n) == "backlog.config.yml")
	})
	if at == nil {
		return c, nil
	}
	text, err := at.text()
	if err != nil {
		return c, err
	}
	if len(text) > maxFrontMatter || yaml.Unmarshal([]byte(text), &c) != nil {
		r.note("%s can't be read: statuses of your own count as open", at.name)
		return backlogConfig{}, nil
	}
	return c, nil
}

// backlog is a reader of one folder of Backlog.md.
type backlog struct {
	*reader
	ref      string // in front of each id: every folder has a task-1
	prefix   string // of the ids, where it is not "task"
	project  string
	statuses map[string]store.Status
	titles   map[string]string // by reference
}

// id is how ids compare: people write them in any case.
func (b *backlog) id(text string) string {
	return b.ref + strings.ToLower(strings.TrimSpace(text))
}

func (b *backlog) task(f *file, fixed store.Status, word string) {
	at := BrokenError{File: f.name}
	text, err := f.text()
	if err != nil {
		at.What = whyOf(err)
		b.spoil(at)
		return
	}
	meta, body := cutFrontMatter(text)
	switch id := meta.text("id"); {
	case meta.err != nil:
		at.What = "its front matter is no valid YAML"
	case id == "" && strings.EqualFold(path.Base(f.name), "readme.md"):
		b.leave(f.name, path.Base(f.name), "it is no task")
		return
	case id == "":
		at.What = "its front matter has no id"
	}
	if at.What != "" {
		b.spoil(at)
		return
	}
	var wrong []string
	d := &draft{}
	d.Ref, d.Summary, d.Project = b.id(meta.text("id")), meta.text("title"), b.project
	if d.Status = fixed; fixed == "" {
		d.Status = b.status(meta.text("status"), b.statuses)
	}
	d.CreatedAt = b.date("created_date", meta, &wrong)
	d.LastActivityAt = b.date("updated_date", meta, &wrong)
	due := b.due(meta, &wrong)
	if len(wrong) > 0 {
		at.Item, at.What = meta.text("id"), strings.Join(wrong, ", ")
		b.spoil(at)
		return
	}
	var own ownFields
	if n, found := meta.values[ownKey]; found && n.Decode(&own) == nil {
		own.take(b.reader, d)
		body, word = withoutOwn(body), ""
	}
	b.body(d, body)
	b.facts(d, meta, word, own)
	for _, id := range meta.list("dependencies") {
		d.DependsOn = append(d.DependsOn, b.id(id))
	}
	if strings.HasPrefix(word, "archived") && b.refs[d.Ref] {
		// The program gives the id of an archived task to a new one.
		d.Ref = b.ref + "archived/" + strings.ToLower(strings.TrimSuffix(path.Base(f.name), path.Ext(f.name)))
		d.fact("Id in Backlog.md", meta.text("id"))
	}
	if !b.add(d, at) {
		return
	}
	b.titles[d.Ref] = oneLine(d.Summary)
	b.mapped("tasks", "threads")
	if !due.IsZero() {
		m := store.IncomingReminder{Ref: d.Ref + "/due", Text: d.Summary, Kind: "once", DueAt: due, Thread: d.Ref, Project: d.Project, CreatedAt: d.CreatedAt}
		if !d.Status.Active() {
			m.DoneAt = lastOf(d.LastActivityAt, due)
		}
		b.addReminder(m)
		b.mapped("due dates", "reminders")
	}
}

// date reads a time, also in the forms of earlier versions, such as 24-05-31.
func (b *backlog) date(key string, meta frontMatter, wrong *[]string) store.Time {
	text := meta.text(key)
	for _, layout := range []string{"06-01-02", "06/01/02", "06.01.02"} {
		if at, err := time.Parse(layout, text); err == nil {
			return store.At(at)
		}
	}
	return b.time(key, text, time.UTC, wrong)
}

// due is the day that a task is due, in the morning of the owner, or a time.
func (b *backlog) due(meta frontMatter, wrong *[]string) store.Time {
	if text := meta.text("due_date"); store.IsDay(text) {
		return b.time("due_date", text+"T"+store.Morning, b.Zone, wrong)
	}
	return b.date("due_date", meta, wrong)
}

// facts adds to the goal what the head of the file says besides.
func (b *backlog) facts(d *draft, meta frontMatter, word string, own ownFields) {
	status := meta.text("status")
	switch strings.ToLower(status) {
	case "", "to do", "in progress", "done", "blocked", "draft":
	default:
		d.fact("Status in Backlog.md", status)
	}
	d.fact("In Backlog.md", word)
	if d.Status == store.StatusBlocked && d.BlockedReason == "" {
		d.BlockedReason = "Blocked in Backlog.md"
	}
	for _, one := range []struct{ name, key string }{
		{"Priority", "priority"},
		{"Type", "type"},
		{"Labels", "labels"},
		{"Milestone", "milestone"},
		{"Assignee", "assignee"},
		{"Reporter", "reporter"},
		{"References", "references"},
		{"Documentation", "documentation"},
		{"Files", "modified_files"},
	} {
		d.fact(one.name, slices.DeleteFunc(meta.list(one.key), func(v string) bool { return one.key == "labels" && v == own.Project })...)
	}
	if parent := meta.text("parent_task_id"); parent != "" {
		d.fact("Part of", parent)
	}
}

// lead finds the tasks that others name, now that all are known: the title of the one that
// another is part of, and under its present id one that had another prefix once.
func (b *backlog) lead() {
	for _, d := range b.drafts {
		for i, f := range d.facts {
			if id, found := strings.CutPrefix(f, "Part of: "); found {
				if title := b.titles[b.id(id)]; title != "" {
					d.facts[i] += " (" + title + ")"
				}
			}
		}
		for i, ref := range d.DependsOn {
			number, former := strings.CutPrefix(ref, b.ref+"task-")
			if now := b.id(b.prefix + "-" + number); former && !b.refs[ref] && b.refs[now] {
				d.DependsOn[i] = now
			}
		}
	}
}
