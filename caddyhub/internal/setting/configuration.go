package setting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Configuration is what a file of configuration says: the words of each option that is set
// there. Placeholders in them are not filled in.
type Configuration map[string][]string

// Option returns the row of an option, by its name in the configuration.
func (t Table) Option(name string) (Row, bool) {
	i := slices.IndexFunc(t, func(r Row) bool { return r.Option == name })
	if i < 0 {
		return Row{}, false
	}
	return t[i], true
}

// IsBlock reports whether options stand in a block of that name.
func (t Table) IsBlock(name string) bool {
	return slices.ContainsFunc(t, func(r Row) bool { return strings.HasPrefix(r.Option, name+" ") })
}

// Take returns the words of a line as a configuration holds them. Values without a placeholder
// are checked at once, so that a message can name the line.
func (r Row) Take(given []string) ([]string, error) {
	if r.Kind == Line {
		given = []string{strings.Join(given, " ")}
	}
	switch {
	case r.Kind == List && len(given) == 0:
		return nil, errors.New("needs at least one value")
	case r.Kind != List && len(given) != 1:
		return nil, errors.New("needs exactly one value")
	case r.Kind == Toggle:
		return r.Clean(given)
	case r.Kind == Number:
		n, err := strconv.Atoi(given[0])
		if err != nil || n == 0 { // in JSON, 0 stands for the default
			return nil, errors.New("must be a whole number above 0")
		}
		given = []string{strconv.Itoa(n)}
	case slices.Contains(given, ""):
		return nil, errors.New("needs exactly one value")
	}
	if slices.ContainsFunc(given, func(w string) bool { return strings.Contains(w, "{") }) {
		return given, nil
	}
	_, err := r.Clean(given)
	return given, err
}

// In reports whether values, a pointer to a struct, has a field for the option.
func (r Row) In(values any) bool { return fieldOf(values, r.Option).IsValid() }

// Keep checks words, keeps them in values, a pointer to a struct, if that has a field for the
// option, and returns them as they are kept.
func (r Row) Keep(values any, given []string) ([]string, error) {
	kept, err := r.Clean(given)
	if err == nil && r.In(values) {
		err = put(fieldOf(values, r.Option), kept)
	}
	return kept, err
}

// Split cuts the text of a variable into the words that a configuration holds for the option.
func (r Row) Split(text string) []string {
	if r.Kind != List {
		return []string{text}
	}
	return strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' })
}

// Encode writes a configuration as JSON: a member for each option that is set, in the order of
// the table, and behind them an object for each block, which may have blocks inside.
func (t Table) Encode(c Configuration) ([]byte, error) { return t.encode(c, "") }

// encode writes what stands in a block; prefix is empty or the block's name and a space.
func (t Table) encode(c Configuration, prefix string) ([]byte, error) {
	var members [][]byte
	var blocks []string
	for _, r := range t {
		rest, here := strings.CutPrefix(r.Option, prefix)
		words := c[r.Option]
		if !here || len(words) == 0 {
			continue
		}
		block, _, inside := strings.Cut(rest, " ")
		if inside {
			if !slices.Contains(blocks, block) {
				blocks = append(blocks, block)
			}
			continue
		}
		value, err := r.Kind.encode(words)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", r.Option, err)
		}
		members = append(members, fmt.Appendf(nil, "%q:%s", rest, value))
	}
	for _, block := range blocks {
		inside, err := t.encode(c, prefix+block+" ")
		if err != nil {
			return nil, err
		}
		members = append(members, fmt.Appendf(nil, "%q:%s", block, inside))
	}
	return object(members), nil
}

func object(members [][]byte) []byte {
	return fmt.Appendf(nil, "{%s}", bytes.Join(members, []byte(",")))
}

// Decode reads what Encode writes. A null, an empty text, 0 and an empty list are not set.
func (t Table) Decode(data []byte) (Configuration, error) {
	c := Configuration{}
	return c, t.decode(data, "", c)
}

// decode reads the object of a block; prefix is empty or the block's name and a space.
func (t Table) decode(data []byte, prefix string, c Configuration) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	for name, value := range members {
		option := prefix + name
		if t.IsBlock(option) {
			if err := t.decode(value, option+" ", c); err != nil {
				return err
			}
			continue
		}
		r, known := t.Option(option)
		if !known {
			return fmt.Errorf("the hub has no option %q", option)
		}
		words, err := r.Kind.decode(value)
		if err != nil {
			return fmt.Errorf("read %s: %w", option, err)
		}
		if len(words) > 0 {
			c[option] = words
		}
	}
	return nil
}

// encode writes a value of the kind as JSON.
func (k Kind) encode(words []string) ([]byte, error) {
	switch k {
	case Toggle, Number:
		return []byte(words[0]), nil
	case List:
		return json.Marshal(words)
	}
	return json.Marshal(words[0])
}

// decode reads a value of the kind.
func (k Kind) decode(data []byte) ([]string, error) {
	switch k {
	case Toggle:
		return decode[*bool](data)
	case Number:
		return decode[int](data)
	case List:
		return decode[[]string](data)
	}
	return decode[string](data)
}

func decode[T any](data []byte) ([]string, error) {
	var v T
	err := json.Unmarshal(data, &v)
	return words(reflect.ValueOf(v)), err
}
