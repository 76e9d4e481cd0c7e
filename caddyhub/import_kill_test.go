package caddyhub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/store/storetest"
)

// Killed at any moment of an import, the hub has all of it or nothing, and takes the file again.
func TestImportIsWholeAfterAKill(t *testing.T) {
	const issues = 1500
	rounds := 5
	if longRun {
		rounds = 40
	}
	dir := storetest.Dir(t)
	threads, whole := 0, 0
	for round := range rounds {
		var file strings.Builder
		for i := range issues {
			fmt.Fprintf(&file, `{"id":"r%d-%d","title":"Step %d of round %d","status":"open","created_at":"2025-03-01T08:00:00Z","notes":"What is to be known of it."`, round, i, i, round)
			if i > 0 {
				fmt.Fprintf(&file, `,"dependencies":[{"issue_id":"r%[1]d-%[2]d","depends_on_id":"r%[1]d-%[3]d","type":"blocks"}]`, round, i, i-1)
			}
			file.WriteString("}\n")
		}
		h := startServe(t, nil, "--data", dir)
		plan := planned(t, h, file.String())
		if plan.Threads != issues || plan.Known != 0 {
			t.Fatalf("round %d: plan %+v", round, plan)
		}
		answered := make(chan bool, 1)
		go func() {
			status, _, err := do(t.Context(), http.MethodPost, h.base+"/api/imports/"+plan.ID+"/apply", nil)
			answered <- err == nil && status == http.StatusCreated
		}()
		// A share of it, from nothing to all but the commit; the last time after the answer.
		var came bool
		if round == rounds-1 {
			came = <-answered
		} else {
			for share := issues * round / (rounds - 2); importedOf(t, h, plan.ID) < share; {
			}
		}
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
		if round < rounds-1 {
			came = <-answered
		}

		h = startServe(t, nil, "--data", dir)
		missing := issues
		switch now := openThreads(t, h); {
		case now == threads+issues:
			whole++
			missing = 0
		case now != threads || came:
			t.Fatalf("round %d: of %d threads %d are there (answered: %v)", round, issues, now-threads, came)
		}
		if plan = planned(t, h, file.String()); plan.Threads != missing {
			t.Fatalf("round %d: sent again: plan %+v", round, plan)
		}
		if status, answer, err := do(t.Context(), http.MethodPost, h.base+"/api/imports/"+plan.ID+"/apply", nil); err != nil || status != http.StatusCreated {
			t.Fatalf("round %d: %d %s %v", round, status, answer, err)
		}
		if threads += issues; openThreads(t, h) != threads {
			t.Fatalf("round %d: %d threads, want %d", round, openThreads(t, h), threads)
		}
		h.interrupt(t)
	}
	if whole == 0 || whole == rounds {
		t.Errorf("%d of %d kills came after the commit", whole, rounds)
	}
}

func planned(t *testing.T, h *served, file string) (plan api.ImportPlan) {
	t.Helper()
	status, answer, err := do(t.Context(), http.MethodPost, h.base+"/api/imports?source=beads", strings.NewReader(file), "Content-Type", "application/octet-stream")
	if err == nil {
		err = json.Unmarshal([]byte(answer), &plan)
	}
	if err != nil || status != http.StatusOK {
		t.Fatalf("plan: %d %.300s %v", status, answer, err)
	}
	return plan
}

// importedOf is how much of a plan is carried out.
func importedOf(t *testing.T, h *served, id string) int {
	t.Helper()
	var far api.ImportProgress
	_, answer, err := get(t.Context(), h.base+"/api/imports/"+id)
	if err == nil {
		err = json.Unmarshal([]byte(answer), &far)
	}
	if err != nil {
		t.Fatal(err)
	}
	return far.Done
}

func openThreads(t *testing.T, h *served) int {
	t.Helper()
	var overview struct {
		Threads map[string]int `json:"threads"`
	}
	_, answer, err := get(t.Context(), h.base+"/api/overview")
	if err == nil {
		err = json.Unmarshal([]byte(answer), &overview)
	}
	if err != nil {
		t.Fatal(err)
	}
	return overview.Threads["open"]
}
