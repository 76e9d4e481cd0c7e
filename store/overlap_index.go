package store

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/match"
)

// overlapIndex is the match index over the store's items. When the store opens it is read from
// its file and brought up to date, or built anew, in the background; until then every question
// first adds to it what full text finds.
type overlapIndex struct {
	store  *Store
	index  *match.Index
	words  atomic.Pointer[glossary]
	stop   context.CancelFunc
	built  atomic.Bool
	loaded chan struct{} // closed when the file was read, or can't be
	done   chan struct{} // closed when the index is built, or can't be
	ended  chan struct{} // closed when nothing runs in the background any more

	ahead    int          // changes of the commit under way that it has already; the writer's alone
	replaced atomic.Bool  // its content, by that of the file, since the last commit
	losses   atomic.Int64 // commits that failed, as far as the index was ahead of them
	lacks    atomic.Bool  // an item that it panicked over

	journal journal
	kick    chan struct{} // asks for the index to be written down

	mu    sync.Mutex // orders the build against the commits made meanwhile
	newer map[string]bool
}

// buildChunk is how many items are read and indexed at a time during the build.
const buildChunk = 500

func newOverlapIndex(s *Store) *overlapIndex {
	return &overlapIndex{
		store: s, index: match.New(), newer: map[string]bool{},
		journal: journal{run: newRun()},
		loaded:  make(chan struct{}), done: make(chan struct{}), ended: make(chan struct{}), kick: make(chan struct{}, 1),
	}
}

// start begins the build. It follows the registration of the hook: a commit that is made
// meanwhile must not be missed.
func (x *overlapIndex) start() {
	ctx, stop := context.WithCancel(context.Background())
	x.stop = stop
	if x.store.db.ReadOnly() {
		// Another process writes: an index here would fall behind unseen.
		close(x.loaded)
		close(x.done)
		close(x.ended)
		return
	}
	go x.run(ctx)
}

func (x *overlapIndex) run(ctx context.Context) {
	defer close(x.ended)
	prepared := make(chan bool)
	go func() { // or the first question would wait for it
		<-x.loaded // the file has it too
		prepared <- match.Prepare()
	}()
	large := x.build(ctx)
	if read := <-prepared; read || large {
		debug.FreeOSMemory()
	}
	if !x.built.Load() {
		return
	}
	if err := x.store.spellDue(ctx); err != nil && ctx.Err() == nil {
		x.store.log.Error("add the notes of finished threads to the full text", zap.Error(err))
	}
	for {
		select {
		case <-x.kick:
			x.writeDown(ctx)
			if x.isLarge() {
				debug.FreeOSMemory()
			}
		case <-ctx.Done():
			return
		}
	}
}

// isLarge reports whether building or writing the index leaves so much memory behind that a hub
// that idles would hold on to for long: as much as it keeps.
func (x *overlapIndex) isLarge() bool { return x.index.Len() >= 1000 }

// build makes the index complete: from its file and what has changed since, or from all items.
// It reports whether it became a large one.
func (x *overlapIndex) build(ctx context.Context) (large bool) {
	defer close(x.done)
	err := x.resume(ctx)
	if err != nil {
		err = x.rebuild(ctx)
	}
	if err != nil {
		if ctx.Err() == nil {
			x.store.log.Error("build the overlap index; full-text search answers instead", zap.Error(err))
		}
		return true // nobody knows how far it came
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.newer = nil
	x.built.Store(true)
	return x.isLarge()
}

// rebuild reads all items, and has a large index written down at once; a small one is when the
// hub stops, and soon made anew if that never happens.
func (x *overlapIndex) rebuild(ctx context.Context) error {
	for _, source := range sources {
		from := ""
		for {
			read, rows, err := collectPage(ctx, x.store, source.scan, source.from(), from, buildChunk)
			if err != nil {
				return err
			}
			x.add(read)
			if rows < buildChunk || len(read) == 0 {
				break
			}
			from = read[len(read)-1].ID
		}
	}
	x.journal.changes.Store(int64(x.index.Len())) // none of it is written down
	if x.isLarge() {
		x.writeSoon()
	}
	return nil
}

// writeSoon has the index written down, if that is not under way or to come already.
func (x *overlapIndex) writeSoon() {
	select {
	case x.kick <- struct{}{}:
	default:
	}
}

// add indexes items that were read from the database, but for those that have changed since.
func (x *overlapIndex) add(read []indexed) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, item := range read {
		if !x.newer[item.ID] {
			x.put(item.Doc)
		}
	}
}

// ready waits until the index is built, or can't be.
func (x *overlapIndex) ready(ctx context.Context) error {
	select {
	case <-x.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (x *overlapIndex) close() {
	x.stop()
	<-x.ended
	x.writeLast()
}

// search ranks all items, also while the index is being built.
func (x *overlapIndex) search(ctx context.Context, q match.Query, views ...match.View) (*match.Found, error) {
	if err := x.prepare(ctx, append([]string{q.Text}, q.Also...)); err != nil {
		return nil, err
	}
	return x.find(ctx, q, views...), nil
}

// find is search for texts that the index was prepared for.
func (x *overlapIndex) find(ctx context.Context, q match.Query, views ...match.View) *match.Found {
	q.Glossary = x.glossary(ctx)
	return x.index.Find(q, views...)
}

// prepare sees to it that the index holds what shares words with some texts. As long as it is
// being built, full-text search finds those items: all that was committed by now, while later
// changes come by themselves.
func (x *overlapIndex) prepare(ctx context.Context, texts []string) error {
	if x.built.Load() {
		return nil
	}
	if err := x.wait(ctx); err != nil {
		return err
	}
	for _, text := range texts {
		for _, table := range []string{fullText(kindThread), fullText(kindPage)} {
			items, err := x.store.textual(ctx, fullTextQuery{table: table, terms: match.Telling(text, maxTelling), limit: maxCandidates})
			if err != nil {
				return err
			}
			x.add(items)
		}
	}
	return ctx.Err()
}

// wait waits until the file was read, or what is put into the index now would go with that.
func (x *overlapIndex) wait(ctx context.Context) error {
	select {
	case <-x.loaded:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// maxCandidates bounds what full-text search finds for a text.
const maxCandidates = 50

// prepareActive sees to it that the index holds active threads to show though they share no
// word with the question. As long as it is being built, those are the newest of the project,
// and of all.
func (x *overlapIndex) prepareActive(ctx context.Context, project string) error {
	if x.built.Load() {
		return nil
	}
	if err := x.wait(ctx); err != nil {
		return err
	}
	threads := sources[0]
	newest := func(index, condition string) string {
		return threads.among(`SELECT id FROM threads INDEXED BY ` + index + ` WHERE ` + activeThreads + condition + ` ORDER BY id DESC LIMIT ?`)
	}
	own, err := collect(ctx, x.store, threads.scan, newest("threads_active_by_project", " AND project_slug = ?"), project, maxCandidates)
	if err != nil {
		return err
	}
	all, err := collect(ctx, x.store, threads.scan, newest("threads_active", ""), maxCandidates)
	x.add(slices.Concat(own, all))
	return err
}
