package exchange

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// taskMasterTag is a list of tasks of Task Master (the npm package task-master-ai): its file
// .taskmaster/tasks/tasks.json has several of them by name, that of earlier versions is one.
type taskMasterTag struct {
	Tasks    []json.RawMessage `json:"tasks"`
	Metadata struct {
		Created     string `json:"created"`
		Updated     string `json:"updated"`
		Description string `json:"description"`
		ProjectName string `json:"projectName"`
	} `json:"metadata"`
}

// taskMasterTask is a task of such a list, or a subtask of one. Ids are numbers or texts.
type taskMasterTask struct {
	ID           loose            `json:"id"`
	Title        string           `json:"title"`
	Description  string           `json:"description"`
	Details      string           `json:"details"`
	TestStrategy string           `json:"testStrategy"`
	Status       string           `json:"status"`
	Priority     loose            `json:"priority"`
	Dependencies []loose          `json:"dependencies"`
	Subtasks     []taskMasterTask `json:"subtasks"`
	UpdatedAt    string           `json:"updatedAt"`
}

var taskMasterStatuses = map[string]store.Status{
	"": store.StatusOpen, "pending": store.StatusOpen, "in-progress": store.StatusOpen, "review": store.StatusOpen,
	"deferred": store.StatusOpen, "blocked": store.StatusBlocked, "done": store.StatusDone, "completed": store.StatusDone,
	"cancelled": store.StatusDismissed,
}

// defaultTag is the list that Task Master has without being asked for one.
const defaultTag = "master"

// taskMasterFile is the file of the tasks.
func taskMasterFile(f *folder) *file {
	if f.single {
		return f.files[0]
	}
	for _, at := range []string{".taskmaster/tasks/tasks.json", "tasks/tasks.json", "tasks.json"} {
		if found := f.find(func(n string) bool { return n == at || strings.HasSuffix(n, "/"+at) }); found != nil {
			return found
		}
	}
	return nil
}

func readTaskMaster(r *reader, f *folder) error {
	from := taskMasterFile(f)
	if from == nil {
		return refuse(f.name, "holds no tasks.json of Task Master")
	}
	text, err := from.text()
	if err != nil {
		return err
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &top); err != nil {
		return &BrokenError{File: called(from.name), Line: lineOf(text, err), What: inWords(err)}
	}
	if raw := top["tasks"]; raw != nil && strings.HasPrefix(string(raw), "[") {
		top = map[string]json.RawMessage{defaultTag: json.RawMessage(text)}
	}
	tags := 0
	for _, name := range sortedKeys(top) {
		var tag taskMasterTag
		if !strings.HasPrefix(string(top[name]), "{") {
			continue
		}
		if err := json.Unmarshal(top[name], &tag); err != nil {
			r.spoil(BrokenError{File: from.name, Item: name, What: inWords(err)})
			continue
		}
		if tag.Tasks == nil {
			continue
		}
		tags++
		r.taskMasterTag(from, name, tag)
	}
	if tags == 0 && r.broken == nil && r.out.Missing == 0 {
		return refuse(from.name, "holds no list of tasks as Task Master writes it")
	}
	return nil
}

// taskMasterTag takes in a list as a project. The default one is called as the file, or as every
// folder of Task Master is.
func (r *reader) taskMasterTag(from *file, name string, tag taskMasterTag) {
	var wrong []string
	created := r.time("metadata.created", tag.Metadata.Created, time.UTC, &wrong)
	if len(wrong) > 0 {
		r.spoil(BrokenError{File: from.name, Item: name, What: wrong[0]})
	}
	title := name
	if name == defaultTag {
		title = firstOf(oneLine(tag.Metadata.ProjectName), telling(r.Name), taskMasterFolder(from.name), taskMasterFolder(r.Name), name)
	}
	key, _ := r.taskMasterRefs(from.name, name)
	project := r.project(key, title)
	if r.Project == "" && key != name {
		project.Was = name
	}
	if project.Description == "" && !strings.HasPrefix(tag.Metadata.Description, "Tasks for ") { // what it writes by itself
		project.Description = tag.Metadata.Description
	}
	if project.CreatedAt.IsZero() {
		project.CreatedAt = created
	}
	r.mapped("tags", "projects")
	for i, raw := range tag.Tasks {
		at := BrokenError{File: from.name, Item: name + " " + itoa(i+1)}
		var in taskMasterTask
		if err := json.Unmarshal(raw, &in); err != nil {
			at.What = inWords(err)
			r.spoil(at)
			continue
		}
		r.taskMasterTask(in, name, project, created, at)
	}
}

// taskMasterFolder is the folder that .taskmaster lies in; empty: unknown.
func taskMasterFolder(name string) string {
	before, _, found := strings.Cut(name+"/", "/.taskmaster/")
	if !found {
		return ""
	}
	return path.Base(before)
}

// taskMasterRefs are what the references in a list begin with, and what they began with in earlier
// versions. Each folder has a task 1: its name keeps them apart, or the project that all goes to.
func (r *reader) taskMasterRefs(file, tag string) (now, was string) {
	below := func(name string) string {
		if name == "" || name == tag {
			return tag
		}
		return name + "/" + tag
	}
	name := firstOf(telling(r.Name), taskMasterFolder(file))
	return below(firstOf(name, taskMasterFolder(r.Name), r.Project)), below(name)
}

func (r *reader) taskMasterTask(in taskMasterTask, tag string, project *store.IncomingProject, created store.Time, at BrokenError) {
	now, was := r.taskMasterRefs(at.File, tag)
	ref := func(id loose) string { return now + "/" + strings.TrimSpace(string(id)) }
	var wrong []string
	d := &draft{goal: in.Description}
	if in.ID != "" {
		d.Ref, at.Item = ref(in.ID), ref(in.ID)
		d.Was = was + strings.TrimPrefix(d.Ref, now)
	}
	d.Project, d.Summary, d.Status = project.Slug, in.Title, r.status(in.Status, taskMasterStatuses)
	d.CreatedAt = created
	d.LastActivityAt = r.time("updatedAt", in.UpdatedAt, time.UTC, &wrong)
	if len(wrong) > 0 {
		at.What = wrong[0]
		r.spoil(at)
		return
	}
	if !d.LastActivityAt.IsZero() && d.LastActivityAt.Before(d.CreatedAt.Time) {
		d.CreatedAt = d.LastActivityAt // the list was made anew since
	}
	if d.Status == store.StatusBlocked {
		d.BlockedReason = "Blocked in Task Master"
	}
	d.section("Details", in.Details, false)
	d.section("Test strategy", in.TestStrategy, false)
	if word := strings.ToLower(in.Status); slices.Contains([]string{"deferred", "review"}, word) || r.unknown[called(in.Status)] > 0 {
		d.fact("Status in Task Master", in.Status)
	}
	if in.Priority != "medium" {
		d.fact("Priority", string(in.Priority))
	}
	for _, dep := range in.Dependencies {
		// "5.2" is a step of the task 5, which is what there is to wait for.
		task, _, _ := strings.Cut(strings.TrimSpace(string(dep)), ".")
		if task != "" && ref(loose(task)) != d.Ref {
			d.DependsOn = append(d.DependsOn, ref(loose(task)))
		}
	}
	for _, sub := range in.Subtasks {
		d.steps = append(d.steps, sub.asStep(1))
	}
	if r.add(d, at) {
		r.mapped("tasks", "threads")
		r.mappedMany("subtasks", "next steps, or a list on a page", len(in.Subtasks))
	}
}

// asStep makes a step of a subtask: what it says beside its title is said below it.
func (in taskMasterTask) asStep(depth int) step {
	s := step{Text: oneLine(in.Title)}
	details := []string{tidy(in.Description), tidy(in.Details)}
	if in.TestStrategy != "" {
		details = append(details, "Test strategy: "+tidy(in.TestStrategy))
	}
	switch status := taskMasterStatuses[strings.ToLower(in.Status)]; status {
	case store.StatusDone:
		s.Done = true
	case store.StatusDismissed:
		s.Done = true
		details = append(details, "Cancelled.")
	case store.StatusBlocked:
		details = append(details, "Blocked.")
	}
	var after []string
	for _, dep := range in.Dependencies {
		after = append(after, string(dep))
	}
	if len(after) > 0 {
		details = append(details, "After: "+strings.Join(after, ", "))
	}
	const deepest = 6 // what lies deeper is listed with what is above it
	for _, sub := range in.Subtasks {
		inner := sub.asStep(depth + 1)
		if depth >= deepest {
			details = append(details, "- "+inner.Text, inner.Detail)
			continue
		}
		details = append(details, checklist([]step{inner}))
	}
	s.Text = firstOf(s.Text, oneLine(in.Description), "Subtask "+string(in.ID))
	s.Detail = join(details...)
	return s
}
