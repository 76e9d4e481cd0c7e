package mcpserver

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// With the work ahead a digest names what is written and done about it, a line each.
func TestDigestBringsWhatIsKnownOfTheWork(t *testing.T) {
	h := newHub(t)
	h.thread("vault", "Water the plants")
	done := h.thread("vault", "Rotate the backup keys").ID
	h.finish(done, store.StatusDone)
	h.page("guides/backup", "# Backups\n\nRotate the backup keys each spring.\n")
	h.page("deep", "# Diary\n\n"+strings.Repeat("Nothing happened today at all.\n\n", 400)+"How to rotate the backup keys by hand.\n")
	h.page("garden", "# Roses\n\nThey need water.\n")
	if _, err := h.store.PutProgress(t.Context(), byOwner, "vault", 0, "# Vault\n\n- [ ] rotate backup keys with the new tool\n"); err != nil {
		t.Fatal(err)
	}
	session := h.session("vault", "Rotated the backup keys")
	for range 3 {
		h.session("vault", "Rotated the backup keys again")
	}
	r := h.call("session_digest", map[string]any{"project": "vault", "query": "rotate the backup keys"})
	got := data[digestData](h, r)
	want := []string{store.PageURI("guides/backup"), store.PageURI("deep"), store.ProgressURI("vault"), store.ThreadURI(done)}
	kinds := map[string]int{}
	for _, v := range got.Hits {
		kinds[v.Kind]++
		contains(t, r.text(), v.line())
		if strings.Contains(v.line(), "\n") {
			t.Errorf("%q is no line", v.line())
		}
		want = slices.DeleteFunc(want, func(uri string) bool { return uri == v.URI })
	}
	if len(want) > 0 || kinds["page"] != 2 || len(got.Hits) > digestHits {
		t.Errorf("%q are missing among %+v", want, got.Hits)
	}
	contains(t, r.text(), `rotate backup keys with the new tool"`, "(finished)")
	absent(t, r.text(), "Roses")
	if session == "" || len(r.text()) > digestText {
		t.Errorf("%d bytes", len(r.text()))
	}
	if again := h.call("session_digest", map[string]any{"project": "vault"}); len(data[digestData](h, again).Hits) > 0 {
		t.Error("without the work ahead nothing is near")
	}
}

// What a digest lists stands under a heading of its kind, and once.
func TestADigestHasAHeadingForEachKind(t *testing.T) {
	h := newHub(t)
	h.thread("vault", "Rotate the backup keys of the server", full)
	h.page("guides/backup", "# Backups\n\nRotate the backup keys each spring.\n")
	session := h.session("vault", "Rotated the backup keys")
	h.session("vault", "Painted the fence")
	h.reminder("buy a label printer")
	h.clock.Advance(6 * time.Hour)
	r := h.call("session_digest", map[string]any{"query": "rotate the backup keys"})
	got := data[digestData](h, r)
	heading := ""
	under := map[string]string{}
	for line := range strings.Lines(r.text()) {
		switch line = strings.TrimSpace(line); {
		case strings.HasSuffix(line, ":"):
			heading = line
		case strings.HasPrefix(line, "- "):
			under[line] = heading
		}
	}
	for _, c := range []struct{ part, heading string }{
		{"buy a label printer", "Reminders:"},
		{"guides/backup", "Near to your work, for read:"},
		{store.SessionURI(session), "Near to your work, for read:"},
		{"Painted the fence", "Last sessions:"},
		{" open in vault: ", "Where they stand:"},
	} {
		found := 0
		for line, above := range under {
			if strings.Contains(line, c.part) {
				found++
				if above != c.heading {
					t.Errorf("%q stands under %q, want %q", line, above, c.heading)
				}
			}
		}
		if found != 1 {
			t.Errorf("%q stands there %d times:\n%s", c.part, found, r.text())
		}
	}
	if len(got.Sessions) != 1 {
		t.Errorf("sessions: %+v", got.Sessions)
	}
}
