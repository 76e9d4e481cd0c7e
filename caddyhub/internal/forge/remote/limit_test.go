package remote

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, good := range map[string]bool{
		"https://git.example.org/owner/notes.git":  true,
		"https://git.example.org:8443/notes/":      true,
		" https://git.example.org/notes ":          true,
		"http://127.0.0.1:3000/notes.git":          true,
		"http://forge.lan/notes.git":               true, // the connection decides
		"https://[2001:db8::1]/notes.git":          true,
		"":                                         false,
		"git.example.org/notes.git":                false,
		"git@git.example.org:notes.git":            false,
		"ssh://git.example.org/notes.git":          false,
		"file:///etc":                              false,
		"https:///notes.git":                       false,
		"https://git.example.org":                  false,
		"https://git.example.org/":                 false,
		"https://canary@git.example.org/a.git":     false,
		"https://user:canary@git.example.org/a":    false,
		"https://git.example.org/a?token=canary":   false,
		"https://git.example.org/a#canary":         false,
		"https://git.example.org/canary%2fa":       false,
		"https://git.example.org/a%zzcanary":       false,
		"http://192.0.2.1/notes.git":               false,
		"https://169.254.169.254/latest/meta-data": false,
	} {
		_, err := New(options(t, address))
		if (err == nil) != good {
			t.Errorf("%q: %v", address, err)
		}
		if err != nil && strings.Contains(err.Error(), "canary") {
			t.Errorf("%q repeats a secret", err)
		}
	}
	for _, branch := range []string{"a..b", "/a", "a b", "a\nb", "a~1", ".lock.lock", "-x\x00"} {
		o := options(t, "https://git.example.org/a")
		if o.Branch = branch; taken(o) {
			t.Errorf("branch %q is allowed", branch)
		}
	}
}

func TestOnlyRegularFilesAreTaken(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	first := s.Commit("main", map[string]gitserver.Entry{
		"wiki/a.md": {Content: "a"}, "wiki/run.md": {Content: "r", Mode: "100755"},
		"lfs.md":       {Content: pointer + "v1\noid sha256:4d7a\nsize 12345\n"},
		"wiki/link.md": {Content: "/etc/passwd", Mode: "120000"}, "wiki/dir": {Content: "..", Mode: "120000"},
		"wiki/B.md": {Content: "upper"}, "wiki/b.md": {Content: "lower"}, "wiki/C.md": {Content: "1"}, "Wiki/d.md": {Content: "2"},
		"\"wiki/\\377.md\"": {Content: "x"}, "\"wiki/new\\nline.md\"": {Content: "x"}, `"wiki/back\\slash.md"`: {Content: "x"}, "wiki/é漢.md": {Content: "x"},
	})
	s.Commit("main", map[string]gitserver.Entry{"wiki/module": {Content: first, Mode: "160000"}})
	tree := fetch(t, must(t, options(t, s.URL)))
	files, err := tree.Files("wiki")
	if err != nil {
		t.Fatal(err)
	}
	paths := make([]string, 0, len(files))
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	if want := []string{"wiki/b.md", "wiki/C.md", "wiki/a.md", "wiki/run.md", "wiki/é漢.md"}; !slices.Equal(paths, want) {
		t.Errorf("%q", paths)
	}
	skipped, err := tree.Skipped("wiki")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range skipped {
		got[s.Path] = s.Reason
	}
	if want := map[string]string{
		"wiki/?.md": "its name can't be shown", "wiki/new line.md": "its name can't be shown", `wiki/back\slash.md`: "its name is not allowed",
		"wiki/B.md": "another file has this name, but for capitals", "wiki/dir": "it is a symbolic link", "wiki/link.md": "it is a symbolic link", "wiki/module": "it is a submodule",
	}; !maps.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for path, want := range map[string]string{
		"wiki/a.md": "", "wiki/new/b.md": "", "new.md": "", "wiki/run.md": "",
		"wiki": "it is a folder", "wiki/a.md/b.md": "wiki/a.md is no folder there", "wiki/module/b/c.md": "wiki/module is no folder there",
		"wiki/link.md": "it is a symbolic link", "wiki/module": "it is a submodule", "wiki/dir/a.md": "wiki/dir is no folder there",
		"new/👩\u200d💻.md": "its name can't be shown", "new/.git/a.md": "its name is not allowed", strings.Repeat("a/", maxPath): "its path is too long",
	} {
		if got := tree.Unfit(path); got != want {
			t.Errorf("%.20s: %q instead of %q", path, got, want)
		}
	}
	if _, err := tree.Read("wiki/link.md", 100); err == nil || strings.Contains(err.Error(), "passwd") {
		t.Errorf("a link was read: %v", err)
	}
	if _, err := tree.Read("lfs.md", 1000); !errors.Is(err, ErrPointer) {
		t.Errorf("a pointer was read: %v", err)
	}
}

func TestLargeFiles(t *testing.T) {
	t.Parallel()
	random := make([]byte, 1<<20)
	fill(random)
	for _, filter := range []string{"true", "false"} {
		t.Run("filter "+filter, func(t *testing.T) {
			t.Parallel()
			s := gitserver.New(t)
			s.Git("config", "uploadpack.allowFilter", filter)
			s.Write("main", map[string]string{"a.md": "small", "photo.png": string(random)})
			r := must(t, options(t, s.URL))
			tree := fetch(t, r)
			files, err := tree.Files("")
			if err != nil || len(files) != 2 {
				t.Fatal(files, err)
			}
			size := int64(len(random))
			if filter == "true" {
				size = HeldBack << 10
			}
			if files[1].Size != size {
				t.Errorf("the large file has %d bytes, want %d", files[1].Size, size)
			}
			if _, err := tree.Read("photo.png", 256<<10); !errors.Is(err, ErrTooLarge) {
				t.Errorf("%v", err)
			}
			if _, err := tree.Read("a.md", 4); !errors.Is(err, ErrTooLarge) {
				t.Errorf("%v", err)
			}
			push(t, r, tree, write("a.md", "changed"))
			if got := s.Git("cat-file", "-s", "main:photo.png"); got != fmt.Sprintln(len(random)) {
				t.Errorf("the large file has %s bytes", got)
			}
		})
	}
}

// A few kilobytes that unpack to much more are refused before they are unpacked.
func TestPackBombs(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Git("config", "uploadpack.allowFilter", "false")
	s.Write("main", map[string]string{"a.md": "x", "bomb": strings.Repeat("\x00", maxObject+1)})
	r := must(t, options(t, s.URL))
	if _, err := r.Fetch(t.Context()); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "8 MiB") {
		t.Fatalf("%v", err)
	}
	s.Git("update-ref", "-d", "refs/heads/main")
	s.Write("main", map[string]string{"a.md": "x"})
	if got := texts(t, fetch(t, r)); got["a.md"] != "x" {
		t.Errorf("after the bomb: %v", got)
	}

	small := packed{kind: blobKind, content: []byte("base")}
	for name, c := range map[string]struct {
		objects []packed
		large   bool
	}{
		"one":                            {[]packed{small}, false},
		"difference":                     {[]packed{small, {kind: deltaKind, content: delta(4, 4)}}, false},
		"largest difference":             {[]packed{small, {kind: deltaKind, content: delta(4, maxObject)}}, false},
		"difference that makes too much": {[]packed{small, {kind: deltaKind, content: delta(4, maxObject+1)}}, true},
		"difference by name":             {[]packed{small, {kind: refDeltaKind, content: delta(4, 1<<40)}}, true},
		"many of the largest":            {slices.Repeat([]packed{{kind: deltaKind, content: delta(4, maxObject)}}, maxObjects/maxObject), true},
	} {
		if err := inspect(bytes.NewReader(pack(append([]packed{small}, c.objects...)))); errors.Is(err, ErrTooLarge) != c.large || !c.large && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	header := pack([]packed{small})
	header[8] = 0xff // 4 billion objects
	if err := inspect(bytes.NewReader(header)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

func TestEndlessAnswers(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"a.md": "x"})
	endless := func(w http.ResponseWriter, first, then string) {
		_, err := io.WriteString(w, first)
		for err == nil {
			_, err = io.WriteString(w, then)
		}
	}
	data := make([]byte, 1000)
	fill(data)
	tip := s.Tip("main")
	for name, h := range map[string]http.HandlerFunc{
		"branches": func(w http.ResponseWriter, _ *http.Request) {
			endless(w, "001e# service=git-upload-pack\n0000"+pktLine(tip+" HEAD\x00ofs-delta\n"), strings.Repeat("003d"+tip+" refs/heads/main\n", 1000))
		},
		"pack": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				s.Handler.ServeHTTP(w, r)
				return
			}
			endless(w, "0008NAK\n", "03ed\x01"+string(data))
		},
		"messages": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				s.Handler.ServeHTTP(w, r)
				return
			}
			endless(w, "0008NAK\n", "03ed\x02"+string(data))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hostile := httptest.NewServer(h)
			t.Cleanup(hostile.Close)
			o := options(t, hostile.URL+"/notes.git")
			o.MaxPack = 1 << 20
			if _, err := must(t, o).Fetch(t.Context()); !errors.Is(err, ErrTooLarge) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestManyFiles(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many files, one after the other")
	}
	s := gitserver.New(t)
	want := map[string]string{}
	changes := []Change{}
	for i := range 2_000 {
		path := fmt.Sprintf("projects/project-%04d/PROGRESS.md", i)
		want[path] = fmt.Sprintf("# Project %d\n\n- [ ] something\n", i)
		changes = append(changes, write(path, want[path]))
	}
	r := must(t, options(t, s.URL))
	tree := push(t, r, fetch(t, r), changes...)
	if got := s.Git("ls-tree", "-r", "--name-only", "main"); strings.Count(got, "\n") != len(want) {
		t.Fatalf("the server has %d files", strings.Count(got, "\n"))
	}
	other := must(t, options(t, s.URL))
	if got := texts(t, fetch(t, other)); !maps.Equal(got, want) {
		t.Fatalf("%d files", len(got))
	}
	push(t, r, tree, write("projects/project-1000/PROGRESS.md", "# Changed\n"))
	want["projects/project-1000/PROGRESS.md"] = "# Changed\n"
	if got := texts(t, fetch(t, other)); !maps.Equal(got, want) {
		t.Fatalf("%d files", len(got))
	}
	s.Git("fsck", "--strict", "--full")
}

func TestATreeOfTreesIsBounded(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	c := memoryCache()
	b := newBuilder(c)
	// 50 folders of 10 entries, each of which is the next: 10^50 paths.
	hash, err := b.blob([]byte("x"), hashOf(""))
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		hash = folderOf(t, b, hash, 10)
	}
	join(t, b)
	if _, err := (&Tree{root: hash, cache: c}).Files(""); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

func fill(b []byte) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(random.Uint32())
	}
}
