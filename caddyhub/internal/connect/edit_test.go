package connect

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var testEntry = object{{"command", `C:\Program Files\hub.exe`}, {"args", []string{"mcp"}}, {"env", object{{"A", "ü < \"q\""}}}, {"enabled", true}}

func TestEdits(t *testing.T) {
	for name, c := range map[string]struct {
		format      format
		path        string
		text, after string // after: with the entry; empty: an error
		fault       string
	}{
		"empty":               {jsonc{}, "mcpServers", "", "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"command\": \"hub\"\n    }\n  }\n}\n", ""},
		"empty object":        {jsonc{}, "m", "{}", "{\n  \"m\": {\n    \"hub\": {\n      \"command\": \"hub\"\n    }\n  }\n}", ""},
		"one line":            {jsonc{}, "m", `{"a":1}`, `{"a":1, "m": {"hub":{"command":"hub"}}}`, ""},
		"beside another":      {jsonc{}, "m", "{\n\t\"m\": {\n\t\t\"a\": {}\n\t}\n}\n", "{\n\t\"m\": {\n\t\t\"a\": {},\n\t\t\"hub\": {\n\t\t\t\"command\": \"hub\"\n\t\t}\n\t}\n}\n", ""},
		"comment behind":      {jsonc{}, "m", "{\n  \"m\": {\n    \"a\": 1 // one, two\n  }\n}", "{\n  \"m\": {\n    \"a\": 1, // one, two\n    \"hub\": {\n      \"command\": \"hub\"\n    }\n  }\n}", ""},
		"comma at the end":    {jsonc{}, "m", "{\n  \"m\": {\n    \"a\": 1, /* x */\n  },\n}", "{\n  \"m\": {\n    \"a\": 1, /* x */\n    \"hub\": {\n      \"command\": \"hub\"\n    },\n  },\n}", ""},
		"lines of Windows":    {jsonc{}, "m", "{\r\n  \"m\": {\r\n    \"a\": 1\r\n  }\r\n}", "{\r\n  \"m\": {\r\n    \"a\": 1,\r\n    \"hub\": {\r\n      \"command\": \"hub\"\r\n    }\r\n  }\r\n}", ""},
		"byte order mark":     {jsonc{}, "m", "\xef\xbb\xbf{\"m\":{\"a\":1}}", "\xef\xbb\xbf{\"m\":{\"a\":1, \"hub\": {\"command\":\"hub\"}}}", ""},
		"an older entry":      {jsonc{}, "m", "{\n  \"m\": {\n    \"hub\": {\"command\": \"old\"} // mine\n  }\n}", "{\n  \"m\": {\n    \"hub\": {\n      \"command\": \"hub\"\n    } // mine\n  }\n}", ""},
		"the same name twice": {jsonc{}, "m", `{"m":{"a":1},"m":{"b":2}}`, "", "twice"},
		"twice, deeper":       {jsonc{}, "mcp.servers", `{"mcp":{"servers":{},"servers":{"a":1}}}`, "", "twice"},
		"twice, the entry":    {jsonc{}, "m", `{"m":{"hub":{"command":"a"},"h\u0075b":{"command":"b"}}}`, "", "twice"},
		"twice, elsewhere":    {jsonc{}, "m", `{"a":1,"a":2,"m":{}}`, "{\"a\":1,\"a\":2,\"m\":{\n  \"hub\": {\n    \"command\": \"hub\"\n  }\n}}", ""},
		"two levels":          {jsonc{}, "mcp.servers", `{"mcp":{"x":1}}`, `{"mcp":{"x":1, "servers": {"hub":{"command":"hub"}}}}`, ""},
		"no JSON":             {jsonc{}, "m", `{"m":`, "", "can't be read as JSON"},
		"a list":              {jsonc{}, "m", `[]`, "", "no JSON object"},
		"no object":           {jsonc{}, "m", `{"m":[]}`, "", "holds no entries"},

		"toml":            {tomlFile{}, "mcp_servers", "model = 'x' # mine\n", "model = 'x' # mine\n\n" + hash.begin + "\n[mcp_servers.hub]\ncommand = \"hub\"\n" + hash.end + "\n", ""},
		"toml, no line":   {tomlFile{}, "mcp_servers", "a = 1", "a = 1\n\n" + hash.begin + "\n[mcp_servers.hub]\ncommand = \"hub\"\n" + hash.end, ""},
		"toml, another's": {tomlFile{}, "mcp_servers", "[mcp_servers.hub]\ncommand = 'x'\n", "", "without the marks"},
		"toml, inline":    {tomlFile{}, "mcp_servers", "mcp_servers = {a = {command = 'x'}}\n", "", "inline table"},
		"no toml":         {tomlFile{}, "mcp_servers", "a = \n", "", "can't be read as TOML"},

		"yaml":             {yamlFile{}, "extensions", "extensions:\n  a:\n    enabled: true\nb: 1\n", "extensions:\n  " + hash.begin + "\n  hub:\n    command: \"hub\"\n  " + hash.end + "\n  a:\n    enabled: true\nb: 1\n", ""},
		"yaml, none":       {yamlFile{}, "extensions", "b: 1\n", "b: 1\n\n" + hash.begin + "\nextensions:\n  hub:\n    command: \"hub\"\n" + hash.end + "\n", ""},
		"yaml, empty":      {yamlFile{}, "extensions", "", hash.begin + "\nextensions:\n  hub:\n    command: \"hub\"\n" + hash.end + "\n", ""},
		"yaml, no entry":   {yamlFile{}, "extensions", "extensions:\nb: 1\n", "extensions:\n  " + hash.begin + "\n  hub:\n    command: \"hub\"\n  " + hash.end + "\nb: 1\n", ""},
		"yaml, ends early": {yamlFile{}, "extensions", "extensions:", "", "line by line"},
		"yaml, one line":   {yamlFile{}, "extensions", "extensions: {a: {b: 1}}\n", "", "line by line"},
		"yaml, another's":  {yamlFile{}, "extensions", "extensions:\n  hub: {cmd: x}\n", "", "without the marks"},
		"no yaml":          {yamlFile{}, "extensions", "a: [\n", "", "can't be read as YAML"},
		"own, another's":   {ownFile{}, "", "mcpServers: []\n", "", "none of hub connect's"},
	} {
		t.Run(name, func(t *testing.T) {
			at := place{strings.FieldsFunc(c.path, func(r rune) bool { return r == '.' }), entryName}
			after, err := put(c.format, []byte(c.text), at, object{{"command", "hub"}})
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("got %q, %v", after, err)
				}
				return
			}
			if err != nil || string(after) != c.after {
				t.Fatalf("got  %q, %v\nwant %q", after, err, c.after)
			}
			again, err := put(c.format, after, at, object{{"command", "hub"}})
			if err != nil || !bytes.Equal(again, after) {
				t.Errorf("again: %q, %v", again, err)
			}
			if dropped, err := drop(c.format, after, at); err != nil || strings.Contains(string(dropped), `"hub"`) {
				t.Errorf("dropped: %q, %v", dropped, err)
			}
		})
	}
}

// The last entry may be taken out of a file whose others went since.
func TestTheLastEntryIsTakenOut(t *testing.T) {
	at := place{[]string{"extensions"}, entryName}
	text, err := put(yamlFile{}, []byte("extensions:\n  a:\n    enabled: true\nb: 1\n"), at, object{{"command", "hub"}})
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("  a:\n    enabled: true\n"), nil, 1)
	if got, err := drop(yamlFile{}, text, at); err != nil || string(got) != "extensions:\nb: 1\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// randomFile is a file as people and programs write them.
func randomFile(r *rand.Rand, kind int) string {
	newline := []string{"\n", "\n", "\r\n"}[r.IntN(3)]
	var text string
	switch kind {
	case 0:
		text = randomJSON(r, 0, []string{"", "  ", "\t", "    "}[r.IntN(4)])
	case 1:
		for i := range r.IntN(6) {
			text += []string{"# a comment\n", "\n", fmt.Sprintf("key%d = 'v # no comment'\n", i), fmt.Sprintf("list%d = [\n  1, # one\n  2,\n]\n", i)}[r.IntN(4)]
		}
		for i := range r.IntN(4) {
			text += fmt.Sprintf("[%s.t%d]\ncommand = \"x\"\nlong = '''\n[mcp_servers.hub]\n# text\n'''\n", []string{"mcp_servers", "profiles"}[r.IntN(2)], i)
		}
	default:
		for i := range r.IntN(4) {
			text += []string{"# a comment\n", "\n", fmt.Sprintf("key%d: \"v\" # note\n", i), fmt.Sprintf("list%d:\n- 1\n- 2\n", i)}[r.IntN(4)]
		}
		if r.IntN(2) == 0 {
			indent := strings.Repeat(" ", 1+r.IntN(4))
			text += "extensions: # mine\n" + []string{"", "# above\n", "\n"}[r.IntN(3)] + indent + "a:\n" + indent + indent + "enabled: true\n" + indent + "b: {x: 1}\n"
		}
	}
	if r.IntN(3) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	text = strings.ReplaceAll(text, "\n", newline)
	if r.IntN(8) == 0 && kind == 0 {
		text = string(bom) + text
	}
	if r.IntN(250) == 0 && kind == 0 && strings.HasSuffix(text, "}") { // 2 MB of history
		text = strings.TrimSuffix(text, "}") + strings.Repeat(" ", 2<<20) + "}"
	}
	return text
}

func randomJSON(r *rand.Rand, depth int, unit string) string {
	newline, space := "\n", func(n int) string { return strings.Repeat(unit, n) }
	if unit == "" {
		newline = ""
	}
	extra := func() string {
		line := []string{"", "", "", " ", " /* c, { */", " // d }, \"hub\": "}[r.IntN(6)]
		if newline == "" && strings.Contains(line, "//") {
			return ""
		}
		return line
	}
	text := "{"
	keys := []string{"a", "mcpServers", "b", `h\u0075b`, "mcpServers", "c"}
	n := r.IntN(len(keys))
	for i := range n {
		value := []string{"1", "null", `"t // \" }"`, "[]", "[ 1, 2 ]", "{}", "{ }", "true"}[r.IntN(8)]
		if keys[i] == "mcpServers" && (r.IntN(5) > 0) || r.IntN(4) == 0 && depth < 3 {
			value = randomJSON(r, depth+1, unit)
		}
		if keys[i] == `h\u0075b` && depth > 0 {
			value = `"a value of its own"`
		}
		text += newline + space(depth+1) + `"` + keys[i] + `":` + []string{"", " "}[r.IntN(2)] + value
		if i < n-1 || r.IntN(4) == 0 {
			text += []string{"", "", " "}[r.IntN(3)] + ","
		}
		text += extra()
	}
	if n == 0 {
		return text + []string{"}", " }", "\n}", " // e\n}"}[r.IntN(4)]
	}
	return text + newline + space(depth) + "}"
}

// editedFiles is how many files an entry is put into and taken out of again.
const editedFiles = 1000

// TestThousandFiles: an entry that is put in, put in again and taken out leaves a file as it
// was, byte for byte, in its mode, and what can't be edited is not touched.
func TestThousandFiles(t *testing.T) {
	formats := []target{
		{format: jsonc{}, at: place{[]string{"mcpServers"}, entryName}},
		{format: tomlFile{}, at: place{[]string{"mcp_servers"}, entryName}},
		{format: yamlFile{}, at: place{[]string{"extensions"}, entryName}},
	}
	home, state := t.TempDir(), t.TempDir()
	written, refused := 0, 0
	for seed := 0; written < editedFiles; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		kind := r.IntN(3)
		text := randomFile(r, kind)
		name := filepath.Join(home, fmt.Sprintf("file-%d", seed))
		mode := []os.FileMode{0o600, 0o644, 0o640, 0o600, 0o644, 0o664, 0o600, 0o644, 0o600, 0o444}[r.IntN(10)]
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil { // whatever the umask
			t.Fatal(err)
		}
		as := name
		if r.IntN(5) == 0 && runtime.GOOS != "windows" {
			as = name + "-link"
			if err := os.Symlink(name, as); err != nil {
				t.Fatal(err)
			}
		}
		do := func(entry object) error {
			l := OpenLedger(state)
			c, err := open(as, home)
			if err != nil {
				return err
			}
			if entry != nil || !l.undo(c) {
				if err := c.setEntry(formats[kind], entry, func(is any) bool { _, isMap := is.(map[string]any); return isMap }); err != nil {
					return err
				}
			}
			if c.Empty() {
				return nil
			}
			return l.Apply(c)
		}
		with := func() string {
			is, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			return string(is)
		}
		err := do(testEntry)
		if err != nil {
			refused++
			if with() != text {
				t.Fatalf("seed %d: refused (%v), and changed\n%q", seed, err, text)
			}
			continue
		}
		written++
		once := with()
		if err := do(testEntry); err != nil || with() != once {
			t.Fatalf("seed %d: put in again: %v", seed, err)
		}
		changed := append(object{{"command", "elsewhere"}}, testEntry[1:]...)
		if err := do(changed); err != nil || with() == once {
			t.Fatalf("seed %d: another entry: %v\n%q", seed, err, text)
		}
		if err := do(nil); err != nil || with() != text {
			t.Fatalf("seed %d: taken out: %v\nwas %q\nis  %q", seed, err, text, with())
		}
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != mode && runtime.GOOS != "windows" {
			t.Errorf("seed %d: %v %v", seed, info.Mode(), err)
		}
		if left, err := filepath.Glob(name + "*" + BackupSuffix); err != nil || len(left) > 0 {
			t.Errorf("seed %d: left %v", seed, left)
		}
		// And by form alone, when nothing is known of what was written.
		without, err := drop(formats[kind].format, []byte(once), formats[kind].at)
		if err != nil {
			t.Errorf("seed %d: dropped by form: %v\n%q", seed, err, once)
		}
		if again, err := put(formats[kind].format, without, formats[kind].at, testEntry); err != nil {
			t.Errorf("seed %d: put into %q: %v", seed, again, err)
		}
	}
	t.Logf("%d files were written, %d refused", written, refused)
	if refused > written/2 { // some can't be read on purpose, or have a key twice
		t.Errorf("%d files were refused: most should be fit to be written", refused)
	}
}

func fuzzFormat(f *testing.F, format format, path []string, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	for seed := range 20 {
		for kind := range 3 {
			f.Add([]byte(randomFile(rand.New(rand.NewPCG(uint64(seed), 3)), kind)))
		}
	}
	at := place{path, entryName}
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		after, err := put(format, text, at, testEntry)
		if !bytes.Equal(text, before) {
			t.Fatal("the text itself was changed")
		}
		if err != nil {
			return
		}
		again, err := put(format, after, at, testEntry)
		if err != nil || !bytes.Equal(again, after) {
			t.Fatalf("put in again: %v\n%q\n%q", err, after, again)
		}
		// What can't be dropped is refused; what is dropped was proved by change.
		_, _ = drop(format, after, at)
		w := between(before, after, false)
		if back := splice(after, w.At, w.At+len(w.New), string(w.Old)); !bytes.Equal(back, before) {
			t.Fatalf("back: %q", back)
		}
	})
}

func FuzzJSON(f *testing.F) {
	fuzzFormat(f, jsonc{}, []string{"mcpServers"}, `{"mcpServers":{"hub":1}}`)
}

func FuzzTOML(f *testing.F) {
	fuzzFormat(f, tomlFile{}, []string{"mcp_servers"}, hash.begin+"\n"+hash.end)
}

func FuzzYAML(f *testing.F) {
	fuzzFormat(f, yamlFile{}, []string{"extensions"}, "extensions:\n "+hash.begin+"\n hub: 1\n "+hash.end)
}

// TestEnclosed: what a client has written between the marks stays.
func TestEnclosed(t *testing.T) {
	const entry = "[mcp_servers.hub]\ncommand = \"old\"\n"
	const theirs = "\n[tui]\na = 1\n\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n"
	begin, end := hash.begin+"\n", hash.end+"\n"
	now := "[mcp_servers.hub]\ncommand = \"hub\"\n"
	for name, c := range map[string]struct{ text, with, without string }{
		"nothing":           {begin + entry + end, begin + now + end, ""},
		"tables":            {begin + entry + theirs + end, begin + now + end + theirs, theirs},
		"tables, no line":   {begin + entry + theirs + hash.end, begin + now + end + theirs, theirs},
		"behind the user's": {"m = 1\n\n" + begin + entry + theirs + end, "m = 1\n\n" + begin + now + end + theirs, "m = 1\n" + theirs},
		"and more behind":   {begin + entry + theirs + end + "# mine\n", begin + now + end + theirs + "# mine\n", theirs + "# mine\n"},
		"lines of Windows":  {strings.ReplaceAll(begin+entry+theirs+end, "\n", "\r\n"), strings.ReplaceAll(begin+now+end+theirs, "\n", "\r\n"), strings.ReplaceAll(theirs, "\n", "\r\n")},
	} {
		t.Run(name, func(t *testing.T) {
			at := place{[]string{"mcp_servers"}, entryName}
			if is, err := put(tomlFile{}, []byte(c.text), at, object{{"command", "hub"}}); err != nil || string(is) != c.with {
				t.Errorf("put: %q, %v", is, err)
			}
			if is, err := drop(tomlFile{}, []byte(c.text), at); err != nil || string(is) != c.without {
				t.Errorf("drop: %q, %v", is, err)
			}
		})
	}
}
