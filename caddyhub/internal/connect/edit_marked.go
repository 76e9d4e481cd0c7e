package connect

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

// marks are the lines around what hub connect has written, where a format has comments and no
// editor that keeps bytes.
type marks struct {
	begin, end string
	span       *regexp.Regexp // of the lines, from the beginning of the first to the end of the last
}

func newMarks(open, close string) marks {
	m := marks{begin: open + " begin of what hub connect wrote" + close, end: open + " end of what hub connect wrote" + close}
	m.span = regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(m.begin) + `[ \t]*\r?\n(?s:.*?)^[ \t]*` + regexp.QuoteMeta(m.end) + `[ \t]*\r?(\n|\z)`)
	return m
}

// hash are those of TOML and YAML, markup those of Markdown.
var (
	hash   = newMarks("#", "")
	markup = newMarks("<!--", " -->")
)

// block puts marks around lines.
func (m marks) block(lines, indent, newline string) string {
	return strings.ReplaceAll(indent+m.begin+"\n"+lines+indent+m.end+"\n", "\n", newline)
}

// put is a text with a block of lines: in the place of the one that is there, else at its end. A
// text without a line break at its end stays so.
func (m marks) put(text []byte, lines string) []byte {
	newline := newlineOf(text)
	added := m.block(lines, "", newline)
	span := m.span.FindIndex(text)
	switch {
	case span != nil && text[span[1]-1] != '\n':
		return splice(text, span[0], span[1], strings.TrimSuffix(added, newline))
	case span != nil:
		return splice(text, span[0], span[1], added)
	case len(text) == 0:
		return []byte(added)
	case text[len(text)-1] == '\n':
		return append(bytes.Clone(text), newline+added...)
	}
	return append(bytes.Clone(text), newline+newline+strings.TrimSuffix(added, newline)...)
}

// unmarked takes a block out, and the empty line that came with it.
func unmarked(text []byte, at []int) []byte {
	from := at[0]
	breaks := 1
	if text[at[1]-1] != '\n' {
		breaks = 2
	}
	for range breaks {
		if from > 0 && text[from-1] == '\n' && (breaks == 2 || from == 1 || blank(text, from)) {
			if from--; from > 0 && text[from-1] == '\r' {
				from--
			}
		}
	}
	return splice(text, from, at[1], "")
}

// blank reports whether the line that ends at an offset is empty.
func blank(text []byte, end int) bool {
	line := bytes.LastIndexByte(text[:end-1], '\n') + 1
	return len(bytes.TrimSpace(text[line:end])) == 0
}

// errUnmarked is that the entry is there, but not as it was written.
var errUnmarked = errors.New("its entry stands without the marks of hub connect around it: change it by hand")

// inline finds a table of servers in braces. Clients refuse a file that adds to one, which our
// own parser would take.
var inline = regexp.MustCompile(`(?m)^[ \t]*["']?mcp_servers["']?[ \t]*=`)

// tomlFile is TOML.
type tomlFile struct{}

func (tomlFile) decode(text []byte) (map[string]any, error) {
	file := map[string]any{}
	if err := toml.Unmarshal(text, &file); err != nil {
		return nil, errors.New("it can't be read as TOML: mend it first")
	}
	return canonical(file).(map[string]any), nil
}

func (tomlFile) put(text []byte, at place, entry object) ([]byte, error) {
	text = enclosed(text, at)
	if span := hash.span.FindIndex(text); span != nil {
		// A client may have put tables of the entry behind the marks, where they stay.
		beside, err := tomlFile{}.decode(splice(text, span[0], span[1], ""))
		if err != nil {
			return nil, err
		}
		is, _ := entryAt(beside, at)
		members, _ := is.(map[string]any)
		entry = slices.DeleteFunc(slices.Clone(entry), func(m member) bool { return members[m.key] != nil })
		return hash.put(text, entry.toml(tableName(at))), nil
	}
	file, err := tomlFile{}.decode(text)
	if err != nil {
		return nil, err
	}
	if is, _ := entryAt(file, at); is != nil {
		return nil, errUnmarked
	}
	if inline.Match(text) {
		return nil, fmt.Errorf("its %s is one inline table, to which none can be added: write the entry into it by hand", at.path[0])
	}
	return hash.put(text, entry.toml(tableName(at))), nil
}

func (tomlFile) drop(text []byte, at place) ([]byte, error) {
	text = enclosed(text, at)
	span := hash.span.FindIndex(text)
	if span == nil {
		return nil, errUnmarked
	}
	return unmarked(text, span), nil
}

func tableName(at place) string {
	return strings.Join(append(append([]string{}, at.path...), at.name), ".")
}

// tables are the headers of tables.
var tables = regexp.MustCompile(`(?m)^[ \t]*\[+([^\]\r\n]*)\]`)

// enclosed has the end of a block where its entry ends. Codex writes its own tables, such as the
// trust in a project, behind the last one and before the comment at the end of the file, which is
// that mark.
func enclosed(text []byte, at place) []byte {
	span := hash.span.FindIndex(text)
	if span == nil {
		return text
	}
	block, ours := text[span[0]:span[1]], tableName(at)
	for _, table := range tables.FindAllSubmatchIndex(block, -1) {
		if name := string(block[table[2]:table[3]]); name == ours || strings.HasPrefix(name, ours+".") {
			continue
		}
		entry := bytes.TrimRight(block[:table[0]], " \t\r\n")
		end := bytes.LastIndexByte(block[:bytes.LastIndex(block, []byte(hash.end))], '\n') + 1
		return splice(text, span[0]+len(entry), span[1], newlineOf(text)+hash.end+string(block[len(entry):end]))
	}
	return text
}

// yamlFile is YAML with one level above the entry.
type yamlFile struct{}

func (yamlFile) decode(text []byte) (map[string]any, error) {
	var file map[string]any
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, errors.New("it can't be read as YAML: mend it first")
	}
	return canonical(file).(map[string]any), nil
}

// canonical has numbers and lists as the other formats return them.
func canonical(value any) any {
	switch v := value.(type) {
	case map[string]any:
		same := map[string]any{}
		for key, one := range v {
			same[key] = canonical(one)
		}
		return same
	case map[any]any:
		same := map[string]any{}
		for key, one := range v {
			same[fmt.Sprint(key)] = canonical(one)
		}
		return same
	case []any:
		same := make([]any, len(v))
		for i, one := range v {
			same[i] = canonical(one)
		}
		return same
	case int:
		return float64(v)
	case int64:
		return float64(v)
	}
	return value
}

func (f yamlFile) put(text []byte, at place, entry object) ([]byte, error) {
	newline := newlineOf(text)
	if span := hash.span.FindIndex(text); span != nil {
		first := text[span[0]:]
		indent := string(first[:bytes.IndexByte(first, '#')])
		if bytes.Contains(text[span[0]:span[1]], []byte("\n"+at.path[0]+":")) {
			return splice(text, span[0], span[1], hash.block(at.path[0]+":\n"+entry.yaml(at.name, "  "), "", newline)), nil
		}
		return splice(text, span[0], span[1], hash.block(entry.yaml(at.name, indent), indent, newline)), nil
	}
	file, err := f.decode(text)
	if err != nil {
		return nil, err
	}
	if is, _ := entryAt(file, at); is != nil {
		return nil, errUnmarked
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 1 && document.Content[0].Kind == yaml.MappingNode {
		pairs := document.Content[0].Content
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i].Value != at.path[0] {
				continue
			}
			inner := pairs[i+1]
			below := lineOffset(text, pairs[i].Line+1)
			if inner.Tag == "!!null" && inner.Value == "" && text[below-1] == '\n' {
				return splice(text, below, below, hash.block(entry.yaml(at.name, "  "), "  ", newline)), nil
			}
			if inner.Kind != yaml.MappingNode || inner.Style&yaml.FlowStyle != 0 || len(inner.Content) == 0 {
				return nil, fmt.Errorf("its %s is not written line by line: write the entry by hand", at.path[0])
			}
			first := inner.Content[0]
			indent := strings.Repeat(" ", first.Column-1)
			offset := lineOffset(text, first.Line)
			if first.Line == pairs[i].Line || !bytes.HasPrefix(text[offset:], []byte(indent)) {
				return nil, fmt.Errorf("its %s is not written line by line: write the entry by hand", at.path[0])
			}
			return splice(text, offset, offset, hash.block(entry.yaml(at.name, indent), indent, newline)), nil
		}
	}
	return hash.put(text, at.path[0]+":\n"+entry.yaml(at.name, "  ")), nil
}

func (yamlFile) drop(text []byte, at place) ([]byte, error) {
	span := hash.span.FindIndex(text)
	if span == nil {
		return nil, errUnmarked
	}
	if bytes.HasPrefix(text[span[0]:], []byte(" ")) || !bytes.Contains(text[span[0]:span[1]], []byte("\n"+at.path[0]+":")) {
		return splice(text, span[0], span[1], ""), nil
	}
	return unmarked(text, span), nil
}

// lineOffset is where a line begins, counted from 1.
func lineOffset(text []byte, line int) int {
	offset := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(text[offset:], '\n')
		if next < 0 {
			return len(text)
		}
		offset += next + 1
	}
	return offset
}

// ownFile is a YAML file of which all is hub connect's: Continue reads each file of a folder.
type ownFile struct{}

func (ownFile) decode(text []byte) (map[string]any, error) {
	file := map[string]any{}
	if len(text) == 0 {
		return file, nil
	}
	whole, err := yamlFile{}.decode(text)
	if err != nil {
		return nil, err
	}
	list, _ := whole["mcpServers"].([]any)
	if len(list) != 1 || !bytes.HasPrefix(text, []byte(hash.begin)) {
		return nil, errForeign
	}
	file[entryName] = list[0]
	return file, nil
}

func (ownFile) put(_ []byte, _ place, entry object) ([]byte, error) {
	lines := "name: Progress Hub\nversion: 1.0.0\nschema: v1\nmcpServers:\n"
	for i, m := range entry {
		lead := "    "
		if i == 0 {
			lead = "  - "
		}
		lines += fmt.Sprintf("%s%s: %s\n", lead, keyText(m.key), jsonText(m.value))
	}
	return []byte(hash.block(lines, "", "\n")), nil
}

func (ownFile) drop([]byte, place) ([]byte, error) { return nil, nil }
