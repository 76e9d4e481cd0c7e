package replicate

import (
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// A bucket does what a folder does.
func TestABucketIsATarget(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	if err := backend.CreateBucket("hub"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	for name, passphrase := range map[string]string{"plain": "", "encrypted": "correct horse battery staple"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := Values{
				To: Address("s3://hub/" + name + "?endpoint=" + server.URL), AccessKey: "AKIDEXAMPLE", SecretKey: "secret",
				Keep: setting.Span{Duration: time.Hour}, Drill: setting.Span{Duration: time.Hour}, Passphrase: passphrase,
			}
			h := start(t, t.TempDir())
			h.keeper.Take(v)
			h.add(20)
			h.arrives()
			if err := h.keeper.drill(t.Context()); err != nil {
				t.Fatal(err)
			}
			if d := h.keeper.Status().Drill; d == nil || !d.OK {
				t.Errorf("%+v", d)
			}
			h.add(5)
			h.stop()
			file, _ := restored(t, v, time.Time{})
			if err := differ(sums(t, filepath.Join(h.dir, store.DatabaseName)), sums(t, file)); err != nil {
				t.Error(err)
			}
		})
	}
}
