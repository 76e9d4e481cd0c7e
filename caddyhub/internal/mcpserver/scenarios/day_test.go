package scenarios

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/mcpserver"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// day is a hub with its owner and the agents that come to it.
type day struct {
	testing.TB
	store *store.Store
	url   string
	clock *storetest.Clock
	cost  cost
}

// token is what the agents of a day come in with.
const token = "a-token-for-scenarios"

// newDay begins a day at nine, with an empty hub.
func newDay(t testing.TB) *day {
	t.Helper()
	d := &day{TB: t, clock: storetest.NewClock(time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC))}
	opened, err := store.Open(t.Context(), storetest.Dir(t), store.Options{Now: d.clock.Now})
	d.must(err)
	d.store = opened
	handler, err := mcpserver.New(mcpserver.Config{
		Store: opened, Version: "1.0.0", PublicURL: "https://hub.example",
		Authorize: func(r *http.Request) (inbound.Credential, *inbound.Problem) {
			if r.Header.Get("Authorization") == "Bearer "+token {
				return inbound.Credential{Class: inbound.Owner}, nil
			}
			return inbound.Credential{}, inbound.NewProblem(http.StatusUnauthorized, "send the access token as a bearer")
		},
	})
	d.must(err)
	server := httptest.NewServer(handler)
	d.url = server.URL + "/mcp"
	t.Cleanup(func() {
		server.Close()
		d.must(opened.Close())
	})
	return d
}

// later moves the clock.
func (d *day) later(by time.Duration) { d.clock.Advance(by) }

func (d *day) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// The owner's side of a day: what is done in the dashboard.

var byOwner = store.By{Actor: store.Owner}

func (d *day) project(slug string, fields ...func(*store.ProjectInput)) {
	d.Helper()
	in := store.ProjectInput{Slug: store.Some(slug)}
	for _, f := range fields {
		f(&in)
	}
	_, err := d.store.CreateProject(d.Context(), byOwner, in)
	d.must(err)
}

// in is a folder of a project.
func in(folder string) func(*store.ProjectInput) {
	return func(p *store.ProjectInput) { p.WorkspacePaths = store.Some([]string{folder}) }
}

// from is the repository of a project.
func from(remote string) func(*store.ProjectInput) {
	return func(p *store.ProjectInput) { p.RepoURL = store.Some(remote) }
}

// thread makes a thread and returns its id.
func (d *day) thread(project, summary string, fields ...func(*store.ThreadInput)) string {
	d.Helper()
	in := store.ThreadInput{Summary: store.Some(summary), ProjectSlug: store.Some(project)}
	for _, f := range fields {
		f(&in)
	}
	w, err := d.store.CreateThread(d.Context(), byOwner, "", in, true)
	d.must(err)
	return w.Item.ID
}

// backlog is what else is open, so that nothing is found for want of anything else.
func (d *day) backlog(project string) {
	d.Helper()
	for _, summary := range []string{
		"Move the product photos to the new storage", "Show delivery times in the basket", "Upgrade the search index to version 9",
		"Write the privacy notice for the newsletter", "Measure how long checkout takes on phones", "Replace the icon font by SVG files",
		"Import the supplier's price list every night", "Let customers download their orders as CSV", "Fix the broken umlauts on labels",
		"Add a dark theme to the admin pages", "Collect error reports from the browser", "Rename the staging server",
	} {
		d.thread(project, summary)
	}
}

func (d *day) page(path, markdown string) {
	d.Helper()
	page, _ := d.store.Page(d.Context(), path)
	_, err := d.store.PutPage(d.Context(), byOwner, path, max(page.Rev, store.NoRev), markdown)
	d.must(err)
}

func (d *day) progress(project string, rev int, markdown string) {
	d.Helper()
	_, err := d.store.PutProgress(d.Context(), byOwner, project, rev, markdown)
	d.must(err)
}

// reminder makes one about a thread and returns its id.
func (d *day) reminder(thread, text, due string) string {
	d.Helper()
	w, err := d.store.CreateReminder(d.Context(), byOwner, store.ReminderInput{Text: store.Some(text), DueAt: store.Some(due), ThreadID: store.Some(thread)}, store.Policy{})
	d.must(err)
	return w.Item.ID
}

// read is a thread as it is now.
func (d *day) read(id string) store.Thread {
	d.Helper()
	t, err := d.store.Thread(d.Context(), id)
	d.must(err)
	return t
}

// open are the open and blocked threads of a project.
func (d *day) open(project string) []store.Thread {
	d.Helper()
	page, err := d.store.Threads(d.Context(), store.ThreadFilter{Project: project, Limit: store.MaxLimit}, store.Policy{})
	d.must(err)
	return page.Threads
}

// check fails the test unless something holds.
func (d *day) check(holds bool, format string, args ...any) {
	d.Helper()
	if !holds {
		d.Errorf(format, args...)
	}
}
