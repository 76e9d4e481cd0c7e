package connect

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// setElement puts an element into a list of a JSON file; without an element it takes the own ones
// out. One that is own already gets the command of the element and keeps the rest, and several
// become one. All else is proved to stay, also what others have put into a group beside an own one.
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
	wanted := 0
	if element != nil {
		wanted = 1
	}
	edited := body
	for len(mine) > wanted {
		if edited, err = cutOwn(edited, path, own); err != nil {
			return nil, err
		}
		mine = mine[1:]
	}
	switch {
	case element == nil:
	case len(mine) == 1 && len(group(mine[0])) < 2 && commandOf(mine[0]) != "":
		command := commandOf(element.plain())
		if edited, err = setCommand(edited, path, own, command); err != nil {
			return nil, err
		}
		mine[0] = commanded(mine[0], command)
	default:
		if len(mine) > 0 {
			if edited, err = cutOwn(edited, path, own); err != nil {
				return nil, err
			}
		}
		mine = []any{element.plain()}
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
	if err != nil || len(now) != wanted || wanted > 0 && !reflect.DeepEqual(now, mine) || len(others) != len(still) || len(others) > 0 && !reflect.DeepEqual(others, still) {
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

// commandKey is where a hook has its command.
const commandKey = "command"

// hookOf is the hook that an element is, or the first one of its group.
func hookOf(element any) map[string]any {
	if list := group(element); len(list) > 0 {
		element = list[0]
	}
	is, _ := element.(map[string]any)
	return is
}

// commandOf is what an element runs.
func commandOf(element any) string {
	command, _ := hookOf(element)[commandKey].(string)
	return command
}

// commanded is an element of one hook with another command.
func commanded(element any, command string) any {
	members := maps.Clone(element.(map[string]any))
	if list := group(element); len(list) > 0 {
		members[groupKey] = []any{commanded(list[0], command)}
	} else {
		members[commandKey] = command
	}
	return members
}

// setCommand gives the own hook of a list another command.
func setCommand(text []byte, path []string, own func(any) bool, command string) ([]byte, error) {
	l, rest, err := find(text, path)
	if err != nil {
		return nil, err
	}
	gone := errors.New("the hook is not where it was")
	for range 2 { // in the list, or in a group of it
		at := -1
		if l != nil && len(rest) == 0 {
			at = slices.IndexFunc(l.items, func(it item) bool { return own(it.plain()) })
		}
		if at < 0 {
			return nil, gone
		}
		hook := listOf(l.items[at].value)
		if hook == nil {
			return nil, gone
		}
		inner, err := hook.member(groupKey)
		if err != nil {
			return nil, err
		}
		if inner != nil {
			l = listOf(inner.value)
			continue
		}
		is, err := hook.member(commandKey)
		if err != nil || is == nil {
			return nil, cmp.Or(err, gone)
		}
		return splice(text, is.value.StartOffset, is.end, string(jsonText(command))), nil
	}
	return nil, gone
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
