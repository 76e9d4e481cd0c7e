package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/sqlite"
)

// IndexName is the file inside the data folder that the overlap index is written down in. It
// holds nothing that is not in the database and may be removed at any time.
const IndexName = "hub.index"

// docVersion is raised with every change of what the index is told of an item.
const docVersion = 2

// stampOf says what state of which database a written index holds: all up to a mark.
func stampOf(m mark) []byte {
	b := binary.LittleEndian.AppendUint32(nil, docVersion)
	b = binary.LittleEndian.AppendUint64(b, uint64(m.seq))
	return binary.LittleEndian.AppendUint64(b, uint64(m.run))
}

// markOf is the mark that a stamp was made of, if this hub made it.
func markOf(b []byte) (m mark, ok bool) {
	if len(b) != len(stampOf(m)) {
		return m, false
	}
	m = mark{seq: int64(binary.LittleEndian.Uint64(b[4:])), run: int64(binary.LittleEndian.Uint64(b[12:]))}
	return m, bytes.Equal(b, stampOf(m))
}

func (x *overlapIndex) file() string { return filepath.Join(x.store.Dir(), IndexName) }

// resume reads the index from its file and takes over what has changed since. It fails where
// there is no file that fits: then the index has to be built anew.
func (x *overlapIndex) resume(ctx context.Context) error {
	held, err := x.load(ctx)
	close(x.loaded)
	if err != nil {
		return err
	}
	// What was followed before is no longer in the index. The journal has it.
	x.mu.Lock()
	clear(x.newer)
	x.mu.Unlock()
	x.replaced.Store(true)
	ids, err := collect(ctx, x.store, scanString, "SELECT DISTINCT item FROM index_journal WHERE seq > ? ORDER BY item", held.seq)
	if err != nil {
		return err
	}
	for len(ids) > 0 {
		n := min(len(ids), buildChunk)
		if err := x.renew(ctx, ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

// load reads the index from its file and returns up to where it follows.
func (x *overlapIndex) load(ctx context.Context) (held mark, err error) {
	file, err := os.Open(x.file())
	if err != nil {
		return held, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return held, err
	}
	err = x.index.Load(file, int(info.Size()), func(stamp []byte) (ok bool) {
		held, ok = markOf(stamp)
		return ok && x.store.isJournaled(ctx, held)
	})
	if err != nil && !errors.Is(err, match.ErrUnfit) { // else an older hub's, or another database's
		x.store.log.Warn("the overlap index is built anew", zap.String("file", IndexName), zap.Error(err))
	}
	return held, err
}

// renew reads items again; those that are gone leave the index.
func (x *overlapIndex) renew(ctx context.Context, ids []string) error {
	byKind := map[string][]string{}
	for _, source := range sources {
		byKind[source.kind] = ids
	}
	found, err := x.store.items(ctx, byKind)
	if err != nil {
		return err
	}
	x.add(slices.Collect(maps.Values(found)))
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range ids {
		if _, ok := found[id]; !ok && !x.newer[id] {
			x.index.Remove(id)
		}
	}
	return nil
}

// tolerated is how many changes since the index was written down are taken over from the
// journal without much ado: about as many as one reads in the time that writing it takes.
func (x *overlapIndex) tolerated() int { return max(5000, x.index.Len()/20) }

// writeDown writes the index into its file, and lets the journal begin there. Nothing depends
// on it: a file that is missing, cut short or older than it could be costs time at the next
// start, so it is not synced, and a failure is only logged.
func (x *overlapIndex) writeDown(ctx context.Context) {
	if x.store.damaged.leftOut.Load() || x.lacks.Load() {
		return // the index may lack an item that somebody will mend, or another hub will bear
	}
	if err := x.write(ctx); err != nil && ctx.Err() == nil {
		x.store.log.Warn("write the overlap index down; the next start takes longer", zap.String("file", IndexName), zap.Error(err))
	}
}

func (x *overlapIndex) write(ctx context.Context) (err error) {
	changes := x.journal.changes.Swap(0)
	defer func() {
		if err != nil { // they are still to be written down, at the end of the store at the latest
			x.journal.changes.Add(changes)
		}
	}()
	m, err := x.store.mark(ctx)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(x.file()+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	losses := x.losses.Load()
	err = errors.Join(x.index.Save(f, stampOf(m)), f.Close())
	if err == nil {
		// The index may be ahead of a commit: wait for that one.
		err = x.store.db.Write(ctx, "write the overlap index down", func(*sqlite.Tx) error { return nil })
	}
	if err == nil && x.losses.Load() != losses {
		err = errors.New("a commit failed meanwhile")
	}
	if err == nil {
		err = os.Rename(f.Name(), x.file())
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	return x.store.trimJournal(ctx, m)
}

// writeLast is writeDown at the end of the store, unless taking over what has changed will
// be quicker.
func (x *overlapIndex) writeLast() {
	if n := int(x.journal.changes.Load()); x.built.Load() && n*1000 > x.index.Len() {
		x.writeDown(context.Background())
	}
}
