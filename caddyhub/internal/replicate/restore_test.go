package replicate

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/superfly/ltx"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
)

// ahead are the files of a replica whose clock was an hour ahead up to a transaction.
type ahead struct {
	blob.Store
	until ltx.TXID
}

func (a ahead) Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	r, err := a.Store.Get(ctx, name, offset, size)
	if err != nil || size != ltx.HeaderSize {
		return r, err
	}
	defer r.Close()
	h, _, err := ltx.PeekHeader(r)
	if err != nil {
		return nil, err
	}
	if h.MaxTXID <= a.until {
		h.Timestamp += time.Hour.Milliseconds()
	}
	text, err := h.MarshalBinary()
	return io.NopCloser(bytes.NewReader(text)), err
}

// The newest commit is the last one, wherever the clock has been.
func TestTheNewestIsTheLast(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	const threads = 6
	for range threads {
		h.add(1)
		h.arrives()
	}
	h.stop()
	s, err := OpenSource(t.Context(), v, nobody, zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	f := &files{store: s.store, seal: s.seal}
	f.moment = theEnd
	last, err := f.last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for until := range last {
		s.store = ahead{f.store, until}
		file := filepath.Join(t.TempDir(), "restored.sqlite3")
		if _, err := s.Restore(t.Context(), time.Time{}, file); err != nil {
			t.Errorf("ahead until %d of %d: %v", until, last, err)
		} else if got := sums(t, file)["threads"].Rows; got != threads {
			t.Errorf("ahead until %d of %d: %d threads, want %d", until, last, got, threads)
		}
	}
}
