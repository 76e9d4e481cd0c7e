package replicate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path"
	"regexp"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
)

// files are the files of a replica in a store, named as Litestream names them. Its methods may be
// called from any number of goroutines.
type files struct {
	store blob.Store
	seal  *seal // nil: they are not encrypted
	// only says that nobody else writes them, so that what was listed once is known: a bucket
	// charges for each listing, and Litestream lists every few seconds.
	only bool
	// steady is how long the clock has not been set.
	steady func() time.Duration
	// may says why nothing may be written now, nor finished that is being written; nil: nothing is.
	may func() error
	// moment is that which is to be restored; zero: the newest.
	moment time.Time
	// wrote is called after each file with new commits, and failed when the store does not do what
	// it is asked to.
	wrote  func(ltx.Header)
	failed func(error)

	owed  atomic.Bool // whether old files were kept that are to go
	mu    sync.Mutex
	known map[int][]*ltx.FileInfo // of each level that was listed
}

// rootFolder is where Litestream's program looks for the files, too.
const rootFolder = "ltx"

func folderOf(level int) string { return litestream.LTXLevelDir("", level) }

func nameOf(level int, first, last ltx.TXID) string {
	return litestream.LTXFilePath("", level, first, last)
}

// Type is for Litestream's log.
func (f *files) Type() string { return "hub" }

// Init has nothing to do: the store was reached before.
func (f *files) Init(context.Context) error { return nil }

// SetLogger is not needed: errors are returned.
func (f *files) SetLogger(*slog.Logger) {}

// LTXFiles lists a level. The times of exact ones are those of the commits, as far as the moment
// to be restored asks for it; others are when they were written.
func (f *files) LTXFiles(ctx context.Context, level int, from ltx.TXID, exact bool) (ltx.FileIterator, error) {
	list, err := f.list(ctx, level)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(i *ltx.FileInfo) bool { return i.MinTXID < from })
	if exact && !f.moment.IsZero() {
		if err := f.date(ctx, list); err != nil {
			return nil, err
		}
	}
	return ltx.NewFileInfoSliceIterator(list), nil
}

// list tells of the files of a level, in their order.
func (f *files) list(ctx context.Context, level int) ([]*ltx.FileInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known, ok := f.known[level]; ok {
		return clone(known), nil
	}
	found, err := f.store.List(ctx, folderOf(level))
	if err != nil {
		return nil, f.tell(ctx, fmt.Errorf("list the replica: %w", err))
	}
	list := make([]*ltx.FileInfo, 0, len(found))
	for _, one := range found {
		first, last, err := ltx.ParseFilename(path.Base(one.Name))
		if err != nil {
			continue // none of a replica
		}
		list = append(list, &ltx.FileInfo{Level: level, MinTXID: first, MaxTXID: last, Size: f.seal.plainSize(one.Size), CreatedAt: one.Modified.UTC()})
	}
	if f.only {
		if f.known == nil {
			f.known = map[int][]*ltx.FileInfo{}
		}
		f.known[level] = clone(list)
	}
	return list, nil
}

// clone copies a list and what is in it: the times are changed by those who date it.
func clone(list []*ltx.FileInfo) []*ltx.FileInfo {
	out := make([]*ltx.FileInfo, len(list))
	for i, info := range list {
		out[i] = new(*info)
	}
	return out
}

// tell hands on what the store failed at, unless it was only told to stop.
func (f *files) tell(ctx context.Context, err error) error {
	if f.failed != nil && ctx.Err() == nil {
		f.failed(errors.New(halfName.ReplaceAllString(err.Error(), "")))
	}
	return err
}

// halfName is the name of a file that is being written, another one each time.
var halfName = regexp.MustCompile(`/?\.part-\w+`)

// forget lets the next listing ask the store again.
func (f *files) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.known)
}

// date sets the times of a level so that those before the moment to be restored are told from the
// others. What the store says of them does not suffice: it has the time at which a file was
// written, perhaps long after its commits, perhaps in whole seconds, or by a copy. The header of
// each file has that of its commits, which grows from file to file, so that few have to be read.
func (f *files) date(ctx context.Context, list []*ltx.FileInfo) error {
	slices.SortStableFunc(list, func(a, b *ltx.FileInfo) int { return cmp.Compare(a.MaxTXID, b.MaxTXID) })
	var failed error
	first := sort.Search(len(list), func(i int) bool {
		if failed != nil {
			return true
		}
		at, err := f.writtenAt(ctx, list[i])
		if errors.Is(err, fs.ErrNotExist) {
			return false // it was removed meanwhile, as the oldest ones are
		}
		failed = err
		return err != nil || !at.Before(f.moment)
	})
	for i, info := range list {
		info.CreatedAt = f.moment.Add(-time.Millisecond)
		if i >= first {
			info.CreatedAt = f.moment
		}
	}
	return failed
}

// writtenAt is when Litestream read the commits of a file.
func (f *files) writtenAt(ctx context.Context, info *ltx.FileInfo) (time.Time, error) {
	r, err := f.store.Get(ctx, nameOf(info.Level, info.MinTXID, info.MaxTXID), 0, ltx.HeaderSize)
	if err != nil {
		return time.Time{}, err
	}
	defer r.Close()
	h, _, err := ltx.PeekHeader(r)
	if err != nil {
		return time.Time{}, fmt.Errorf("read the header of a file of the replica: %w", err)
	}
	return time.UnixMilli(h.Timestamp), nil
}

// OpenLTXFile reads a file from an offset on.
func (f *files) OpenLTXFile(ctx context.Context, level int, first, last ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	name := nameOf(level, first, last)
	if f.seal == nil {
		return f.store.Get(ctx, name, offset, size)
	}
	r, err := f.store.Get(ctx, name, 0, 0)
	if err != nil {
		return nil, err
	}
	plain, err := f.seal.open(r)
	if err == nil && offset > 0 { // after a connection was lost: what was read is read again
		_, err = io.CopyN(io.Discard, plain, offset)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("decrypt %s: %w", name, err), r.Close())
	}
	if size > 0 {
		plain = io.LimitReader(plain, size)
	}
	return struct {
		io.Reader
		io.Closer
	}{plain, r}, nil
}

// WriteLTXFile writes a file.
func (f *files) WriteLTXFile(ctx context.Context, level int, first, last ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	if f.may != nil {
		if err := f.may(); err != nil {
			return nil, f.tell(ctx, err)
		}
	}
	header, whole, err := ltx.PeekHeader(r)
	if err != nil {
		return nil, fmt.Errorf("read the header of what is to be replicated: %w", err)
	}
	counted := &counter{Reader: whole}
	var content io.Reader = counted
	if f.seal != nil {
		sealed, err := f.seal.close(counted)
		if err != nil {
			return nil, err
		}
		defer sealed.Close()
		content = sealed
	}
	if err := asLongAs(ctx, f.may, func(ctx context.Context) error { return f.store.Put(ctx, nameOf(level, first, last), content) }); err != nil {
		f.forget() // who knows what is there
		return nil, f.tell(ctx, fmt.Errorf("write to the replica: %w", err))
	}
	info := &ltx.FileInfo{Level: level, MinTXID: first, MaxTXID: last, Size: counted.n, CreatedAt: time.UnixMilli(header.Timestamp).UTC()}
	f.learn(info)
	if f.wrote != nil && level == 0 {
		f.wrote(header)
	}
	return info, nil
}

// learn notes a file that was written.
func (f *files) learn(info *ltx.FileInfo) {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.known[info.Level]
	if !ok {
		return
	}
	known = slices.DeleteFunc(known, func(k *ltx.FileInfo) bool { return k.MinTXID == info.MinTXID && k.MaxTXID == info.MaxTXID })
	f.known[info.Level] = append(known, new(*info))
}

// steadyWait is how long the clock must not have been set before moments are given up, which can't be
// taken back: by one that is far ahead, as at the start of some machines, all would be too old.
const steadyWait = time.Hour

// DeleteLTXFiles removes files. While the clock may be wrong, those by which moments of before are
// restored stay, and are owed: those of the first level are in files of the next one, too.
func (f *files) DeleteLTXFiles(ctx context.Context, list []*ltx.FileInfo) error {
	if f.may != nil {
		if err := f.may(); err != nil {
			return f.tell(ctx, err)
		}
	}
	if len(list) > 0 && list[0].Level > 0 && f.steady() < steadyWait {
		f.owed.Store(true)
		return nil
	}
	names := make([]string, len(list))
	for i, info := range list {
		names[i] = nameOf(info.Level, info.MinTXID, info.MaxTXID)
	}
	if err := asLongAs(ctx, f.may, func(ctx context.Context) error { return f.store.Delete(ctx, names) }); err != nil {
		f.forget()
		return f.tell(ctx, fmt.Errorf("remove old files of the replica: %w", err))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for level, known := range f.known {
		f.known[level] = slices.DeleteFunc(known, func(k *ltx.FileInfo) bool {
			return slices.ContainsFunc(list, func(i *ltx.FileInfo) bool {
				return i.Level == level && i.MinTXID == k.MinTXID && i.MaxTXID == k.MaxTXID
			})
		})
	}
	return nil
}

// DeleteAll is refused: nothing of the hub's empties a replica.
func (f *files) DeleteAll(context.Context) error {
	return errors.New("a replica is never removed as a whole")
}

// counter counts what is read.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

var _ litestream.ReplicaClient = (*files)(nil)
