package exchange

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// draft is a thread with all that its tool says of it, of any length.
type draft struct {
	store.IncomingThread // its Goal and NextSteps follow from these:

	where    string // the place in its file
	goal     string
	facts    []string // lines such as "Labels: a, b"
	steps    []step
	sections []section
	after    []string // what it starts after, beyond what a thread can say
}

// step is one entry of a list of things to do.
type step struct {
	Text   string
	Detail string
	Done   bool
}

// section is a text that a thread has no field for.
type section struct {
	Title string
	Text  string
	Page  bool // it stands on a page of its own in any case
}

// fact adds a line to the goal, unless there is nothing to say.
func (d *draft) fact(name string, values ...string) {
	var said []string
	for _, v := range values {
		if v = oneLine(v); v != "" {
			said = append(said, v)
		}
	}
	if len(said) > 0 {
		d.facts = append(d.facts, name+": "+strings.Join(said, ", "))
	}
}

// say adds a line to the goal; a text that is none or long stands under a heading.
func (d *draft) say(name, text string) {
	if text = tidy(text); strings.Contains(text, "\n") || utf8.RuneCountInString(text) > maxFact {
		d.section(name, text, false)
		return
	}
	d.fact(name, text)
}

// maxFact is how long a text is at most, in characters, to be a line of the goal.
const maxFact = 200

// section adds a text under a heading, unless there is nothing in it.
func (d *draft) section(title, text string, page bool) {
	if text = tidy(text); text != "" {
		d.sections = append(d.sections, section{title, text, page})
	}
}

// fit makes a thread of a draft. What its fields can't hold stands on a wiki page that the goal
// links to; nothing is thrown away.
func (r *reader) fit(d *draft) store.IncomingThread {
	t := d.IncomingThread
	if r.Project != "" {
		t.Project = r.Project
	}
	d.goal = tidy(d.goal)
	whole := tidy(d.Summary)
	if strings.ContainsFunc(whole, unicode.IsControl) {
		whole = oneLine(whole)
	}
	if t.Summary = clip(whole, store.MaxSummary); t.Summary != whole {
		d.goal = strings.TrimSpace(whole + "\n\n" + d.goal)
	}
	d.fitSteps(&t)
	for _, f := range []struct {
		title string
		text  *string
	}{{"Focus", &t.Focus}, {"Blocked", &t.BlockedReason}, {"Resume with", &t.ResumeStep}, {"Transcript", &t.TranscriptRef}} {
		long := tidy(*f.text)
		if *f.text = clip(long, store.MaxText); *f.text != long {
			d.section(f.title, long, true)
		}
	}
	t.SourceTool = clip(oneLine(t.SourceTool), 100)
	if t.WorkspacePath = tidy(t.WorkspacePath); !isFolder(t.WorkspacePath) {
		d.fact("Folder", t.WorkspacePath)
		t.WorkspacePath = ""
	}
	d.fact("Also after", d.after...)
	t.Goal = r.fitGoal(d, &t)
	return t
}

// fitSteps gives the thread its first open steps. More of them, and what is said of each, go to
// the page; those that are done are told in the goal.
func (d *draft) fitSteps(t *store.IncomingThread) {
	var open, done int
	page := false
	for i := range d.steps {
		s := &d.steps[i]
		s.Text, s.Detail = tidy(s.Text), tidy(s.Detail)
		page = page || s.Detail != ""
		if s.Done {
			done++
			continue
		}
		if outline.IsBlank(s.Text) {
			continue
		}
		if open++; open > store.MaxNextSteps {
			page = true
			continue
		}
		short := clip(s.Text, store.MaxText)
		page = page || short != s.Text
		t.NextSteps = append(t.NextSteps, short)
	}
	switch {
	case page:
		d.section("Steps", checklist(d.steps), true)
	case done > 0:
		var finished []step
		for _, s := range d.steps {
			if s.Done {
				finished = append(finished, s)
			}
		}
		d.section("Done so far", checklist(finished), false)
	}
}

// checklist writes steps as a task list.
func checklist(steps []step) string {
	var out strings.Builder
	for _, s := range steps {
		box := "- [ ] "
		if s.Done {
			box = "- [x] "
		}
		out.WriteString(box + indent(s.Text) + "\n")
		if s.Detail != "" {
			out.WriteString("\n  " + indent(s.Detail) + "\n\n")
		}
	}
	return strings.TrimRight(out.String(), "\n")
}

// indent makes the later lines of a text belong to the item of a list.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }

// fitGoal puts together the goal, and makes the page where it does not hold everything.
func (r *reader) fitGoal(d *draft, t *store.IncomingThread) string {
	inline, page := []string{}, []section{}
	if d.goal != "" {
		inline = append(inline, d.goal)
	}
	for _, s := range d.sections {
		if s.Page {
			page = append(page, s)
		} else {
			inline = append(inline, s.Title+":\n"+s.Text)
		}
	}
	facts := strings.Join(d.facts, "\n")
	all := join(append(inline, facts)...)
	if len(page) == 0 && utf8.RuneCountInString(all) <= store.MaxText {
		return all
	}
	at := r.paths.take(r.pagePath(t.Ref))
	link := "More: [[" + at + "]]"
	short := join(all, link)
	if utf8.RuneCountInString(short) > store.MaxText {
		all := []section{{Title: "Goal", Text: d.goal}}
		page = append(append(all, d.sections...), section{Title: "About it", Text: list(d.facts)})
		facts = clip(facts, store.MaxText/4)
		room := store.MaxText - utf8.RuneCountInString(link) - utf8.RuneCountInString(facts) - len("\n\n\n\n")
		short = join(clip(join(inline...), room), facts, link)
	}
	p := store.IncomingPage{Ref: "thread/" + t.Ref, Path: at, Markdown: document(d.Summary, page), CreatedAt: t.CreatedAt}
	if t.Was != "" {
		p.Was = "thread/" + t.Was
	}
	r.addPage(p)
	r.mapped("long texts, comments and lists", "wiki pages")
	return short
}

// pagePath is where what a thread can't hold goes to.
func (r *reader) pagePath(ref string) string {
	name := outline.Slug(ref)
	if name == "" {
		name = "thread"
	}
	return "imports/" + string(r.Source) + "/" + name
}

// document is a page of sections.
func document(title string, sections []section) string {
	parts := []string{"# " + oneLine(title)}
	for _, s := range sections {
		if s.Text != "" {
			parts = append(parts, "## "+s.Title, s.Text)
		}
	}
	return join(parts...) + "\n"
}

func list(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "- " + strings.Join(lines, "\n- ")
}

// join puts paragraphs together, those that are empty left out.
func join(parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, "\n\n")
}

// split makes several pages of one that is larger than a page may be, each with a link to the next.
func split(p store.IncomingPage, paths *names) []store.IncomingPage {
	const room = store.MaxMarkdown - 1024 // for the link
	var parts []store.IncomingPage
	first, rest := p, p.Markdown
	for len(rest) > store.MaxMarkdown {
		end := room
		for !utf8.RuneStart(rest[end]) {
			end--
		}
		if line := strings.LastIndexByte(rest[:end], '\n'); line > end/2 {
			end = line + 1
		}
		next := first
		number := "#" + itoa(len(parts)+2)
		next.Path, next.Ref = paths.take(first.Path), first.Ref+number
		if first.Was != "" {
			next.Was = first.Was + number
		}
		p.Markdown = strings.TrimRight(rest[:end], "\n") + "\n\nMore: [[" + next.Path + "]]\n"
		parts, rest, p = append(parts, p), rest[end:], next
	}
	p.Markdown = rest
	return append(parts, p)
}

// fitProject keeps the fields of a project to what the hub takes.
func (r *reader) fitProject(p *store.IncomingProject) {
	p.Description = tidy(p.Description)
	if short := clip(p.Description, store.MaxText); short != p.Description {
		at := r.paths.take("imports/" + string(r.Source) + "/" + p.Slug)
		r.addPage(store.IncomingPage{
			Ref: "project/" + p.Ref, Path: at,
			Markdown: document(p.Slug, []section{{Title: "Description", Text: p.Description}}), CreatedAt: p.CreatedAt,
		})
		link := "\n\nMore: [[" + at + "]]"
		p.Description = clip(p.Description, store.MaxText-len(link)) + link
	}
	if p.RepoURL = tidy(p.RepoURL); p.RepoURL != "" && (!isRemote.MatchString(p.RepoURL) || len(p.RepoURL) > store.MaxText) {
		r.leave("project "+p.Slug, p.RepoURL, "it is no git remote over https or ssh")
		p.RepoURL = ""
	}
	r.fitProgress(p)
	paths := p.WorkspacePaths
	p.WorkspacePaths = nil
	for _, folder := range paths {
		if folder = tidy(folder); isFolder(folder) && len(folder) <= store.MaxText {
			p.WorkspacePaths = append(p.WorkspacePaths, folder)
		} else {
			r.leave("project "+p.Slug, folder, "it is no absolute path of a folder")
		}
	}
}

// fitProgress puts what a progress file can't hold on pages that it leads to.
func (r *reader) fitProgress(p *store.IncomingProject) {
	if p.Progress = strings.ReplaceAll(p.Progress, "\x00", "\ufffd"); len(p.Progress) <= store.MaxMarkdown {
		return
	}
	at := r.paths.take("imports/" + string(r.Source) + "/" + p.Slug)
	r.addPage(store.IncomingPage{Ref: "progress/" + p.Ref, Path: at, Markdown: p.Progress, CreatedAt: p.CreatedAt})
	p.Progress = "The progress so far is a page: [[" + at + "]].\n"
}

// isRemote is about what the hub takes as a git remote.
var isRemote = regexp.MustCompile(`^(?i:https?|ssh)://[^\s/?#]+[^\s]*$|^git@[\w.-]+:[^\s]+$`)

var absolute = regexp.MustCompile(`^(?:/|[A-Za-z]:[/\\]|\\\\)`)

// isFolder tells an absolute path, of any system.
func isFolder(p string) bool {
	return len(p) <= store.MaxText && absolute.MatchString(p) && !strings.ContainsAny(p, "\n\r")
}
