package connect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// object is an entry of a client's file, in the order in which a person would write it.
type object []member

type member struct {
	key   string
	value any // text, bool, int, []string, object; or as a file has it
}

// MarshalJSON keeps the order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(jsonText(m.key))
		b.WriteByte(':')
		b.Write(jsonText(m.value))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// objectOf is an entry that was read, in the order of its keys.
func objectOf(entry map[string]any) (o object) {
	for _, key := range slices.Sorted(maps.Keys(entry)) {
		o = append(o, member{key, valueOf(entry[key])})
	}
	return o
}

// valueOf is a member's value that was read.
func valueOf(value any) any {
	if inner, isMap := value.(map[string]any); isMap {
		return append(object{}, objectOf(inner)...)
	}
	return value
}

// bareKey is one that TOML and YAML take as it stands.
var bareKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// keyText is a key as TOML and YAML have it.
func keyText(key string) string {
	if bareKey.MatchString(key) {
		return key
	}
	return string(jsonText(key))
}

// jsonText is a value without the escapes that are for HTML.
func jsonText(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil { // there are texts, numbers and lists of them only
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// indented is a value as JSON on lines that begin with prefix, but the first. An empty unit puts
// all on one line.
func indented(value any, prefix, unit, newline string) string {
	if unit == "" {
		return string(jsonText(value))
	}
	var b bytes.Buffer
	if err := json.Indent(&b, jsonText(value), prefix, unit); err != nil { // it is JSON
		panic(err)
	}
	return strings.ReplaceAll(b.String(), "\n", newline)
}

// plain is the entry as a parser of JSON, TOML or YAML returns it.
func (o object) plain() map[string]any {
	var p map[string]any
	if err := json.Unmarshal(jsonText(o), &p); err != nil {
		panic(err)
	}
	return p
}

// toml is the entry as a table.
func (o object) toml(name string) string {
	var b, tables strings.Builder
	fmt.Fprintf(&b, "[%s]\n", name)
	for _, m := range o {
		switch v := m.value.(type) {
		case object:
			tables.WriteString("\n" + v.toml(name+"."+keyText(m.key)))
		case []string:
			// A list and its texts are the same in TOML and JSON.
			fmt.Fprintf(&b, "%s = [%s]\n", keyText(m.key), strings.TrimSuffix(strings.TrimPrefix(strings.Join(jsonList(v), ", "), "["), "]"))
		default:
			fmt.Fprintf(&b, "%s = %s\n", keyText(m.key), jsonText(v))
		}
	}
	return b.String() + tables.String()
}

func jsonList(list []string) []string {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = string(jsonText(one))
	}
	return texts
}

// yaml is the entry below its name, on lines that begin with indent.
func (o object) yaml(name, indent string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s:\n", indent, name)
	for _, m := range o {
		if v, nested := m.value.(object); nested {
			b.WriteString(v.yaml(keyText(m.key), indent+"  "))
			continue
		}
		// What is JSON is YAML.
		fmt.Fprintf(&b, "%s  %s: %s\n", indent, keyText(m.key), jsonText(m.value))
	}
	return b.String()
}
