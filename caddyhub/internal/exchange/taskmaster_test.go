package exchange

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestTaskMaster(t *testing.T) {
	got, err := readBytes(t, Options{Name: "tasks.json"}, sample(t, "task-master/tasks.json"))
	if err != nil {
		t.Fatal(err)
	}
	in := got.Incoming
	if got.Source != TaskMaster || counts(got) != "2 5 1 0" {
		t.Fatalf("%s: %s", got.Source, counts(got))
	}
	var slugs []string
	for _, p := range in.Projects {
		slugs = append(slugs, p.Slug+": "+p.Description)
	}
	if want := []string{"feature-mail: Letters to the owner", "master: "}; !slices.Equal(slugs, want) {
		t.Errorf("%q", slugs)
	}
	for ref, want := range map[string]struct {
		status store.Status
		after  []string
		steps  []string
		goal   string
	}{
		"master/1":       {store.StatusDone, nil, nil, "A repository with the checks that every change passes.\n\nDetails:\nUse the same checks as in the other projects.\n\nTest strategy:\nPush a change that fails.\n\nPriority: high"},
		"master/2":       {store.StatusOpen, []string{"master/1"}, []string{"The session", "Signing out"}, "The owner signs in with a passkey.\n\nMore: [[imports/task-master/master-2]]"},
		"master/3":       {store.StatusOpen, []string{"master/2"}, nil, "Status in Task Master: deferred\nPriority: low"},
		"master/4":       {store.StatusDismissed, nil, nil, "Nobody wants them.\n\nPriority: low"},
		"feature-mail/1": {store.StatusOpen, nil, []string{"Choose a library"}, "By SMTP.\n\nStatus in Task Master: review"},
	} {
		th := threadOf(t, in, ref)
		if th.Status != want.status || !slices.Equal(th.DependsOn, want.after) || !slices.Equal(th.NextSteps, want.steps) || th.Goal != want.goal {
			t.Errorf("%+v", th)
		}
	}
	if th := threadOf(t, in, "master/2"); th.CreatedAt != moment(t, "2025-10-01T08:00:00Z") || th.LastActivityAt != moment(t, "2025-11-02T10:00:00Z") {
		t.Errorf("%+v", th)
	}
	if page := pageOf(t, in, "imports/task-master/master-2").Markdown; page != "# Sign-in\n\n## Steps\n\n"+
		"- [x] The form\n\n  One field and a button.\n  \n  Without a password.\n\n- [ ] The session\n\n  A cookie that ends with the day.\n  \n  After: 1\n\n- [ ] Signing out\n\n  After: 2.2\n" {
		t.Errorf("%q", page)
	}
	if said := leftOut(got); said != "tasks.json: master/3 after master/9: master/9 is not among what is read" {
		t.Error(said)
	}
}

// The sample was written by Task Master 0.43.
func TestTaskMasterItself(t *testing.T) {
	got, err := readBytes(t, Options{Name: "house"}, sample(t, "task-master-made"))
	if err != nil || got.Source != TaskMaster || counts(got) != "2 4 1 0" || got.Missing != 0 {
		t.Fatalf("%v: %s, %s", err, counts(got), leftOut(got))
	}
	in := got.Incoming
	keys := threadOf(t, in, "house/master/2")
	if !slices.Equal(keys.DependsOn, []string{"house/master/1"}) || !slices.Equal(keys.NextSteps, []string{"Refuse the old one"}) || keys.Status != store.StatusOpen ||
		keys.LastActivityAt != moment(t, "2026-11-25T19:36:11.864Z") || keys.CreatedAt != keys.LastActivityAt {
		t.Errorf("%+v", keys)
	}
	if done := threadOf(t, in, "house/master/1"); done.Status != store.StatusDone || done.Goal != "A disk of 8 TB for the backups.\n\nPriority: high" || done.Project != "house" {
		t.Errorf("%+v", done)
	}
	if threadOf(t, in, "house/master/3").Status != store.StatusDismissed || threadOf(t, in, "house/feature-mail/1").Project != "feature-mail" {
		t.Errorf("%+v", in.Threads)
	}
}

func TestTaskMasterForms(t *testing.T) {
	list := `{"tasks":[{"id":1,"title":"One","status":"pending"}]}`
	for name, tc := range map[string]struct {
		o       Options
		text    string
		project string
		ref     string
	}{
		"earlier, without tags":            {Options{}, list, "master", "master/1"},
		"called like its file":             {Options{Name: "/tmp/house.json"}, list, "house", "house/master/1"},
		"called by itself":                 {Options{}, `{"tasks":[{"id":"1","title":"One"}],"metadata":{"projectName":"My house"}}`, "my-house", "master/1"},
		"to a project of the hub":          {Options{Project: "garden"}, list, "garden", "garden/master/1"},
		"named by the way to it":           {Options{Name: "web/.taskmaster/tasks/tasks.json"}, list, "web", "web/master/1"},
		"the same to a project":            {Options{Name: "web/.taskmaster/tasks/tasks.json", Project: "garden"}, list, "garden", "web/master/1"},
		"a tag in another script":          {Options{}, `{"мой дом":{"tasks":[{"id":1,"title":"One"}]}}`, "moi-dom", "мой дом/1"},
		"a tag that is an address of ours": {Options{}, `{"resolve":{"tasks":[{"id":1,"title":"One"}]}}`, "resolve-project", "resolve/1"},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustRead(t, tc.o, tc.text)
			if counts(got) != "1 1 0 0" || got.Incoming.Threads[0].Project != got.Incoming.Projects[0].Slug {
				t.Fatalf("%+v", got)
			}
			if p := got.Incoming.Projects[0].Slug; p != tc.project || got.Incoming.Threads[0].Ref != tc.ref {
				t.Errorf("%q, %q", p, got.Incoming.Threads[0].Ref)
			}
		})
	}
}

// References say whose they are, and what they were before they did.
func TestTaskMasterReferences(t *testing.T) {
	list := `{"master":{"tasks":[{"id":1,"title":"One","details":"` + strings.Repeat("long ", 1000) + `"}]}}`
	for name, tc := range map[string]struct {
		o    Options
		want string
	}{
		"a file":                   {Options{Name: "tasks.json"}, "project master, thread master/1, page thread/master/1"},
		"a file in its folder":     {Options{Name: "web/.taskmaster/tasks/tasks.json"}, "project web/master (master), thread web/master/1 (master/1), page thread/web/master/1 (thread/master/1)"},
		"a file to a project":      {Options{Name: "tasks.json", Project: "web"}, "project web, thread web/master/1 (master/1), page thread/web/master/1 (thread/master/1)"},
		"a file of a telling name": {Options{Name: "web.json"}, "project web/master (master), thread web/master/1, page thread/web/master/1"},
		"a list called so":         {Options{Name: "master.json"}, "project master, thread master/1, page thread/master/1"},
	} {
		t.Run(name, func(t *testing.T) {
			tc.o.Source = TaskMaster
			in := mustRead(t, tc.o, list).Incoming
			said := func(kind, ref, was string) string {
				if was == "" || was == ref {
					return kind + " " + ref
				}
				return kind + " " + ref + " (" + was + ")"
			}
			p, th, page := in.Projects[0], in.Threads[0], in.Pages[0]
			if got := said("project", p.Ref, p.Was) + ", " + said("thread", th.Ref, th.Was) + ", " + said("page", page.Ref, page.Was); got != tc.want {
				t.Errorf("%s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestTaskMasterFolder(t *testing.T) {
	b := zipOf(t, map[string]string{"house/.taskmaster/tasks/tasks.json": string(sample(t, "task-master/tasks.json")), "house/.taskmaster/config.json": "{}", "house/README.md": "# House"})
	got, err := readBytes(t, Options{}, b)
	if err != nil || got.Source != TaskMaster || threadOf(t, got.Incoming, "house/master/1").Project != "house" {
		t.Errorf("%v, %+v", err, got.Incoming.Projects)
	}
}

func TestBrokenTaskMaster(t *testing.T) {
	for name, tc := range map[string]struct{ text, says string }{
		"cut off":        {`{"master":{"tasks":[{"id":1,`, "cut off"},
		"twice":          {`{"tasks":[{"id":1,"title":"a"},{"id":1,"title":"b"}]}`, "tasks.json (master/1): its id is there twice"},
		"no id":          {`{"tasks":[{"title":"a"}]}`, "it has no id"},
		"not a list":     {`{"tasks":7}`, "holds no list of tasks"},
		"a broken task":  {`{"tasks":[{"id":1,"title":"a"},{"id":{},"title":"b"}]}`, "tasks.json (master 2)"},
		"on a line":      {"{\n\"tasks\": [\n{\"id\": 1, \"title\": x}]}", "line 3"},
		"a time of none": {`{"tasks":[{"id":1,"title":"a","updatedAt":"soon"}]}`, "updatedAt is no time"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(t, Options{Source: TaskMaster, Name: "tasks.json"}, []byte(tc.text))
			if said := refused(t, err); !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
		})
	}
}

func TestManyTasks(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, `,{"id":%d,"title":"Task %d","status":"pending","dependencies":[%d],"subtasks":[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":3,"title":"c"},{"id":4,"title":"d"}]}`, i+1, i+1, i)
	}
	got := mustRead(t, Options{Source: TaskMaster}, `{"tasks":[`+b.String()[1:]+`]}`)
	if counts(got) != "1 300 300 0" || got.Missing != 1 {
		t.Errorf("%s, %s", counts(got), leftOut(got))
	}
}
