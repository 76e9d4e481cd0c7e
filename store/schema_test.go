package store

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

var updateSchemas = flag.Bool("update", false, "keep a database of this schema, if there is none yet")

// schemaFile is where the database of a schema is kept, as a hub of that schema left it (see
// fillSchema). Each is compressed against the one before, which most of it repeats.
func schemaFile(version int) string { return fmt.Sprintf("testdata/schemas/%04d.sqlite3.zst", version) }

// keptSchemas are the databases of all schemas so far, the first one first.
func keptSchemas(t *testing.T) (all [][]byte) {
	t.Helper()
	for {
		packed, err := os.ReadFile(schemaFile(len(all) + 1))
		if errors.Is(err, fs.ErrNotExist) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		options := []zstd.DOption{}
		if len(all) > 0 {
			options = append(options, zstd.WithDecoderDictRaw(1, all[len(all)-1]))
		}
		d, err := zstd.NewReader(nil, options...)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := d.DecodeAll(packed, nil)
		d.Close()
		if err != nil {
			t.Fatalf("%s: %v", schemaFile(len(all)+1), err)
		}
		all = append(all, plain)
	}
}

// keepSchema writes a database behind those that are kept.
func keepSchema(t *testing.T, all [][]byte, plain []byte) {
	t.Helper()
	options := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(4 << 20)}
	if len(all) > 0 {
		options = append(options, zstd.WithEncoderDictRaw(1, all[len(all)-1]))
	}
	e, err := zstd.NewWriter(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(schemaFile(len(all)+1), e.EncodeAll(plain, nil), 0o644); err != nil {
		t.Fatal(err)
	}
}

// filled is a database of this schema.
func filled(t *testing.T) []byte {
	t.Helper()
	dir, c := t.TempDir(), newClock()
	s, err := Open(t.Context(), dir, Options{Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	err = fillSchema(t.Context(), s, func() { c.advance(7 * time.Minute) })
	if err == nil {
		err = fillNewer(t.Context(), s)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	db := foreign(t, database(dir))
	if err := fillTables(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		foreignExec(t, db, statement)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	plain, err := os.ReadFile(database(dir))
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestOpenOldFolders opens what hubs of every schema so far have left: all that was in it is there,
// also what a migration had to rewrite, and old changes can be taken back.
func TestOpenOldFolders(t *testing.T) {
	t.Parallel()
	all := keptSchemas(t)
	if *updateSchemas && len(all) == SchemaVersion()-1 {
		keepSchema(t, all, filled(t))
		all = keptSchemas(t)
	}
	if len(all) != SchemaVersion() {
		t.Fatalf("databases of %d schemas are kept, and this is schema %d: once its migration is final, run go test ./store -run OldFolders -update", len(all), SchemaVersion())
	}
	for i, plain := range all {
		t.Run(fmt.Sprintf("schema %d", i+1), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(database(dir), plain, 0o600); err != nil {
				t.Fatal(err)
			}
			if version, damaged, err := CheckDatabase(t.Context(), database(dir)); err != nil || version != i+1 || len(damaged) > 0 {
				t.Fatalf("as it was left: version %d, %d rows damaged, %v", version, len(damaged), err)
			}
			counts, err := CountDatabase(t.Context(), database(dir))
			if err != nil {
				t.Fatal(err)
			}
			c := newClock()
			s, err := Open(t.Context(), dir, Options{Now: c.Now})
			if err != nil {
				t.Fatal(err)
			}
			hasThreads(t, s)
			if i > 0 { // the first one had threads and projects alone
				hasTheRest(t, s)
			}
			if i > 1 {
				hasMessages(t, s)
			}
			if i > 22 { // fillNewer came with schema 24
				hasNewer(t, s)
			}
			hasHistory(t, s, counts.Events, i > 0)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if version, damaged, err := CheckDatabase(t.Context(), database(dir)); err != nil || version != SchemaVersion() || len(damaged) > 0 {
				t.Errorf("afterwards: version %d, %d rows damaged, %v", version, len(damaged), err)
			}
		})
	}
}

func hasThreads(t *testing.T, s *Store) {
	t.Helper()
	all := map[string]Thread{}
	for _, th := range list(t, s, ThreadFilter{Statuses: Statuses}).Threads {
		all[th.Summary] = read(t, s, th.ID)
	}
	for summary, status := range map[string]Status{
		filledRenamed: StatusOpen, "Move the mailing list": StatusBlocked, "Set up greylisting": StatusDone, "Write a filter in Perl": StatusDismissed,
		"Die Warteschlange läuft über": StatusOpen, "メールの転送を直す": StatusOpen,
	} {
		if th, there := all[summary]; !there || th.Status != status {
			t.Errorf("%s: there %v, %s", summary, there, th.Status)
		}
	}
	first, paused := all[filledRenamed], all["Die Warteschlange läuft über"]
	if first.ProjectSlug != "mail" || *first.Goal != "No warning in any client" || !slices.Equal(first.NextSteps, []string{"ask the authority", "install it"}) || first.Tried[0].WhyNot != "too short" {
		t.Errorf("the first thread is %+v", first)
	}
	if paused.ResumeStep == nil || *paused.ResumeStep != "read the log of postfix" || *all["Move the mailing list"].BlockedReason != "the provider must answer" {
		t.Errorf("the paused one is %+v", paused)
	}
	project, err := s.Project(t.Context(), "mail")
	if err != nil || project.Title != "Mail" || !slices.Equal(project.WorkspacePaths, []string{"/home/me/mail"}) {
		t.Errorf("project: %+v, %v", project, err)
	}
	hits, err := s.Search(t.Context(), SearchQuery{Text: "certificate", Kinds: []string{"thread"}})
	if err != nil || !slices.ContainsFunc(hits, func(h SearchHit) bool { return h.Title == filledRenamed }) {
		t.Errorf("search: %+v, %v", hits, err)
	}
	if page := list(t, s, ThreadFilter{Text: "greylist", Statuses: []Status{StatusDone}}); page.Total != 1 {
		t.Errorf("the filter finds %d", page.Total)
	}
	overlap, err := s.Overlap(t.Context(), OverlapQuery{Text: filledTitle})
	if err != nil || len(overlap.Hits) == 0 {
		t.Errorf("overlap: %+v, %v", overlap, err)
	}
}

func hasTheRest(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	page, err := s.Page(ctx, "mail")
	if err != nil || page.Markdown != filledPageNow {
		t.Errorf("page: %q, %v", page.Markdown, err)
	}
	if old, err := s.PageAt(ctx, "mail", 1); err != nil || old.Markdown != filledPage {
		t.Errorf("its first version: %q, %v", old.Markdown, err)
	}
	if to, err := s.MovedPage(ctx, "old/notes"); err != nil || to != "notes" {
		t.Errorf("the moved page is at %q, %v", to, err)
	}
	progress, err := s.Progress(ctx, "mail")
	if err != nil || !strings.Contains(progress.Markdown, "It runs.") || !strings.Contains(progress.Markdown, filledLog) {
		t.Errorf("progress: %q, %v", progress.Markdown, err)
	}
	for state, want := range map[string]int{ReminderPending: 1, ReminderDone: 1} {
		reminders, err := s.Reminders(ctx, ReminderFilter{State: state})
		if err != nil || len(reminders.Reminders) != want || reminders.Reminders[0].Text != filledText {
			t.Errorf("%s reminders: %+v, %v", state, reminders, err)
		}
	}
	if sessions, err := s.Sessions(ctx, SessionFilter{}); err != nil || len(sessions.Sessions) != 1 || sessions.Sessions[0].Title != "Why mail is late" {
		t.Errorf("sessions: %+v, %v", sessions, err)
	}
	if p := s.Preferences(); p.Timezone == nil || *p.Timezone != "Europe/Vienna" || p.StaleDays == nil || *p.StaleDays != 5 {
		t.Errorf("preferences: %+v", p)
	}
	if requests, err := s.Approvals(ctx, ApprovalFilter{}); err != nil || len(requests.Approvals) != 1 {
		t.Errorf("requests: %+v, %v", requests, err)
	}
}

func hasMessages(t *testing.T, s *Store) {
	t.Helper()
	sent, err := s.Deliveries(t.Context(), DeliveryFilter{State: "sent", Channel: "gateway"})
	if err != nil || len(sent.Deliveries) != 1 || sent.Deliveries[0].Text != filledMessage {
		t.Errorf("sent: %+v, %v", sent, err)
	}
	if next, ready, err := s.NextDelivery(t.Context(), "gateway"); err != nil || !ready || next.Text != filledMessage {
		t.Errorf("what waits: %+v, %v, %v", next, ready, err)
	}
}

func hasNewer(t *testing.T, s *Store) {
	t.Helper()
	page := list(t, s, ThreadFilter{Text: filledWaits})
	if page.Total != 1 {
		t.Fatalf("%d threads wait", page.Total)
	}
	waits := read(t, s, page.Threads[0].ID)
	if len(waits.DependsOn) != 1 || read(t, s, waits.DependsOn[0]).Summary != filledRenamed || len(waits.AlsoKnown) != 1 {
		t.Errorf("what waits is %+v", waits)
	}
	if ready := list(t, s, ThreadFilter{Ready: true, Text: filledWaits}); ready.Total != 0 {
		t.Error("it can start")
	}
	via := "build-server"
	if events, err := s.Events(t.Context(), EventFilter{Via: &via}); err != nil || len(events.Events) != 1 {
		t.Errorf("events of the token: %+v, %v", events, err)
	}
}

// hasHistory reads every event and takes some back.
func hasHistory(t *testing.T, s *Store, count int, pages bool) {
	t.Helper()
	ctx := t.Context()
	history, err := s.Events(ctx, EventFilter{Limit: MaxLimit})
	if err != nil || len(history.Events) != count || count < 10 {
		t.Fatalf("%d events of %d, %v", len(history.Events), count, err)
	}
	var renamed, rewritten string
	for _, e := range history.Events {
		if _, err := s.Event(ctx, e.ID); err != nil {
			t.Errorf("%s: %v", e.Kind, err)
		}
		switch {
		case strings.Contains(string(e.After), filledRenamed) && e.Kind == "thread.updated":
			renamed = e.ID
		case e.Kind == "page.updated" && strings.HasSuffix(e.Subject, "/mail"):
			rewritten = e.ID
		}
	}
	if _, err := s.Undo(ctx, owner, renamed, Guard{}); err != nil {
		t.Fatalf("undo of the new title: %v", err)
	}
	if page := list(t, s, ThreadFilter{Text: filledTitle}); page.Total != 1 || page.Threads[0].Summary != filledTitle {
		t.Errorf("after the undo: %+v", page)
	}
	if !pages {
		return
	}
	if _, err := s.Undo(ctx, owner, rewritten, Guard{}); err != nil {
		t.Fatalf("undo of the page: %v", err)
	}
	if page, err := s.Page(ctx, "mail"); err != nil || page.Markdown != filledPage {
		t.Errorf("after the undo: %q, %v", page.Markdown, err)
	}
}
