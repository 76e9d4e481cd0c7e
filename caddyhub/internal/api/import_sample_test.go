package api

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/exchange"
	"github.com/progresshub/progresshub/store/storetest/race"
)

var lastEvent = regexp.MustCompile(`"last_event_id":"\w+",`)

// shown is all that a reader finds in a hub, but for its history.
func (h *hub) shown() string {
	h.t.Helper()
	var all strings.Builder
	for _, path := range []string{
		"/api/threads?status=open,blocked,done,dismissed&limit=200", "/api/projects?archived=true&limit=200", "/api/wiki?limit=200", "/api/reminders?state=all&limit=200", "/api/overview",
	} {
		for path != "" {
			r := h.get(path)
			r.wantStatus(http.StatusOK)
			fmt.Fprintf(&all, "%s\n%s\n", path, lastEvent.ReplaceAllString(r.Body, ""))
			next := ""
			if link, _, ok := strings.Cut(r.Header.Get("Link"), ">; rel=\"next\""); ok {
				_, next, _ = strings.Cut(link, "cursor=")
				next, _, _ = strings.Cut(next, "&")
				path, _, _ = strings.Cut(path, "&cursor=")
				next = path + "&cursor=" + next
			}
			path = next
		}
	}
	return all.String()
}

// A file of any tool comes once: sent again it changes nothing, and one undo leaves the hub as it was.
func TestEveryToolsWorkComesOnceAndGoes(t *testing.T) {
	race.SkipShort(t)
	samples, err := filepath.Glob("../exchange/testdata/*")
	if err != nil || len(samples) < 9 {
		t.Fatalf("%q, %v", samples, err)
	}
	h := newHub(t)
	h.create(`{"summary":"What was here before","project_slug":"home"}`)
	for _, sample := range samples {
		name := filepath.Base(sample)
		var file bytes.Buffer
		switch one, err := os.ReadFile(filepath.Join(sample, "export.zip")); {
		case err == nil:
			file.Write(one)
		default:
			source, _ := strings.CutSuffix(name, "-made")
			if err := exchange.Pack(&file, sample, exchange.Source(source)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		before := h.shown()
		send := func() ImportPlan {
			r := h.upload("name="+name+"&skip_broken=true", file.String(), nil)
			r.wantStatus(http.StatusOK)
			return decode[ImportPlan](r)
		}
		plan := send()
		if plan.Threads+plan.Pages == 0 || plan.Known != 0 {
			t.Errorf("%s: plan %+v", name, plan)
		}
		done := h.apply(plan.ID)
		done.wantStatus(http.StatusCreated)
		with := h.shown()
		if with == before {
			t.Errorf("%s: nothing came", name)
		}
		again := send()
		if n := again.Projects + again.Threads + again.Pages + again.Reminders; n != 0 || again.Known == 0 {
			t.Errorf("%s: sent again, %d items are new: %+v", name, n, again)
		}
		h.apply(again.ID).wantStatus(http.StatusCreated)
		if got := h.shown(); got != with {
			t.Errorf("%s: sent again, it changed something", name)
		}
		h.do(request{method: http.MethodPost, path: "/api/events/" + done.Header.Get("X-Hub-Event") + "/undo"}).wantStatus(http.StatusOK)
		if got := h.shown(); got != before {
			t.Errorf("%s: taken back, the hub shows\n%s\nbefore\n%s", name, got, before)
		}
	}
}
