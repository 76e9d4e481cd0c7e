package exchange

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// vikunjaProject is a project in the data.json of a Vikunja export (github.com/go-vikunja/vikunja,
// pkg/models/export.go there). Dates that are not set are the first day of the year 1. In exports
// of before 0.21 the projects lie in namespaces.
type vikunjaProject struct {
	ID          int64             `json:"id"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Parent      int64             `json:"parent_project_id"`
	Archived    bool              `json:"is_archived"`
	Created     string            `json:"created"`
	Tasks       []json.RawMessage `json:"tasks"`
	Children    []vikunjaProject  `json:"child_projects"`
	Projects    []vikunjaProject  `json:"projects"` // of a namespace
	Lists       []vikunjaProject  `json:"lists"`    // earlier still
	Buckets     []struct {
		ID    int64  `json:"id"`
		Title string `json:"title"`
	} `json:"buckets"`
	TaskBuckets []struct {
		Bucket int64 `json:"bucket_id"`
		Task   int64 `json:"task_id"`
	} `json:"task_buckets"`
}

type vikunjaTask struct {
	ID          int64    `json:"id"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Done        bool     `json:"done"`
	DoneAt      string   `json:"done_at"`
	Due         string   `json:"due_date"`
	Start       string   `json:"start_date"`
	End         string   `json:"end_date"`
	Created     string   `json:"created"`
	Updated     string   `json:"updated"`
	Dates       []string `json:"reminder_dates"` // of before 0.21
	Reminders   []struct {
		At string `json:"reminder"`
	} `json:"reminders"`
	RepeatAfter int64       `json:"repeat_after"` // seconds
	RepeatMode  int         `json:"repeat_mode"`
	Priority    int         `json:"priority"`
	PercentDone float64     `json:"percent_done"`
	Favorite    bool        `json:"is_favorite"`
	CreatedBy   *vikunjaBy  `json:"created_by"`
	Bucket      int64       `json:"bucket_id"`
	Identifier  string      `json:"identifier"`
	Assignees   []vikunjaBy `json:"assignees"`
	Labels      []struct {
		Title string `json:"title"`
	} `json:"labels"`
	Attachments []struct {
		File struct {
			Name string `json:"name"`
		} `json:"file"`
	} `json:"attachments"`
	Comments []struct {
		Comment string     `json:"comment"`
		Author  *vikunjaBy `json:"author"`
		Created string     `json:"created"`
	} `json:"comments"`
	Related map[string][]struct {
		ID    int64  `json:"id"`
		Title string `json:"title"`
	} `json:"related_tasks"`
}

type vikunjaBy struct {
	Name     string `json:"name"`
	Username string `json:"username"`
}

func (b vikunjaBy) who() string { return firstOf(b.Name, b.Username) }

// vikunjaData is the file of the projects.
func vikunjaData(f *folder) *file {
	if f.single {
		return f.files[0]
	}
	data := f.find(func(n string) bool { return path.Base(n) == "data.json" })
	if data == nil || f.find(func(n string) bool { return n == path.Join(path.Dir(data.name), "VERSION") }) == nil {
		return nil
	}
	return data
}

func readVikunja(r *reader, f *folder) error {
	from := vikunjaData(f)
	if from == nil {
		return refuse(f.name, "is no export of Vikunja: it has no data.json and VERSION")
	}
	text, err := from.text()
	if err != nil {
		return err
	}
	var top []vikunjaProject
	if err := json.Unmarshal([]byte(text), &top); err != nil {
		return &BrokenError{File: called(from.name), Line: lineOf(text, err), What: inWords(err)}
	}
	v := vikunja{reader: r, file: from.name, titles: map[int64]string{}, before: map[string][]string{}, makers: map[*draft]string{}}
	v.name(top)
	for _, p := range top {
		v.project(p, "")
	}
	several := v.severalMakers()
	for _, d := range r.drafts {
		d.DependsOn = append(d.DependsOn, v.before[d.Ref]...)
		if several {
			d.fact("Created by", v.makers[d])
		}
	}
	for _, ref := range sortedKeys(v.before) {
		if !r.refs[ref] {
			r.leave(from.name, ref+" after "+strings.Join(v.before[ref], ", "), ref+" is not among what is read")
		}
	}
	if filters := f.find(func(n string) bool { return path.Base(n) == "filters.json" }); filters != nil {
		if text := strings.TrimSpace(filters.head(16)); text != "" && text != "null" && text != "[]" {
			r.leave(filters.name, "saved filters", "there is no such thing here")
		}
	}
	if f.others > 0 {
		r.leave(f.shown(), plural(f.others, "file"), "attachments do not come along; the goals name them")
	}
	return nil
}

// vikunja is a reader of one export.
type vikunja struct {
	*reader
	file   string
	titles map[int64]string    // of projects
	before map[string][]string // what threads start after by the word of others
	makers map[*draft]string   // who has made each
}

func (v *vikunja) name(list []vikunjaProject) {
	for _, p := range list {
		if p.inner() == nil {
			v.titles[p.ID] = oneLine(p.Title)
		}
		v.name(p.Children)
	}
}

// severalMakers reports whether not all tasks were made by one person, who needs no telling.
func (v *vikunja) severalMakers() bool {
	first := ""
	for _, name := range v.makers {
		if first != "" && name != first {
			return true
		}
		first = name
	}
	return false
}

// inner are the projects of a namespace; nil: it is a project.
func (p vikunjaProject) inner() []vikunjaProject {
	if p.Projects == nil {
		return p.Lists
	}
	return p.Projects
}

func (v *vikunja) project(in vikunjaProject, namespace string) {
	if inner := in.inner(); inner != nil {
		for _, p := range inner {
			v.project(p, in.Title)
		}
		return
	}
	at := BrokenError{File: v.file, Item: "project " + itoa(int(in.ID))}
	var wrong []string
	created := v.time("created", in.Created, time.UTC, &wrong)
	if len(wrong) > 0 {
		at.What = wrong[0]
		v.spoil(at)
	}
	if in.ID < 0 && len(in.Tasks) == 0 {
		return // such as the favourites, whose tasks are those of other projects
	}
	p := v.reader.project(strconv.FormatInt(in.ID, 10), in.Title)
	if v.Project == "" {
		p.Description, p.Archived = markdownOf(in.Description), in.Archived
		if parent := firstOf(v.titles[in.Parent], oneLine(namespace)); parent != "" {
			p.Description = join(p.Description, "Part of: "+parent)
		}
	}
	if p.CreatedAt.IsZero() {
		p.CreatedAt = created
	}
	v.mapped("projects", "projects")
	buckets := map[int64]string{}
	for _, b := range in.Buckets {
		buckets[b.ID] = b.Title
	}
	of := map[int64]string{}
	for _, t := range in.TaskBuckets {
		of[t.Task] = buckets[t.Bucket]
	}
	for i, raw := range in.Tasks {
		var t vikunjaTask
		at := BrokenError{File: v.file, Item: fmt.Sprintf("project %d, task %d", in.ID, i+1)}
		if err := json.Unmarshal(raw, &t); err != nil {
			at.What = inWords(err)
			v.spoil(at)
			continue
		}
		v.task(t, p, firstOf(of[t.ID], buckets[t.Bucket]), at)
	}
	for _, child := range in.Children {
		v.project(child, in.Title)
	}
}

func (v *vikunja) task(in vikunjaTask, p *store.IncomingProject, bucket string, at BrokenError) {
	ref := func(id int64) string { return strconv.FormatInt(id, 10) }
	var wrong []string
	when := func(field, text string) store.Time { return v.time(field, text, time.UTC, &wrong) }
	d := &draft{goal: markdownOf(in.Description)}
	d.Summary, d.Project, d.Status = in.Title, p.Slug, store.StatusOpen
	if in.ID != 0 {
		d.Ref = ref(in.ID)
	}
	d.CreatedAt, d.LastActivityAt = when("created", in.Created), when("updated", in.Updated)
	if done := when("done_at", in.DoneAt); in.Done {
		d.Status, d.CompletedAt = store.StatusDone, done
	}
	dates := v.dates(in, when)
	start, end := when("start_date", in.Start), when("end_date", in.End)
	if len(wrong) > 0 {
		at.Item, at.What = firstOf(d.Ref, at.Item), strings.Join(wrong, ", ")
		v.spoil(at)
		return
	}
	v.facts(d, in, bucket)
	if !start.IsZero() {
		d.fact("Starts", v.day(start))
	}
	if !end.IsZero() {
		d.fact("Ends", v.day(end))
	}
	if in.Identifier != "" && !strings.HasPrefix(in.Identifier, "-") && !strings.HasPrefix(in.Identifier, "#") {
		d.fact("In Vikunja", in.Identifier)
	}
	again := vikunjaRepeat(in.RepeatAfter, in.RepeatMode)
	if len(dates) == 0 {
		d.fact("Repeats", strings.TrimPrefix(again.words, "repeats "))
	}
	for _, kind := range sortedKeys(in.Related) {
		for _, other := range in.Related[kind] {
			switch kind {
			case "blocked", "follows":
				d.DependsOn = append(d.DependsOn, ref(other.ID))
			case "blocking", "precedes":
				v.before[ref(other.ID)] = append(v.before[ref(other.ID)], ref(in.ID))
			default:
				d.fact(vikunjaRelations[kind], strings.TrimSpace(other.Title+" ("+ref(other.ID)+")"))
			}
		}
	}
	if !v.add(d, at) {
		return
	}
	if in.CreatedBy != nil && in.CreatedBy.who() != "" {
		v.makers[d] = in.CreatedBy.who()
	}
	v.mapped("tasks", "threads")
	for i, due := range dates {
		m := store.IncomingReminder{Ref: d.Ref + "/" + itoa(i+1), Text: oneLine(in.Title), Thread: d.Ref, Project: p.Slug, CreatedAt: d.CreatedAt}
		again.set(&m, due, v.Zone)
		if in.Done {
			m.DoneAt = lastOf(d.CompletedAt, d.LastActivityAt, due)
		}
		v.addReminder(m)
		v.mapped("dates", "reminders")
	}
}

var vikunjaRelations = map[string]string{
	"subtask": "Has the part", "parenttask": "Part of", "related": "Related", "duplicateof": "Duplicate of", "duplicates": "Duplicated by",
	"copiedfrom": "Copied from", "copiedto": "Copied to",
}

// dates are the times that a task reminds at: its own, and when it is due, each once.
func (v *vikunja) dates(in vikunjaTask, when func(field, text string) store.Time) (dates []store.Time) {
	all := []store.Time{when("due_date", in.Due)}
	for _, one := range in.Reminders {
		all = append(all, when("reminder", one.At))
	}
	for _, text := range in.Dates {
		all = append(all, when("reminder_dates", text))
	}
	seen := map[store.Time]bool{}
	for _, at := range all {
		if !at.IsZero() && !seen[at] {
			seen[at] = true
			dates = append(dates, at)
		}
	}
	return dates
}

func (v *vikunja) facts(d *draft, in vikunjaTask, bucket string) {
	var labels, people, files, said []string
	for _, l := range in.Labels {
		labels = append(labels, l.Title)
	}
	for _, a := range in.Assignees {
		people = append(people, a.who())
	}
	for _, a := range in.Attachments {
		files = append(files, a.File.Name)
	}
	for _, c := range in.Comments {
		by := ""
		if c.Author != nil {
			by = c.Author.who()
		}
		said = append(said, comment(by, c.Created, markdownOf(c.Comment)))
	}
	d.section("Comments", join(said...), true)
	d.fact("Labels", labels...)
	if in.Priority != 0 {
		d.fact("Priority", itoa(in.Priority)+" of 5")
	}
	if in.PercentDone > 0 && !in.Done {
		d.fact("Done so far", strconv.FormatFloat(in.PercentDone*100, 'f', 0, 64)+" %")
	}
	d.fact("Assignees", people...)
	if in.Favorite {
		d.fact("In Vikunja", "a favorite")
	}
	d.fact("Bucket", bucket)
	d.fact("Attachments", files...)
}

// day is a time as a fact shows it.
func (v *vikunja) day(t store.Time) string { return t.In(v.Zone).Format("2006-01-02 15:04") }
