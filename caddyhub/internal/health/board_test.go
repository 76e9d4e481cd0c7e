package health

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store/phrase"
)

// part is a source whose state a test sets.
type part struct {
	off   bool
	text  string // empty: it works
	since time.Time
	err   error
	asked int
}

func (p *part) SetUp(context.Context) (bool, error) { return !p.off, p.err }

func (p *part) Problem(context.Context) (string, time.Time, bool, error) {
	p.asked++
	return p.text, p.since, p.text != "", p.err
}

// began is when the clock of the tests stands.
var began = time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)

type board struct {
	*Board
	t           *testing.T
	now         time.Time
	told, woken int
	backup      *part
	forge       *part
}

func newBoard(t *testing.T) *board {
	b := &board{t: t, now: began, backup: new(part), forge: new(part)}
	b.Board = NewBoard(func() time.Time { return b.now }, func() { b.woken++ },
		Source{"backup", phrase.BackupsFail, "/ui/settings/data", b.backup},
		Source{"forge", phrase.SyncFails, "/ui/settings/forge", b.forge})
	b.Subscribe(func() { b.told++ })
	return b
}

func (b *board) check() {
	b.t.Helper()
	if err := b.Check(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// want checks the texts of the problems, and how often subscribers were told so far.
func (b *board) want(told int, texts ...string) {
	b.t.Helper()
	var got []string
	for _, p := range b.Problems() {
		got = append(got, p.Text.String())
	}
	if strings.Join(got, "|") != strings.Join(texts, "|") {
		b.t.Errorf("problems %q, want %q", got, texts)
	}
	if generation, _ := b.Generation(); b.told != told || generation != uint64(told) {
		b.t.Errorf("told %d times, generation %d, want %d", b.told, generation, told)
	}
}

func TestTheBoardTellsOfChangesAlone(t *testing.T) {
	b := newBoard(t)
	b.want(0)
	b.check()
	b.want(1) // nobody knew before
	b.check()
	b.want(1)
	b.backup.text, b.backup.since = "the folder is missing", began
	b.now = b.now.Add(time.Minute)
	b.check()
	b.want(2, "Backups fail: the folder is missing.")
	if _, at := b.Generation(); !at.Equal(b.now) {
		t.Errorf("changed at %v, want %v", at, b.now)
	}
	b.check()
	b.want(2, "Backups fail: the folder is missing.")
	b.forge.text = "the forge refuses the token"
	b.check()
	b.want(3, "Backups fail: the folder is missing.", "Sync with the forge fails: the forge refuses the token.")
	b.backup.text = ""
	b.check()
	b.want(4, "Sync with the forge fails: the forge refuses the token.")
	b.forge.since = began // another failure with the same words
	b.check()
	b.want(5, "Sync with the forge fails: the forge refuses the token.")
	b.forge.off = true
	b.check()
	b.want(6)
	if got := b.Failing(); len(got) != 1 || got["backup"] {
		t.Errorf("of what is set up, %v fails", got)
	}
}

func TestASourceThatCannotTellStandsAsItDid(t *testing.T) {
	b := newBoard(t)
	b.backup.text, b.forge.text = "the folder is missing", "the forge refuses the token"
	b.check()
	b.backup.err, b.forge.text = errors.New("disk"), ""
	if err := b.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "backup: disk") {
		t.Errorf("error %v", err)
	}
	b.want(2, "Backups fail: the folder is missing.")
}

func TestProblemsReadAsSentences(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a reason":             {"the folder is missing", "Backups fail: the folder is missing."},
		"one with a full stop": {"it said: no.", "Backups fail: it said: no."},
		"sentences":            {"Nothing was deleted. Decide.", "Nothing was deleted. Decide."},
		"upper case alone":     {"EOF", "Backups fail: EOF."},
		"several lines":        {"one\n\ttwo\x00three\x1b[1m", "Backups fail: one two three [1m."},
		"a long one":           {strings.Repeat("ä", 1000), "Backups fail: " + strings.Repeat("ä", maxText-1) + "…"},
	} {
		if got := (Source{Area: "backup", Fails: phrase.BackupsFail}).sentence(c.text).String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Sources are asked when a job has ended, when somebody says so, and by the clock.
func TestWhenTheSourcesAreAsked(t *testing.T) {
	b := newBoard(t)
	failure := errors.New("no")
	jobs := b.Watch([]schedule.Job{{Name: "backup", Run: func(context.Context) error { return failure }}})
	health := jobs[1]
	due := func() bool {
		t.Helper()
		at, ok, err := health.Due(t.Context())
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		return !at.After(b.now)
	}
	run := func() {
		t.Helper()
		if err := health.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if !due() {
		t.Error("not at the start")
	}
	run()
	if due() {
		t.Error("twice")
	}
	b.now = b.now.Add(period - 1)
	if due() {
		t.Error("too early")
	}
	if b.now = b.now.Add(1); !due() {
		t.Error("not by the clock")
	}
	run()
	if err := jobs[0].Run(t.Context()); !errors.Is(err, failure) {
		t.Errorf("the job's error is %v", err)
	}
	if !due() || b.woken == 0 {
		t.Error("not after a job")
	}
	run()
	if b.Recheck(); !due() {
		t.Error("not when somebody says so")
	}
	run()
	if b.now = b.now.Add(-time.Hour); !due() {
		t.Error("not after the clock was set back")
	}
}

func TestWhoLeavesIsToldNoMore(t *testing.T) {
	b := newBoard(t)
	told := 0
	leave := b.Subscribe(func() { told++ })
	b.check()
	leave()
	b.backup.text = "the folder is missing"
	b.check()
	if told != 1 || b.told != 2 {
		t.Errorf("told %d and %d times", told, b.told)
	}
}
