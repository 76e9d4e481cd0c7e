package api

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// restored is a hub of its own with what a backup of this one holds.
func (h *hub) restored() *hub {
	h.t.Helper()
	dir := h.t.TempDir()
	if err := h.store.Snapshot(h.t.Context(), filepath.Join(dir, store.DatabaseName)); err != nil {
		h.t.Fatal(err)
	}
	return openHub(h.t, dir, storetest.NewClock(h.clock.Now().Add(time.Hour)))
}

// An item's number may stand for another version as well: only that of the tag is written over.
func TestIfMatchMeansOneVersion(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"to have a project","project_slug":"shop"}`)
	h.create(`{"summary":"to have another","project_slug":"garden"}`)
	thread, other := "/api/threads/"+h.create(`{"summary":"a"}`).ID, "/api/threads/"+h.create(`{"summary":"b"}`).ID
	for _, tc := range []struct {
		name, item, other string
		change            func(h *hub, path, text string, headers map[string]string) response
	}{
		{"a thread", thread, other, func(h *hub, path, text string, headers map[string]string) response {
			return h.do(request{method: http.MethodPatch, path: path, body: `{"goal":"` + text + `"}`, headers: headers})
		}},
		{"a page", "/api/wiki/one", "/api/wiki/two", (*hub).putMarkdown},
		{"a progress file", "/api/projects/shop/progress", "/api/projects/garden/progress", (*hub).putMarkdown},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, path := range []string{tc.item, tc.other} {
				if r := tc.change(h, path, "first", nil); r.Status >= 300 {
					t.Fatal(r.Body)
				}
			}
			later := h.restored()
			tc.change(h, tc.item, "lost", nil).wantStatus(200)
			lost := h.get(tc.item).Header.Get("ETag")
			tc.change(later, tc.item, "another's", nil).wantStatus(200)
			tag := later.get(tc.item).Header.Get("ETag")
			number, mark := tagParts(tag)[0], tagMark(tag)
			for _, bad := range []struct{ name, tag string }{
				{"before the backup was restored", lost},
				{"before that, weak", "W/" + lost},
				{"before that, compressed", strings.TrimSuffix(lost, `"`) + `-gzip"`},
				{"another item's", `"` + number + "." + tagMark(h.get(tc.other).Header.Get("ETag")) + `.00000000"`},
			} {
				r := tc.change(later, tc.item, "mine", map[string]string{"If-Match": bad.tag})
				p := r.wantProblem(412, "precondition-failed", "")
				if !strings.Contains(p.Detail, "read the item again") || r.Header.Get("ETag") != tag {
					t.Errorf("%s: %s with %s, want %s", bad.name, p.Detail, r.Header.Get("ETag"), tag)
				}
			}
			for _, good := range []struct{ name, tag string }{
				{"its own", tag},
				{"weak", "W/" + tag},
				{"compressed", strings.TrimSuffix(tag, `"`) + `-gzip"`},
				{"with other things beside it", `"` + number + "." + mark + `.00000000"`},
				{"an older hub's", `"` + number + `.0b72dd9a"`},
				{"its number", number},
			} {
				// What is there already changes nothing: the tag stays.
				if r := tc.change(later, tc.item, "another's", map[string]string{"If-Match": good.tag}); r.Status != 200 {
					t.Errorf("%s, %s: %s", good.name, good.tag, r.Body)
				}
			}
		})
	}
}

// A tag of an earlier version that was read as such is that version's.
func TestIfMatchOfAVersionReadAsSuch(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"to have a project","project_slug":"shop"}`)
	for _, path := range []string{"/api/wiki/one", "/api/projects/shop/progress"} {
		h.putMarkdown(path, "first", nil).wantStatus(201)
		tag := h.get(path + "?rev=1").Header.Get("ETag")
		h.putMarkdown(path, "second", map[string]string{"If-Match": tag}).wantStatus(200)
		h.putMarkdown(path, "third", map[string]string{"If-Match": h.get(path + "?rev=1").Header.Get("ETag")}).wantProblem(412, "precondition-failed", "")
	}
}
