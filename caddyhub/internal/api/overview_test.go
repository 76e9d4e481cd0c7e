package api

import (
	"fmt"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestOverviewOverREST(t *testing.T) {
	h := newHub(t)
	done := h.create(`{"summary":"a","project_slug":"alpha"}`).ID
	h.create(`{"summary":"b","project_slug":"alpha"}`)
	h.post("/api/threads/"+done+"/done", "").wantStatus(200)
	r := h.get("/api/overview")
	r.wantStatus(200)
	got := decode[store.Overview](r)
	if fmt.Sprint(got.Threads) != "map[blocked:0 dismissed:0 done:1 open:1]" || got.Projects.Active != 1 || *got.LastEventID != h.lastEvent() || r.Header.Get("ETag") == "" {
		t.Errorf("overview %s", r.Body)
	}
	if n := len(got.Days); n != 14 || got.Days[n-1] != (store.DayCounts{Date: "2026-05-04", Added: 2, Finished: 1}) {
		t.Errorf("days %+v", got.Days)
	}
	its, again := decode[Overview](r), decode[Overview](h.get("/api/overview"))
	if other := decode[Overview](newHub(t).get("/api/overview")); its.HubID == "" || again.HubID != its.HubID || other.HubID == its.HubID {
		t.Errorf("ids %q, %q and of another hub %q", its.HubID, again.HubID, other.HubID)
	}
	// No change, but the day does.
	h.clock.Advance(24 * time.Hour)
	if days := decode[store.Overview](h.get("/api/overview")).Days; days[13].Date != "2026-05-05" || days[12].Added != 2 {
		t.Errorf("a day later: %+v", days)
	}
}
