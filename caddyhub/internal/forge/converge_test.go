package forge

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// world is two hubs and a human who edit the same repository.
type world struct {
	t      *testing.T
	server *gitserver.Server
	hubs   []*hub

	mu      sync.Mutex // an edit may run beside a sync
	random  *rand.Rand
	lines   int
	written map[string]string // each line that was ever written, and by whom
	removed map[string]bool   // those that somebody has taken out on purpose
	tally   map[string]int
}

func (w *world) pick(n int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.random.IntN(n)
}

func (w *world) count(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tally[what]++
}

// line makes one that nobody has written before.
func (w *world) line(who string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines++
	line := fmt.Sprintf("line %d of %s", w.lines, who)
	w.written[line] = who
	return line
}

// edited is a text with one change by somebody: lines that come in, and sometimes one that
// goes. gone are the lines that went.
func (w *world) edited(who, text string) (after string, gone []string) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	at := w.pick(len(lines) + 1)
	switch w.pick(6) {
	case 0: // at the end, as a log grows
		at = len(lines)
	case 1: // in the place of another one
		if at < len(lines) && strings.HasPrefix(lines[at], "line ") {
			gone = []string{lines[at]}
			lines = slices.Delete(lines, at, at+1)
		}
	}
	for range 1 + w.pick(2) {
		lines = slices.Insert(lines, at, w.line(who))
	}
	return strings.Join(lines, "\n") + "\n", gone
}

// remember notes the lines that went on purpose, once they are gone.
func (w *world) remember(gone []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, line := range gone {
		w.removed[marked(line)] = true
	}
}

// marked is what is told apart of a line: an entry of a log stands behind its time.
func marked(line string) string {
	return line[max(0, strings.Index(line, "line ")):]
}

var docs = []string{"wiki/a", "wiki/b/c", "wiki/d", "home", "work"}

func fileOf(doc string) string {
	if strings.HasPrefix(doc, "wiki/") {
		return doc + ".md"
	}
	return "projects/" + doc + "/" + progressName
}

// edit changes a document of a hub as a careful editor does: against the revision it has
// read, and again if that is no longer the newest.
func (w *world) edit(h *hub, who, doc string) {
	for {
		var err error
		if page, ok := strings.CutPrefix(doc, "wiki/"); ok {
			rev, text := store.NoRev, ""
			if p, err := h.Store.Page(w.t.Context(), page); err == nil {
				rev, text = p.Rev, p.Markdown
			}
			after, gone := w.edited(who, text)
			if _, err = h.Store.PutPage(w.t.Context(), owner, page, rev, after); err == nil {
				w.remember(gone)
			}
		} else {
			p, readErr := h.Store.Progress(w.t.Context(), doc)
			if readErr != nil {
				w.t.Error(readErr)
				return
			}
			rev := p.Rev
			if rev == 0 {
				rev = store.NoRev
			}
			after, gone := w.edited(who, p.Markdown)
			if _, err = h.Store.PutProgress(w.t.Context(), owner, doc, rev, after); err == nil {
				w.remember(gone)
			}
		}
		if err == nil {
			return
		}
		if !errors.As(err, new(*store.VersionError)) {
			w.t.Error(err)
			return
		}
		w.count("edit made anew")
	}
}

// log adds an entry to the log of a project, as agents do.
func (w *world) log(h *hub, who, project string) {
	if _, err := h.Store.LogProgress(w.t.Context(), owner, project, store.LogEntry{Text: w.line(who)}, h.Policy); err != nil {
		w.t.Error(err)
	}
}

// drop deletes a page of a hub.
func (w *world) drop(h *hub, page string) {
	p, err := h.Store.Page(w.t.Context(), page)
	if err != nil {
		return
	}
	if _, err := h.Store.DeletePage(w.t.Context(), owner, page, p.Rev); err == nil {
		w.remember(strings.Split(p.Markdown, "\n"))
		w.count("page deleted")
	}
}

// move moves a page of a hub away, or back again, if that place is free.
func (w *world) move(h *hub, page string) {
	to := page + "-moved"
	if w.pick(2) == 0 {
		page, to = to, page
	}
	_, err := h.Store.MovePages(w.t.Context(), owner, page, to)
	switch {
	case err == nil:
		w.count("page moved")
	case !errors.As(err, new(*store.ConflictError)) && !errors.As(err, new(*store.NotFoundError)):
		w.t.Error(err)
	}
}

// byHand is a commit of the human.
func (w *world) byHand() {
	files := w.server.Files("main")
	file := fileOf(docs[w.pick(len(docs))])
	text, there := files[file]
	if there && w.pick(25) == 0 {
		w.server.Commit("main", map[string]gitserver.Entry{file: {Delete: true}})
		w.remember(strings.Split(text, "\n"))
		w.count("file deleted by hand")
		return
	}
	after, gone := w.edited("the human", text)
	w.server.Write("main", map[string]string{file: after})
	w.remember(gone)
	w.count("commit by hand")
}

// settleAll decides the conflicts of a hub: all lines of both texts stay.
func (w *world) settleAll(h *hub) {
	for _, c := range h.conflicts() {
		union := strings.Split(strings.TrimSuffix(c.Ours, "\n"), "\n")
		for line := range strings.SplitSeq(strings.TrimSuffix(c.Theirs, "\n"), "\n") {
			if !slices.Contains(union, line) {
				union = append(union, line)
			}
		}
		_, err := h.Store.ResolveForgeConflict(w.t.Context(), owner, c.ID, strings.Join(union, "\n")+"\n")
		switch {
		case err == nil:
			w.count("conflict resolved")
		case errors.As(err, new(*store.ConflictError)), errors.As(err, new(*store.NotFoundError)):
			w.count("conflict that has changed")
		default:
			w.t.Error(err)
		}
	}
}

// round is one thing that somebody does.
func (w *world) round() {
	i := w.pick(len(w.hubs))
	h, who := w.hubs[i], fmt.Sprintf("hub %d", i)
	doc := docs[w.pick(len(docs))]
	switch w.pick(12) {
	case 0, 1, 2:
		w.edit(h, who, doc)
	case 3:
		w.log(h, who, []string{"home", "work"}[w.pick(2)])
	case 4:
		switch page, ok := strings.CutPrefix(doc, "wiki/"); {
		case !ok:
		case w.pick(4) == 0:
			w.drop(h, page)
		default:
			w.move(h, page)
		}
	case 5, 6:
		w.byHand()
	case 7:
		w.settleAll(h)
	default:
		w.sync(h, who)
	}
}

// sync synchronises a hub, with whatever can come in between.
func (w *world) sync(h *hub, who string) {
	var beside sync.WaitGroup
	wire := h.client.Transport.(*wire)
	wire.before, wire.after = nil, nil
	ctx, cancel := context.WithCancel(w.t.Context())
	defer cancel()
	trouble := w.pick(8)
	switch trouble {
	case 0: // a push of the human in the last moment
		once := sync.Once{}
		wire.before = func(r *http.Request) error {
			if isPush(r) {
				once.Do(w.byHand)
			}
			return nil
		}
	case 1: // the answer to the push is lost: the hub does not know that it has happened
		wire.after = func(r *http.Request, _ *http.Response) error {
			if isPush(r) {
				w.count("answer to a push lost")
				return errors.New("the connection broke")
			}
			return nil
		}
	case 2: // the connection breaks somewhere
		left := w.pick(4)
		wire.before = func(*http.Request) error {
			if left--; left < 0 {
				return errors.New("no route to the host")
			}
			return nil
		}
	case 3: // the owner breaks it off
		left := w.pick(4)
		wire.before = func(*http.Request) error {
			if left--; left == 0 {
				go func() { _ = h.Cancel(context.WithoutCancel(ctx)) }()
			}
			return nil
		}
	case 4, 5: // somebody edits meanwhile
		doc := docs[w.pick(len(docs))]
		beside.Go(func() { w.edit(h, who, doc) })
	}
	h.clock.Advance(1)
	if _, err := h.Sync(ctx); err != nil && !errors.Is(err, context.Canceled) {
		w.t.Errorf("sync: %v", err)
	}
	beside.Wait()
	wire.before, wire.after = nil, nil
	out, _ := h.last()
	w.count("sync " + out.State)
	w.decide(h, out)
	if out.State == StateFailed && trouble > 2 {
		w.t.Errorf("a sync without trouble failed: %s", *out.Error)
	}
	if out.Merged > 0 {
		w.count("sync that merged")
	}
}

// decide lets the forge be right when the human has deleted all that a hub knew.
func (w *world) decide(h *hub, out lastSync) {
	if out.State != StateDiverged {
		return
	}
	w.count("decision")
	if _, err := h.Accept(w.t.Context(), nil); err != nil {
		w.t.Error(err)
	}
}

// rest lets everybody come to rest.
func (w *world) rest() {
	for range 12 {
		before := w.server.Tip("main")
		for _, h := range w.hubs {
			w.decide(h, h.tried())
			w.settleAll(h)
			h.synced()
		}
		if w.server.Tip("main") == before {
			return
		}
	}
	w.t.Error("the hubs never come to rest")
}

// Two hubs, through a Caddy, and a human edit the same repository at random, with everything
// that can go wrong on the way: nobody loses a line, and all come to have the same.
func TestConvergence(t *testing.T) {
	seed := count(8, int(time.Now().UnixNano()%1e9))
	t.Logf("seed %d", seed)
	w := &world{
		t: t, server: gitserver.New(t), random: rand.New(rand.NewPCG(uint64(seed), 0)),
		written: map[string]string{}, removed: map[string]bool{}, tally: map[string]int{},
	}
	w.server.Write("main", map[string]string{"README.md": "Ours.\n"})
	address := w.server.BehindCaddy(t, asCaddy)
	for range 2 {
		h := joined(t, w.server)
		h.set(setting.Input{"url": store.Some(address), "token": store.Some(gitserver.Token)})
		h.project("home")
		h.project("work")
		h.tap()
		w.hubs = append(w.hubs, h)
	}
	rounds := count(30, 500)
	for n := range rounds {
		w.round()
		if n%50 == 49 {
			w.rest()
			w.check()
		}
		if t.Failed() {
			t.Fatalf("in round %d", n)
		}
	}
	w.rest()
	w.check()
	t.Logf("%d rounds, %d lines, %d of them removed, %d commits: %v", rounds, len(w.written), len(w.removed), commits(w.server), w.tally)
}

// check compares all sides, once they are at rest.
func (w *world) check() {
	files := w.server.Files("main")
	kept := map[string]bool{}
	for _, text := range files {
		for line := range strings.SplitSeq(text, "\n") {
			kept[marked(line)] = true
		}
	}
	for i, h := range w.hubs {
		if n := len(h.conflicts()); n > 0 {
			w.t.Errorf("hub %d has %d conflicts", i, n)
		}
		for doc, text := range h.texts() {
			// A progress file that somebody has deleted by hand stays with its project.
			if theirs, there := files[fileOf(doc)]; text != theirs && (there || strings.HasPrefix(doc, "wiki/")) {
				w.t.Errorf("hub %d: %s is %q, in the forge %q", i, doc, text, theirs)
			}
			for line := range strings.SplitSeq(text, "\n") {
				kept[marked(line)] = true
			}
		}
	}
	for _, line := range slices.Sorted(maps.Keys(w.written)) {
		if !kept[line] && !w.removed[line] {
			w.t.Errorf("%q, written by %s, is lost", line, w.written[line])
		}
	}
}
