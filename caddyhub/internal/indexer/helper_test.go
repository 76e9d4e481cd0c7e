package indexer

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// longRun asks for the counts that take minutes.
var longRun = os.Getenv("HUB_TEST_LONG") != ""

// testToken is the access token of the tests' hubs.
const testToken = "wm9QvJ0yq5Zc2tX8sB4nLr7Hd1KfUeGa3oPiYxTzM6k"

// began is when the tests run.
var began = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// fakeHub takes batches as the hub does, and can be told to fail.
type fakeHub struct {
	*httptest.Server

	mu      sync.Mutex
	records map[string]wire // by tool and session_ref
	batches int
	bodies  strings.Builder // all that was sent
	fail    func(w http.ResponseWriter, r *http.Request) bool
}

func newFakeHub(t testing.TB) *fakeHub {
	h := &fakeHub{records: map[string]wire{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *fakeHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fail != nil && h.fail(w, r) {
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+testToken {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodGet {
		fmt.Fprint(w, "[]")
		return
	}
	text, _ := io.ReadAll(r.Body)
	h.bodies.Write(text)
	var batch struct{ Sessions []wire }
	if err := json.Unmarshal(text, &batch); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	h.batches++
	var answer struct {
		Results []map[string]string `json:"results"`
	}
	for _, s := range batch.Sessions {
		status, key := "created", s.Tool+" "+s.SessionRef
		if _, known := h.records[key]; known {
			status = "updated"
		}
		h.records[key] = s
		answer.Results = append(answer.Results, map[string]string{"status": status})
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// pc is a machine with transcripts.
type pc struct {
	t     testing.TB
	home  string
	o     Options
	now   time.Time
	slept []time.Duration
	heard []string // warnings
}

func newPC(t testing.TB, hubURL string) *pc {
	p := &pc{t: t, home: t.TempDir(), now: began}
	p.o = Options{
		Config:      Config{HubURL: hubURL, AuthToken: testToken, File: "config.toml"},
		Environment: transcript.Environment{Home: p.home, Getenv: func(string) string { return "" }},
		Client:      outbound.NewClient(func(netip.AddrPort) bool { return false }),
		Agent:       "hub-index/test",
		Now:         func() time.Time { return p.now },
		Sleep: func(ctx context.Context, d time.Duration) error {
			p.slept = append(p.slept, d)
			p.now = p.now.Add(d)
			return ctx.Err()
		},
		Warn: func(text string) { p.heard = append(p.heard, text) },
	}
	return p
}

// run indexes and must succeed.
func (p *pc) run() Summary {
	p.t.Helper()
	sum, err := Run(p.t.Context(), p.o)
	if err != nil {
		p.t.Fatal(err)
	}
	return sum
}

// claude is the path of a transcript of Claude Code.
func (p *pc) claude(session string) string {
	return filepath.Join(p.home, ".claude", "projects", "-srv-shop", session+".jsonl")
}

// write writes a file, whole or at its end, a minute after the one before.
func (p *pc) write(name, text string, flag int) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		p.t.Fatal(err)
	}
	f, err := os.OpenFile(name, flag|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		p.t.Fatal(err)
	}
	p.now = p.now.Add(time.Minute)
	if err := os.Chtimes(name, p.now, p.now); err != nil {
		p.t.Fatal(err)
	}
}

// asked is a line in which the owner asks something.
func asked(text string) string {
	quoted, _ := json.Marshal(text)
	return `{"type":"user","cwd":"/srv/shop","timestamp":"2026-05-04T09:30:00Z","message":{"role":"user","content":` + string(quoted) + "}}\n"
}

func (p *pc) replace(session, text string) { p.write(p.claude(session), text, os.O_TRUNC) }
func (p *pc) add(session, text string)     { p.write(p.claude(session), text, os.O_APPEND) }
