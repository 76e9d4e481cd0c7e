package backup

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestDownload(t *testing.T) {
	n := newNightly(t)
	before := tree(t, n.Store.Dir())
	d, err := n.Download(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Download(t.Context(), ""); !errors.Is(err, ErrBusy) {
		t.Errorf("two at a time: %v", err)
	}
	var b bytes.Buffer
	if size, err := b.ReadFrom(d); err != nil || size != d.Size || d.Name != "hub-backup-20260504T120000Z.zip" {
		t.Errorf("%s, %d of %d bytes, %v", d.Name, size, d.Size, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if v, err := Verify(t.Context(), save(t, b.Bytes()), NoPassphrase, t.TempDir()); err != nil || v.Counts.Threads != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := n.Download(ended, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for name := range tree(t, n.Store.Dir()) {
		if _, there := before[name]; !there && name != store.IndexName { // the store writes that when it likes
			t.Errorf("%s is left in the data folder", name)
		}
	}
	if d, err = n.Download(t.Context(), ""); err != nil {
		t.Fatalf("after all that: %v", err)
	}
	d.Close()
	if last, _ := n.Keeper.Last(); last != nil {
		t.Errorf("a download counts as a scheduled one: %+v", last)
	}
}
