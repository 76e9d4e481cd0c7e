package ui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// handler serves from memory.
type handler struct {
	shell  shell
	assets map[string]asset // by path inside /ui/
}

// asset is a file that a page loads, in the two forms it is sent in.
type asset struct {
	media string
	cache string
	plain form
	small func() *form // gzip (RFC 1952); nil where it would not be smaller
}

type form struct {
	body []byte
	etag string // of this form: another encoding is another representation (RFC 9110 §8.8.3)
}

// shell is the page around the address of /ui/.
type shell struct {
	head, tail string
	digest     string
	hints      map[string][]string // the files of a place by its name or the first part of it; "" has those of every page, "words/de" the words of a language
}

// worker is the script that lets the page open without the hub. Browsers would give it the
// paths below its own only, and the page also stands at /ui. The scope is relative to the
// script, so it is right under any prefix.
const (
	worker      = "sw.js"
	workerScope = "../ui"
)

// baseMark is where the build leaves room for the way to /ui/.
const baseMark = `<base href="./">`

// hints is the file in which the build says what each screen begins with; the page itself
// stands for the first screen.
const (
	hints       = "hints.json"
	firstScreen = "now"
)

// whole is made once, for all configurations of a process.
var whole = sync.OnceValue(func() *handler {
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // a fact of the build, as below
	}
	h, err := load(dist)
	if err != nil {
		panic(err)
	}
	return h
})

// Handler serves the dashboard for paths that begin with /ui. It is public: the files hold
// no data.
//
// Files under /ui/assets/ are named after their content and kept by browsers for good.
// Every other path below /ui/ that is no file is the one page, whose script finds out which
// place is meant; an unknown file is not found. The page says how to get from its own
// address to /ui/, and all other links start there: so it works under any prefix a proxy
// puts in front, which no server can know for sure.
func Handler() http.Handler { return whole() }

// load makes a handler of the files of a build.
func load(dist fs.FS) (*handler, error) {
	h := &handler{assets: map[string]asset{}}
	return h, fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		if name == hints {
			return json.Unmarshal(body, &h.shell.hints)
		}
		if name == page {
			h.shell.head, h.shell.tail, _ = strings.Cut(string(body), baseMark)
			h.shell.digest = digest(body)
			return nil
		}
		h.assets[name] = newAsset(name, body)
		return nil
	})
}

func newAsset(name string, body []byte) asset {
	a := asset{media: mediaTypes[path.Ext(name)], cache: "no-cache", plain: form{body, `"` + digest(body) + `"`}}
	if strings.HasPrefix(name, "assets/") {
		a.cache = "public, max-age=31536000, immutable"
	}
	// When it is first asked for: to compress all of them took longer than the rest of a start.
	a.small = sync.OnceValue(func() *form {
		small := compress(body)
		if len(small) >= len(body) {
			return nil
		}
		return &form{small, `"` + digest(body) + `-gz"`} // Caddy's encode takes -gzip for its own work
	})
	return a
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

func compress(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a known level
	_, _ = w.Write(body)                                  // into memory: neither fails
	_ = w.Close()
	return b.Bytes()
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, below := strings.CutPrefix(r.URL.Path, "/ui/")
	found, isAsset := h.assets[name]
	if !isAsset && (!below && r.URL.Path != "/ui" || isFile(name)) {
		http.Error(w, "there is no such page here", http.StatusNotFound)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this page can only be read", http.StatusMethodNotAllowed)
		return
	}
	if isAsset {
		if name == worker {
			w.Header().Set("Service-Worker-Allowed", workerScope)
		}
		found.serve(w, r)
		return
	}
	h.shell.serve(w, r)
}

// isFile tells a name that asks for a file from one that is a place of the dashboard: no
// place has a dot in it, nor lies in the folder of the files.
func isFile(name string) bool {
	return strings.Contains(name, ".") || name == "assets" || strings.HasPrefix(name, "assets/")
}

func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	f := a.plain
	if small := a.small(); small != nil {
		w.Header().Set("Vary", "Accept-Encoding")
		if takesGzip(r.Header) && r.Header.Get("Range") == "" { // parts are those of the plain form
			f = *small
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Length", strconv.Itoa(len(f.body))) // ServeContent leaves it out of what is encoded
		}
	}
	send(w, r, a.media, a.cache, f)
}

// serve sends the page with the way from its address to /ui/: one step up for each segment
// that stands behind it.
func (s shell) serve(w http.ResponseWriter, r *http.Request) {
	base := "./"
	steps := 0
	name, below := strings.CutPrefix(r.URL.EscapedPath(), "/ui/")
	if below {
		steps = strings.Count(name, "/") // as the browser counts: an escaped one is none
	} else {
		base, name = "ui/", ""
	}
	if steps > 0 {
		base = strings.Repeat("../", steps)
	}
	body := s.head + `<base href="` + base + `">` + s.tail
	etag := `"` + s.digest + "-" + digest([]byte(base)) + `"`
	w.Header().Set("Link", s.links(base, name, s.language(r)))
	w.Header().Add("Vary", "Accept-Language, Cookie")
	send(w, r, mediaTypes[".html"], "no-cache", form{[]byte(body), etag})
}

// links names the files that a place begins with (RFC 8288), so that the browser asks for
// them all at once, before it has read the page. A place is called like its screen.
func (s shell) links(base, place, language string) string {
	if place == "" {
		place = firstScreen
	}
	own, known := s.hints[place]
	if !known {
		place, _, _ = strings.Cut(place, "/")
		own = s.hints[place]
	}
	screen, _, _ := strings.Cut(place, "/")
	words, some := s.hints[wordsOf+language+"/"+screen]
	if !some {
		words = s.hints[wordsOf+language]
	}
	var links []string
	for _, file := range slices.Concat(s.hints[""], words, own) {
		relation := "modulepreload"
		if path.Ext(file) == ".css" {
			relation = "preload; as=style; crossorigin" // as the page asks for it
		}
		links = append(links, "<"+base+file+">; rel="+relation)
	}
	return strings.Join(links, ", ")
}

// The cookie in which the page repeats the owner's choice of a language, where the words of each
// stand in the hints, and the language of those who ask for none of them.
const (
	languageCookie  = "hub_language"
	wordsOf         = "words/"
	defaultLanguage = "en"
)

// language is the one that the page will speak: that of the cookie, else the first of the browser's
// that there is. Browsers name theirs in order (RFC 9110 §12.5.4).
func (s shell) language(r *http.Request) string {
	if c, err := r.Cookie(languageCookie); err == nil && s.hints[wordsOf+c.Value] != nil {
		return c.Value
	}
	for wanted := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(wanted), ";")
		base, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if base != "" && s.hints[wordsOf+base] != nil {
			return base
		}
	}
	return defaultLanguage
}

func send(w http.ResponseWriter, r *http.Request, media, cache string, f form) {
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Cache-Control", cache)
	h.Set("ETag", f.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.body))
}

// takesGzip reports whether a client accepts gzip (RFC 9110 §12.5.3), by name or by "*".
func takesGzip(h http.Header) bool {
	accepted, named := false, false
	for _, line := range h.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(line, ",") {
			coding, parameters, _ := strings.Cut(part, ";")
			coding = strings.ToLower(strings.TrimSpace(coding))
			isGzip := coding == "gzip" || coding == "x-gzip"
			if !isGzip && (coding != "*" || named) {
				continue
			}
			accepted, named = weight(parameters) > 0, isGzip
		}
	}
	return accepted
}

// weight is the q of a coding; 1 where there is none, 0 where it can't be read.
func weight(parameters string) float64 {
	name, value, found := strings.Cut(strings.TrimSpace(parameters), "=")
	if !found || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return 0
	}
	return q
}
