package store

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/progresshub/progresshub/store/outline"
)

// projects makes those that are not here yet. One that is here keeps what is said of it.
func (b *bringing) projects() error {
	for _, in := range b.in.Projects {
		if err := b.project(in); err != nil {
			return about(err, kindProject, in.Ref)
		}
	}
	return nil
}

// project finds out what a project of the source is here, and makes it where it is none yet. Of one
// that was deleted here nothing comes back: what is new in it goes to the inbox.
func (b *bringing) project(in IncomingProject) error {
	here, err := b.owner(in.Slug)
	if err != nil {
		return err
	}
	if here == "" {
		known, err := b.known(kindProject, in.Ref, in.Was, in.CreatedAt)
		if err != nil {
			return err
		}
		if known == "" {
			return b.makeProject(in)
		}
		p, err := b.projectByID(known)
		if err != nil {
			return err
		}
		if p.gone() {
			b.slugs[in.Slug] = InboxSlug
			return nil
		}
		here = p.Slug
	}
	b.slugs[in.Slug] = here
	return b.addProgress(here, in)
}

// named is what a project of the source is called here.
func (b *bringing) named(slug string) string { return cmp.Or(b.slugs[slug], slug, InboxSlug) }

// place is the project that work goes to, by what it is called here. One that is missing is made.
func (b *bringing) place(name string) (string, error) {
	here, err := b.owner(name)
	if err != nil || here != "" {
		return here, err
	}
	add := b.project
	if name == InboxSlug { // it is needed, whether it was deleted or not
		add = b.makeProject
	}
	if err := add(IncomingProject{Ref: name, Slug: name}); err != nil {
		return "", err
	}
	return b.place(b.slugs[name])
}

func (b *bringing) makeProject(in IncomingProject) error {
	p := Project{WorkspacePaths: []string{}, Aliases: []string{}, CreatedAt: in.CreatedAt}
	v := ProjectInput{
		Slug: Some(in.Slug), Title: Some(in.Title), Description: maybe(b.relinkedField(in.Description)), RepoURL: maybe(in.RepoURL),
		WorkspacePaths: Some(in.WorkspacePaths), Archived: Some(in.Archived),
	}.apply(&p, b.now)
	if err := v.err(); err != nil {
		return err
	}
	free := p
	free.WorkspacePaths = nil
	if err := b.checkFree(&free, ""); err != nil {
		return err
	}
	p.WorkspacePaths = slices.DeleteFunc(p.WorkspacePaths, func(path string) bool {
		alone := p
		alone.WorkspacePaths = []string{path}
		return b.checkFree(&alone, "") != nil
	})
	if p.CreatedAt.IsZero() {
		p.CreatedAt = b.now
	}
	if err := b.addProject(&p); err != nil {
		return err
	}
	b.slugs[in.Slug] = p.Slug
	b.made.Projects++
	if err := b.came(kindProject, in.Ref, p.subject()); err != nil {
		return err
	}
	return b.addProgress(p.Slug, in)
}

// addProgress writes the progress text of a project, below what stands there already, once. What both
// are too large for goes to a page.
func (b *bringing) addProgress(slug string, in IncomingProject) error {
	if in.Progress == "" {
		return nil
	}
	if known, err := b.known(kindProgress, in.Ref, in.Was, Time{}); err != nil || known != "" {
		return err
	}
	in.Progress = b.relinked(in.Progress)
	file, err := b.progress(slug)
	if err != nil || file.stored == in.Progress {
		return err
	}
	var v invalid
	v.checkMarkdown("progress", in.Progress)
	if err := v.err(); err != nil {
		return err
	}
	text := in.Progress
	if file.stored != "" {
		text = file.stored + "\n\n" + text
	}
	if len(text) > MaxMarkdown {
		page := IncomingPage{
			Ref: "progress of " + in.Ref, Path: outline.WikiPath("imports/" + b.in.Source + "/" + slug + "/progress"),
			Markdown: in.Progress, CreatedAt: in.CreatedAt,
		}
		at, err := b.settlePage(page)
		if err != nil {
			return err
		}
		if err := b.page(page); err != nil {
			return err
		}
		text = file.stored + "\n\nThe progress from " + b.in.Source + " is a page: [[" + at + "]].\n"
		if len(text) > MaxMarkdown { // not even for the link is there room
			return b.noteOrigin(kindProgress, in.Ref, file.subject())
		}
	}
	changed, err := b.amend(&file, func() error { return file.rewrite(b.tx, text) })
	if err != nil {
		return err
	}
	b.changed(changed)
	return b.noteOrigin(kindProgress, in.Ref, changed.of)
}

// changed notes what the import changed of an item. Two projects of the source may be one here: its
// event tells of each item once.
func (b *bringing) changed(p part) {
	at := slices.IndexFunc(b.parts, func(earlier part) bool { return earlier.of.item == p.of.item })
	if at < 0 {
		b.parts = append(b.parts, p)
		return
	}
	maps.Copy(p.before, b.parts[at].before)
	maps.Copy(b.parts[at].after, p.after)
	b.parts[at].before = p.before
}

// bringThreads makes those that are new, each after what it waits for.
func (b *bringing) bringThreads() error {
	fresh := map[string]IncomingThread{}
	order := make([]string, 0, len(b.in.Threads))
	for _, in := range b.in.Threads {
		if _, twice := b.threads[in.Ref]; twice {
			return about(&InvalidError{Fields: []FieldError{{"ref", "stands there twice"}}}, kindThread, in.Ref)
		}
		id, err := b.known(kindThread, in.Ref, in.Was, in.CreatedAt)
		if err != nil {
			return err
		}
		if id == "" {
			id = b.NewID()
			fresh[in.Ref] = in
			order = append(order, in.Ref)
		}
		b.threads[in.Ref] = id
	}
	const begun, made = 1, 2
	state := map[string]int{}
	var bring func(ref string) error
	bring = func(ref string) error {
		in, isNew := fresh[ref]
		if !isNew || state[ref] == made {
			return nil
		}
		if state[ref] == begun {
			return about(&InvalidError{Fields: []FieldError{{"depends_on", "waits for itself by way of others"}}}, kindThread, ref)
		}
		state[ref] = begun
		for _, need := range in.DependsOn {
			if err := bring(need); err != nil {
				return err
			}
		}
		state[ref] = made
		return about(b.thread(in), kindThread, ref)
	}
	for _, ref := range order {
		if err := bring(ref); err != nil {
			return err
		}
	}
	return nil
}

func (b *bringing) thread(in IncomingThread) error {
	t := Thread{
		ID: b.threads[in.Ref], Version: 1, Status: in.Status, Energy: "unknown", Origin: b.by.Actor,
		NextSteps: []string{}, Tried: []Attempt{}, AlsoKnown: []string{}, DependsOn: []string{},
	}
	v := ThreadInput{
		Summary: Some(in.Summary), ProjectSlug: Some(b.named(in.Project)), Energy: maybe(in.Energy), Goal: maybe(b.relinkedField(in.Goal)), Focus: maybe(in.Focus),
		NextSteps: Some(in.NextSteps), BlockedReason: maybe(in.BlockedReason), ResumeStep: maybe(in.ResumeStep),
		WorkspacePath: maybe(in.WorkspacePath), TranscriptRef: maybe(in.TranscriptRef),
	}.apply(&t)
	v.oneOf("status", string(t.Status), texts(Statuses))
	tool := in.SourceTool
	if tool == "" {
		tool = b.in.Source
	}
	t.SourceTool = v.optional("source_tool", &tool, MaxText)
	for _, need := range in.DependsOn {
		if id := b.threads[need]; id == "" {
			v.add("depends_on", "names %q, which does not come along", need)
		} else if !slices.Contains(t.DependsOn, id) {
			t.DependsOn = append(t.DependsOn, id)
		}
	}
	if len(t.DependsOn) > MaxDependsOn {
		v.add("depends_on", "must have at most %d items", MaxDependsOn)
	}
	if err := v.err(); err != nil {
		return err
	}
	t.CreatedAt = orTime(in.CreatedAt, b.now)
	t.LastActivityAt = orTime(in.LastActivityAt, t.CreatedAt)
	t.UpdatedAt = b.now
	if !t.Status.Active() {
		t.CompletedAt = new(orTime(in.CompletedAt, t.LastActivityAt))
	}
	if !in.PausedAt.IsZero() {
		t.PausedAt = &in.PausedAt
	}
	var err error
	if t.ProjectSlug, err = b.place(t.ProjectSlug); err != nil {
		return err
	}
	if err := b.insertThread(&t); err != nil {
		return err
	}
	b.made.Threads++
	return b.came(kindThread, in.Ref, t.subject())
}

// reminders makes those that are new. One of a thread that was deleted here went with it.
func (b *bringing) reminders() error {
	for _, in := range b.in.Reminders {
		if err := b.reminder(in); err != nil {
			return about(err, kindReminder, in.Ref)
		}
	}
	return nil
}

func (b *bringing) reminder(in IncomingReminder) error {
	if known, err := b.known(kindReminder, in.Ref, "", in.CreatedAt); err != nil || known != "" {
		return err
	}
	m := Reminder{ID: b.NewID(), CreatedAt: orTime(in.CreatedAt, b.now)}
	fields := ReminderInput{Text: Some(in.Text), Kind: Some(in.Kind), RRule: maybe(in.RRule)}
	if !in.DueAt.IsZero() {
		fields.DueAt = Some(in.DueAt.String())
	}
	if id := b.threads[in.Thread]; id != "" {
		_, err := b.threadNow(id)
		if errors.As(err, new(*NotFoundError)) {
			b.made.Known++
			return nil
		}
		if err != nil {
			return err
		}
		fields.ThreadID = Some(id)
	}
	if in.Project != "" {
		slug, err := b.place(b.named(in.Project))
		if err != nil {
			return err
		}
		fields.ProjectSlug = Some(slug)
	}
	if err := b.applyReminder(&m, fields, b.policy); err != nil {
		return err
	}
	if !in.DoneAt.IsZero() {
		m.DoneAt, m.NextAt = &in.DoneAt, nil
	}
	if m.NextAt != nil && m.Kind == remindOnce && !m.NextAt.After(b.now.Time) {
		m.firedFor = m.NextAt // it was heard where it comes from
	}
	if err := b.putReminder(&m); err != nil {
		return err
	}
	if err := b.index(m.doc(), nil); err != nil {
		return err
	}
	b.made.Reminders++
	return b.came(kindReminder, in.Ref, m.subject())
}

// maybe is a text that may be missing.
func maybe(text string) Opt[string] {
	if text == "" {
		return Opt[string]{}
	}
	return Some(text)
}

func orTime(t, other Time) Time {
	if t.IsZero() {
		return other
	}
	return t
}
