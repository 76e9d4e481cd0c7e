package exchange

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/recur"
)

// readBytes reads what is in memory, and makes sure that a hub takes it.
func readBytes(t testing.TB, o Options, b []byte) (Reading, error) {
	t.Helper()
	got, err := Read(bytes.NewReader(b), int64(len(b)), o)
	if err == nil {
		checkIncoming(t, got)
	}
	return got, err
}

func mustRead(t testing.TB, o Options, text string) Reading {
	t.Helper()
	got, err := readBytes(t, o, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// zipOf packs files, by their names.
func zipOf(t testing.TB, files map[string]string) []byte {
	t.Helper()
	return packedAs(t, files, zip.Deflate)
}

// stored packs files as they are.
func stored(t testing.TB, files map[string]string) []byte {
	t.Helper()
	return packedAs(t, files, zip.Store)
}

func packedAs(t testing.TB, files map[string]string, method uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range sortedKeys(files) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: time.Date(2025, 6, 7, 8, 9, 10, 0, time.UTC)})
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sample is a file of testdata, or a zip of a folder of it.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	at := filepath.Join("testdata", filepath.FromSlash(name))
	info, err := os.Stat(at)
	if err != nil {
		t.Fatal(err)
	}
	if !info.IsDir() {
		b, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var b bytes.Buffer
	if err := Pack(&b, at, ""); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// threadOf is the thread of a reference.
func threadOf(t testing.TB, in store.Incoming, ref string) store.IncomingThread {
	t.Helper()
	for _, one := range in.Threads {
		if one.Ref == ref {
			return one
		}
	}
	t.Fatalf("there is no thread %q", ref)
	return store.IncomingThread{}
}

// pageOf is the page at a path.
func pageOf(t testing.TB, in store.Incoming, at string) store.IncomingPage {
	t.Helper()
	var paths []string
	for _, p := range in.Pages {
		if p.Path == at {
			return p
		}
		paths = append(paths, p.Path)
	}
	t.Fatalf("there is no page %q among %q", at, paths)
	return store.IncomingPage{}
}

// leftOut is what did not come along, a line each.
func leftOut(r Reading) string {
	var lines []string
	for _, l := range r.LeftOut {
		lines = append(lines, fmt.Sprintf("%s: %s: %s", l.Where, l.What, l.Why))
	}
	return strings.Join(lines, "\n")
}

// counts are the numbers of projects, threads, pages and reminders.
func counts(r Reading) string {
	in := r.Incoming
	return fmt.Sprintf("%d %d %d %d", len(in.Projects), len(in.Threads), len(in.Pages), len(in.Reminders))
}

// checkIncoming holds a reading to what a hub takes.
func checkIncoming(t testing.TB, r Reading) {
	t.Helper()
	in := r.Incoming
	text := func(what, s string, most int) {
		if !utf8.ValidString(s) || strings.ContainsRune(s, 0) || utf8.RuneCountInString(s) > most {
			t.Errorf("%s is no text of a hub: %.60q, %d characters", what, s, utf8.RuneCountInString(s))
		}
	}
	slugs, refs, paths, projects := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range in.Projects {
		if err := store.CheckSlug("slug", p.Slug); err != nil || slugs[p.Slug] || p.Ref == "" || projects[p.Ref] {
			t.Errorf("project %q, %q: %v", p.Ref, p.Slug, err)
		}
		slugs[p.Slug], projects[p.Ref] = true, true
		text("title", p.Title, store.MaxSummary)
		text("description", p.Description, store.MaxText)
	}
	for _, th := range in.Threads {
		if refs[th.Ref] || th.Ref == "" || outline.IsBlank(th.Summary) {
			t.Errorf("thread %q %q", th.Ref, th.Summary)
		}
		refs[th.Ref] = true
		text("summary", th.Summary, store.MaxSummary)
		for _, s := range append([]string{th.Goal, th.Focus, th.BlockedReason, th.ResumeStep, th.WorkspacePath, th.TranscriptRef}, th.NextSteps...) {
			text("a field of "+th.Ref, s, store.MaxText)
		}
		if len(th.NextSteps) > store.MaxNextSteps || th.Project != "" && !slugs[th.Project] {
			t.Errorf("thread %q: %d steps, project %q", th.Ref, len(th.NextSteps), th.Project)
		}
	}
	for _, th := range in.Threads {
		if len(th.DependsOn) > maxAfter {
			t.Errorf("thread %q waits for %d", th.Ref, len(th.DependsOn))
		}
		for _, ref := range th.DependsOn {
			if !refs[ref] || ref == th.Ref {
				t.Errorf("thread %q waits for %q", th.Ref, ref)
			}
		}
	}
	checkNoCircles(t, in)
	pages := map[string]bool{}
	for _, p := range in.Pages {
		if !outline.ValidWikiPath(p.Path) || paths[p.Path] || p.Ref == "" || pages[p.Ref] {
			t.Errorf("page %q at %q", p.Ref, p.Path)
		}
		paths[p.Path], pages[p.Ref] = true, true
		text("page "+p.Path, p.Markdown, store.MaxMarkdown)
		if len(p.Markdown) > store.MaxMarkdown {
			t.Errorf("page %q has %d bytes", p.Path, len(p.Markdown))
		}
	}
	reminders := map[string]bool{}
	for _, m := range in.Reminders {
		if m.Ref == "" || reminders[m.Ref] || outline.IsBlank(m.Text) || m.Thread != "" && !refs[m.Thread] || m.Project != "" && !slugs[m.Project] {
			t.Errorf("reminder %+v", m)
		}
		reminders[m.Ref] = true
		text("reminder", m.Text, store.MaxText)
		checkTime(t, m)
	}
	if len(r.LeftOut) > MaxLeftOut || len(r.LeftOut) > r.Missing {
		t.Errorf("%d left out of %d", len(r.LeftOut), r.Missing)
	}
}

func checkTime(t testing.TB, m store.IncomingReminder) {
	t.Helper()
	timed := m.Kind != "session" && m.Kind != "random"
	if timed == m.DueAt.IsZero() || (m.RRule != "") != (m.Kind == "rrule") {
		t.Errorf("reminder %q of kind %q, %s, %q", m.Ref, m.Kind, m.DueAt, m.RRule)
	}
	if timed && m.Kind != "once" {
		rule := recur.Rule{Kind: m.Kind, RRule: m.RRule, Anchor: recur.ClockTimeOf(m.DueAt.Time, time.UTC)}
		if err := rule.Check(); err != nil {
			t.Errorf("reminder %q: %v", m.Ref, err)
		}
	}
}

// checkNoCircles takes away what waits for nothing that is left, until nothing is.
func checkNoCircles(t testing.TB, in store.Incoming) {
	t.Helper()
	waits, after := map[string]int{}, map[string][]string{}
	var ready []string
	for _, th := range in.Threads {
		if waits[th.Ref] = len(th.DependsOn); len(th.DependsOn) == 0 {
			ready = append(ready, th.Ref)
		}
		for _, ref := range th.DependsOn {
			after[ref] = append(after[ref], th.Ref)
		}
	}
	gone := 0
	for ; len(ready) > 0; gone++ {
		ref := ready[0]
		ready = ready[1:]
		for _, next := range after[ref] {
			if waits[next]--; waits[next] == 0 {
				ready = append(ready, next)
			}
		}
	}
	if gone < len(in.Threads) {
		t.Errorf("%d of %d threads wait for each other", len(in.Threads)-gone, len(in.Threads))
	}
}

// refused is what an error says, which must be one in words for the owner.
func refused(t testing.TB, err error) string {
	t.Helper()
	var broken *BrokenError
	var refusal *RefusedError
	var passphrase *PassphraseError
	if !errors.As(err, &broken) && !errors.As(err, &refusal) && !errors.As(err, &passphrase) {
		t.Fatalf("not refused in words: %v", err)
	}
	return err.Error()
}

// moment is a time.
func moment(t testing.TB, text string) store.Time {
	t.Helper()
	at, err := store.ParseTime(text, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func berlin(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// utf16Of is a text in UTF-16 with its mark, as programs of Windows write it.
func utf16Of(text string) string {
	b := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}
