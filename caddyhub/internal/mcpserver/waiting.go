package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// maxWaiting is how many threads are named that one waits for, or that can start after it.
const maxWaiting = 5

// dependencyView is a thread that another waits for, or that waits for it.
type dependencyView struct {
	ID      string       `json:"id"`
	Summary string       `json:"summary"`
	Status  store.Status `json:"status"`
}

func newDependencies(list []store.Dependency) (views []dependencyView) {
	for _, d := range list[:min(len(list), maxWaiting)] {
		views = append(views, dependencyView{d.ID, short(&d.Summary, rowText), d.Status})
	}
	return views
}

func (v dependencyView) text() string {
	return fmt.Sprintf("%s %s (%s)", v.ID, quote(v.Summary), v.Status)
}

func dependencyTexts(views []dependencyView) string {
	texts := make([]string, len(views))
	for i, v := range views {
		texts[i] = v.text()
	}
	return strings.Join(texts, ", ")
}

// rowsOf are threads as rows that say what each waits for.
func (s *server) rowsOf(ctx context.Context, threads []store.Thread, base string) ([]threadView, error) {
	return s.views(ctx, threads, base, row)
}

// briefs are threads as one picks them up, with what each waits for.
func (s *server) briefs(ctx context.Context, threads []store.Thread, base string) ([]threadView, error) {
	return s.views(ctx, threads, base, brief)
}

func (s *server) views(ctx context.Context, threads []store.Thread, base string, view func(store.Thread, string) threadView) ([]threadView, error) {
	waiting, err := s.Store.Unfinished(ctx, threads)
	views := make([]threadView, len(threads))
	for i, t := range threads {
		views[i] = view(t, base)
		views[i].WaitsFor = newDependencies(waiting[t.ID])
	}
	return views, err
}

// freedText says which threads can start now that one has ended: if it was given up, perhaps. One that is
// blocked as well may have been for that reason.
func freedText(views []dependencyView, all int, end store.Status) (sentence string) {
	if all == 0 {
		return ""
	}
	sentence = fmt.Sprintf(" %s can start now: %s", plural(all, "thread"), dependencyTexts(views))
	if end == store.StatusDismissed {
		sentence = fmt.Sprintf(" %s waited for it, which was given up; see whether they can start without: %s", plural(all, "thread"), dependencyTexts(views))
	}
	if more := all - len(views); more > 0 {
		sentence += fmt.Sprintf(" and %d more; list_threads with ready: true shows them", more)
	}
	sentence += "."
	for _, v := range views {
		if v.Status == store.StatusBlocked {
			return sentence + " If this was what blocked it, save_thread with an empty blocked_reason opens " + v.ID + "."
		}
	}
	return sentence
}

// neighbours are the sections of a thread on what it waits for, and what waits for it.
func (s *server) neighbours(ctx context.Context, d *itemDocument, t store.Thread) error {
	found, err := s.Store.Dependencies(ctx, t.ID)
	if err != nil {
		return err
	}
	for _, part := range []struct {
		title string
		list  []store.Dependency
	}{{"Waits for", found.Before}, {"Then", found.After}} {
		var lines []string
		for _, n := range part.list {
			lines = append(lines, dependencyView{n.ID, oneLine(n.Summary), n.Status}.text())
		}
		d.section(part.title, bullets(lines))
	}
	return nil
}
