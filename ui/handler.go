package ui

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"
)

// handler serves from memory; it never changes after [Handler] made it.
type handler struct {
	pages  map[string]file // by what leads from the page to /ui/: see root
	assets map[string]file // by folder and name, inside /ui/assets/
}

type file struct {
	body  []byte
	media string
	etag  string
	cache string
}

// Handler serves the dashboard's files for paths that begin with /ui. It is public: the
// shell holds no data.
//
// All links are relative, so the same files work under any prefix a proxy puts in front,
// which no server can know for sure. The files a page loads lie in a folder that is named
// after the digest of them all and are kept by browsers for good: so they name each other
// plainly, and never meet another version. The page that names the folder is asked for
// again each time.
func Handler() http.Handler {
	h := &handler{pages: map[string]file{}, assets: map[string]file{}}
	entries, err := fs.ReadDir(files, "shell")
	if err != nil {
		panic(err) // a fact of the build
	}
	loaded := map[string]file{}
	set := sha256.New()
	for _, e := range entries { // sorted by name
		if e.Name() == page {
			continue
		}
		f := load(e.Name())
		f.cache = "public, max-age=31536000, immutable"
		loaded[e.Name()] = f
		fmt.Fprintf(set, "%s %s\n", e.Name(), digest(f.body))
	}
	folder := hex.EncodeToString(set.Sum(nil))[:12] + "/"
	for name, f := range loaded {
		h.assets[folder+name] = f
	}
	shell := load(page)
	for _, root := range []string{"ui/", "", "../"} {
		body := string(shell.body)
		for name := range loaded {
			body = strings.ReplaceAll(body, `"`+name+`"`, `"`+root+"assets/"+folder+name+`"`)
		}
		h.pages[root] = file{[]byte(body), shell.media, `"` + digest([]byte(body))[:16] + `"`, "no-cache"}
	}
	return h
}

func load(name string) file {
	body, err := files.ReadFile("shell/" + name)
	if err != nil {
		panic(err)
	}
	return file{body: body, media: mediaTypes[path.Ext(name)], etag: `"` + digest(body)[:16] + `"`}
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// threadPath is the address of one thread, as digests and answers link to it.
var threadPath = regexp.MustCompile(`^/ui/threads/[0-9a-z]{12}$`)

// root tells how a browser gets from a page's address to /ui/, and whether there is a
// page at all. /ui and /ui/ are the same page but not the same folder.
func root(p string) (string, bool) {
	switch {
	case p == "/ui":
		return "ui/", true
	case p == "/ui/", p == "/ui/threads":
		return "", true
	case p == "/ui/settings/security", threadPath.MatchString(p):
		return "../", true
	}
	return "", false
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, found := h.find(r.URL.Path)
	if !found {
		http.Error(w, "there is no such page here", http.StatusNotFound)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this page can only be read", http.StatusMethodNotAllowed)
		return
	}
	header := w.Header()
	header.Set("Content-Type", f.media)
	header.Set("Cache-Control", f.cache)
	header.Set("ETag", f.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.body))
}

func (h *handler) find(p string) (file, bool) {
	if name, asset := strings.CutPrefix(p, "/ui/assets/"); asset {
		f, found := h.assets[name]
		return f, found
	}
	root, found := root(p)
	return h.pages[root], found
}
