package mcpserver

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/outline"
)

// How many of each kind a briefing names; the tools behind them show all.
const (
	briefHits  = 3
	briefFree  = 3
	briefState = 3
	// nearHits is how many hits an answer looks at for the few that it names.
	nearHits = 12
)

// briefing is the answer of start_work in the making. What matters most comes first, and
// what no longer fits is left out.
type briefing struct {
	*server
	base    string
	builder *textBuilder
	data    startData
}

// add puts a line under the text, and counts the facts that go with it.
func (b *briefing) add(line string, data any) bool { return b.builder.add(line, data) }

// head begins the text: with its rest, if that fits. The line has the outcome, the id and the
// lease_id, which no budget cuts: many clients show their model the text alone.
func (b *briefing) head(line, rest string) {
	if !b.add(line+rest, b.data) {
		b.builder.begin(line, b.data)
	}
}

// doubt names the way on for work that only reads alike. A thread in the very same words is
// found also by one who asks for a new one.
func (b *briefing) doubt(started store.Started, in store.StartInput) {
	if started.Score == 0 {
		return
	}
	found := fmt.Sprintf("It was found by its words (score %.2f). If your work is other work: ", twoDecimals(started.Score))
	switch {
	case in.New:
		found += "say in intent what tells them apart."
	case started.Claimed:
		found += "pause_thread, then start_work with new: true."
	default:
		found += "start_work with new: true."
	}
	b.add(found, nil)
}

// begin briefs the one who got the work; hint is about where new work goes, left about a place that
// was not learned.
func (b *briefing) begin(ctx context.Context, started store.Started, in store.StartInput, hint, left string) {
	t := started.Thread
	news := ""
	if started.Before != nil {
		news = told(*started.Before)
	} else if started.LeaseID == in.Claim.LeaseID {
		var err error
		news, err = b.meanwhile(ctx, t.ID, in.Claim.LeaseID)
		b.lacks(ctx, "meanwhile", err)
	}
	views, err := b.briefs(ctx, []store.Thread{t}, b.base)
	b.lacks(ctx, "waits_for", err)
	v := views[0]
	if !started.Created {
		b.lacks(ctx, "former_outcome", b.formerEnd(ctx, &v, t))
	}
	lease := newLease(t.Lease)
	v.Lease = nil // it is the caller's own
	b.data = startData{Claimed: true, Created: started.Created, Thread: &v, Lease: &ownLeaseView{started.LeaseID, *lease}, changeData: changeData{started.EventID}}
	verb := "Claimed"
	switch {
	case started.Created:
		verb = "Created and claimed"
	case started.Moved:
		verb = "Moved your claim from " + in.InsteadOf + ", which is merged, to"
	case started.Lapsed:
		verb = "Your claim had run out, and is yours again:"
	case started.LeaseID == in.Claim.LeaseID:
		verb = "Still yours:"
	}
	if in.ThreadID != "" || !started.Created {
		hint = "" // it is about where new work goes
	}
	// What the agent can't go on without comes before any stored text.
	b.head(
		fmt.Sprintf("%s thread %s, yours until %s with lease_id %s: pass that with every write, and end with pause_thread or finish_thread.%s", verb, t.ID, lease.ExpiresAt, started.LeaseID, but(false, news)),
		fmt.Sprintf(" It is %s in %s: %s.%s %s", v.Status, v.ProjectSlug, quote(v.Summary), hint+left+eventText(started.EventID), v.URL))
	if len(v.WaitsFor) > 0 {
		b.add("It waits for work that is not finished: do that first, or make sure that it need not be.", nil)
	}
	if started.From != "" {
		b.add("Taken over from "+quoteCut(started.From, maxCaller)+".", nil)
	}
	b.doubt(started, in)
	b.add(note, nil)
	if !started.Created {
		for _, fact := range v.facts() {
			b.add(fact, nil) // the thread's view is in the data already
		}
	}
	b.before(started.Hits, t)
	if started.Created {
		b.nearest(started)
	}
	b.related(started.Hits, t)
	b.lacks(ctx, "reminders", b.reminders(ctx, t.ProjectSlug))
	b.lacks(ctx, "progress", b.progress(ctx, t.ProjectSlug))
}

// before names the same work where it is not to be expected: open in another project, or
// finished or given up already.
func (b *briefing) before(hits []store.OverlapHit, t store.Thread) {
	for _, h := range hits {
		if h.ID == t.ID || h.Kind != "thread" || h.Score < match.Duplicate || len(b.data.Hits) == briefHits {
			continue
		}
		v := newHit(h, b.base)
		heading := "This was done before; read it, and tell your user, before you do it again:"
		switch {
		case h.Active():
			heading = "This is open already; if it is the same work, go on there:"
		case *h.Status == store.StatusDismissed:
			heading = "This was given up before; read why, and ask your user, before you begin again:"
		}
		if b.add(heading+"\n"+v.line(), v) {
			b.data.Hits = append(b.data.Hits, v)
		}
	}
}

// related names what else is about the work: threads, pages, sessions.
func (b *briefing) related(hits []store.OverlapHit, t store.Thread) {
	shown := 0
	add := b.builder.under("Related, for read:")
	for _, h := range hits {
		if h.ID == t.ID || h.Score < match.Related || shown == briefHits || b.names(h.ID) {
			continue
		}
		if v := newHit(h, b.base); add(v.line(), v) {
			b.data.Hits = append(b.data.Hits, v)
			shown++
		}
	}
}

// names reports whether the answer has a hit already.
func (b *briefing) names(id string) bool {
	return hasHit(b.data.Hits, id)
}

func hasHit(hits []hitView, id string) bool {
	return slices.ContainsFunc(hits, func(v hitView) bool { return v.ID == id })
}

func (b *briefing) reminders(ctx context.Context, project string) error {
	found, err := b.Store.RemindersForDigest(ctx, project, b.Policy)
	if err != nil {
		return err
	}
	add := b.builder.under("Reminders:")
	for _, m := range found.Reminders[:min(len(found.Reminders), briefState)] {
		add(newReminder(m).line(), nil)
	}
	return nil
}

// progress is an excerpt of the project's file: what is still to do, and what was noted
// last.
func (b *briefing) progress(ctx context.Context, project string) error {
	p, err := b.Store.BareProgress(ctx, project)
	if err != nil || p.Rev == 0 {
		return err
	}
	head := "Progress of " + project
	if p.Percent != nil {
		head += fmt.Sprintf(", %d %% done", *p.Percent)
	}
	state := outline.ReadState(p.Markdown, briefState)
	if len(state.Open)+len(state.Log) == 0 {
		return nil
	}
	b.add(head+"; all of it: read "+store.ProgressURI(project), nil)
	for _, item := range state.Open {
		b.add("- to do: "+quote(short(&item, rowText)), nil)
	}
	for _, entry := range state.Log {
		b.add("- noted: "+quote(short(&entry, rowText)), nil)
	}
	return nil
}

// leave tells the one who came too late who has the work, and what is free instead.
func (b *briefing) leave(ctx context.Context, started store.Started, in store.StartInput, caller string) error {
	t := started.Thread
	v := row(t, b.base)
	b.data = startData{Thread: &v, Holder: v.Lease.Holder, ExpiresAt: v.Lease.ExpiresAt}
	takeOver := "take_over: true"
	if in.ThreadID == "" {
		takeOver = "this thread_id and " + takeOver
	}
	next := "Leave it to them and pick other work; " + takeOver + " only if you know that its holder is gone."
	switch {
	case started.TakenAt != nil:
		next = fmt.Sprintf("It was taken over from you at %s: stop and tell your user.", started.TakenAt)
	case in.Claim.LeaseID != "":
		next = "The lease_id you gave is no lease of it: if that holder is you, " + rightLease + "; else leave it to them and pick other work."
	case in.Claim.TakeOver: // which takes a thread that is named
		next = fmt.Sprintf("Nothing was taken over, as this was found by its words: if it is your work and its holder is gone, repeat with thread_id: %s and take_over: true; else leave it to them.", t.ID)
	case t.Lease.Holder == caller:
		next = "If that is you, repeat with your lease_id; if it is another window of yours, pick other work; " + takeOver + " only if that one is gone."
	}
	if in.InsteadOf != "" {
		next += fmt.Sprintf(" %s is still yours: pause_thread with its lease_id and no resume_step gives it back.", in.InsteadOf)
	}
	b.head(fmt.Sprintf("Not claimed: thread %s is held until %s", t.ID, v.Lease.ExpiresAt), fmt.Sprintf(" by %s: %s. %s", quote(v.Lease.Holder), quote(v.Summary), next))
	b.doubt(started, in)
	b.add(note, nil)
	free, err := b.free(ctx, t.ProjectSlug)
	if err != nil {
		return err
	}
	b.list(free, t.ProjectSlug)
	return nil
}

// which asks the one who did not say what the work is for the thread that is meant.
func (b *briefing) which(ctx context.Context, in store.StartInput) error {
	project := *in.ProjectSlug.Value
	if project == store.InboxSlug {
		project = "" // nobody said where
	}
	free, err := b.free(ctx, project)
	if err != nil {
		return err
	}
	or := ""
	if len(free) > 0 {
		or = ", or with the thread_id of one below"
	}
	b.head("Nothing was claimed, as intent does not say what the work is. Repeat with the work in a sentence"+or+"; new: true begins a thread of this name.", "")
	b.add(note, nil)
	b.list(free, project)
	return nil
}

// free is work that nobody holds, in a project or all, what was paused first.
func (b *briefing) free(ctx context.Context, project string) ([]store.Thread, error) {
	page, err := b.Store.Threads(ctx, store.ThreadFilter{Project: project, Statuses: []store.Status{store.StatusOpen}}, b.Policy)
	if err != nil {
		return nil, err
	}
	free := slices.DeleteFunc(page.Threads, func(t store.Thread) bool { return t.Lease != nil })
	slices.SortStableFunc(free, func(x, y store.Thread) int {
		return cmp.Compare(min(len(short(y.ResumeStep, rowText)), 1), min(len(short(x.ResumeStep, rowText)), 1))
	})
	return free[:min(len(free), briefFree)], nil
}

// list names free work.
func (b *briefing) list(free []store.Thread, project string) {
	heading := "Free:"
	if project != "" {
		heading = "Free in " + project + ":"
	}
	add := b.builder.under(heading)
	for _, other := range free {
		if f := row(other, b.base); add(f.row(), f) {
			b.data.Free = append(b.data.Free, f)
		}
	}
}

// choose lists the threads between which the caller must decide.
func (b *briefing) choose(choices []store.Twin, unsure bool) {
	if unsure {
		b.head("Nothing was claimed: this may be open already. Compare the meaning: repeat with the thread_id of the same work, or with new: true if none is.", "")
	} else {
		b.head(fmt.Sprintf("Nothing was claimed: %d threads are about this. Repeat with the thread_id of the one you mean, or with new: true if none is.", len(choices)),
			" Tell the owner if they look like duplicates.")
	}
	b.add(note, nil)
	for _, w := range choices {
		v := newHit(w.Hit(), b.base)
		if b.add(v.line(), v) {
			b.data.Hits = append(b.data.Hits, v)
		}
	}
}

// nearest names the active threads nearest to the work, whatever their score: the caller knows
// what they mean.
func (b *briefing) nearest(started store.Started) {
	if len(started.Nearest) == 0 {
		return
	}
	heading := "Nearest open threads; compare the meaning yourself:"
	if started.Created {
		heading = fmt.Sprintf("Nearest open threads; if one is the same work, repeat with its thread_id, instead_of: %s and this lease_id:", started.Thread.ID)
	}
	add := b.builder.under(heading)
	for _, h := range started.Nearest {
		if b.names(h.ID) {
			continue
		}
		if v := newHit(h, b.base); add(v.line(), v) {
			b.data.Hits = append(b.data.Hits, v)
		}
	}
}
