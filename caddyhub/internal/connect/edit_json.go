package connect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonc is JSON, with comments and commas at the ends of lists.
type jsonc struct{}

func (jsonc) decode(text []byte) (map[string]any, error) {
	file := map[string]any{}
	if len(bytes.TrimSpace(text)) == 0 {
		return file, nil
	}
	value, err := hujson.Parse(bytes.Clone(text)) // Standardize blanks comments in it
	if err != nil {
		return nil, errors.New("it can't be read as JSON: mend it, or let the client write it anew")
	}
	value.Standardize()
	if err := json.Unmarshal(value.Pack(), &file); err != nil || file == nil {
		return nil, errors.New("it is no JSON object: mend it, or let the client write it anew")
	}
	return file, nil
}

// list is a JSON object or array in a text.
type list struct {
	start, end int // of the brackets
	items      []item
	trailing   hujson.Extra // between the last item, or its comma, and the end
	comma      bool         // one stands after the last item
}

// item is a member of an object, or an element of an array.
type item struct {
	name       string // of a member
	start, end int    // from its name to the end of its value
	value      *hujson.Value
	after      hujson.Extra // up to a comma, or to the end
}

// listOf takes an object or array apart; nil: it is neither.
func listOf(v *hujson.Value) *list {
	l := &list{start: v.StartOffset, end: v.EndOffset}
	switch c := v.Value.(type) {
	case *hujson.Object:
		for i := range c.Members {
			m := &c.Members[i]
			var name string
			if literal, ok := m.Name.Value.(hujson.Literal); ok {
				name = literal.String()
			}
			l.items = append(l.items, item{name, m.Name.StartOffset, m.Value.EndOffset, &m.Value, m.Value.AfterExtra})
		}
		l.trailing = c.AfterExtra
	case *hujson.Array:
		for i := range c.Elements {
			e := &c.Elements[i]
			l.items = append(l.items, item{"", e.StartOffset, e.EndOffset, e, e.AfterExtra})
		}
		l.trailing = c.AfterExtra
	default:
		return nil
	}
	// hujson tells a comma at the end by extra that is there, if only empty.
	if n := len(l.items); n > 0 {
		l.comma = l.items[n-1].after != nil
	}
	return l
}

// member is the one of a name; nil: there is none. Of two with one name programs take the first or
// the last, as they like, so that no edit of them is clear.
func (l *list) member(name string) (*item, error) {
	var found *item
	for i := range l.items {
		if l.items[i].name != name {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("it has %q twice in one object, so that it is unclear which one counts: take one out first", name)
		}
		found = &l.items[i]
	}
	return found, nil
}

// find walks down a path, as far as there are objects.
func find(text []byte, path []string) (l *list, rest []string, err error) {
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	if l = listOf(&root); l == nil {
		return nil, nil, errors.New("it is no JSON object")
	}
	for i, key := range path {
		m, err := l.member(key)
		if err != nil {
			return nil, nil, err
		}
		if m == nil {
			return l, path[i:], nil
		}
		next := listOf(m.value)
		if next == nil {
			return nil, nil, fmt.Errorf("its %q is no object", strings.Join(path[:i+1], "."))
		}
		l = next
	}
	return l, nil, nil
}

func (f jsonc) put(text []byte, at place, entry object) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = append([]byte("{}\n"), text...)
	}
	l, rest, err := find(text, at.path)
	if err != nil {
		return nil, err
	}
	old, err := l.member(at.name)
	if err != nil && len(rest) == 0 {
		return nil, err
	}
	if old != nil && len(rest) == 0 {
		indent, unit := styleOf(text, l)
		return splice(text, old.value.StartOffset, old.end, indented(entry, indent, unit, newlineOf(text))), nil
	}
	name, value := at.name, any(entry)
	for i := len(rest) - 1; i >= 0; i-- {
		name, value = rest[i], object{{name, value}}
	}
	return l.add(text, string(jsonText(name))+": ", value), nil
}

// add puts an item at the end of a list.
func (l *list) add(text []byte, name string, value any) []byte {
	indent, unit := styleOf(text, l)
	newline := newlineOf(text)
	if len(l.items) == 0 {
		outer := strings.TrimSuffix(indent, unit)
		added := newline + indent + name + indented(value, indent, unit, newline)
		if !bytes.Contains(text[l.start:l.end], []byte("\n")) {
			added += newline + outer
		}
		return splice(text, l.start+1, l.start+1, added)
	}
	separator := " "
	if unit != "" {
		separator = newline + indent
	}
	added := separator + name + indented(value, indent, unit, newline)
	last := l.items[len(l.items)-1]
	// A comma comes right behind the last value, the entry behind what else stands on the line.
	if l.comma {
		from := last.end + len(last.after) + 1
		at := from + restOfLine(text[from:l.end-1])
		return splice(text, at, at, added+",")
	}
	at := last.end + restOfLine(text[last.end:l.end-1])
	return splice(splice(text, at, at, added), last.end, last.end, ",")
}

// restOfLine is where the line ends in white space and comments; 0 if it does not.
func restOfLine(extra []byte) int {
	for i := 0; i < len(extra); i++ {
		switch {
		case extra[i] == '\n':
			if i > 0 && extra[i-1] == '\r' {
				return i - 1
			}
			return i
		case bytes.HasPrefix(extra[i:], []byte("//")):
			end := bytes.IndexByte(extra[i:], '\n')
			if end < 0 {
				return 0
			}
			i += end - 1
			if extra[i] == '\r' {
				i--
			}
		case bytes.HasPrefix(extra[i:], []byte("/*")):
			end := bytes.Index(extra[i:], []byte("*/"))
			if end < 0 || bytes.IndexByte(extra[i:i+end], '\n') >= 0 {
				return 0
			}
			i += end + 1
		}
	}
	return 0
}

// drop takes the entry, the line break in front of it and its comma.
func (jsonc) drop(text []byte, at place) ([]byte, error) {
	l, rest, err := find(text, at.path)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, errors.New("the entry is not where it was")
	}
	if _, err := l.member(at.name); err != nil {
		return nil, err
	}
	for i, m := range l.items {
		if m.name == at.name {
			return l.cut(text, i), nil
		}
	}
	return nil, errors.New("the entry is not where it was")
}

// cut takes an item out of a list.
func (l *list) cut(text []byte, i int) []byte {
	it := l.items[i]
	from, to := it.start, it.end
	for from > 0 && (text[from-1] == ' ' || text[from-1] == '\t') {
		from--
	}
	switch {
	case from > 0 && text[from-1] == '\n':
		if from--; from > 0 && text[from-1] == '\r' {
			from--
		}
	case i > 0 && from < it.start:
		from = it.start - 1 // on one line: the space in front of it
	case i == 0:
		from = it.start
	}
	last := i == len(l.items)-1
	if !last || l.comma { // its own comma
		return splice(text, from, it.end+len(it.after)+1, "")
	}
	if i == 0 {
		return splice(text, from, to, "")
	}
	text = splice(text, from, to, "")
	before := l.items[i-1].end + len(l.items[i-1].after)
	return splice(text, before, before+1, "") // the comma of the one before
}

// styleOf is how the items of a list are indented, and one step of it; no step: they stand on
// one line.
func styleOf(text []byte, l *list) (indent, unit string) {
	indentAt := func(offset int) (string, bool) {
		line := bytes.LastIndexByte(text[:offset], '\n') + 1
		space := text[line:offset]
		trimmed := bytes.TrimLeft(space, " \t")
		return string(space[:len(space)-len(trimmed)]), line > 0 && len(trimmed) == 0
	}
	outer, _ := indentAt(l.start)
	if len(l.items) == 0 {
		unit = "  "
		if outer != "" {
			unit = outer[:min(len(outer), 2)]
			if outer[0] == '\t' {
				unit = "\t"
			}
		} else if tab := bytes.Contains(text, []byte("\n\t")); tab {
			unit = "\t"
		}
		return outer + unit, unit
	}
	indent, own := indentAt(l.items[0].start)
	if !own {
		return "", ""
	}
	if unit = strings.TrimPrefix(indent, outer); unit == "" || unit == indent && outer != "" {
		unit = "  "
	}
	return indent, unit
}
