package bridge

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// toolCall is a call of a tool as a client sends it.
func toolCall(tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
}

// work is a client of a bridge whose agent claims threads.
type work struct {
	*pipe
	state  string
	thread string // that it claimed last
	lease  string
}

func (w *work) claim(intent, more string) {
	w.Helper()
	a := w.ask(toolCall("start_work", fmt.Sprintf(`{"intent":%q,"source_tool":"codex","new":true%s}`, intent, more)))
	if a.Result.Data.Lease.ID == "" {
		w.Fatalf("not claimed: %+v", a)
	}
	w.thread, w.lease = a.Result.Data.Thread.ID, a.Result.Data.Lease.ID
}

func (w *work) do(tool, more string) {
	w.Helper()
	if a := w.ask(toolCall(tool, fmt.Sprintf(`{"thread_id":%q,"lease_id":%q%s}`, w.thread, w.lease, more))); a.Error != nil || a.Result.IsError {
		w.Fatalf("%s: %+v", tool, a)
	}
}

// TestClaims: what is noted of a session is what its agent holds, whatever it does.
func TestClaims(t *testing.T) {
	server := httptest.NewServer(hubHandler(t, nil))
	t.Cleanup(server.Close)
	for name, c := range map[string]struct {
		do   func(w *work)
		want int
	}{
		"nothing is claimed":    {func(w *work) { w.ask(call) }, 0},
		"a thread is claimed":   {func(*work) {}, 1},
		"and saved":             {func(w *work) { w.do("save_thread", `,"focus":"x"`) }, 1},
		"and another":           {func(w *work) { w.claim("Paint the fence", "") }, 2},
		"paused":                {func(w *work) { w.do("pause_thread", `,"resume_step":"x"`) }, 0},
		"given back":            {func(w *work) { w.do("pause_thread", "") }, 0},
		"finished":              {func(w *work) { w.do("finish_thread", "") }, 0},
		"written to afterwards": {func(w *work) { w.do("pause_thread", ""); w.do("save_thread", `,"focus":"x"`) }, 0},
		"another in its place": {func(w *work) {
			meant := w.thread
			w.do("pause_thread", "")
			w.claim("Water the roses", "")
			w.ask(toolCall("start_work", fmt.Sprintf(`{"intent":"x","source_tool":"codex","thread_id":%q,"instead_of":%q,"lease_id":%q}`, meant, store.ThreadURI(w.thread), w.lease)))
		}, 1},
		"a pause that was refused": {func(w *work) {
			w.ask(toolCall("pause_thread", fmt.Sprintf(`{"thread_id":%q,"lease_id":"x","resume_step":"y"}`, w.thread)))
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			p := open(t, server.URL, filepath.Join(state, "hub"))
			p.ask(hello)
			w := &work{pipe: p, state: state}
			if name != "nothing is claimed" {
				w.claim("Replace the gutter "+name, `,"workspace_path":"/src/house"`)
			}
			c.do(w)
			sessions := Sessions(state, time.Now())
			got := 0
			for _, s := range sessions {
				if got += len(s.Claims); s.Client != "test-client" || s.Folder != "/src" {
					t.Errorf("noted %+v", s)
				}
			}
			if got != c.want || len(sessions) > 1 {
				t.Errorf("noted %+v", sessions)
			}
			if late := Sessions(state, time.Now().Add(store.MaxLease)); len(late) != 0 {
				t.Errorf("claims outlive their leases: %+v", late)
			}
			p.in.Close()
			if err := <-p.ended; err != nil {
				t.Error(err)
			}
			if left, _ := os.ReadDir(filepath.Join(state, "hub", claimsName)); len(left) != 0 {
				t.Errorf("the session has ended and left %v", left)
			}
		})
	}
}

// TestClaimsOfSeveral: bridges that work at once don't lose each other's notes, one that was
// killed is forgotten in time, and who lost a thread to another holds it no more.
func TestClaimsOfSeveral(t *testing.T) {
	server := httptest.NewServer(hubHandler(t, nil))
	t.Cleanup(server.Close)
	state := t.TempDir()
	dir := filepath.Join(state, "hub", claimsName)
	killed := filepath.Join(dir, "KILLED.json")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-store.MaxLease - time.Minute)
	if err := os.WriteFile(killed, []byte(`{"folder":"/src","claims":{"x":{"expires":"2999-01-01T00:00:00Z"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(killed, old, old); err != nil {
		t.Fatal(err)
	}
	if s := Sessions(state, time.Now()); len(s) != 0 {
		t.Errorf("a session that nobody has written to for that long still counts: %+v", s)
	}
	const several = 6
	var all sync.WaitGroup
	workers := make([]*work, several)
	for i := range several {
		workers[i] = &work{pipe: open(t, server.URL, filepath.Join(state, "hub")), state: state}
		all.Go(func() {
			w := workers[i]
			w.claim(fmt.Sprintf("Paint fence %d", i), "")
			w.claim(fmt.Sprintf("Mow lawn %d", i), "")
			w.do("pause_thread", "")
			w.claim(fmt.Sprintf("Sweep yard %d", i), "")
		})
	}
	all.Wait()
	sessions := Sessions(state, time.Now())
	for _, s := range sessions {
		if len(s.Claims) != 2 {
			t.Errorf("noted %+v", s)
		}
	}
	if len(sessions) != several {
		t.Errorf("noted %d sessions", len(sessions))
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("what a killed bridge left is still there")
	}

	first, second := workers[0], workers[1]
	second.ask(toolCall("start_work", fmt.Sprintf(`{"intent":"x","source_tool":"zed","thread_id":%q,"take_over":true}`, first.thread)))
	first.ask(toolCall("save_thread", fmt.Sprintf(`{"thread_id":%q,"tried":[{"what":"y"}]}`, first.thread)))
	for _, s := range Sessions(state, time.Now()) {
		if c, holds := s.Claims[first.thread]; holds && c.Holder != "zed" {
			t.Errorf("%q still holds what was taken over", c.Holder)
		}
	}
}

// TestClaimsKeptByTheLog: an entry in the log renews a lease, whose answer does not tell how long.
func TestClaimsKeptByTheLog(t *testing.T) {
	server := httptest.NewServer(hubHandler(t, nil))
	t.Cleanup(server.Close)
	for name, c := range map[string]struct {
		more string // of the call's arguments
		want int
	}{
		"with the lease":    {`,"thread_id":"$thread","lease_id":"$lease"`, 1},
		"with another":      {`,"thread_id":"$thread","lease_id":"another"`, 0},
		"without the lease": {`,"thread_id":"$thread"`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			w := &work{pipe: open(t, server.URL, filepath.Join(state, "hub")), state: state}
			w.claim("Prune the hedge "+name, `,"ttl_minutes":5`)
			w.wait(4 * time.Minute)
			w.ask(toolCall("log_progress", `{"project":"inbox","entry":"It is cut, `+name+`."`+strings.NewReplacer("$thread", w.thread, "$lease", w.lease).Replace(c.more)+`}`))
			held := 0
			for _, s := range Sessions(w.state, time.Now().Add(6*time.Minute)) {
				held += len(s.Claims)
			}
			if held != c.want {
				t.Errorf("%d claims are held", held)
			}
		})
	}
}
