package forge

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// Two hubs and a human who write to the same log at once all keep what they wrote, whatever
// form it has, and come to have the same text whichever hub is the first.
func TestLogsOfEveryFormMerge(t *testing.T) {
	race.SkipShort(t)
	const head = "# Home\n\n## Log\n\n"
	for _, c := range []struct {
		name              string
		base, here, there string // of the first hub and of the second
		byHand, want      string
		trimmed           bool // an editor takes the blank line at the end away
	}{
		{
			name: "as the hub writes it", base: "- 2026-11-22 09:00 base\n",
			here: "- 2026-11-22 14:03 here\n", there: "- 2026-11-22 14:01 there\n", byHand: "- 2026-11-22 14:02 by hand\n",
			want: "- 2026-11-22 09:00 base\n- 2026-11-22 14:01 there\n- 2026-11-22 14:02 by hand\n- 2026-11-22 14:03 here\n",
		},
		{
			name: "plain", base: "- base\n", here: "- c here\n", there: "- a there\n", byHand: "- b by hand\n",
			want: "- base\n- a there\n- b by hand\n- c here\n",
		},
		{
			name: "dates only", base: "* 2026-11-20: base\n", here: "* 2026-11-23: here\n", there: "* 2026-11-21: there\n", byHand: "* 2026-11-22: by hand\n",
			want: "* 2026-11-20: base\n* 2026-11-21: there\n* 2026-11-22: by hand\n* 2026-11-23: here\n",
		},
		{
			name: "ISO", base: "- 2026-11-22T09:00:00Z base\n", here: "- 2026-11-22T14:03:00Z here\n", there: "- 2026-11-22T16:01:00+02:00 there\n", byHand: "- 2026-11-22T14:02Z by hand\n",
			want: "- 2026-11-22T09:00:00Z base\n- 2026-11-22T16:01:00+02:00 there\n- 2026-11-22T14:02Z by hand\n- 2026-11-22T14:03:00Z here\n",
		},
		{
			name: "headings", base: "### 2026-11-20\n\nBase.\n", here: "\n### 2026-11-23\n\nHere.\n", there: "\n### 2026-11-21\n\nThere.\n\n- and more\n", byHand: "\n### 2026-11-22\n\nBy hand.\n",
			want: "### 2026-11-20\n\nBase.\n\n### 2026-11-21\n\nThere.\n\n- and more\n\n### 2026-11-22\n\nBy hand.\n\n### 2026-11-23\n\nHere.\n",
		},
		{
			name: "a blank line trimmed at the end", base: "- 2026-11-22 09:00 base\n\n", trimmed: true,
			here: "- 2026-11-22 14:03 here\n", there: "- 2026-11-22 14:01 there\n", byHand: "- 2026-11-22 14:02 by hand\n",
			want: "- 2026-11-22 09:00 base\n\n- 2026-11-22 14:01 there\n- 2026-11-22 14:02 by hand\n- 2026-11-22 14:03 here\n",
		},
	} {
		for _, first := range []string{"the first hub is first", "the second hub is first"} {
			t.Run(c.name+", "+first, func(t *testing.T) {
				server := gitserver.New(t)
				a, b := joined(t, server), joined(t, server)
				a.project("home")
				b.project("home")
				a.write("home", head+c.base)
				a.synced()
				b.synced()
				base := head + c.base
				byHand := base
				if c.trimmed {
					byHand = strings.TrimRight(base, "\n") + "\n"
				}
				server.Write("main", map[string]string{"projects/home/PROGRESS.md": byHand + c.byHand})
				a.write("home", base+c.here)
				b.write("home", base+c.there)
				hubs := []*hub{a, b}
				if first == "the second hub is first" {
					hubs = []*hub{b, a}
				}
				for _, h := range append(hubs, hubs...) {
					h.synced()
				}
				for i, h := range hubs {
					if n := len(h.conflicts()); n > 0 {
						t.Fatalf("hub %d has %d conflicts", i, n)
					}
					if got := h.texts()["home"]; got != head+c.want {
						t.Errorf("hub %d has %q, want %q", i, got, head+c.want)
					}
				}
				if got := server.Files("main")["projects/home/PROGRESS.md"]; got != head+c.want {
					t.Errorf("the forge has %q, want %q", got, head+c.want)
				}
			})
		}
	}
}
