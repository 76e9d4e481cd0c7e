package api

import (
	"fmt"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestActivityOverREST(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"alpha"}`)
	r := h.get("/api/activity")
	r.wantStatus(200)
	got := decode[store.Activity](r)
	if n := len(got.Days); n != 84 || got.Days[n-1].Date != "2026-05-04" || got.Days[n-1].Owner+got.Days[n-1].Agents != 2 || r.Header.Get("ETag") == "" {
		t.Errorf("activity %s", r.Body)
	}
	if len(got.Projects) != 1 || got.Projects[0].Slug != "alpha" || len(got.Projects[0].Changes) != 14 || got.Projects[0].Changes[13] != 2 {
		t.Errorf("projects %+v", got.Projects)
	}
	// No change, but the day does.
	h.clock.Advance(24 * time.Hour)
	if got := decode[store.Activity](h.get("/api/activity")); got.Days[83].Date != "2026-05-05" || got.Projects[0].Changes[12] != 2 {
		t.Errorf("a day later: %+v", got)
	}
}

func TestWikiLinksOverREST(t *testing.T) {
	h := newHub(t)
	h.put("/api/wiki/a", `{"markdown":"# A\n\n[[nowhere]]"}`).wantStatus(201)
	r := h.get("/api/wiki-links")
	r.wantStatus(200)
	got := decode[store.WikiLinks](r)
	if fmt.Sprint(got.OrphanCount, " ", got.Orphans[0].Path, " ", got.Missing) != "1 a [{nowhere {hub://wiki/a A} 1}]" {
		t.Errorf("links %s", r.Body)
	}
}
