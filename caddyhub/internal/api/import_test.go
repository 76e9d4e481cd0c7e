package api

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/progresshub/progresshub/store"
)

const beadsFile = `{"id":"bd-1","title":"Rotate the backup keys","status":"open","created_at":"2025-03-01T08:00:00Z"}
{"id":"bd-2","title":"Remove the old key","status":"open","created_at":"2025-03-02T08:00:00Z","dependencies":[{"issue_id":"bd-2","depends_on_id":"bd-1","type":"blocks"}]}
{"id":"bd-3","title":"Write it down","status":"closed","created_at":"2025-03-01T08:00:00Z","closed_at":"2025-03-05T08:00:00Z"}
`

// upload sends a file as a program does.
func (h *hub) upload(query, file string, headers map[string]string) response {
	h.t.Helper()
	all := map[string]string{"Content-Type": "application/octet-stream"}
	for name, value := range headers {
		all[name] = value
	}
	return h.do(request{method: http.MethodPost, path: importPath + "?" + query, body: file, headers: all})
}

func (h *hub) apply(id string) response {
	h.t.Helper()
	return h.do(request{method: http.MethodPost, path: importPath + "/" + id + "/apply"})
}

func TestWorkComesFromAnotherTool(t *testing.T) {
	h := newHub(t)
	here := h.create(`{"summary":"Rotate the backup keys","project_slug":"bd"}`)
	r := h.upload("name=issues.jsonl", beadsFile, nil)
	r.wantStatus(http.StatusOK)
	plan := decode[ImportPlan](r)
	if plan.Source != "beads" || plan.Threads != 3 || plan.Known != 0 || len(plan.Examples) != 3 || len(plan.Twins) != 1 || plan.Twins[0].ThreadID != here.ID {
		t.Errorf("plan: %s", r.Body)
	}
	if n := len(decode[[]ThreadBody](h.get("/api/threads"))); n != 1 {
		t.Errorf("a plan wrote something: %d threads", n)
	}
	if got := decode[ImportProgress](h.get("/api/imports/" + plan.ID)); got != (ImportProgress{Done: 0, Total: 3}) {
		t.Errorf("before it is carried out: %+v", got)
	}
	done := h.apply(plan.ID)
	done.wantStatus(http.StatusCreated)
	made := decode[store.Import](done)
	if made.Threads != 3 || done.Header.Get("X-Hub-Event") == "" {
		t.Errorf("made: %s", done.Body)
	}
	if got := h.get("/api/threads?ready=true&q=remove").Body; got != "[]" {
		t.Errorf("what waits is ready: %s", got)
	}
	h.apply(plan.ID).wantProblem(404, "not-found", "")
	if got := decode[ImportProgress](h.get("/api/imports/" + plan.ID)); got != (ImportProgress{Done: 3, Total: 3}) {
		t.Errorf("after it was carried out: %+v", got)
	}

	again := decode[ImportPlan](h.upload("source=beads&name=issues.jsonl", beadsFile, nil))
	if again.Threads != 0 || again.Known != 3 || len(again.Twins) != 0 {
		t.Errorf("the same file again: %+v", again)
	}
	h.do(request{method: http.MethodPost, path: "/api/events/" + done.Header.Get("X-Hub-Event") + "/undo"}).wantStatus(http.StatusOK)
	if n := len(decode[[]ThreadBody](h.get("/api/threads?status=open,done"))); n != 1 {
		t.Errorf("undone, there are %d threads", n)
	}
}

// Two projects have tasks and notes of the same numbers and names: all of both come, each to its own.
func TestTwoProjectsOfTheSameNames(t *testing.T) {
	taskList := func(name string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,{"id":%d,"title":"%s of %s","status":"pending","dependencies":[%d]}`, i+1, []string{"Sign-in", "Search", "Backups"}[i], name, i)
		}
		return `{"master":{"tasks":[` + b.String()[1:] + `]}}`
	}
	notes := func(name string, n int) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := range n {
			w, err := z.Create(fmt.Sprintf("note-%d.md", i))
			if err == nil {
				_, err = fmt.Fprintf(w, "# Note %d of %s\n", i, name)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for name, tc := range map[string]struct {
		file    func(name string, n int) string
		queries map[string]string
	}{
		"files of tasks, to projects": {taskList, map[string]string{"shop": "name=tasks.json&project=shop", "web": "name=tasks.json&project=web"}},
		"files of tasks in folders":   {taskList, map[string]string{"shop": "name=shop/.taskmaster/tasks/tasks.json", "web": "name=web/.taskmaster/tasks/tasks.json"}},
		"folders of tasks":            {taskList, map[string]string{"shop": "name=shop.json", "web": "name=web.json"}},
		"folders of notes":            {notes, map[string]string{"shop": "name=docs&project=shop", "web": "name=docs&project=web"}},
		"notes in folders":            {notes, map[string]string{"shop": "name=shop/notes", "web": "name=web/notes"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			size := map[string]int{"shop": 2, "web": 3}
			for _, project := range []string{"shop", "web"} {
				r := h.upload(tc.queries[project], tc.file(project, size[project]), nil)
				r.wantStatus(http.StatusOK)
				plan := decode[ImportPlan](r)
				if plan.Threads+plan.Pages != size[project] || plan.Known != 0 {
					t.Errorf("%s: %s", project, r.Body)
				}
				h.apply(plan.ID).wantStatus(http.StatusCreated)
			}
			all := decode[[]ThreadBody](h.get("/api/threads"))
			projectOf := map[string]string{}
			for _, th := range all {
				projectOf[th.ID] = th.ProjectSlug
				if !strings.HasSuffix(th.Summary, " of "+th.ProjectSlug) {
					t.Errorf("%q is in %s", th.Summary, th.ProjectSlug)
				}
			}
			for _, th := range all {
				for _, need := range th.DependsOn {
					if projectOf[need] != th.ProjectSlug {
						t.Errorf("%q of %s waits for a thread of %s", th.Summary, th.ProjectSlug, projectOf[need])
					}
				}
			}
			for project, query := range tc.queries {
				r := h.upload(query, tc.file(project, size[project]), nil)
				if again := decode[ImportPlan](r); again.Projects+again.Threads+again.Pages != 0 || again.Known < size[project] {
					t.Errorf("%s again: %s", project, r.Body)
				}
			}
		})
	}
}

func TestFilesThatDoNotCome(t *testing.T) {
	h := newHub(t)
	for name, c := range map[string]struct {
		query, file string
		headers     map[string]string
		status      int
		says        string
	}{
		"another tool's name":   {"source=jira", beadsFile, nil, 422, "must be one of adhd-hub"},
		"an unknown parameter":  {"colour=red", beadsFile, nil, 422, "colour"},
		"a parameter twice":     {"name=a&name=b", beadsFile, nil, 422, "twice"},
		"neither true nor not":  {"skip_broken=1", beadsFile, nil, 422, "true or false"},
		"a broken row":          {"source=beads", beadsFile + "{\"id\":\n", nil, 422, "line 4"},
		"nothing":               {"", "", nil, 422, ""},
		"bytes of no tool":      {"name=x.bin", "\x00\x01\x02", nil, 422, ""},
		"no slug":               {"project=My+Project", beadsFile, nil, 422, "project"},
		"a passphrase as it is": {"", beadsFile, map[string]string{PassphraseHeader: "ä"}, 422, "base64"},
		"a zip that is none":    {"name=x.zip", "PK\x03\x04nonsense", nil, 422, ""},
	} {
		r := h.upload(c.query, c.file, c.headers)
		if r.Status != c.status || !strings.Contains(r.Body, c.says) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	if r := h.upload("source=beads&skip_broken=true", beadsFile+"{\"id\":\n", map[string]string{PassphraseHeader: base64.StdEncoding.EncodeToString([]byte("unused"))}); r.Status != 200 || decode[ImportPlan](r).Missing != 1 {
		t.Errorf("the broken row left out: %d %s", r.Status, r.Body)
	}
	plan := decode[ImportPlan](h.upload("", beadsFile, nil))
	h.clock.Advance(planAge + time.Second)
	h.apply(plan.ID).wantProblem(404, "not-found", "")
	h.apply("nothing").wantProblem(404, "not-found", "")
	h.get("/api/imports/"+plan.ID).wantProblem(404, "not-found", "")
}

// What a plan would bring is kept as long as it can be carried out, also when nobody asks for it again.
func TestAPlanLetsGoOfWhatItRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept plans
		plan := func() *planned {
			one := new(planned)
			one.work.Store(new(store.Incoming))
			kept.keep(one)
			return one
		}
		plan()
		time.Sleep(planAge / 2)
		second := plan()
		time.Sleep(planAge - time.Second)
		synctest.Wait()
		if kept.last != second || second.work.Load() == nil {
			t.Error("it is gone before its time")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if second.work.Load() != nil {
			t.Error("it is kept beyond its time")
		}
	})
}

func TestAnImportIntoNoProjectSaysWhere(t *testing.T) {
	newHub(t).upload("project=Bad%20One", beadsFile, nil).wantProblem(http.StatusUnprocessableEntity, "validation", "query.project")
}
