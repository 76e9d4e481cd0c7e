package remote

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-git/go-billy/v5/memfs"
	"github.com/go-git/go-git/v5/plumbing"
	objects "github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

// Kinds of objects in a pack (gitformat-pack).
const (
	commitKind   = 1
	treeKind     = 2
	blobKind     = 3
	deltaKind    = 6
	refDeltaKind = 7
)

// packed is one object of a pack that a test makes by hand.
type packed struct {
	kind    byte
	content []byte
}

// pack is what a server could send: a difference is to the object before it.
func pack(list []packed) []byte {
	var b bytes.Buffer
	b.WriteString("PACK")
	_ = binary.Write(&b, binary.BigEndian, []uint32{2, uint32(len(list))})
	last := 0
	for _, o := range list {
		at := b.Len()
		size := len(o.content)
		first := o.kind<<4 | byte(size&15)
		for size >>= 4; size > 0; size >>= 7 {
			b.WriteByte(first | 0x80)
			first = byte(size & 0x7f)
		}
		b.WriteByte(first)
		switch o.kind {
		case deltaKind:
			b.WriteByte(byte(at - last))
		case refDeltaKind:
			b.Write(make([]byte, 20))
		}
		z := zlib.NewWriter(&b)
		_, _ = z.Write(o.content)
		_ = z.Close()
		last = at
	}
	sum := sha1.Sum(b.Bytes())
	b.Write(sum[:])
	return b.Bytes()
}

// delta is the beginning of a difference: the sizes of both sides.
func delta(from, to uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, from), to)
}

func hashOf(text string) plumbing.Hash {
	if text == "" {
		return plumbing.ZeroHash
	}
	return plumbing.ComputeHash(plumbing.BlobObject, []byte(text))
}

func memoryCache() *cache {
	return &cache{store: filesystem.NewStorage(memfs.New(), objects.NewObjectLRUDefault())}
}

// join puts what was made into the cache, as a push does.
func join(t *testing.T, b *builder) {
	t.Helper()
	made, err := b.pack()
	if err != nil {
		t.Fatal(err)
	}
	if err := packfile.UpdateObjectStorage(b.cache.store, bytes.NewReader(made)); err != nil {
		t.Fatal(err)
	}
}

// folderOf is a folder in which several names are the same entry.
func folderOf(t *testing.T, b *builder, hash plumbing.Hash, names int) plumbing.Hash {
	t.Helper()
	mode := filemode.Dir
	if hash == hashOf("x") {
		mode = filemode.Regular
	}
	var entries []object.TreeEntry
	for i := range names {
		entries = append(entries, object.TreeEntry{Name: fmt.Sprint("n", i), Mode: mode, Hash: hash})
	}
	folder, err := b.add(&object.Tree{Entries: entries})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// taken reports whether options are taken that should not be.
func taken(o Options) bool {
	_, err := New(o)
	return err == nil
}

// FuzzInspect looks for a pack that the inspection does not survive.
func FuzzInspect(f *testing.F) {
	base := packed{blobKind, []byte("base")}
	f.Add(pack([]packed{base, {deltaKind, delta(4, 9)}, {refDeltaKind, delta(4, maxObject+1)}}))
	f.Add(pack([]packed{{treeKind, []byte("40000 a\x00")}, {blobKind, bytes.Repeat([]byte("x"), 5000)}}))
	f.Add([]byte("PACK"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = inspect(bytes.NewReader(data))
	})
}

// FuzzFolder looks for a folder that lists, or lets write, what it should not.
func FuzzFolder(f *testing.F) {
	hash := strings.Repeat("\x01", 20)
	for _, entries := range []string{
		"", "100644 a\x00" + hash, "40000 ..\x00" + hash, "120000 link\x00" + hash + "160000 sub\x00" + hash, "100644 A\x00" + hash + "100644 a\x00" + hash,
		"100644 a/b\x00" + hash, "100644 .git\x00" + hash, "100644 \xff\x00" + hash, "7777777 x\x00" + hash, "100644 a\x00" + hash + "100644 a\x00" + hash, "100644",
	} {
		f.Add([]byte(entries))
	}
	f.Fuzz(func(t *testing.T, entries []byte) {
		c := memoryCache()
		o := c.store.NewEncodedObject()
		o.SetType(plumbing.TreeObject)
		w, err := o.Writer()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(entries); err != nil {
			t.Fatal(err)
		}
		root, err := c.store.SetEncodedObject(o)
		if err != nil {
			t.Fatal(err)
		}
		tree := &Tree{root: root, cache: c, partial: true}
		files, err := tree.Files("")
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, file := range files {
			lower := strings.ToLower(file.Path)
			if seen[lower] || !utf8.ValidString(file.Path) || !goodName(file.Path) {
				t.Fatalf("%q is listed", file.Path)
			}
			seen[lower] = true
		}
		skipped, err := tree.Skipped("")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range skipped {
			if strings.ContainsAny(s.Path, "\n\r\x00\x1b") || !utf8.ValidString(s.Path) || s.Reason == "" {
				t.Fatalf("%+v", s)
			}
		}
		builder := newBuilder(c)
		changed, err := builder.root(root, []Change{write("new file.md", "x")})
		if err != nil {
			return
		}
		join(t, builder)
		if got, err := (&Tree{root: changed, cache: c, partial: true}).Read("new file.md", 10); err != nil || string(got) != "x" {
			t.Fatalf("%q, %v", got, err)
		}
	})
}

// answers are what a server says to the two requests of a fetch.
type answers struct{ refs, pack []byte }

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	body := a.refs
	if r.Method == http.MethodPost {
		body = a.pack
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(body)), Request: r, Header: http.Header{}}, nil
}

func pktLine(s string) string { return fmt.Sprintf("%04x%s", len(s)+4, s) }

// handmade are the answers of a server that has one file.
func handmade(capabilities string) answers {
	blob := []byte("x")
	hash := plumbing.ComputeHash(plumbing.BlobObject, blob)
	tree := append([]byte("100644 a.md\x00"), hash[:]...)
	commit := fmt.Appendf(nil, "tree %s\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\nm\n", plumbing.ComputeHash(plumbing.TreeObject, tree))
	tip := plumbing.ComputeHash(plumbing.CommitObject, commit).String()
	objects := string(pack([]packed{{commitKind, commit}, {treeKind, tree}, {blobKind, blob}}))
	if strings.Contains(capabilities, "side-band-64k") {
		objects = pktLine("\x02counting") + pktLine("\x01"+objects) + "0000"
	}
	return answers{
		[]byte(pktLine("# service=git-upload-pack\n") + "0000" + pktLine(tip+" HEAD\x00"+capabilities+"\n") + pktLine(tip+" refs/heads/main\n") + "0000"),
		[]byte(pktLine("shallow "+tip) + "0000" + pktLine("NAK\n") + objects),
	}
}

var handmadeCapabilities = []string{"shallow", "shallow filter side-band-64k ofs-delta"}

func TestHandmadeAnswers(t *testing.T) {
	t.Parallel()
	for _, capabilities := range handmadeCapabilities {
		o := options(t, "https://git.example.org/notes.git")
		o.Client = &http.Client{Transport: handmade(capabilities)}
		if got := texts(t, fetch(t, must(t, o))); len(got) != 1 || got["a.md"] != "x" {
			t.Errorf("%s: %v", capabilities, got)
		}
	}
}

// FuzzFetch looks for a server that takes the hub down with what it says.
func FuzzFetch(f *testing.F) {
	for _, capabilities := range handmadeCapabilities {
		a := handmade(capabilities)
		f.Add(a.refs, a.pack)
	}
	f.Fuzz(func(t *testing.T, refs, pack []byte) {
		o := options(t, "https://git.example.org/notes.git")
		o.Client = &http.Client{Transport: answers{refs, pack}}
		r := must(t, o)
		for range 2 {
			tree, err := r.Fetch(t.Context())
			if err != nil {
				continue
			}
			files, _ := tree.Files("")
			for _, file := range files {
				_, _ = tree.Read(file.Path, 1<<20)
			}
		}
	})
}
