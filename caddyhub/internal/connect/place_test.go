package connect

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
)

// placeHub is a hub with one project, whose folders are is.
func placeHub(t *testing.T, is *[]string) *Hub {
	t.Helper()
	return &Hub{
		Way: indexer.Way{Base: &url.URL{Scheme: "http", Host: "127.0.0.1:8787"}, Token: "t"}, Now: time.Now,
		Client: &http.Client{Transport: answers(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/api/projects/shop" && r.URL.Path != "/api/projects/resolve" {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			p := Project{Slug: "shop", Folders: *is}
			if r.Method == http.MethodPatch {
				if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
					t.Error(err)
				}
				*is = p.Folders
			}
			_ = json.NewEncoder(w).Encode(p)
		})},
	}
}

// TestRegister: a folder that the project has got since it was found stays.
func TestRegister(t *testing.T) {
	folders := []string{"/a"}
	h, l := placeHub(t, &folders), OpenLedger(t.TempDir())
	p, _, err := h.ProjectOf(t.Context(), "/c", "git@example.org:me/shop")
	if err != nil {
		t.Fatal(err)
	}
	folders = append(folders, "/b")
	if err := h.Register(t.Context(), l, p.Slug, "/c"); err != nil || strings.Join(folders, " ") != "/a /b /c" {
		t.Errorf("%v: the project has %s", err, folders)
	}
	if project, err := h.Unregister(t.Context(), l, "/c"); err != nil || project != "shop" || strings.Join(folders, " ") != "/a /b" {
		t.Errorf("%v: taken out of %q, the project has %s", err, project, folders)
	}
}

// TestUnregister: a folder goes by whatever spelling the hub and the ledger have of it, and nothing
// is said to be taken out that was not there.
func TestUnregister(t *testing.T) {
	for name, c := range map[string]struct {
		noted, folder, has string
		project, left      string
	}{
		"of Windows":           {`C:\src\shop`, `c:\src\shop`, "C:/src/shop /b", "shop", "/b"},
		"a slash at the end":   {"/src/shop", "/src/shop/", "/src/shop", "shop", ""},
		"gone from the hub":    {"/src/shop", "/src/shop", "/b", "", "/b"},
		"another one":          {"/src/shop", "/src/other", "/src/shop /src/other", "", "/src/shop /src/other"},
		"case that does count": {"/src/shop", "/src/Shop", "/src/shop", "", "/src/shop"},
	} {
		t.Run(name, func(t *testing.T) {
			folders := strings.Fields(c.has)
			h, l := placeHub(t, &folders), OpenLedger(t.TempDir())
			if err := l.note(func() { l.Places[c.noted] = registered{h.Way.Base.String(), "shop"} }); err != nil {
				t.Fatal(err)
			}
			project, err := h.Unregister(t.Context(), l, c.folder)
			if err != nil || project != c.project || strings.Join(folders, " ") != c.left {
				t.Errorf("%v: taken out of %q, the project has %q", err, project, folders)
			}
		})
	}
}
