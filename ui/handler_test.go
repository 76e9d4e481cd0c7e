package ui

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func request(t *testing.T, h http.Handler, method, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func get(t *testing.T, target string, header ...string) *http.Response {
	t.Helper()
	return request(t, Handler(), http.MethodGet, target, header...)
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var (
	// links finds what the page loads.
	links = regexp.MustCompile(`(?:href|src)="([^"#]+\.[a-z]+)"`)
	// baseOf finds where the page's links start.
	baseOf = regexp.MustCompile(`<base href="([^"]+)">`)
	// hintedIn finds what the header names ahead of it.
	hintedIn = regexp.MustCompile(`<([^>]+)>; rel=(?:modulepreload|preload; as=style; crossorigin)(?:, |$)`)
	// wordsIn finds the language and the part in the name of a file of words.
	wordsIn = regexp.MustCompile(`words-[a-z]{2}-[a-z]+`)
)

func TestPlaceBeginsWithItsScreen(t *testing.T) {
	common := []string{"index", "shared", "documents", "history", "thread", "words", "Schedule", "rolldown"} // files of several screens
	for _, tt := range []struct{ name, path, screen string }{
		{"the start", "/ui/", "now"},
		{"without slash", "/ui", "now"},
		{"a list", "/ui/threads", "threads"},
		{"below a list", "/ui/wiki/a/b", "wiki"},
		{"a pane", "/ui/settings/data", "Data settings"},
		{"a pane that there is not", "/ui/settings/else", "settings"},
		{"a place with the screen of another", "/ui/capture", "now"},
		{"no place", "/ui/nowhere", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var screens []string
			for _, found := range hintedIn.FindAllStringSubmatch(get(t, tt.path).Header.Get("Link"), -1) {
				name, _, _ := strings.Cut(path.Base(found[1]), "-")
				if path.Ext(found[1]) == ".js" && !slices.Contains(common, name) {
					screens = append(screens, name)
				}
			}
			if got := strings.Join(screens, " "); got != tt.screen {
				t.Errorf("it begins with %q", got)
			}
		})
	}
}

func TestWordsComeWithThePage(t *testing.T) {
	for _, tt := range []struct{ name, path, accept, cookie, want string }{
		{"the browser's language", "/ui/", "en-GB,en;q=0.9", "", "words-en-main"},
		{"a variant of it", "/ui/", "fy, de-AT;q=0.8,en;q=0.5", "", "words-de-main words-de-said"},
		{"another choice", "/ui/wiki", "en", "de", "words-de-main words-de-said words-de-documents"},
		{"one that there is not", "/ui/threads/a", "tlh, art-x;q=0.5", "", "words-en-main words-en-threads"},
		{"none asked for", "/ui/", "", "", "words-en-main"},
		{"a choice", "/ui/", "tlh", "en", "words-en-main"},
		{"a choice of what is no language", "/ui/", "en", "../now", "words-en-main"},
		{"a screen with words of its own", "/ui/settings/agents", "en", "", "words-en-main words-en-settings"},
		{"a page of the wiki", "/ui/wiki/a/b", "en", "", "words-en-main words-en-documents"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, tt.path, nil)
			r.Header.Set("Accept-Language", tt.accept)
			if tt.cookie != "" {
				r.AddCookie(&http.Cookie{Name: languageCookie, Value: tt.cookie})
			}
			w := httptest.NewRecorder()
			Handler().ServeHTTP(w, r)
			var words []string
			for _, found := range hintedIn.FindAllStringSubmatch(w.Header().Get("Link"), -1) {
				if name := wordsIn.FindString(found[1]); name != "" {
					words = append(words, name)
				}
			}
			if got := strings.Join(words, " "); got != tt.want {
				t.Errorf("it comes with %q", got)
			}
		})
	}
}

func TestPagesUnderAnyPrefix(t *testing.T) {
	pages := []struct{ name, path string }{
		{"without slash", "/ui"},
		{"with slash", "/ui/"},
		{"list", "/ui/threads"},
		{"list with slash", "/ui/threads/"},
		{"one thread", "/ui/threads/0k3x5p9q2abc"},
		{"settings", "/ui/settings/security"},
		{"page deep in the wiki", "/ui/wiki/a/b/c/d/e/f/g/h"},
		{"not a place", "/ui/nothing"},
		{"escaped", "/ui/wiki/a%20b"},
		{"escaped slash", "/ui/wiki/a%2fb"},
	}
	for _, tt := range pages {
		t.Run(tt.name, func(t *testing.T) {
			r := get(t, tt.path)
			text := body(t, r)
			if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" || r.Header.Get("Cache-Control") != "no-cache" {
				t.Fatalf("%d %v", r.StatusCode, r.Header)
			}
			base, found := baseOf.FindStringSubmatch(text), links.FindAllStringSubmatch(text, -1)
			if base == nil || len(found) < 3 {
				t.Fatalf("the page starts at %v and loads %v", base, found)
			}
			for _, prefix := range []string{"", "/hub", "/a/b"} {
				seen, err := url.Parse("https://hub.example" + prefix + tt.path)
				if err != nil {
					t.Fatal(err)
				}
				start, err := seen.Parse(base[1])
				if err != nil || start.Path != prefix+"/ui/" {
					t.Fatalf("at %s links start at %s: %v", seen, start, err)
				}
				for _, ahead := range hintedIn.FindAllStringSubmatch(r.Header.Get("Link"), -1) {
					to, err := seen.Parse(ahead[1])
					if err != nil || !strings.HasPrefix(to.Path, start.Path) {
						t.Fatalf("at %s the header names %s: %v", seen, to, err)
					}
					if r := get(t, strings.TrimPrefix(to.Path, prefix)); r.StatusCode != 200 {
						t.Errorf("at %s the header names %s, which answers %d", seen, to, r.StatusCode)
					}
				}
				for _, link := range found {
					to, err := start.Parse(link[1])
					if err != nil {
						t.Fatal(err)
					}
					if r := get(t, strings.TrimPrefix(to.Path, prefix)); r.StatusCode != 200 {
						t.Errorf("at %s the page loads %s, which answers %d", seen, to, r.StatusCode)
					}
				}
			}
		})
	}
}

func TestPageObeysThePolicy(t *testing.T) {
	text := body(t, get(t, "/ui/"))
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

// each calls do with every file of the build but the page and what only the handler reads.
func each(t *testing.T, do func(t *testing.T, target string)) {
	t.Helper()
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && name != page && name != hints {
			t.Run(name, func(t *testing.T) { do(t, "/ui/"+name) })
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAssets(t *testing.T) {
	hashed := regexp.MustCompile(`^/ui/assets/[\w.-]+-[\w-]{7}\.\w+$`)
	each(t, func(t *testing.T, target string) {
		r := get(t, target)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") == "" || r.Header.Get("Content-Type") != mediaTypes[path.Ext(target)] {
			t.Errorf("%d %v", r.StatusCode, r.Header)
		}
		want := "no-cache"
		if strings.HasPrefix(target, "/ui/assets/") {
			want = "public, max-age=31536000, immutable"
			if !hashed.MatchString(target) {
				t.Errorf("%s is kept for good and its name has no digest", target)
			}
		}
		if got := r.Header.Get("Cache-Control"); got != want {
			t.Errorf("Cache-Control %q, want %q", got, want)
		}
	})
}

func TestGzip(t *testing.T) {
	long := strings.Repeat("a long text ", 100)
	h, err := load(fstest.MapFS{
		"index.html":       {Data: []byte("<head>" + baseMark)},
		"assets/long-1.js": {Data: []byte(long)},
		"assets/tiny-1.js": {Data: []byte("1")},
	})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, accepts string
		small         bool
	}{
		{"nothing said", "", false},
		{"browser", "gzip, deflate, br, zstd", true},
		{"old name", "x-gzip", true},
		{"any", "*", true},
		{"any but this", "*, gzip;q=0", false},
		{"this but no other", "gzip, *;q=0", true},
		{"refused", "gzip;q=0", false},
		{"refused in more digits", "gzip; q=0.000", false},
		{"little liked", "br, gzip;q=0.1", true},
		{"upper case", "GZIP", true},
		{"unreadable weight", "gzip;q=x", false},
		{"others", "br, identity", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := request(t, h, "GET", "/ui/assets/long-1.js", "Accept-Encoding", tt.accepts)
			small := r.Header.Get("Content-Encoding") == "gzip"
			if small != tt.small || r.Header.Get("Vary") != "Accept-Encoding" || r.StatusCode != 200 {
				t.Fatalf("%d %v", r.StatusCode, r.Header)
			}
			reader := io.Reader(r.Body)
			if small {
				if reader, err = gzip.NewReader(r.Body); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := io.ReadAll(reader); err != nil || string(got) != long {
				t.Errorf("%v: another text of %d bytes", err, len(got))
			}
		})
	}
	t.Run("not where it helps nothing", func(t *testing.T) {
		r := request(t, h, "GET", "/ui/assets/tiny-1.js", "Accept-Encoding", "gzip")
		if r.Header.Get("Content-Encoding") != "" || r.Header.Get("Vary") != "" || body(t, r) != "1" {
			t.Errorf("%v", r.Header)
		}
	})
	t.Run("each form has its tag", func(t *testing.T) {
		plain := request(t, h, "GET", "/ui/assets/long-1.js").Header.Get("ETag")
		small := request(t, h, "GET", "/ui/assets/long-1.js", "Accept-Encoding", "gzip").Header.Get("ETag")
		if plain == small || strings.HasPrefix(plain, "W/") || strings.HasPrefix(small, "W/") {
			t.Errorf("%s and %s", plain, small)
		}
		if r := request(t, h, "GET", "/ui/assets/long-1.js", "Accept-Encoding", "gzip", "If-None-Match", small); r.StatusCode != 304 || body(t, r) != "" {
			t.Errorf("%d %v", r.StatusCode, r.Header)
		}
		if r := request(t, h, "GET", "/ui/assets/long-1.js", "Accept-Encoding", "gzip", "If-None-Match", plain); r.StatusCode != 200 {
			t.Errorf("the tag of the other form: %d", r.StatusCode)
		}
	})
	t.Run("a part is one of the plain form", func(t *testing.T) {
		r := request(t, h, "GET", "/ui/assets/long-1.js", "Accept-Encoding", "gzip", "Range", "bytes=2-5")
		if got := body(t, r); r.StatusCode != 206 || r.Header.Get("Content-Encoding") != "" || got != long[2:6] {
			t.Errorf("%d %v %q", r.StatusCode, r.Header, got)
		}
	})
	t.Run("HEAD tells the length", func(t *testing.T) {
		r := request(t, h, "HEAD", "/ui/assets/long-1.js", "Accept-Encoding", "gzip")
		if body(t, r) != "" || r.Header.Get("Content-Length") == "" {
			t.Errorf("%v", r.Header)
		}
	})
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
		{"put to an asset", "PUT", "/ui/favicon.svg", 405},
		{"options", "OPTIONS", "/ui/", 405},
		{"trace", "TRACE", "/ui/", 405},
		{"neighbour", "GET", "/uix", 404},
		{"folder of assets", "GET", "/ui/assets/", 404},
		{"folder of assets without slash", "GET", "/ui/assets", 404},
		{"unknown asset", "GET", "/ui/assets/index-00000000.js", 404},
		{"unknown asset without a dot", "GET", "/ui/assets/index", 404},
		{"unknown file", "GET", "/ui/robots.txt", 404},
		{"unknown file below a place", "GET", "/ui/threads/shell.js", 404},
		{"unknown file, unknown method", "POST", "/ui/robots.txt", 404},
		{"file name of the page", "GET", "/ui/index.html", 404},
		{"out of the folder", "GET", "/ui/../embed.go", 404},
		{"out of the assets", "GET", "/ui/assets/../index.html", 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := request(t, Handler(), tt.method, tt.target)
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
	for _, target := range []string{"/ui", "/ui/", "/ui/threads/0k3x5p9q2abc", "/ui/settings/security", "/ui/favicon.svg"} {
		etag := get(t, target).Header.Get("ETag")
		if r := get(t, target, "If-None-Match", etag); r.StatusCode != 304 || body(t, r) != "" || r.Header.Get("ETag") != etag {
			t.Errorf("%s: %d %v", target, r.StatusCode, r.Header)
		}
		if r := get(t, target, "If-None-Match", `"other"`); r.StatusCode != 200 {
			t.Errorf("%s with another tag: %d", target, r.StatusCode)
		}
	}
	if get(t, "/ui").Header.Get("ETag") == get(t, "/ui/").Header.Get("ETag") {
		t.Error("two different texts share a tag")
	}
}

// FuzzPath sends any path: the handler answers with the page, a file or 404, and the page
// always leads home.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"", "threads", "a/b/c", "assets/x.js", "//", "a//b", "..", "a.b/c", "%2f", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		r := httptest.NewRequest(http.MethodGet, "/ui/", nil)
		r.URL.Path = "/ui/" + name
		w := httptest.NewRecorder()
		Handler().ServeHTTP(w, r)
		if w.Code == http.StatusNotFound {
			return
		}
		base := baseOf.FindStringSubmatch(w.Body.String())
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") == mediaTypes[".html"] && base == nil {
			t.Fatalf("%d %v", w.Code, w.Header())
		}
		if base != nil && strings.Count(base[1], "../") != strings.Count(name, "/") {
			t.Errorf("%q starts at %q", name, base[1])
		}
	})
}
