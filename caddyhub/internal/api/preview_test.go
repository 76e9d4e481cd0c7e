package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// What the editor shows beside a text is what the page will be.
func TestPreviewIsThePageToBe(t *testing.T) {
	h := newHub(t)
	h.putMarkdown("/api/wiki/plan", "# Plan\n", nil).wantStatus(201)
	const text = "# Draft\n\n- [x] see [[plan]], then [[later]]\n\n<script>alert(1)</script>\n"
	before := h.store.Generation()
	body, _ := json.Marshal(DocumentText{text})
	seen := h.do(request{method: "POST", path: "/api/preview", body: string(body), info: inbound.Info{Prefix: "/hub"}})
	seen.wantStatus(200)
	if h.store.Generation() != before || seen.Header.Get("X-Hub-Event") != "" {
		t.Error("the preview changed something")
	}
	h.putMarkdown("/api/wiki/draft", text, nil).wantStatus(201)
	saved := h.do(request{path: "/api/wiki/draft?html=1", info: inbound.Info{Prefix: "/hub"}})
	if got, want := decode[PreviewBody](seen).HTML, *decode[PageBody](saved).HTML; got != want {
		t.Errorf("the preview is\n%s\nand the page is\n%s", got, want)
	}
	if got := decode[PreviewBody](seen).HTML; !strings.Contains(got, `href="/hub/ui/wiki/later" class="wiki-link missing"`) || strings.Contains(got, "<script") {
		t.Error(got)
	}
}

func TestPreviewTakesWhatADocumentTakes(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct {
		name, body string
		status     int
		message    string
	}{
		{"an empty text", `{"markdown":""}`, 200, ""},
		{"too long a text", `{"markdown":"` + strings.Repeat("x", store.MaxMarkdown+1) + `"}`, 422, "must have at most"},
		{"a NUL", `{"markdown":"\u0000"}`, 422, "NUL"},
		{"no text", `{}`, 422, "is required"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.post("/api/preview", c.body)
			if r.Status != c.status || !strings.Contains(r.Body, c.message) {
				t.Errorf("%d %s", r.Status, r.Body)
			}
			if c.status == 422 && !strings.Contains(r.Body, `"body.markdown"`) {
				t.Errorf("no place is named: %s", r.Body)
			}
		})
	}
}

func TestAddressOfATitle(t *testing.T) {
	h := newHub(t)
	h.putMarkdown("/api/wiki/home/network", "", nil).wantStatus(201)
	h.post("/api/projects", `{"title":"Home server"}`).wantStatus(201)
	for path, want := range map[string]string{
		"/api/address?kind=page&title=Home/Network":      `{"address":"home/network","taken":true}`,
		"/api/address?kind=page&title=Off-site%20copy":   `{"address":"off-site-copy","taken":false}`,
		"/api/address?kind=project&title=Home%20server":  `{"address":"home-server-2","taken":false}`,
		"/api/address?kind=project&title=%E2%80%A6":      `{"address":"project","taken":false}`,
		"/api/address?kind=project&title=Garden%20Plans": `{"address":"garden-plans","taken":false}`,
	} {
		if r := h.get(path); strings.TrimSpace(r.Body) != want {
			t.Errorf("%s: %s, want %s", path, r.Body, want)
		}
	}
	h.get("/api/address?kind=page&title=%E2%80%A6").wantProblem(422, "validation", "query.title")
	h.get("/api/address?kind=reminder&title=a").wantStatus(422)
	h.get("/api/address?kind=page").wantStatus(422)
}
