package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// fixtures are the lines files of each format that is read on, by path.
func fixtures(t testing.TB, f Format) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.Walk(filepath.Join("testdata", f.Tool), func(name string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || !f.Grows(name) {
			return err
		}
		all[name], err = os.ReadFile(name)
		return err
	})
	if err != nil || len(all) == 0 && !f.whole {
		t.Fatalf("no fixtures of %s: %v", f.Tool, err)
	}
	return all
}

// TestReadOn: a file read in two runs, cut anywhere, tells what it tells in one, also when
// the session was kept as JSON in between.
func TestReadOn(t *testing.T) {
	step := 17
	if os.Getenv("HUB_TEST_LONG") != "" {
		step = 1
	}
	for _, f := range Formats() {
		if f.Database != "" {
			continue
		}
		for name, text := range fixtures(t, f) {
			t.Run(filepath.Base(name), func(t *testing.T) {
				want := f.Start("", name)
				if _, err := f.Read(want, name, bytes.NewReader(text)); err != nil {
					t.Fatal(err)
				}
				for cut := 0; cut < len(text); cut += step {
					s := f.Start("", name)
					done, err := f.Read(s, name, bytes.NewReader(text[:cut]))
					if err != nil {
						t.Fatal(err)
					}
					kept, err := json.Marshal(s)
					if err != nil {
						t.Fatal(err)
					}
					s = new(Session)
					if err := json.Unmarshal(kept, s); err != nil {
						t.Fatal(err)
					}
					if _, err := f.Read(s, name, bytes.NewReader(text[done.Offset:])); err != nil {
						t.Fatal(err)
					}
					if got, want := told(f, s), told(f, want); !reflect.DeepEqual(got, want) {
						t.Fatalf("cut at %d:\ngot  %+v\nwant %+v", cut, got, want)
					}
				}
			})
		}
	}
}

func told(f Format, s *Session) Record {
	r, _ := s.Record(f.Tool, modified)
	return r
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	tooLong := strings.Repeat("x", maxLine+1)
	for name, c := range map[string]struct {
		text    string
		want    []string
		rest    string // the last line, without an end
		skipped int
	}{
		"nothing":              {},
		"one line":             {text: "a\n", want: []string{"a"}},
		"no end":               {text: "a\nb", want: []string{"a"}, rest: "b"},
		"Windows":              {text: "a\r\nb\r\n", want: []string{"a", "b"}},
		"empty lines":          {text: "\n\na\n", want: []string{"", "", "a"}},
		"longer than a buffer": {text: long + "\nb\n", want: []string{long, "b"}},
		"a long one, no end":   {text: "a\n" + long, want: []string{"a"}, rest: long},
		"too long":             {text: "a\n" + tooLong + "\nb\n", want: []string{"a", "b"}, skipped: 1},
		"too long, no end":     {text: "a\n" + tooLong, want: []string{"a"}},
		"two in a row":         {text: tooLong + "\n" + tooLong + "\nb\n", want: []string{"b"}, skipped: 2},
	} {
		t.Run(name, func(t *testing.T) {
			in := newLines(strings.NewReader(c.text))
			var got []string
			rest := ""
			for {
				line, whole, err := in.next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if !whole {
					rest = string(line)
					continue
				}
				got = append(got, string(line))
			}
			if !reflect.DeepEqual(got, c.want) || rest != c.rest || in.skipped != c.skipped {
				t.Errorf("got %d lines, rest of %d, %d skipped", len(got), len(rest), in.skipped)
			}
			if end := int64(strings.LastIndex(c.text, "\n") + 1); in.read != end {
				t.Errorf("read up to %d, want %d", in.read, end)
			}
		})
	}
}

// TestUnfinishedLine: the line that is being written waits, a complete one without its end
// does not.
func TestUnfinishedLine(t *testing.T) {
	first := `{"role":"user","message":{"content":"one"}}` + "\n"
	second := `{"role":"user","message":{"content":"two"}}`
	for cut := range len(second) + 1 {
		s := new(Session)
		done, err := cursor.Read(s, "s.jsonl", strings.NewReader(first+second[:cut]))
		if err != nil || done.Broken != 0 {
			t.Fatalf("cut at %d: %+v, %v", cut, done, err)
		}
		asked, offset := "one", len(first)
		if cut == len(second) {
			asked, offset = "two", len(first)+len(second)
		}
		if s.Asked != asked || done.Offset != int64(offset) {
			t.Errorf("cut at %d: asked %q, read up to %d", cut, s.Asked, done.Offset)
		}
	}
}

func TestCompressed(t *testing.T) {
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range fixtures(t, codex) {
		packed.Reset()
		z.Reset(&packed)
		if _, err := z.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		got, want := codex.Start("", name+".zst"), codex.Start("", name)
		if _, err := codex.Read(want, name, bytes.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := codex.Read(got, name+".zst", &packed); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(told(codex, got), told(codex, want)) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	if _, err := codex.Read(new(Session), "x.jsonl.zst", strings.NewReader("no zstd")); err == nil {
		t.Error("a damaged file is no error")
	}
}

// TestOddValues: a field that is of another kind than known leaves the rest of the line.
func TestOddValues(t *testing.T) {
	for name, c := range map[string]struct {
		f    Format
		line string
		want string // what was asked
	}{
		"content as one block":     {claudeCode, `{"type":"user","message":{"content":{"type":"text","text":"hello"}}}`, "hello"},
		"content of all kinds":     {claudeCode, `{"type":"user","message":{"content":["hello",7,null,{"type":"text","text":"there"}]}}`, "hello\nthere"},
		"a number for a text":      {claudeCode, `{"type":"user","cwd":7,"message":{"content":"hello"}}`, "hello"},
		"no message":               {claudeCode, `{"type":"user"}`, ""},
		"null message":             {claudeCode, `{"type":"user","message":null}`, ""},
		"a list":                   {claudeCode, `[1,2]`, ""},
		"NUL and escapes":          {claudeCode, `{"type":"user","message":{"content":"a\u0000b\u001b[31m c\ud800"}}`, "ab[31m c"},
		"a credential in pieces":   {claudeCode, `{"type":"user","message":{"content":"ghp_16C7e42F292c6912\u0000E7710c838347Ae178B4a"}}`, "[redacted: GitHub token]"},
		"payload is no object":     {codex, `{"type":"event_msg","payload":"x"}`, ""},
		"message is no text":       {codex, `{"type":"event_msg","payload":{"type":"user_message","message":{"a":1}}}`, ""},
		"a tag that someone typed": {codex, `{"type":"event_msg","payload":{"type":"user_message","message":"<div> is too wide"}}`, "<div> is too wide"},
		"role is a number":         {cursor, `{"role":1,"message":{"content":"hello"}}`, ""},
		"set to nothing":           {geminiCLI, `{"$set":null}`, ""},
		"rewind to nothing":        {geminiCLI, `{"$rewindTo":"nowhere"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.f.Start(t.TempDir(), "p/chats/s.jsonl")
			if _, err := c.f.Read(s, "s.jsonl", strings.NewReader(c.line+"\n")); err != nil {
				t.Fatal(err)
			}
			if s.Asked != c.want {
				t.Errorf("asked %q, want %q", s.Asked, c.want)
			}
		})
	}
}

func TestTooLargeDocument(t *testing.T) {
	s := geminiCLI.Start(t.TempDir(), "p/chats/session-1.json")
	_, err := geminiCLI.Read(s, "session-1.json", io.LimitReader(spaces{}, maxDocument+1))
	if err != ErrTooLarge {
		t.Errorf("got %v", err)
	}
}

// spaces has no end.
type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// fuzz feeds one format with anything, and checks what must hold of any record.
func fuzz(f *testing.F, format Format, seeds ...string) {
	for _, text := range fixtures(f, format) {
		f.Add(text)
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	root := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"p/chats/session-1.jsonl", "p/chats/session-1.json"} {
			s := format.Start(root, name)
			done, err := format.Read(s, name, bytes.NewReader(text))
			if done.Offset < 0 || done.Offset > int64(len(text)) {
				t.Fatalf("read up to %d of %d", done.Offset, len(text))
			}
			if r, ok := s.Record(format.Tool, modified); ok && err == nil {
				if fault := faultOf(r); fault != "" {
					t.Fatalf("%s: %+v", fault, r)
				}
			}
		}
	})
}

// faultOf says what the hub would refuse of a record.
func faultOf(r Record) string {
	texts := append([]string{r.Workspace, r.Summary}, r.OpenItems...)
	for _, text := range append(texts, r.Title, r.Ref) {
		if strings.ToValidUTF8(text, "") != text || strings.ContainsRune(text, 0) {
			return fmt.Sprintf("%q is no text", text)
		}
		if len([]rune(text)) > MaxText {
			return "a text is too long"
		}
	}
	switch {
	case len([]rune(r.Title)) > MaxTitle || len([]rune(r.Ref)) > MaxTitle:
		return "the title or the ref is too long"
	case r.Title == "" || r.Ref == "" || r.Summary == "":
		return "something is missing"
	case len(r.OpenItems) > MaxItems:
		return "there are too many open items"
	case r.Messages < 0:
		return "fewer than no messages"
	}
	return ""
}

func FuzzClaudeCode(f *testing.F) { fuzz(f, claudeCode) }
func FuzzCodex(f *testing.F)      { fuzz(f, codex) }
func FuzzCursor(f *testing.F)     { fuzz(f, cursor) }

func FuzzGeminiCLI(f *testing.F) {
	fuzz(f, geminiCLI, `{"sessionId":"s","messages":[{"id":"1","type":"user","content":"a"}]}`,
		`{"id":"1","type":"user","content":"a"}`+"\n"+`{"$rewindTo":"1"}`+"\n"+`{"$set":{"messages":[{"id":"1","type":"user","content":["a"]}]}}`)
}

func FuzzOpenCode(f *testing.F) {
	f.Add("ses_1", "/srv/shop", "New session - 2026", `{"type":"text","text":"a"}`, "b", "pending", int64(1))
	f.Add("ses_2", "", "Prices", `{"type":"text","text":"a","synthetic":true}`, "b", "completed", int64(-1))
	f.Fuzz(func(t *testing.T, id, folder, title, part, todo, status string, at int64) {
		row := Row{ID: id, Directory: folder, Title: title, Created: at, Updated: at, First: []string{part}, Last: []string{part, part}, Todos: []Todo{{todo, status}}}
		if r, ok := row.Session().Record(openCode.Tool, modified); ok {
			if fault := faultOf(r); fault != "" {
				t.Fatalf("%s: %+v", fault, r)
			}
		}
	})
}
