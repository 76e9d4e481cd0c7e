package exchange

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// The sample was written by Backlog.md 1.52.
func TestBacklog(t *testing.T) {
	got, err := readBytes(t, Options{Zone: berlin(t)}, sample(t, "backlog"))
	if err != nil {
		t.Fatal(err)
	}
	in := got.Incoming
	if got.Source != Backlog || counts(got) != "1 5 3 1" || got.Missing != 0 {
		t.Fatalf("%s: %s, %s", got.Source, counts(got), leftOut(got))
	}
	if p := in.Projects[0]; p.Slug != "home-server" || p.Title != "Home server" {
		t.Errorf("%+v", p)
	}
	for ref, want := range map[string]struct {
		status store.Status
		goal   string
		steps  []string
		after  []string
	}{
		"home-server/task-1": {store.StatusDone, "A disk of 8 TB for the backups.\n\nFinal summary:\nIt came on Saturday.\n\nDone so far:\n- [x] It is in the house\n\nPriority: high\nLabels: hardware", nil, nil},
		"home-server/task-2": {
			store.StatusOpen, "Backups can be read with the new key only.\n\nDone so far:\n- [x] A restore works with the new key\n\nLabels: backup, security\nAssignee: @mara\n\nMore: [[imports/backlog/home-server-task-2]]",
			[]string{"The old key is refused", "The old key is deleted", "The new one is in the safe"},
			[]string{"home-server/task-1"},
		},
		"home-server/task-2.1": {store.StatusOpen, "A page in the wiki.\n\nPart of: TASK-2 (Rotate the backup keys)", nil, nil},
		"home-server/task-3":   {store.StatusDismissed, "In Backlog.md: archived", nil, nil},
		"home-server/draft-1":  {store.StatusOpen, "Perhaps.\n\nIn Backlog.md: draft", nil, nil},
	} {
		th := threadOf(t, in, ref)
		if th.Status != want.status || th.Goal != want.goal || !slices.Equal(th.NextSteps, want.steps) || !slices.Equal(th.DependsOn, want.after) {
			t.Errorf("%s: %+v", ref, th)
		}
		if th.CreatedAt != moment(t, "2026-11-25T19:24:00Z") || th.Project != "home-server" {
			t.Errorf("%s: %s", ref, th.CreatedAt)
		}
	}
	page := pageOf(t, in, "imports/backlog/home-server-task-2").Markdown
	for _, part := range []string{"## Implementation plan\n\nTwo keys are valid for a week.", "## Implementation notes\n\nAsk before", "## Comments\n\ncreated: 2026-11-25 19:24\n---\nThe disk is there."} {
		if !strings.Contains(page, part) {
			t.Errorf("%q is not in %s", part, page)
		}
	}
	if m := in.Reminders[0]; m.DueAt != moment(t, "2026-12-01T08:00:00Z") || m.Thread != "home-server/task-2" || m.Kind != "once" {
		t.Errorf("%+v", m)
	}
	if doc := pageOf(t, in, "home-server/docs/doc-1-how-backups-work"); !strings.HasPrefix(doc.Markdown, "# How backups work\n\n```yaml\nid: doc-1\n") {
		t.Error(doc.Markdown)
	}
	pageOf(t, in, "home-server/decisions/decision-1-keep-two-keys")
}

func task(id, title, more string) string {
	return "---\nid: " + id + "\ntitle: " + title + "\nstatus: To Do\ncreated_date: '2025-01-02 03:04'\n" + more + "---\n\n## Description\n\nWhat it is for.\n"
}

func TestBacklogForms(t *testing.T) {
	for name, tc := range map[string]struct {
		files map[string]string
		check func(t *testing.T, r Reading)
	}{
		"statuses of people's own": {map[string]string{
			"backlog/config.yml": "project_name: House\nstatuses: [\"Someday\", \"Doing\", \"Shipped\"]\n",
			"backlog/tasks/a.md": strings.Replace(task("T-1", "One", ""), "To Do", "Shipped", 1), "backlog/tasks/b.md": strings.Replace(task("T-2", "Two", ""), "To Do", "Someday", 1),
		}, func(t *testing.T, r Reading) {
			if threadOf(t, r.Incoming, "house/t-1").Status != store.StatusDone || threadOf(t, r.Incoming, "house/t-2").Status != store.StatusOpen || len(r.Notes) != 1 {
				t.Errorf("%+v", r)
			}
		}},
		"a person without quotes": {map[string]string{"x/backlog/tasks/a.md": task("t-1", "One", "assignee: @mara\nlabels: [a, b]\n")}, func(t *testing.T, r Reading) {
			if th := threadOf(t, r.Incoming, "x/t-1"); th.Goal != "What it is for.\n\nLabels: a, b\nAssignee: @mara" {
				t.Error(th.Goal)
			}
		}},
		"people in a list without quotes": {map[string]string{"x/backlog/tasks/a.md": task("t-1", "One", "assignee:\n  - @mara\n  - @jo\n")}, func(t *testing.T, r Reading) {
			if th := threadOf(t, r.Incoming, "x/t-1"); !strings.Contains(th.Goal, "@mara, @jo") {
				t.Error(th.Goal)
			}
		}},
		"lines that end as in Windows": {map[string]string{"x/backlog/tasks/a.md": strings.ReplaceAll(task("t-1", "One", ""), "\n", "\r\n")}, func(t *testing.T, r Reading) {
			if th := threadOf(t, r.Incoming, "x/t-1"); th.Goal != "What it is for." {
				t.Errorf("%q", th.Goal)
			}
		}},
		"headings without marks, and others": {map[string]string{"x/backlog/tasks/a.md": task("t-1", "One", "") + "\n## Acceptance Criteria\n\n- [ ] #1 It works\n\n## Risks\n\nNone.\n\n```\n## no heading\n```\n"}, func(t *testing.T, r Reading) {
			if th := threadOf(t, r.Incoming, "x/t-1"); !slices.Equal(th.NextSteps, []string{"It works"}) || th.Goal != "What it is for.\n\nRisks:\nNone.\n\n```\n## no heading\n```" {
				t.Errorf("%+v", th)
			}
		}},
		"a date alone": {map[string]string{"x/backlog/tasks/a.md": strings.Replace(task("t-1", "One", ""), "2025-01-02 03:04", "2025-01-02", 1)}, func(t *testing.T, r Reading) {
			if th := threadOf(t, r.Incoming, "x/t-1"); th.CreatedAt != moment(t, "2025-01-02T00:00:00Z") {
				t.Error(th.CreatedAt)
			}
		}},
		"to a project of the hub": {map[string]string{"x/backlog/tasks/a.md": task("t-1", "One", "")}, func(t *testing.T, r Reading) {
			if th := threadOf(t, r.Incoming, "x/t-1"); th.Project != "x" {
				t.Error(th.Project)
			}
		}},
		"an id that was given again after the first was archived": {map[string]string{
			"x/backlog/tasks/a.md": task("back-1", "New", ""), "x/backlog/archive/tasks/back-1 - Old.md": task("BACK-1", "Old", ""),
			"x/backlog/tasks/b.md": task("back-2", "Two", "dependencies: [task-1]\n"), "x/backlog/config.yml": "task_prefix: back\n",
		}, func(t *testing.T, r Reading) {
			if threadOf(t, r.Incoming, "x/back-1").Summary != "New" || threadOf(t, r.Incoming, "x/archived/back-1 - old").Summary != "Old" {
				t.Errorf("%+v", r.Incoming.Threads)
			}
			if after := threadOf(t, r.Incoming, "x/back-2").DependsOn; !slices.Equal(after, []string{"x/back-1"}) {
				t.Errorf("an id of before the prefix: %q", after)
			}
		}},
		"the folder itself": {map[string]string{"tasks/a.md": task("t-1", "One", ""), "config.yml": "project_name: House\n"}, func(t *testing.T, r Reading) {
			threadOf(t, r.Incoming, "house/t-1")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readBytes(t, Options{}, zipOf(t, tc.files))
			if err != nil || got.Source != Backlog {
				t.Fatal(err, got.Source)
			}
			tc.check(t, got)
		})
	}
}

func TestBrokenBacklog(t *testing.T) {
	good := task("t-1", "One", "")
	for name, tc := range map[string]struct{ text, says string }{
		"an id that is there": {task("T-1", "Two", ""), "backlog/tasks/b.md (backlog/t-1): its id is there twice"},
		"no id":               {strings.Replace(good, "id: t-1\n", "", 1), "backlog/tasks/b.md: its front matter has no id"},
		"no title":            {task("t-2", "", ""), "has no title"},
		"no YAML":             {"---\nid: t-2\n  title: [\n---\n", "backlog/tasks/b.md: its front matter is no valid YAML"},
		"no time":             {strings.Replace(task("t-2", "Two", ""), "2025-01-02 03:04", "soon", 1), "backlog/tasks/b.md (t-2): created_date is no time; mend it, or leave broken rows out"},
		"another encoding":    {"---\nid: t-2\ntitle: \xe4\n---\n", "backlog/tasks/b.md: is no UTF-8 text"},
	} {
		t.Run(name, func(t *testing.T) {
			b := zipOf(t, map[string]string{"backlog/tasks/a.md": good, "backlog/tasks/b.md": tc.text})
			_, err := readBytes(t, Options{}, b)
			if said := refused(t, err); !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
			if got, err := readBytes(t, Options{SkipBroken: true}, b); err != nil || len(got.Incoming.Threads) != 1 || got.Missing != 1 {
				t.Errorf("%v: %s", err, leftOut(got))
			}
		})
	}
}

func TestManyBacklogTasks(t *testing.T) {
	files := map[string]string{}
	for i := range 250 {
		folder := []string{"tasks", "completed", "archive/tasks", "drafts"}[i%4]
		files[fmt.Sprintf("house/backlog/%s/task-%d - x.md", folder, i)] = task(fmt.Sprintf("task-%d", i), fmt.Sprintf("Task %d", i), fmt.Sprintf("dependencies: [task-%d]\n", i+1))
	}
	got, err := readBytes(t, Options{}, zipOf(t, files))
	if err != nil || counts(got) != "1 250 0 0" || got.Missing != 1 {
		t.Errorf("%v: %s", err, counts(got))
	}
}
