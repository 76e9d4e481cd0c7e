//go:build unix

package notify

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/storetest"
)

// A disk that is full keeps no channel from saying so.
func TestAFullDiskIsHeard(t *testing.T) {
	if !storetest.Alone(t) {
		return
	}
	f := newFive(t, func(_ string, next http.Handler) http.Handler { return next })
	f.work() // the schedules begin
	// The browser has asked for it.
	if _, err := f.PublicKey(); err != nil {
		t.Fatal(err)
	}
	cfg := f.engine.Config
	cfg.Problems = func() []health.Problem {
		return []health.Problem{{Area: "storage", Since: f.clock.Now().Add(-time.Hour), Text: phrase.NotStored(phrase.StorageFull), Page: "/ui/settings/data"}}
	}
	f.engine = gateway.New(cfg)
	log, err := os.Stat(filepath.Join(f.dir, store.DatabaseName+"-wal"))
	if err != nil {
		t.Fatal(err)
	}
	free := storetest.FillDisk(t, log.Size())
	f.work()
	f.clock.Advance(time.Hour)
	f.work()
	free()
	for _, channel := range f.Names() {
		if texts, _ := f.came(channel); len(texts) != 1 || !strings.Contains(texts[0], "Progress Hub needs attention") {
			t.Errorf("%s: %q", channel, texts)
		}
	}
	if page, err := f.Store.Deliveries(t.Context(), store.DeliveryFilter{}); err != nil || page.Total != 0 {
		t.Errorf("%d were recorded, %v", page.Total, err)
	}
}
