package connect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// setElement puts an element into a list of a JSON file, in the place of those that are own
// already; without an element it takes those out. All else is proved to stay, also what others have
// put into a group beside an own one.
func setElement(text []byte, path []string, element object, own func(any) bool) ([]byte, error) {
	body := bytes.TrimPrefix(text, bom)
	before, err := jsonc{}.decode(body)
	if err != nil {
		return nil, err
	}
	others, mine, err := elements(before, path, own)
	if err != nil {
		return nil, err
	}
	if element == nil && len(mine) == 0 || len(mine) == 1 && element != nil && (reflect.DeepEqual(mine[0], any(element.plain())) || reflect.DeepEqual(mine, group(element.plain()))) {
		return text, nil
	}
	edited := body
	for range mine {
		if edited, err = cutOwn(edited, path, own); err != nil {
			return nil, err
		}
	}
	if element != nil {
		if len(bytes.TrimSpace(edited)) == 0 {
			edited = append([]byte("{}\n"), edited...)
		}
		l, rest, err := find(edited, path)
		if err != nil {
			return nil, err
		}
		if len(rest) == 0 {
			edited = l.add(edited, "", element)
		} else {
			value := any([]object{element})
			for i := len(rest) - 1; i > 0; i-- {
				value = object{{rest[i], value}}
			}
			edited = l.add(edited, string(jsonText(rest[0]))+": ", value)
		}
	}
	after, err := jsonc{}.decode(edited)
	if err != nil {
		return nil, err
	}
	still, now, err := elements(after, path, own)
	wanted := 0
	if element != nil {
		wanted = 1
	}
	if err != nil || len(now) != wanted || len(others) != len(still) || len(others) > 0 && !reflect.DeepEqual(others, still) {
		return nil, unedited("write the hook by hand")
	}
	at := place{path[:len(path)-1], path[len(path)-1]}
	if !reflect.DeepEqual(without(before, at), without(after, at)) {
		return nil, unedited("write the hook by hand")
	}
	return append(text[:len(text)-len(body):len(text)-len(body)], edited...), nil
}

// elements are those of a list, the own ones apart.
func elements(file map[string]any, path []string, own func(any) bool) (others, mine []any, err error) {
	is, err := entryAt(file, place{path[:len(path)-1], path[len(path)-1]})
	if err != nil || is == nil {
		return nil, nil, err
	}
	list, isList := is.([]any)
	if !isList {
		return nil, nil, fmt.Errorf("its %q is no list: write the hook by hand", path)
	}
	for _, one := range list {
		rest, ours := apart(one, own)
		if mine = append(mine, ours...); rest != nil {
			others = append(others, rest)
		}
	}
	return others, mine, nil
}

// groupKey is where an element has a group of hooks in it.
const groupKey = "hooks"

// group is the one in an element; nil: it has none.
func group(element any) []any {
	members, _ := element.(map[string]any)
	list, _ := members[groupKey].([]any)
	return list
}

// apart parts an element in what is another's and what is own: one is all of it, but for a group
// that has hooks of both.
func apart(element any, own func(any) bool) (rest any, mine []any) {
	if !own(element) {
		return element, nil
	}
	var others []any
	for _, one := range group(element) {
		if own(one) {
			mine = append(mine, one)
		} else {
			others = append(others, one)
		}
	}
	if len(others) == 0 || len(mine) == 0 {
		return nil, []any{element}
	}
	members := maps.Clone(element.(map[string]any))
	members[groupKey] = others
	return members, mine
}

// cutOwn takes the first own element out, or the first own hook of a group.
func cutOwn(text []byte, path []string, own func(any) bool) ([]byte, error) {
	l, rest, err := find(text, path)
	if err != nil {
		return nil, err
	}
	at := -1
	if len(rest) == 0 {
		at = slices.IndexFunc(l.items, func(it item) bool { return own(it.plain()) })
	}
	if at < 0 {
		return nil, errors.New("the hook is not where it was")
	}
	if others, _ := apart(l.items[at].plain(), own); others == nil {
		return l.cut(text, at), nil
	}
	inner, err := listOf(l.items[at].value).member(groupKey)
	if err != nil {
		return nil, err
	}
	l = listOf(inner.value)
	return l.cut(text, slices.IndexFunc(l.items, func(it item) bool { return own(it.plain()) })), nil
}

// plain is an item as a program reads it; nil: it is no JSON.
func (it item) plain() (value any) {
	text := it.value.Clone()
	text.Standardize()
	if json.Unmarshal(text.Pack(), &value) != nil {
		return nil
	}
	return value
}
