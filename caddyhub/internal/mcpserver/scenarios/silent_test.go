package scenarios

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// worksDir has the labelled works of store/match, of the half that no weight was chosen on.
const worksDir = "../../../../store/match/testdata/works/test"

// work is a thread of a project, and what somebody is about to do there: the same, or other work.
type work struct {
	project, title, intent string
	same                   bool
	also                   []string // the intent in other words
}

// works draws so many works of each project.
func works(t *testing.T, each int) (drawn []work) {
	lines := func(name string, use func(fields []string)) {
		text, err := os.ReadFile(filepath.Join(worksDir, name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
				use(strings.Split(line, " | "))
			}
		}
	}
	also := map[string][]string{}
	lines("wordings", func(f []string) { also[f[0]] = f[1:] })
	var all []work
	for _, kind := range []string{"same", "nearer", "translated", "languages", "apart"} {
		lines(kind, func(f []string) { all = append(all, work{f[0], f[1], f[2], kind != "apart", also[f[2]]}) })
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	in := map[string]int{}
	for _, w := range all {
		if in[w.project]++; in[w.project] <= each {
			drawn = append(drawn, w)
		}
	}
	return drawn
}

// twins is what comes of works that are begun, each by itself.
type twins struct{ same, unnamed, silent, all, wrong int }

func (n twins) String() string {
	share := func(part, whole int) float64 { return float64(part) / float64(whole) }
	return fmt.Sprintf("of %d: not in the answer %.3f, nor in the digest %.3f; wrongly claimed %d of %d, %.4f", n.same, share(n.unnamed, n.same), share(n.silent, n.same), n.wrong, n.all, share(n.wrong, n.all))
}

// begins has an agent begin every work, with so many other wordings, in a hub where all of their threads are open.
func begins(t *testing.T, all []work, wordings int) (n twins) {
	d := newDay(t)
	ids, digests := map[[2]string]string{}, map[string]string{}
	for _, w := range all {
		if digests[w.project] == "" {
			d.project(w.project)
			digests[w.project] = "read below"
		}
		ids[[2]string{w.project, w.title}] = d.thread(w.project, w.title)
	}
	agent := d.agent("codex")
	for project := range digests {
		digests[project] = agent.does("session_digest", args{"project": project}).text
	}
	for _, w := range all {
		own := ids[[2]string{w.project, w.title}]
		got := agent.starts(w.intent, args{"project": w.project, "also": w.also[:min(wordings, len(w.also))]})
		n.all++
		if got.Claimed && !got.Created && (!w.same || got.Thread.ID != own) {
			n.wrong++
		}
		if w.same {
			n.same++
			if !strings.Contains(got.text, own) {
				n.unnamed++
				if !strings.Contains(digests[w.project], own) {
					n.silent++
				}
			}
		}
		var err error
		switch {
		case got.Created: // the next one finds the hub as this one did
			_, err = d.store.DeleteThread(t.Context(), byOwner, got.Thread.ID, store.Guard{Force: true})
		case got.Claimed:
			_, err = d.store.Release(t.Context(), byOwner, got.Thread.ID, got.Lease.ID, "")
		}
		d.must(err)
	}
	return n
}

// TestSilentTwins counts the works that are begun a second time because nothing names the thread that is
// open: neither the project's digest nor the answer to start_work. The goals of docs/quality.md are for a
// hub of 300 threads; with HUB_TEST_LONG it is counted in larger ones, too:
//
//	HUB_TEST_LONG=1 go test -v -run SilentTwins ./caddyhub/internal/mcpserver/scenarios
func TestSilentTwins(t *testing.T) {
	if testing.Short() {
		t.Skip("begins hundreds of works")
	}
	// What docs/quality.md says of 38 threads in a project, with room for a few cases; the goals are .40, .12 and .10.
	unnamed, silent := map[int]float64{0: 0.22, 3: 0.03}, 0.02
	sizes := []int{38}
	if os.Getenv("HUB_TEST_LONG") != "" {
		sizes = append(sizes, 75, 1000)
	}
	for _, each := range sizes {
		all := works(t, each)
		for _, wordings := range []int{0, 3} {
			t.Run(fmt.Sprintf("%d threads, %d wordings", len(all), wordings), func(t *testing.T) {
				n := begins(t, all, wordings)
				t.Log(n)
				if each == sizes[0] && (float64(n.unnamed) > unnamed[wordings]*float64(n.same) || float64(n.silent) > silent*float64(n.same)) {
					t.Errorf("more than %.2f and %.2f", unnamed[wordings], silent)
				}
			})
		}
	}
}
