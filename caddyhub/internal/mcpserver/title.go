package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store"
)

const (
	// digestText is the usual length of a digest: about 35 titles, and what can be resumed.
	digestText = 3200
	// detailText is what of a digest titles leave to details.
	detailText = 1000
	// titleText is how much a line shows of a title.
	titleText = 70
	// maxTitles is how many threads are looked at for their titles.
	maxTitles = 200
	// pageOfTitles is how many are read at a time: mostly no more fit.
	pageOfTitles = 50
)

// titleView is an open or blocked thread in one line. An agent reads the lines and knows what
// its work is called here, whatever the words and the language.
type titleView struct {
	ID          string       `json:"id"`
	Summary     string       `json:"summary"`
	ProjectSlug string       `json:"project_slug,omitempty"` // where the answer is about several
	Status      store.Status `json:"status,omitempty"`       // unless it is open
	Holder      string       `json:"holder,omitempty"`       // who works on it now
}

func newTitle(t store.Thread, project string) titleView {
	v := titleView{ID: t.ID, Summary: short(&t.Summary, titleText)}
	if project == "" {
		v.ProjectSlug = t.ProjectSlug
	}
	if t.Status != store.StatusOpen {
		v.Status = t.Status
	}
	if t.Lease != nil {
		v.Holder = short(&t.Lease.Holder, maxCaller)
	}
	return v
}

// hasTitle reports whether a thread is among some titles.
func hasTitle(titles []titleView, id string) bool {
	return slices.ContainsFunc(titles, func(v titleView) bool { return v.ID == id })
}

func (v titleView) line() string {
	line := fmt.Sprintf("- %s %s", v.ID, quote(v.Summary))
	if v.ProjectSlug != "" {
		line += " in " + v.ProjectSlug
	}
	if v.Status != "" {
		line += ", " + string(v.Status)
	}
	if v.Holder != "" {
		line += ", held by " + quote(v.Holder)
	}
	return line
}

// titles writes a line for every open and blocked thread of the scope, the newest work first,
// as far as the room goes, and how many of which project had none left.
func (s *server) titles(ctx context.Context, builder *textBuilder, project string) ([]titleView, error) {
	filter := store.ThreadFilter{Project: project, Limit: maxTitles}
	if project != "" {
		filter.Limit = pageOfTitles // nothing is said of those that have no line
	}
	page, err := s.Store.Threads(ctx, filter, s.Policy)
	if err != nil || page.Total == 0 {
		return []titleView{}, err
	}
	total := page.Total
	giveBack := builder.setAside(len(notListed(project, page.Threads, total)) + 1)
	builder.add("Open now; compare the meaning of your work yourself:", nil)
	views, left := []titleView{}, page.Threads
	for len(left) > 0 && len(views) < maxTitles {
		v := newTitle(left[0], project)
		if !builder.add(v.line(), v) {
			break
		}
		views, left = append(views, v), left[1:]
		if len(left) == 0 && page.Next != "" {
			filter.Cursor = page.Next
			if page, err = s.Store.Threads(ctx, filter, s.Policy); err != nil {
				return nil, err
			}
			left = page.Threads
		}
	}
	giveBack()
	if more := total - len(views); more > 0 {
		builder.add(notListed(project, left, more), nil)
	}
	return views, nil
}

// notListed says how many threads are not listed, for all projects also how many of which, as
// far as they are known.
func notListed(project string, threads []store.Thread, total int) string {
	count := map[string]int{}
	var projects []string
	for _, t := range threads {
		if count[t.ProjectSlug]++; count[t.ProjectSlug] == 1 {
			projects = append(projects, t.ProjectSlug)
		}
	}
	slices.SortStableFunc(projects, func(a, b string) int { return count[b] - count[a] })
	const most = 5
	var parts []string
	for _, p := range projects[:min(len(projects), most)] {
		parts = append(parts, fmt.Sprintf("%s %d", p, count[p]))
	}
	line := fmt.Sprintf("%d more not shown", total)
	if project == "" && len(parts) > 0 {
		line += " (" + strings.Join(parts, ", ") + ")"
	}
	return line + ": list_threads."
}
