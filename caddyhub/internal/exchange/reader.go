package exchange

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// reader collects what the files of one tool hold.
type reader struct {
	Options
	out       Reading
	projects  []*store.IncomingProject
	byKey     map[string]*store.IncomingProject
	slugs     *names // of projects
	drafts    []*draft
	refs      map[string]bool // of threads
	paths     *names          // of pages
	pages     []store.IncomingPage
	reminders []store.IncomingReminder
	reminded  *names         // references of reminders
	unknown   map[string]int // statuses that are not known, with how many have them
	broken    *BrokenError   // the first row that is
}

func newReader(source Source, o Options) *reader {
	o.Source = source
	return &reader{
		Options: o,
		out:     Reading{Source: source, Incoming: store.Incoming{Source: string(source), Numbered: source == Vikunja || source == Beads}},
		byKey:   map[string]*store.IncomingProject{}, slugs: newNames(),
		refs: map[string]bool{}, paths: newNames(), reminded: newNames(), unknown: map[string]int{},
	}
}

// spoil notes a broken row: it is left out, or the file is refused once all of it was looked at.
func (r *reader) spoil(e BrokenError) {
	e.File, e.Item, e.What = called(e.File), called(e.Item), clip(oneLine(e.What), 300)
	switch {
	case r.SkipBroken:
		what := e.Item
		if what == "" {
			what = "a row"
		}
		e.Item = ""
		r.leave(e.Where(), what, "it is broken: "+e.What)
	case r.broken == nil:
		r.broken = &e
	default:
		r.broken.More++
	}
}

// leave notes what does not come along.
func (r *reader) leave(where, what, why string) {
	r.out.Missing++
	if len(r.out.LeftOut) < MaxLeftOut {
		r.out.LeftOut = append(r.out.LeftOut, LeftOut{called(where), called(what), clip(oneLine(why), 300)})
	}
}

// mapped counts one thing that became another.
func (r *reader) mapped(from, to string) { r.mappedMany(from, to, 1) }

func (r *reader) mappedMany(from, to string, n int) {
	if n == 0 {
		return
	}
	for i := range r.out.Mapped {
		if m := &r.out.Mapped[i]; m.From == from && m.To == to {
			m.N += n
			return
		}
	}
	r.out.Mapped = append(r.out.Mapped, Mapping{from, to, n})
}

func (r *reader) note(format string, args ...any) {
	if text := clip(oneLine(fmt.Sprintf(format, args...)), 500); !slices.Contains(r.out.Notes, text) && len(r.out.Notes) < MaxLeftOut {
		r.out.Notes = append(r.out.Notes, text)
	}
}

// project is the project that the source knows under a key, which it is made for at its first
// mention; where all goes to one project, that.
func (r *reader) project(key, title string) *store.IncomingProject {
	if r.Project != "" {
		key, title = r.Project, r.Project
	}
	if p := r.byKey[key]; p != nil {
		return p
	}
	p := &store.IncomingProject{Ref: key, Title: clip(oneLine(title), store.MaxSummary)}
	if p.Slug = r.Project; p.Slug == "" {
		p.Slug = r.slugs.take(projectSlug(title))
	}
	if p.Title == p.Slug || outline.IsBlank(p.Title) {
		p.Title = ""
	}
	r.byKey[key] = p
	r.projects = append(r.projects, p)
	return p
}

// projectSlug is the slug of a project of this title.
func projectSlug(title string) string {
	base := outline.Slug(title)
	if base == "" {
		base = "project"
	}
	if store.CheckSlug("slug", base) != nil { // an address of the hub's own
		base += "-project"
	}
	return base
}

// add takes in a thread; false: another has its reference, or it has no name, which breaks the row.
func (r *reader) add(d *draft, at BrokenError) bool {
	at.Item = d.Ref
	switch {
	case d.Ref == "":
		at.What = "it has no id"
	case r.refs[d.Ref]:
		at.What = "its id is there twice"
	case outline.IsBlank(d.Summary):
		at.What = "it has no title"
	}
	if at.What != "" {
		r.spoil(at)
		return false
	}
	at.Item = ""
	d.where = at.Where()
	r.refs[d.Ref] = true
	r.drafts = append(r.drafts, d)
	return true
}

// addPage takes in a wiki page at a path that was taken for it. A page that is too large becomes
// several.
func (r *reader) addPage(p store.IncomingPage) {
	r.pages = append(r.pages, split(p, r.paths)...)
}

// addReminder takes in a reminder, whose reference is made another where it is there twice.
func (r *reader) addReminder(m store.IncomingReminder) {
	if m.Text = clip(tidy(m.Text), store.MaxText); outline.IsBlank(m.Text) {
		m.Text = "A reminder from " + r.Source.Title()
	}
	m.Ref = r.reminded.take(m.Ref)
	r.reminders = append(r.reminders, m)
}

// status is where a thread stands by a word of the tool; one that is not known is open, and told.
func (r *reader) status(word string, known map[string]store.Status) store.Status {
	if s, ok := known[strings.ToLower(strings.TrimSpace(word))]; ok {
		return s
	}
	if word = called(word); word != "" {
		r.unknown[word]++
	}
	return store.StatusOpen
}

// time reads a time of a field; what is none breaks the row. Tools write the first day of the
// first year for none.
func (r *reader) time(field, text string, zone *time.Location, wrong *[]string) store.Time {
	if strings.TrimSpace(text) == "" {
		return store.Time{}
	}
	if digits, offset, _ := strings.Cut(strings.TrimSpace(text), " "); len(digits) == len(time.DateOnly) && strings.ContainsAny(offset, "+-Z") {
		text = digits + "T" + offset // as databases write it
	}
	at, err := store.ParseTime(text, zone)
	switch {
	case err != nil:
		*wrong = append(*wrong, field+" is no time")
	case at.Year() <= 1:
		return store.Time{}
	}
	return at
}

// finish makes the reading of what was collected.
func (r *reader) finish() (Reading, error) {
	if r.broken != nil {
		return Reading{}, r.broken
	}
	r.settleEdges()
	in := &r.out.Incoming
	for _, d := range r.drafts {
		in.Threads = append(in.Threads, r.fit(d))
	}
	if n := len(r.drafts) + len(r.pages) + len(r.reminders) + len(r.projects); n > MaxItems {
		return Reading{}, refuse(r.Name, "holds %d items, at most %d are taken at once", n, MaxItems)
	}
	for _, p := range r.projects {
		r.fitProject(p)
		in.Projects = append(in.Projects, *p)
	}
	in.Pages, in.Reminders = r.pages, r.reminders
	for _, word := range slices.SortedFunc(maps.Keys(r.unknown), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.unknown[b], r.unknown[a]), cmp.Compare(a, b))
	}) {
		n, verb := r.unknown[word], "are"
		if n == 1 {
			verb = "is"
		}
		r.note("status %q is unknown here: %s %s open", word, plural(n, "thread"), verb)
	}
	if len(in.Threads)+len(in.Pages)+len(in.Reminders)+len(in.Projects) == 0 && r.out.Missing == 0 {
		return Reading{}, refuse(r.Name, "holds nothing that could be taken from %s", r.Source.Title())
	}
	return r.out, nil
}
