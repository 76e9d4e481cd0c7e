package mcpserver

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestLogProgress(t *testing.T) {
	h := newHub(t, func(c *Config) { c.Policy.Zone = time.FixedZone("", 2*3600) })
	id := h.thread("alpha", "Choose a database").ID
	h.thread("beta", "Paint the fence")
	uri := store.ProgressURI("alpha")
	progress := func() string {
		return readOf(h, h.call("read", map[string]any{"uri": uri})).Markdown
	}
	r := h.call("log_progress", map[string]any{"project": "alpha", "entry": "Chose SQLite: one file"})
	got := data[logData](h, r)
	if want := (logData{Logged: true, ProjectSlug: "alpha", URI: uri, Rev: 1, URL: ownOrigin + "/ui/projects/alpha", changeData: got.changeData}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	contains(t, r.text(), "Logged in "+uri+", now revision 1.", ownOrigin+"/ui/projects/alpha")
	r = h.call("log_progress", map[string]any{"project": "alpha", "entry": "Chose SQLite: one file"})
	if got := data[logData](h, r); got.Logged || got.Rev != 1 {
		t.Errorf("the same again: %+v", got)
	}
	contains(t, r.text(), "Nothing was written", "says the same")

	// About a thread, the entry renews its lease as other writes do.
	claimed, err := h.store.Claim(t.Context(), byOwner, id, store.ClaimInput{Holder: "me"})
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Hour)
	r = h.call("log_progress", map[string]any{"project": "alpha", "entry": "Measured it", "thread_id": store.ThreadURI(id), "lease_id": claimed.Item.LeaseID})
	contains(t, r.text(), "counts as work on thread "+id)
	if got := data[logData](h, r); got.ThreadID != id || strings.Contains(h.encode(r), claimed.Item.LeaseID) {
		t.Errorf("%+v", got)
	}
	if lease := h.read(id).Lease; !lease.ExpiresAt.Equal(h.clock.Now().Add(store.DefaultLease)) {
		t.Errorf("the lease ends at %s", lease.ExpiresAt)
	}
	want := "## Log\n\n- 2026-05-04 11:30 Chose SQLite: one file\n- 2026-05-04 12:30 Measured it ([" + id + "](/ui/threads/" + id + "))\n"
	if got := progress(); got != want {
		t.Errorf("%q, want %q", got, want)
	}

	for _, c := range []struct {
		name string
		args map[string]any
		says []string
	}{
		{"no arguments", nil, []string{`argument "project" (a string) is missing: list_projects`, `argument "entry" (a string) is missing: a decision`}},
		{"blank entry", map[string]any{"project": "alpha", "entry": " \n"}, []string{`argument "entry" is empty`}},
		{"nothing to be seen", map[string]any{"project": "alpha", "entry": "\u200b"}, []string{"entry is required"}},
		{"too long", map[string]any{"project": "alpha", "entry": strings.Repeat("x", store.MaxText+1)}, []string{"entry must have at most 2000 characters", "nothing was written"}},
		{"unknown project", map[string]any{"project": "alhpa", "entry": "x"}, []string{`project "alhpa" not found; closest: alpha`}},
		{"unknown thread", map[string]any{"project": "alpha", "entry": "x", "thread_id": "zzz"}, []string{`thread "zzz" not found; list_threads`}},
		{"another project's thread", map[string]any{"project": "beta", "entry": "x", "thread_id": id}, []string{"thread_id must be a thread of this project"}},
		{"a lease without its thread", map[string]any{"project": "alpha", "entry": "x", "lease_id": "y"}, []string{`argument "thread_id" is missing`}},
	} {
		t.Run(c.name, func(t *testing.T) { contains(t, h.refusal("log_progress", c.args), c.says...) })
	}
	if got := progress(); got != want {
		t.Errorf("a refused entry was written: %q", got)
	}
	if list := data[projectsData](h, h.call("list_projects", nil)); list.Total != 2 {
		t.Errorf("a typo made a project: %+v", list.Projects)
	}
}

func TestEntriesLoggedAtOnceAreAllKept(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	const agents = 64
	var wg sync.WaitGroup
	for i := range agents {
		wg.Go(func() {
			h.call("log_progress", map[string]any{"project": "alpha", "entry": fmt.Sprintf("result %d.", i)})
		})
	}
	wg.Wait()
	file, err := h.store.Progress(t.Context(), "alpha")
	if err != nil {
		t.Fatal(err)
	}
	text := file.Markdown
	for i := range agents {
		if n := strings.Count(text, fmt.Sprintf(" result %d.\n", i)); n != 1 {
			t.Errorf("result %d stands there %d times", i, n)
		}
	}
}
