package store

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// spoil writes into a column what no change would.
func (s *Store) spoil(t *testing.T, table, column, text, key, id string) {
	t.Helper()
	s.sql(t, fmt.Sprintf("UPDATE %s SET %s = ? WHERE %s = ?", table, column, key), text, id)
}

func TestADamagedRowIsLeftOutOfLists(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, err := Open(t.Context(), dir, Options{})
	works(t, err)
	<-first.overlap.done
	createProject(t, first, ProjectInput{Slug: Some("good")})
	createProject(t, first, ProjectInput{Slug: Some("bad")})
	good := create(t, first, "water pipes in the garden", inProject("good"))
	bad := create(t, first, "water pipes in the house", inProject("good"))
	first.spoil(t, "threads", "tried", `{"what":`, "id", bad.ID)
	first.spoil(t, "projects", "workspace_paths", `5`, "slug", "bad")
	first.spoil(t, "events", "after", `{`, "subject", ProjectURI("bad"))
	works(t, first.Close())

	core, logs := observer.New(zap.ErrorLevel)
	s := openStore(t, dir, Options{Logger: zap.New(core)})
	for range 2 {
		if got := ids(list(t, s, ThreadFilter{}).Threads); len(got) != 1 || got[0] != good.ID {
			t.Errorf("threads %v", got)
		}
	}
	if page := list(t, s, ThreadFilter{Limit: 1}); page.Next == "" {
		t.Error("the list ends at the damaged row")
	}
	all, err := s.Projects(t.Context())
	works(t, err)
	for _, p := range all {
		if p.Slug == "bad" {
			t.Errorf("projects %v", all)
		}
	}
	page, err := s.ProjectPage(t.Context(), ProjectFilter{Limit: 1})
	if err != nil || len(page.Projects) != 1 || page.Projects[0].Slug != "good" {
		t.Errorf("a page of projects %+v, %v", page, err)
	}
	if o, err := s.Overlap(t.Context(), OverlapQuery{Text: "water pipes"}); err != nil || len(o.Hits) == 0 || o.Hits[0].ID != good.ID {
		t.Errorf("overlap %+v, %v", o, err)
	}
	if d, err := s.Digest(t.Context(), DigestQuery{}, Policy{}); err != nil || len(d.Threads) != 1 {
		t.Errorf("digest %+v, %v", d, err)
	}
	if _, err := s.NextThread(t.Context(), Policy{}); err != nil {
		t.Errorf("next: %v", err)
	}
	events, err := s.Events(t.Context(), EventFilter{})
	works(t, err)
	for _, e := range events.Events {
		if e.Subject == ProjectURI("bad") {
			t.Errorf("events %+v", events)
		}
	}
	if len(events.Events) == 0 {
		t.Error("no event is left")
	}
	var damaged *DamagedError
	if _, err := s.Thread(t.Context(), bad.ID); !errors.As(err, &damaged) || damaged.ID != bad.ID || !errors.Is(err, ErrUnavailable) {
		t.Errorf("the thread itself: %v", err)
	}
	said := map[any]int{}
	for _, e := range logs.All() {
		said[e.ContextMap()["id"]]++
	}
	if said[bad.ID] != 1 || said["bad"] != 1 || len(said) != 3 {
		t.Errorf("logged %v", said)
	}
}

// spoiled are the texts that a JSON column of a list may hold when something went wrong.
var spoiled = []string{`{"what":`, ``, `5`}

func TestADamagedDeliveryHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"threads", "payload", "notice"} {
		for _, text := range spoiled {
			if column == "payload" && text == "5" {
				continue // it is JSON
			}
			t.Run(column+" "+text, func(t *testing.T) {
				t.Parallel()
				c := newClock()
				core, logs := observer.New(zap.ErrorLevel)
				s := openStore(t, t.TempDir(), Options{Now: c.Now, Logger: zap.New(core)})
				queue := func(text string) Delivery {
					t.Helper()
					w, err := s.QueueTest(t.Context(), owner, toGateway(text))
					works(t, err)
					c.advance(time.Second)
					return w.Item
				}
				bad, good := queue("bad"), queue("good")
				_, err := s.BeginAttempt(t.Context(), bad.ID, []byte(`{}`)) // and the hub died
				works(t, err)
				s.spoil(t, "deliveries", column, text, "id", bad.ID)
				works(t, s.ResumeDeliveries(t.Context()))
				for range 2 {
					if d, ok, err := s.NextDelivery(t.Context(), ChannelGateway); err != nil || !ok || d.ID != good.ID {
						t.Errorf("next: %+v %t %v", d, ok, err)
					}
				}
				_, err = s.BeginAttempt(t.Context(), good.ID, []byte(`{}`))
				works(t, err)
				_, err = s.EndAttempt(t.Context(), good.ID, Outcome{Sent: true, Reached: true})
				works(t, err)
				if d, ok, err := s.NextDelivery(t.Context(), ChannelGateway); err != nil || ok {
					t.Errorf("then: %+v %t %v", d, ok, err)
				}
				if logs.Len() != 1 || logs.All()[0].ContextMap()["id"] != bad.ID {
					t.Errorf("logged %v", logs.All())
				}
			})
		}
	}
}

func TestADamagedQuietThreadStopsNoDigest(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"next_steps", "tried"} {
		for _, text := range spoiled {
			t.Run(column+" "+text, func(t *testing.T) {
				t.Parallel()
				c := newClock()
				core, logs := observer.New(zap.ErrorLevel)
				s := openStore(t, t.TempDir(), Options{Now: c.Now, Logger: zap.New(core)})
				for range maxNudged { // as many as one digest names, and older
					s.spoil(t, "threads", column, text, "id", create(t, s, "bad").ID)
				}
				good := create(t, s, "good")
				c.advance(30 * 24 * time.Hour)
				if got, err := s.ThreadsToNudge(t.Context(), ChannelGateway, Policy{}); err != nil || len(got) != 1 || got[0].ID != good.ID {
					t.Errorf("quiet: %+v, %v", got, err)
				}
				said := ""
				queued, err := s.QueueDigest(t.Context(), ChannelGateway, "daily", c.Now(), Policy{}, func(list []Thread) Message {
					for _, th := range list {
						said += th.Summary
					}
					return toGateway(said)
				})
				if err != nil || !queued || said != "good" {
					t.Errorf("queued %t %q, %v", queued, said, err)
				}
				if logs.Len() != maxNudged {
					t.Errorf("logged %v", logs.All())
				}
			})
		}
	}
}

// A change reads rows of which one may be damaged, and is made all the same.
func TestADamagedRowStopsNoChange(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`5`, ``, `{"what":`} {
		t.Run(text, func(t *testing.T) { damagedRowStopsNoChange(t, text) })
	}
}

func damagedRowStopsNoChange(t *testing.T, text string) {
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("good"), WorkspacePaths: Some([]string{"/good"})})
	createProject(t, s, ProjectInput{Slug: Some("bad")})
	th := create(t, s, "in a project that is renamed", inProject("good"))
	send := func(ref, folder string) Written[[]SavedSession] {
		t.Helper()
		saved, err := s.SaveSessions(t.Context(), agent, []SessionInput{
			{Tool: "codex", SessionRef: "unfiled", WorkspacePath: Some("/later/x"), Title: Some("x" + folder)},
			{Tool: "codex", SessionRef: ref, WorkspacePath: Some(folder), Title: Some("y" + folder)},
		})
		works(t, err)
		return saved
	}
	bad := send("bad", "/later/y").Item[1].ID
	ask(t, s, "rename_project", `{"slug":"bad","new_slug":"worse"}`)
	asked := ask(t, s, "rename_project", `{"slug":"good","new_slug":"best"}`).Item
	s.spoil(t, "threads", "tried", `{"what":`, "id", th.ID)
	s.spoil(t, "projects", "workspace_paths", text, "slug", "bad")
	s.spoil(t, "session_records", "open_items", `{`, "id", bad)

	if got := send("bad", "/good").Item; len(got) != 2 || got[0].Outcome != "updated" || len(got[1].Refused) != 1 || !strings.Contains(got[1].Refused[0].Message, "damaged") {
		t.Errorf("session records: %+v", got)
	}
	if got := send("new", "/good").Item; len(got) != 2 || got[1].Outcome != "created" {
		t.Errorf("session records: %+v", got)
	}
	var told []string
	works(t, s.AnnounceRequests(t.Context(), func(a Approval) Message {
		told = append(told, a.ID)
		return Message{Text: "t", To: []Target{{Channel: ChannelGateway}}}
	}))
	if !slices.Equal(told, []string{asked.ID}) {
		t.Errorf("told of %v", told)
	}
	if got, err := s.Start(t.Context(), agent, starting("codex", th.Summary)); err != nil || !got.Created {
		t.Errorf("work near a damaged thread: %+v, %v", got, err)
	}
	if page, err := s.Approvals(t.Context(), ApprovalFilter{}); err != nil || len(page.Approvals) != 1 || page.Approvals[0].ID != asked.ID {
		t.Errorf("requests: %+v, %v", page, err)
	}
	_, err := s.UpdateProject(t.Context(), owner, "good", ProjectInput{Slug: Some("better"), WorkspacePaths: Some([]string{"/good", "/later"})})
	works(t, err)
	if page, err := s.Sessions(t.Context(), SessionFilter{Project: "better"}); err != nil || len(page.Sessions) != 2 {
		t.Errorf("filed: %+v, %v", page, err)
	}
}

// What is recorded of one change in a damaged way stands in the way of no other.
func TestADamagedEventStopsNoChange(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	into, from := create(t, s, "stays"), create(t, s, "goes")
	merged, err := s.MergeThread(t.Context(), owner, from.ID, into.ID, Guard{})
	works(t, err)
	lease, err := s.Claim(t.Context(), agent, into.ID, ClaimInput{Holder: "codex"})
	works(t, err)
	updated, err := s.UpdateThread(t.Context(), agent, into.ID, Guard{LeaseID: lease.Item.LeaseID}, ThreadInput{Goal: Some("whole")}, false)
	works(t, err)
	later, err := s.UpdateThread(t.Context(), agent, into.ID, Guard{LeaseID: lease.Item.LeaseID}, ThreadInput{Focus: Some("half")}, false)
	works(t, err)
	s.sql(t, "UPDATE event_parts SET before = '['")
	s.sql(t, "UPDATE events SET after = '[' WHERE kind = 'thread.claimed'")
	s.spoil(t, "events", "before", "[", "id", later.EventID)

	e, err := s.Event(t.Context(), merged.EventID)
	if works(t, err); len(e.Parts) != 0 {
		t.Errorf("damaged parts are shown: %+v", e.Parts)
	}
	_, err = s.Undo(t.Context(), owner, updated.EventID, Guard{})
	works(t, err)
	_, err = s.Finish(t.Context(), owner, into.ID, Guard{}, StatusDone, "")
	works(t, err)
}

func TestAnImportChecksEveryJSONColumn(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, Options{})
	works(t, err)
	<-s.overlap.done
	create(t, s, "work")
	for _, row := range []string{
		`INSERT INTO settings(name, value, updated_at) VALUES ('now', '{}', '')`,
		`INSERT INTO forge(id) VALUES (1)`,
		`INSERT INTO deliveries(id, kind, slot, channel, text, created_at, due_at) VALUES ('000000000001', 'test', 's', 'gateway', 't', '', '')`,
		`INSERT INTO session_records(id, tool, session_ref, title, updated_at) VALUES ('000000000002', 'x', 'y', 'z', '')`,
		`INSERT INTO approvals(id, kind, payload, created_at) VALUES ('000000000003', 'delete_page', '{"path":"a"}', '')`,
		`INSERT INTO compacted_events(id, item, first_at, last_at, authors, notes) VALUES ('000000000004', 'thread/x', '', '', '[]', '[]')`,
		`INSERT INTO event_parts(event_id, item, subject) SELECT id, 'thread/x', 'y' FROM events LIMIT 1`,
	} {
		s.sql(t, row)
	}
	works(t, s.Close())
	if _, damaged, err := CheckDatabase(t.Context(), database(dir)); err != nil || len(damaged) > 0 {
		t.Fatalf("before: %v, %v", damaged, err)
	}
	anything := map[string]bool{"deliveries.payload": true} // what was sent, whatever it is
	for _, c := range jsonColumns {
		wrong := []string{`{"what":`, ``, `null`}
		for _, text := range []string{" {}\n", " []\n"} {
			if plain := strings.TrimSpace(text); (c.check([]byte(plain)) == nil) != (c.check([]byte(text)) == nil) {
				t.Errorf("%s.%s: %q is not taken as %q is", c.table, c.column, text, plain)
			}
		}
		if !anything[c.table+"."+c.column] {
			wrong = append(wrong, `5`, `"text"`)
			if c.check([]byte(`[]`)) == nil {
				wrong = append(wrong, `{}`, `[5]`)
			} else {
				wrong = append(wrong, `[]`)
			}
		}
		for _, text := range wrong {
			file := database(t.TempDir())
			copyFile(t, database(dir), file)
			foreign(t, file, fmt.Sprintf("UPDATE %s SET %s = '%s'", c.table, c.column, text)).Close()
			_, damaged, err := CheckDatabase(t.Context(), file)
			if err != nil || len(damaged) == 0 || damaged[0].Table != c.table || damaged[0].Column != c.column || damaged[0].ID == "" {
				t.Errorf("%s.%s %q: %v, %v", c.table, c.column, text, damaged, err)
			}
		}
	}
}

// A column whose comment in the schema speaks of JSON is checked.
func TestEveryJSONColumnOfTheSchemaIsChecked(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, c := range jsonColumns {
		known[c.table+"."+c.column] = true
	}
	table := regexp.MustCompile(`^CREATE TABLE (\w+)`)
	column := regexp.MustCompile(`^\s+(\w+)\s+(?:TEXT|BLOB)\b.*--.*\bJSON\b`)
	added := regexp.MustCompile(`^ALTER TABLE (\w+) ADD COLUMN (\w+).*--.*\bJSON\b`)
	renamed := regexp.MustCompile(`(?m)^ALTER TABLE (\w+) RENAME TO (\w+);`)
	names := map[string]string{}
	for _, text := range migrations() {
		for _, m := range renamed.FindAllStringSubmatch(text, -1) {
			names[m[1]] = m[2]
		}
	}
	seen := 0
	for _, text := range migrations() {
		in := ""
		for line := range strings.Lines(text) {
			if m := table.FindStringSubmatch(line); m != nil {
				in = cmp.Or(names[m[1]], m[1])
			}
			name := ""
			if m := column.FindStringSubmatch(line); m != nil {
				name = in + "." + m[1]
			} else if m := added.FindStringSubmatch(line); m != nil {
				name = m[1] + "." + m[2]
			}
			if name == "" {
				continue
			}
			if seen++; !known[name] {
				t.Errorf("%s holds JSON and is not in jsonColumns", name)
			}
		}
	}
	if seen < 9 {
		t.Errorf("found %d columns", seen)
	}
}

func TestARemoteIsOneOfAForge(t *testing.T) {
	t.Parallel()
	for remote, want := range map[string]string{
		"https://git.example.org/me/hub":       "https://git.example.org/me/hub",
		"HTTP://git.example.org/me/hub":        "http://git.example.org/me/hub",
		"ssh://git@git.example.org:22/me/hub":  "ssh://git@git.example.org:22/me/hub",
		"git@git.example.org:me/hub.git":       "git@git.example.org:me/hub.git",
		"javascript:alert(1)":                  "",
		"javascript://example.org/%0aalert(1)": "",
		" JavaScript:alert(1)":                 "",
		"data:text/html,x":                     "",
		"file:///etc/passwd":                   "",
		"ftp://git.example.org/me/hub":         "",
		"git.example.org/me/hub":               "",
		"https:git.example.org":                "",
		"https:///me/hub":                      "",
		"somebody@git.example.org:me/hub.git":  "",
	} {
		clean, ok := cleanRemote(remote)
		if ok != (want != "") || ok && clean != want {
			t.Errorf("%q: %q %t", remote, clean, ok)
		}
	}
}
