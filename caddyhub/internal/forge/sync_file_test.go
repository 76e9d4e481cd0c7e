package forge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store"
)

// One file, each way it can have changed since both sides had it in common.
func TestSyncFile(t *testing.T) {
	t.Parallel()
	const base = "# A\n\none\n\ntwo\n\nthree\n"
	const gone = "\x00"
	tests := []struct {
		name         string
		base         string // gone: it was never met
		ours, theirs string // gone: there is no such file
		want         string // on both sides
		conflict     bool
	}{
		{name: "neither has changed", base: base, ours: base, theirs: base, want: base},
		{name: "the hub has changed", base: base, ours: base + "ours\n", theirs: base, want: base + "ours\n"},
		{name: "the forge has changed", base: base, ours: base, theirs: base + "theirs\n", want: base + "theirs\n"},
		{name: "both the same", base: base, ours: base + "x\n", theirs: base + "x\n", want: base + "x\n"},
		{name: "both in other places", base: base, ours: "# A\n\nONE\n\ntwo\n\nthree\n", theirs: "# A\n\none\n\ntwo\n\nTHREE\n", want: "# A\n\nONE\n\ntwo\n\nTHREE\n"},
		{name: "both in the same place", base: base, ours: "# A\n\nours\n\ntwo\n\nthree\n", theirs: "# A\n\ntheirs\n\ntwo\n\nthree\n", conflict: true},
		{name: "new in the hub", base: gone, ours: base, theirs: gone, want: base},
		{name: "new on both sides, the same", base: gone, ours: base, theirs: base, want: base},
		{name: "new on both sides", base: gone, ours: "ours\n", theirs: "theirs\n", conflict: true},
		{name: "emptied in the hub", base: base, ours: "", theirs: base, want: ""},
		{name: "emptied in the forge", base: base, ours: base, theirs: "", want: ""},
		{name: "deleted in the forge, changed in the hub", base: base, ours: base + "ours\n", theirs: gone, want: base + "ours\n"},
		{name: "deleted in the hub, changed in the forge", base: base, ours: gone, theirs: base + "theirs\n", want: base + "theirs\n"},
		{name: "deleted in the forge", base: base, ours: base, theirs: gone, want: gone},
		{name: "deleted in the hub", base: base, ours: gone, theirs: base, want: gone},
		{name: "deleted on both sides", base: base, ours: gone, theirs: gone, want: gone},
		{name: "with CRLF", base: "a\r\n\r\nb\r\n", ours: "A\r\n\r\nb\r\n", theirs: "a\r\n\r\nB\r\n", want: "A\r\n\r\nB\r\n"},
		{name: "without a last line end", base: "a\n\nb", ours: "A\n\nb", theirs: "a\n\nb", want: "A\n\nb"},
		{
			name: "logged on both sides", base: "# A\n\n## Log\n\n- 2026-05-04 09:00 one\n",
			ours:   "# A\n\n## Log\n\n- 2026-05-04 09:00 one\n- 2026-05-04 09:20 ours\n",
			theirs: "# A\n\n## Log\n\n- 2026-05-04 09:00 one\n- 2026-05-04 09:10 theirs\n",
			want:   "# A\n\n## Log\n\n- 2026-05-04 09:00 one\n- 2026-05-04 09:10 theirs\n- 2026-05-04 09:20 ours\n",
		},
	}
	server := gitserver.New(t)
	h := joined(t, server)
	// Each case as a page and, where its project would not keep the file, as a progress file.
	type place struct{ doc, file string }
	places := make([][]place, len(tests))
	for i, tc := range tests {
		places[i] = append(places[i], place{fmt.Sprintf("wiki/case/n%d", i), fmt.Sprintf("wiki/case/n%d.md", i)})
		if tc.ours != gone && tc.want != gone {
			places[i] = append(places[i], place{fmt.Sprintf("n%d", i), fmt.Sprintf("projects/n%d/PROGRESS.md", i)})
			h.project(fmt.Sprintf("n%d", i))
		}
		for _, p := range places[i] {
			if tc.base != gone {
				h.write(p.doc, tc.base)
			}
		}
	}
	h.synced()
	byHand := map[string]gitserver.Entry{}
	for i, tc := range tests {
		for _, p := range places[i] {
			switch {
			case tc.ours == gone && tc.base != gone:
				h.remove(strings.TrimPrefix(p.doc, "wiki/"))
			case tc.ours != gone:
				h.write(p.doc, tc.ours)
			}
			switch {
			case tc.theirs == gone && tc.base != gone:
				byHand[p.file] = gitserver.Entry{Delete: true}
			case tc.theirs != gone && tc.theirs != tc.base:
				byHand[p.file] = gitserver.Entry{Content: tc.theirs}
			}
		}
	}
	server.Commit("main", byHand)
	before := commits(server)
	out := h.synced()
	if len(out.Held)+len(out.Skipped) > 0 || commits(server) != before+1 {
		t.Errorf("held %v, skipped %v; %d commits", out.Held, out.Skipped, commits(server)-before)
	}
	texts, files, conflicts := h.texts(), server.Files("main"), map[string]store.ForgeConflict{}
	for _, c := range h.conflicts() {
		conflicts[c.Path] = c
	}
	for i, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			for _, p := range places[i] {
				ours, isOurs := texts[p.doc]
				theirs, isTheirs := files[p.file]
				found, isConflict := conflicts[p.file]
				want := tc.want != gone
				switch {
				case isConflict != tc.conflict:
					t.Errorf("%s: conflict %v", p.doc, isConflict)
				case tc.conflict:
					if ours != tc.ours || theirs != tc.theirs || found.Ours != ours || found.Theirs != theirs {
						t.Errorf("%s: the hub has %q, the forge %q, and the conflict is %+v", p.doc, ours, theirs, found)
					}
				case isOurs != want || isTheirs != want || want && (ours != tc.want || theirs != tc.want):
					t.Errorf("%s: the hub has %q (%v), the forge %q (%v); want %q", p.doc, ours, isOurs, theirs, isTheirs, tc.want)
				}
			}
		})
	}
	if again := h.synced(); commits(server) != before+1 || again.Pulled+again.Pushed+again.Merged+again.Deleted > 0 {
		t.Errorf("a second sync did %+v", again.Outcome)
	}
}
