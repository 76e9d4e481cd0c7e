package ui

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"
)

func request(t *testing.T, method, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// links finds what the page loads.
var links = regexp.MustCompile(`(?:href|src)="([^"#]+)"`)

func TestPagesUnderAnyPrefix(t *testing.T) {
	pages := []struct{ name, path string }{
		{"without slash", "/ui"},
		{"with slash", "/ui/"},
		{"list", "/ui/threads"},
		{"one thread", "/ui/threads/0k3x5p9q2abc"},
		{"settings", "/ui/settings/security"},
	}
	shell, err := fs.ReadDir(files, "shell")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range pages {
		t.Run(tt.name, func(t *testing.T) {
			r := request(t, "GET", tt.path)
			text := body(t, r)
			if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" || r.Header.Get("Cache-Control") != "no-cache" {
				t.Fatalf("%d %v", r.StatusCode, r.Header)
			}
			found := links.FindAllStringSubmatch(text, -1)
			if len(found) != len(shell)-1 {
				t.Fatalf("the page loads %v of %v", found, shell)
			}
			for _, prefix := range []string{"", "/hub", "/a/b"} {
				seen := &url.URL{Scheme: "https", Host: "hub.example", Path: prefix + tt.path}
				for _, link := range found {
					to, err := seen.Parse(link[1])
					if err != nil {
						t.Fatal(err)
					}
					inside, ours := strings.CutPrefix(to.Path, prefix)
					if r := request(t, "GET", inside); !ours || r.StatusCode != 200 {
						t.Errorf("at %s the page loads %s, which answers %d", seen, to, r.StatusCode)
					}
				}
			}
		})
	}
}

func TestPageObeysThePolicy(t *testing.T) {
	text := body(t, request(t, "GET", "/ui/"))
	for name, forbidden := range map[string]string{
		"inline style":   `\sstyle=|<style`,
		"inline script":  `<script(?:[^>]*)>[^<]`,
		"inline handler": `\son[a-z]+=`,
		"other host":     `(?:href|src)="(?:https?:)?//`,
	} {
		if found := regexp.MustCompile(forbidden).FindString(text); found != "" {
			t.Errorf("%s: %q", name, found)
		}
	}
}

func TestAssets(t *testing.T) {
	types := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
	for _, link := range links.FindAllStringSubmatch(body(t, request(t, "GET", "/ui/")), -1) {
		target := "/ui/" + link[1]
		t.Run(path.Ext(target), func(t *testing.T) {
			r := request(t, "GET", target)
			if got, want := r.Header.Get("Content-Type"), types[path.Ext(target)]; got != want {
				t.Errorf("type %q, want %q", got, want)
			}
			if !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("Cache-Control %q", r.Header.Get("Cache-Control"))
			}
			if !regexp.MustCompile(`^/ui/assets/[0-9a-f]{12}/[a-z]+\.[a-z]+$`).MatchString(target) {
				t.Errorf("%s lies in no folder with a digest", target)
			}
		})
	}
}

// imports finds what a module names.
var imports = regexp.MustCompile(`(?m)^import .* from "([^"]+)";$`)

// TestImports finds every module that another one names beside it: a name that leads
// nowhere stops the whole page.
func TestImports(t *testing.T) {
	named := 0
	for _, link := range links.FindAllStringSubmatch(body(t, request(t, "GET", "/ui/")), -1) {
		if path.Ext(link[1]) != ".js" {
			continue
		}
		module := &url.URL{Path: "/ui/" + link[1]}
		for _, name := range imports.FindAllStringSubmatch(body(t, request(t, "GET", module.Path)), -1) {
			named++
			to, err := module.Parse(name[1])
			if err != nil {
				t.Fatal(err)
			}
			if r := request(t, "GET", to.Path); r.StatusCode != 200 {
				t.Errorf("%s names %s, which answers %d", module, name[1], r.StatusCode)
			}
		}
	}
	if named == 0 {
		t.Error("no module names another: this test sees nothing")
	}
}

func TestRequests(t *testing.T) {
	tests := []struct {
		name, method, target string
		status               int
	}{
		{"page", "GET", "/ui", 200},
		{"head", "HEAD", "/ui/", 200},
		{"query is the page's own", "GET", "/ui/threads?status=done", 200},
		{"post", "POST", "/ui", 405},
		{"delete of a thread's page", "DELETE", "/ui/threads/0k3x5p9q2abc", 405},
		{"options", "OPTIONS", "/ui/", 405},
		{"trace", "TRACE", "/ui/", 405},
		{"unknown page", "GET", "/ui/nothing", 404},
		{"unknown page, unknown method", "POST", "/ui/nothing", 404},
		{"neighbour", "GET", "/uix", 404},
		{"folder of assets", "GET", "/ui/assets/", 404},
		{"settings", "GET", "/ui/settings/security", 200},
		{"no pane of settings", "GET", "/ui/settings", 404},
		{"folder below settings", "GET", "/ui/settings/security/", 404},
		{"put to settings", "PUT", "/ui/settings/security", 405},
		{"asset without digest", "GET", "/ui/assets/shell.js", 404},
		{"asset of another version", "GET", "/ui/assets/000000000000/shell.js", 404},
		{"file name of the page", "GET", "/ui/index.html", 404},
		{"no thread's id", "GET", "/ui/threads/0k3x", 404},
		{"folder below a thread", "GET", "/ui/threads/0k3x5p9q2abc/", 404},
		{"out of the folder", "GET", "/ui/../embed.go", 404},
		{"out of the assets", "GET", "/ui/assets/../index.html", 404},
		{"encoded slash", "GET", "/ui/threads%2f0k3x5p9q2abc/x", 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := request(t, tt.method, tt.target)
			if r.StatusCode != tt.status {
				t.Fatalf("status %d, want %d", r.StatusCode, tt.status)
			}
			if tt.status == 405 && r.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("Allow %q", r.Header.Get("Allow"))
			}
			if tt.method == "HEAD" && (body(t, r) != "" || r.ContentLength <= 0 && r.Header.Get("Content-Length") == "") {
				t.Errorf("HEAD: length %d, %v", r.ContentLength, r.Header)
			}
			if tt.status != 200 && (r.Header.Get("ETag") != "" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain")) {
				t.Errorf("an error with %v", r.Header)
			}
		})
	}
}

func TestNotModified(t *testing.T) {
	for _, target := range []string{"/ui", "/ui/", "/ui/threads/0k3x5p9q2abc", "/ui/settings/security"} {
		etag := request(t, "GET", target).Header.Get("ETag")
		if r := request(t, "GET", target, "If-None-Match", etag); r.StatusCode != 304 || body(t, r) != "" || r.Header.Get("ETag") != etag {
			t.Errorf("%s: %d %v", target, r.StatusCode, r.Header)
		}
		if r := request(t, "GET", target, "If-None-Match", `"other"`); r.StatusCode != 200 {
			t.Errorf("%s with another tag: %d", target, r.StatusCode)
		}
	}
	if request(t, "GET", "/ui").Header.Get("ETag") == request(t, "GET", "/ui/").Header.Get("ETag") {
		t.Error("two different texts share a tag")
	}
}

// TestWeight keeps the first load light.
func TestWeight(t *testing.T) {
	total := 0
	for _, link := range links.FindAllStringSubmatch(body(t, request(t, "GET", "/ui/")), -1) {
		total += len(body(t, request(t, "GET", "/ui/"+link[1])))
	}
	if total > 90<<10 {
		t.Errorf("the page loads %d bytes", total)
	}
}
