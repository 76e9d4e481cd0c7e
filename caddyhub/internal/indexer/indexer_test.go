package indexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/store"
)

// TestLimits: a record keeps to what the hub takes.
func TestLimits(t *testing.T) {
	if transcript.MaxTitle != store.MaxSummary || transcript.MaxText != store.MaxText || transcript.MaxItems != store.MaxOpenItems {
		t.Error("the bounds of a record are not the hub's")
	}
}

// TestRuns goes through what happens to a transcript between one run and the next.
func TestRuns(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", asked("one"))
	p.replace("b", asked("other"))
	long := asked(strings.Repeat("long ", 2000))
	for _, step := range []struct {
		name       string
		do         func()
		sent, read int // records, bytes
		summary    string
		messages   int
	}{
		{"the first run", func() {}, 2, len(asked("one") + asked("other")), "one", 1},
		{"nothing new", func() {}, 0, 0, "one", 1},
		{"a line more", func() { p.add("a", asked("two")) }, 1, len(asked("two")), "two", 2},
		{"nothing new again", func() {}, 0, 0, "two", 2},
		{"half a line", func() { p.add("a", asked("three")[:40]) }, 0, 40, "two", 2},
		{"the other half", func() { p.add("a", asked("three")[40:]) }, 1, len(asked("three")), "three", 3},
		{"touched", func() { p.add("a", "") }, 0, len(asked("one") + asked("two") + asked("three")), "three", 3},
		{"shorter", func() { p.replace("a", asked("new")) }, 1, len(asked("new")), "new", 1},
		{"another of the same size", func() { p.replace("a", asked("old")) }, 1, len(asked("old")), "old", 1},
		{"another, longer", func() { p.replace("a", long+asked("end")) }, 1, len(long + asked("end")), "end", 2},
		{"changed before the end", func() { p.replace("a", long+asked("mid")+asked("fin")) }, 1, len(long + asked("mid") + asked("fin")), "fin", 3},
		{"at rest", func() { p.now = p.now.Add(restAfter) }, 0, 0, "fin", 3},
		{"gone", func() { os.Remove(p.claude("b")) }, 0, 0, "fin", 3},
	} {
		step.do()
		before := h.batches
		sum := p.run()
		if sum.Sent != step.sent || sum.Bytes != int64(step.read) {
			t.Errorf("%s: sent %d, read %d bytes; want %d and %d", step.name, sum.Sent, sum.Bytes, step.sent, step.read)
		}
		if step.sent == 0 && h.batches != before {
			t.Errorf("%s: a batch was sent", step.name)
		}
		if got := h.records["claude-code a"]; got.Summary != step.summary || got.Messages != step.messages {
			t.Errorf("%s: the hub has %q and %d messages", step.name, got.Summary, got.Messages)
		}
	}
	way, _ := p.o.Config.Way()
	left, err := loadState(StateDir(p.o.Environment, way.Base), way.Base)
	if err != nil || len(left.Transcripts) != 1 {
		t.Errorf("%d transcripts are noted: %v", len(left.Transcripts), err)
	}
	if len(p.heard) > 0 {
		t.Errorf("warned: %q", p.heard)
	}
}

// TestRest: a transcript that goes on after a long time is read from the start, with the
// same outcome.
func TestRest(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", asked("one"))
	p.now = p.now.Add(2 * restAfter)
	p.run()
	p.add("a", asked("two"))
	if sum := p.run(); sum.Sent != 1 || h.records["claude-code a"].Messages != 2 {
		t.Errorf("sent %d, the hub has %+v", sum.Sent, h.records["claude-code a"])
	}
}

// TestStopped: whatever request fails, what the hub has is noted, what it does not have is
// sent by the next run, and nothing is counted twice.
func TestStopped(t *testing.T) {
	const sessions = 250
	for failing := 1; failing <= 3; failing++ {
		t.Run(fmt.Sprintf("batch %d", failing), func(t *testing.T) {
			h := newFakeHub(t)
			p := newPC(t, h.URL)
			for i := range sessions {
				p.replace(fmt.Sprint("s", i), asked("one"))
			}
			p.run()
			for i := range sessions {
				p.add(fmt.Sprint("s", i), asked("two"))
			}
			h.batches = 0
			h.fail = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method == http.MethodPost && h.batches == failing-1 {
					w.WriteHeader(http.StatusTeapot)
					return true
				}
				return false
			}
			if _, err := Run(t.Context(), p.o); err == nil {
				t.Fatal("the failure is no error")
			}
			h.fail = nil
			for i := range sessions {
				p.add(fmt.Sprint("s", i), asked("three"))
			}
			sum := p.run()
			if sum.Sent != sessions {
				t.Errorf("sent %d", sum.Sent)
			}
			for key, r := range h.records {
				if r.Messages != 3 {
					t.Fatalf("%s has %d messages", key, r.Messages)
				}
			}
			if sum := p.run(); sum.Sent != 0 {
				t.Errorf("then sent %d", sum.Sent)
			}
		})
	}
}

// TestResendsABatch: after a failure the next run sends what the hub did not acknowledge,
// and no more.
func TestResendsABatch(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	for i := range 250 {
		p.replace(fmt.Sprint("s", i), asked("one"))
	}
	h.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if h.batches == 2 {
			w.WriteHeader(http.StatusTeapot)
			return true
		}
		return false
	}
	sum, err := Run(t.Context(), p.o)
	if err == nil || sum.Sent != 2*maxBatchItems {
		t.Fatalf("sent %d: %v", sum.Sent, err)
	}
	h.fail = nil
	if sum := p.run(); sum.Sent != 50 {
		t.Errorf("sent %d, want 50", sum.Sent)
	}
}

func TestCancelled(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", asked("one"))
	ctx, cancel := context.WithCancel(t.Context())
	p.o.Show = func(Progress) { cancel() }
	if _, err := Run(ctx, p.o); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	p.o.Show = nil
	if sum := p.run(); sum.Sent != 1 {
		t.Errorf("sent %d", sum.Sent)
	}
}

func TestTwoAtOnce(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	way, _ := p.o.Config.Way()
	lock, err := lockState(StateDir(p.o.Environment, way.Base))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), p.o); err == nil || !strings.Contains(err.Error(), "another hub index is running") {
		t.Errorf("got %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	p.run()
}

func TestDryRun(t *testing.T) {
	p := newPC(t, "http://127.0.0.1:1") // where nothing answers
	p.replace("a", asked("one"))
	var shown []transcript.Record
	p.o.DryRun, p.o.Would = true, func(r transcript.Record) { shown = append(shown, r) }
	p.o.Config.AuthToken = ""
	for range 2 {
		shown = nil
		if sum := p.run(); sum.Sent != 1 || len(shown) != 1 || shown[0].Title != "one" {
			t.Errorf("would send %d: %+v", sum.Sent, shown)
		}
	}
	if _, err := os.Stat(filepath.Join(p.home, ".local")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was noted: %v", err)
	}
}

func TestSinceAndFull(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("old", asked("one"))
	p.o.Since = p.now.Add(time.Second)
	p.replace("new", asked("two"))
	if sum := p.run(); sum.Sent != 1 || sum.Older != 1 {
		t.Errorf("%+v", sum)
	}
	p.o.Since = time.Time{}
	if sum := p.run(); sum.Sent != 1 || sum.Unchanged != 1 {
		t.Errorf("without it: %+v", sum)
	}
	p.o.Full = true
	if sum := p.run(); sum.Sent != 2 {
		t.Errorf("all anew: %+v", sum)
	}
}

// TestHubs: what was sent to one hub is not taken as sent to another.
func TestHubs(t *testing.T) {
	one, other := newFakeHub(t), newFakeHub(t)
	p := newPC(t, one.URL)
	p.replace("a", asked("one"))
	p.run()
	p.o.Config.HubURL = other.URL + "/ui/" // a page's address is taken for the hub's
	if sum := p.run(); sum.Sent != 1 || len(other.records) != 1 {
		t.Errorf("the other hub got %d", sum.Sent)
	}
	p.o.Config.HubURL = one.URL + "/"
	if sum := p.run(); sum.Sent != 0 {
		t.Errorf("the first hub got %d again", sum.Sent)
	}
}

func TestDamagedState(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", asked("one"))
	p.run()
	way, _ := p.o.Config.Way()
	file := filepath.Join(StateDir(p.o.Environment, way.Base), stateName)
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v: %v", info.Mode(), err)
	}
	for _, text := range []string{"", "{", "[]", `{"transcripts":7}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p.heard = nil
		if sum := p.run(); sum.Sent != 1 || len(p.heard) != 1 {
			t.Errorf("%q: sent %d, warned %q", text, sum.Sent, p.heard)
		}
	}
}

// TestLeftOut: links are not followed, other files are not read, and what can't be read is
// named and keeps nothing else out.
func TestLeftOut(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", asked("one"))
	p.write(filepath.Join(p.home, ".claude", "projects", "-srv-shop", "notes.md"), "x", 0)
	elsewhere := filepath.Join(p.home, "elsewhere.jsonl")
	p.write(elsewhere, asked("elsewhere"), 0)
	if err := os.Symlink(elsewhere, p.claude("linked")); err != nil {
		t.Skip("no links here")
	}
	p.write(filepath.Join(p.home, ".codex", "sessions", "rollout-1.jsonl.zst"), "damaged", 0)
	if sum := p.run(); sum.Sent != 1 || sum.Unreadable != 1 || len(p.heard) != 1 || !strings.Contains(p.heard[0], "rollout-1") {
		t.Errorf("%+v, warned %q", sum, p.heard)
	}
}

func TestRoots(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", asked("one"))
	other := filepath.Join(p.home, "other")
	p.write(filepath.Join(other, "p", "b.jsonl"), asked("two"), 0)
	p.o.Config.Roots = map[string][]string{"claude_code": {other}, "codex": {filepath.Join(p.home, "gone")}, "cursor": {}}
	p.run()
	if len(h.records) != 1 || h.records["claude-code b"].Summary != "two" {
		t.Errorf("the hub has %+v", h.records)
	}
	if len(p.heard) != 1 || !strings.Contains(p.heard[0], "gone") {
		t.Errorf("warned %q", p.heard)
	}
	// The folder that is not searched any more is not gone.
	p.o.Config.Roots = nil
	p.run()
	if sum := p.run(); sum.Sent != 0 {
		t.Errorf("sent %d again", sum.Sent)
	}
}

// TestNoCredentialLeaves: wherever in a transcript a credential stands.
func TestNoCredentialLeaves(t *testing.T) {
	const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", `{"type":"user","cwd":"/srv/`+token+`","message":{"content":"use `+token+` for it"}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"TodoWrite","input":{"todos":[{"content":"revoke `+token+`","status":"pending"}]}}]}}
{"type":"custom-title","customTitle":"About `+token+`"}
{"type":"user","message":{"content":"it was `+token+`"}}
`)
	p.run()
	if sent := h.bodies.String(); strings.Contains(sent, "ghp_") || strings.Count(sent, "[redacted: ") != 4 {
		t.Errorf("sent %s", sent)
	}
	way, _ := p.o.Config.Way()
	noted, err := os.ReadFile(filepath.Join(StateDir(p.o.Environment, way.Base), stateName))
	if err != nil || strings.Contains(string(noted), "ghp_") {
		t.Errorf("noted %s: %v", noted, err)
	}
}

// TestALaterFileTakesThePlaceOfTheText: Cursor wrote the same session anew when it left its
// text files.
func TestALaterFileTakesThePlaceOfTheText(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	folder := filepath.Join(p.home, ".cursor", "projects", "home-me-shop", "agent-transcripts")
	p.write(filepath.Join(folder, "a.txt"), "user:\nthe old request in /home/me/shop\n", os.O_TRUNC)
	p.write(filepath.Join(folder, "b.txt"), "user:\nonly as text\n", os.O_TRUNC)
	p.run()
	if got := h.records["cursor a"]; got.Summary != "the old request in /home/me/shop" || got.WorkspacePath == nil || *got.WorkspacePath != "/home/me/shop" {
		t.Errorf("as text: %+v", got)
	}
	p.write(filepath.Join(folder, "a", "a.jsonl"), `{"role":"user","message":{"content":"the new request"}}`+"\n", os.O_TRUNC)
	for range 2 {
		p.run()
		if len(h.records) != 2 || h.records["cursor a"].Summary != "the new request" || h.records["cursor b"].Summary != "only as text" {
			t.Errorf("as lines, too: %+v", h.records)
		}
	}
}

func TestTheRemoteOfASessionIsSent(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	file := filepath.Join(p.home, ".codex", "sessions", "2026", "05", "04", "rollout-2026-05-04T09-30-00-019dfb9a-1f58-7580-afe7-e8d4f969b0f7.jsonl")
	p.write(file, `{"type":"session_meta","payload":{"id":"a","cwd":"/tmp/3f","git":{"repository_url":"https://me:s3cr-etly@git.example.org/me/shop.git"}}}
{"type":"event_msg","payload":{"type":"user_message","message":"Sort the basket"}}
`, os.O_TRUNC)
	p.run()
	if got := h.records["codex a"].RepoURL; got != "https://git.example.org/me/shop.git" {
		t.Errorf("sent %q", got)
	}
	if strings.Contains(h.bodies.String(), "s3cr-etly") {
		t.Error("the password was sent")
	}
}
