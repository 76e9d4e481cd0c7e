package exchange

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
)

// endless is a file of any size that holds nothing.
type endless struct{}

func (endless) ReadAt(p []byte, _ int64) (int, error) {
	clear(p)
	return len(p), nil
}

func TestHostileZips(t *testing.T) {
	made := func(fill func(z *zip.Writer)) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		fill(z)
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	entry := func(z *zip.Writer, h *zip.FileHeader, text string) {
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	named := func(name string) []byte {
		return made(func(z *zip.Writer) { entry(z, &zip.FileHeader{Name: name}, "x") })
	}
	bomb := made(func(z *zip.Writer) {
		entry(z, &zip.FileHeader{Name: "a.md", Method: zip.Deflate}, strings.Repeat("a", 8<<20))
	})
	lying := bytes.Clone(bomb)
	// The sizes in the directory, which is what is looked at first, say that it is small.
	at := bytes.LastIndex(lying, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(lying[at+24:], 1000)
	many := made(func(z *zip.Writer) {
		for i := range maxEntries + 1 {
			entry(z, &zip.FileHeader{Name: itoa(i) + ".md"}, "")
		}
	})
	large := made(func(z *zip.Writer) {
		for i := range 6 {
			entry(z, &zip.FileHeader{Name: itoa(i) + ".md"}, notes(300<<10))
		}
	})
	// As much for each as a text can be packed without being refused for that.
	for at, rest := 0, large; ; {
		next := bytes.Index(rest[at:], []byte("PK\x01\x02"))
		if next < 0 {
			break
		}
		at += next + 4
		binary.LittleEndian.PutUint32(rest[at+20:], 50<<20)
	}
	for name, tc := range map[string]struct {
		file []byte
		says string
	}{
		"a name that leads out":       {named("../x.md"), "would lie outside of its folder"},
		"out from within":             {named("a/../../x.md"), "would lie outside of its folder"},
		"an absolute name":            {named("/etc/x.md"), "would lie outside of its folder"},
		"an absolute name of Windows": {named(`C:\x.md`), "would lie outside of its folder"},
		"out, as Windows has it":      {named(`..\x.md`), "would lie outside of its folder"},
		"a name with a zero":          {named("a\x00.md"), "whose name can't be read"},
		"a name of many bytes":        {named(strings.Repeat("a", 2000) + ".md"), "whose name can't be read"},
		"one name twice": {made(func(z *zip.Writer) {
			entry(z, &zip.FileHeader{Name: "a.md"}, "x")
			entry(z, &zip.FileHeader{Name: "./a.md"}, "x")
		}), "a.md is in the zip twice"},
		"encrypted":        {made(func(z *zip.Writer) { entry(z, &zip.FileHeader{Name: "a.md", Flags: 1}, "x") }), "is encrypted"},
		"a bomb":           {bomb, "unpacks to much more than it is"},
		"a bomb that lies": {lying, "a.md"},
		"many files":       {many, "has 50001 entries, at most 50000 are read"},
		"much to unpack":   {large, "unpacks to more than 256 MiB"},
		"cut off":          {bomb[:len(bomb)/2], "can't be read as a zip: it is cut off or damaged"},
		"nothing":          {[]byte{}, "is empty"},
		"an empty zip":     {made(func(*zip.Writer) {}), "is of none of the forms that are read"},
		"something else":   {[]byte("\x7fELF\x00and so on"), "is of none of the forms that are read"},
		"a picture in one": {named("a.png"), "is of none of the forms"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, source := range []Source{"", Markdown} {
				_, err := readBytes(t, Options{Source: source}, tc.file)
				said := refused(t, err)
				if source == "" && !strings.Contains(said, tc.says) {
					t.Errorf("%s\nwant %s", said, tc.says)
				}
				if len(said) > 500 || strings.ContainsAny(said, "\x00\x1b\n") {
					t.Errorf("nothing to show to people: %q", said)
				}
			}
		})
	}
}

// notes is a text that packs as texts do.
func notes(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString("note " + itoa(i*7919) + " of the house\n")
	}
	return b.String()
}

func TestEndlessFile(t *testing.T) {
	_, err := Read(endless{}, 1<<40, Options{Name: "big.jsonl"})
	if said := refused(t, err); said != "big.jsonl is larger than 64 MiB" {
		t.Error(said)
	}
	// A line that goes on for ever, in a file that may be sent.
	_, err = Read(endless{}, 8<<20, Options{Source: Beads})
	refused(t, err)
}

func TestEncodings(t *testing.T) {
	good := `{"id":"a-1","title":"Größe","status":"open"}` + "\n"
	for name, tc := range map[string]struct{ text, says string }{
		"UTF-8":                        {good, ""},
		"with a byte order mark":       {"\ufeff" + good, ""},
		"UTF-16 with a mark":           {utf16Of(good), ""},
		"UTF-16 without a mark":        {utf16Of(good)[2:], ""},
		"UTF-16 from the other end":    {swapped(utf16Of(good)), ""},
		"half of UTF-16":               {utf16Of(good)[:31], "is no whole UTF-16 text"},
		"Latin-1":                      {strings.ReplaceAll(good, "ö", "\xf6"), "issues.jsonl is no UTF-8 text; save it as UTF-8"},
		"lines that end as in Windows": {strings.ReplaceAll(good, "\n", "\r\n"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readBytes(t, Options{Name: "issues.jsonl"}, []byte(tc.text))
			if tc.says != "" {
				if said := refused(t, err); !strings.Contains(said, tc.says) {
					t.Error(said)
				}
				return
			}
			if err != nil || got.Incoming.Threads[0].Summary != "Größe" {
				t.Errorf("%v, %+v", err, got)
			}
		})
	}
}

// swapped is UTF-16 with its bytes the other way round.
func swapped(text string) string {
	b := []byte(text)
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return string(b)
}

func TestOptions(t *testing.T) {
	line := `{"id":"a-1","title":"One"}`
	if got := mustRead(t, Options{Project: "garden"}, line); got.Incoming.Threads[0].Project != "garden" || got.Incoming.Projects[0].Slug != "garden" {
		t.Errorf("%+v", got.Incoming)
	}
	if _, err := readBytes(t, Options{Project: "No slug"}, []byte(line)); err == nil || !strings.Contains(err.Error(), "project") {
		t.Error(err)
	}
	_, err := readBytes(t, Options{Source: "trello"}, []byte(line))
	if said := refused(t, err); !strings.Contains(said, `"trello"`) || !strings.Contains(said, "task-master") {
		t.Error(said)
	}
	for _, s := range Sources {
		_, err := readBytes(t, Options{Source: s}, []byte("neither this nor that"))
		if s != Markdown {
			refused(t, err)
		}
		if s.Title() == "" || readers[s] == nil {
			t.Errorf("%s has no title or reader", s)
		}
	}
}

func TestManyAreLeftOut(t *testing.T) {
	got := mustRead(t, Options{SkipBroken: true}, `{"id":"a-1","title":"One"}`+"\n"+strings.Repeat("{broken\n", 1000))
	if len(got.LeftOut) != MaxLeftOut || got.Missing != 1000 {
		t.Errorf("%d of %d", len(got.LeftOut), got.Missing)
	}
}
