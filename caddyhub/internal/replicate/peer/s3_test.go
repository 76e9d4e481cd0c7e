// Package peer tests that others read what the hub replicates.
package peer

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/s3"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// Litestream's own client of buckets restores what the hub's wrote there.
func TestLitestreamReadsABucket(t *testing.T) {
	const threads = 200
	backend := s3mem.New()
	if err := backend.CreateBucket("hub"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)

	t.Setenv("AWS_CA_BUNDLE", "") // its client takes none beside its own
	ctx, dir := t.Context(), t.TempDir()
	s, err := store.Open(ctx, dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := replicate.OpenKeeper(replicate.Config{
		Store: s, Logger: zap.NewNop(), Alone: new(sync.Mutex),
		Own: func(netip.AddrPort) bool { return false }, Free: func(string) int64 { return 1 << 40 },
		Steady: func() time.Duration { return 0 },
	})
	if err != nil {
		t.Fatal(err)
	}
	k.Take(replicate.Values{
		To:        replicate.Address("s3://hub/a/folder?endpoint=" + server.URL),
		AccessKey: "AKIDEXAMPLE", SecretKey: "secret", Keep: setting.Span{Duration: time.Hour},
	})
	for i := range threads {
		in := store.ThreadInput{Summary: store.Some(fmt.Sprint("Work ", i))}
		if _, err := s.CreateThread(ctx, store.By{Actor: store.Owner}, "codex", in, true); err != nil {
			t.Fatal(err)
		}
	}
	// The end would wait for what is missing, but not for long.
	for s := k.Status(); s.State != replicate.OK || s.Lag > 0; s = k.Status() {
		if ctx.Err() != nil {
			t.Fatal(ctx.Err())
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := k.Close(10 * time.Second); err != nil { // sends what is missing
		t.Fatal(err)
	}

	client := s3.NewReplicaClient()
	client.AccessKeyID, client.SecretAccessKey, client.Region = "AKIDEXAMPLE", "secret", "us-east-1"
	client.Bucket, client.Path, client.Endpoint, client.ForcePathStyle = "hub", "a/folder", server.URL, true
	o := litestream.NewRestoreOptions()
	o.OutputPath = filepath.Join(t.TempDir(), store.DatabaseName)
	o.IntegrityCheck = litestream.IntegrityCheckFull
	if err := litestream.NewReplicaWithClient(nil, client).Restore(ctx, o); err != nil {
		t.Fatal(err)
	}
	got, want := sums(ctx, t, o.OutputPath), sums(ctx, t, filepath.Join(dir, store.DatabaseName))
	if !reflect.DeepEqual(got, want) || got["threads"].Rows != threads {
		t.Errorf("restored %+v, and the hub has %+v", got, want)
	}
}

func sums(ctx context.Context, t *testing.T, file string) store.Sums {
	t.Helper()
	s, err := store.SumDatabase(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
