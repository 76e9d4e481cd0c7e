package replicate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
)

// Source is a replica to read from.
type Source struct {
	store blob.Store
	seal  *seal // nil: it is not encrypted
	log   *zap.Logger
}

// OpenSource reaches a replica to restore from it. own reports whether this process listens at an
// address of this machine.
func OpenSource(ctx context.Context, v Values, own func(netip.AddrPort) bool, log *zap.Logger) (*Source, error) {
	s, err := open(v, own)
	if err != nil {
		return nil, err
	}
	sealed, err := openSeal(ctx, s, v.Passphrase, false)
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	return &Source{s, sealed, log}, nil
}

// Close ends the connection.
func (s *Source) Close() error { return s.store.Close() }

// ID is that of the replica; empty: none was given to it.
func (s *Source) ID(ctx context.Context) (string, error) { return readID(ctx, s.store) }

// Snapshot is a whole database in a replica.
type Snapshot struct {
	At    time.Time
	Bytes int64 // that it takes in the replica
}

// Moments are those that a replica can restore.
type Moments struct {
	Oldest, Newest time.Time
	Snapshots      []Snapshot // the oldest first
	Files          int
	Bytes          int64 // of all files
}

// ErrEmpty says that a replica holds nothing that could be restored.
var ErrEmpty = errors.New("there is no replica in this target, or none that is complete yet")

// Moments tells what can be restored.
func (s *Source) Moments(ctx context.Context) (m Moments, err error) {
	f := &files{store: s.store, seal: s.seal}
	var first, last *ltx.FileInfo
	for level := range levels + 1 {
		list, err := f.list(ctx, level)
		if err != nil {
			return m, err
		}
		for _, info := range list {
			m.Files++
			m.Bytes += info.Size
			if info.MinTXID == 1 && (first == nil || info.MaxTXID < first.MaxTXID) {
				first = info
			}
			if last == nil || info.MaxTXID > last.MaxTXID {
				last = info
			}
			if level == litestream.SnapshotLevel {
				at, err := f.writtenAt(ctx, info)
				if err != nil {
					return m, err
				}
				m.Snapshots = append(m.Snapshots, Snapshot{at, info.Size})
			}
		}
	}
	if first == nil {
		return m, ErrEmpty
	}
	slices.SortFunc(m.Snapshots, func(a, b Snapshot) int { return a.At.Compare(b.At) })
	if m.Oldest, err = f.writtenAt(ctx, first); err != nil {
		return m, err
	}
	m.Newest, err = f.writtenAt(ctx, last)
	return m, err
}

// RangeError says that a moment can't be restored.
type RangeError struct{ At, Oldest, Newest time.Time }

func (e *RangeError) Error() string {
	return fmt.Sprintf("the replica goes from %s to %s, and %s is not in between", local(e.Oldest), local(e.Newest), local(e.At))
}

func local(t time.Time) string { return t.Local().Format("2006-01-02T15:04:05.000Z07:00") }

// Restore writes the database as it was at a moment into a new file, and returns how old it is:
// of the commits that the replica can tell apart, the newest that is no later. The zero moment is
// the newest. A moment before or after all that the replica has is a [*RangeError].
func (s *Source) Restore(ctx context.Context, at time.Time, file string) (reached time.Time, err error) {
	last, reached, err := s.find(ctx, at)
	if err != nil {
		return time.Time{}, err
	}
	return reached, s.restoreTo(ctx, last, file)
}

// theEnd is after all that a replica has, also where the clock that wrote it was ahead for a while: the
// newest commit is the last one, and not the one with the latest time.
var theEnd = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// find is the transaction that Restore goes to, and when it was made.
func (s *Source) find(ctx context.Context, at time.Time) (found ltx.TXID, reached time.Time, err error) {
	m, err := s.Moments(ctx)
	if err != nil {
		return 0, time.Time{}, err
	}
	f := &files{store: s.store, seal: s.seal}
	if at.IsZero() {
		f.moment = theEnd
	} else {
		// Headers have whole milliseconds, and what is dated to the moment itself is left out.
		f.moment = at.Truncate(time.Millisecond).Add(time.Millisecond)
		if at.Before(m.Oldest) || at.After(time.Now()) {
			return 0, time.Time{}, &RangeError{at, m.Oldest, m.Newest}
		}
	}
	plan, err := litestream.CalcRestorePlan(ctx, f, 0, f.moment, newLog(s.log))
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("find the files to restore from: %w", err)
	}
	if reached, err = f.writtenAt(ctx, plan[len(plan)-1]); err != nil {
		return 0, time.Time{}, err
	}
	last, err := f.last(ctx)
	if err != nil {
		return 0, time.Time{}, err
	}
	found = maxTXID(plan)
	if found < last {
		return 0, time.Time{}, &HoleError{reached}
	}
	return found, reached, nil
}

// last is the number of the newest transaction before the moment to be restored, whether what leads
// to it is there or not.
func (f *files) last(ctx context.Context) (last ltx.TXID, err error) {
	for level := range levels + 1 {
		list, err := f.list(ctx, level)
		if err == nil {
			err = f.date(ctx, list)
		}
		if err != nil {
			return 0, err
		}
		for _, info := range list {
			if info.CreatedAt.Before(f.moment) {
				last = max(last, info.MaxTXID)
			}
		}
	}
	return last, nil
}

// HoleError says that files are missing from a replica which lead to a moment.
type HoleError struct{ Until time.Time }

func (e *HoleError) Error() string {
	return fmt.Sprintf("files are missing from the replica: before that moment it can only be restored until %s; name that one with --at to have it", local(e.Until))
}

func maxTXID(plan []*ltx.FileInfo) ltx.TXID {
	return slices.MaxFunc(plan, func(a, b *ltx.FileInfo) int { return cmp.Compare(a.MaxTXID, b.MaxTXID) }).MaxTXID
}

// restoreTo writes the database as it was with a transaction into a new file.
func (s *Source) restoreTo(ctx context.Context, last ltx.TXID, file string) error {
	o := litestream.NewRestoreOptions()
	o.OutputPath, o.TXID = file, last
	if err := s.reader().Restore(ctx, o); err != nil {
		return fmt.Errorf("restore from the replica: %w", err)
	}
	return os.Chmod(file, 0o600)
}

// reader is the replica as Litestream reads it. It has no database; one that is never opened takes
// what there is to log.
func (s *Source) reader() *litestream.Replica {
	return litestream.NewReplicaWithClient(&litestream.DB{Logger: newLog(s.log)}, &files{store: s.store, seal: s.seal})
}
