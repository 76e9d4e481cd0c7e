//go:build unix

package api

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// On a full disk health says so with the first change that is refused, however lately another
// one was stored, and it is well again with the room.
func TestHealthOnAFullDisk(t *testing.T) {
	if !storetest.Alone(t) {
		return
	}
	h := newHub(t)
	h.create(`{"summary":"stored"}`)
	h.get("/api/health").wantStatus(http.StatusOK)
	log, err := os.Stat(filepath.Join(h.store.Dir(), store.DatabaseName+"-wal"))
	if err != nil {
		t.Fatal(err)
	}
	free := storetest.FillDisk(t, log.Size())
	h.post("/api/threads", `{"summary":"lost"}`).wantProblem(http.StatusServiceUnavailable, "busy", "")
	h.get("/api/health").wantProblem(http.StatusServiceUnavailable, "busy", "")
	h.get("/api/threads").wantStatus(http.StatusOK)
	free()
	h.get("/api/health").wantStatus(http.StatusOK)
	h.create(`{"summary":"stored again"}`)
}
