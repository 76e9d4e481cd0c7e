package setting

import (
	"reflect"
	"strings"
)

// Words are those that a configuration, a pointer to a struct, has for an option. It has none
// when the option is not set there.
func (r Row) Words(configuration any) []string {
	return words(fieldOf(configuration, r.Option))
}

// Take keeps the words of a line in a configuration. Values without a placeholder are checked
// at once, so that a message can name the line.
func (r Row) Take(configuration any, given []string) error {
	if r.Line {
		given = []string{strings.Join(given, " ")}
	}
	if err := put(fieldOf(configuration, r.Option), given); err != nil {
		return err
	}
	for _, w := range given {
		if strings.Contains(w, "{") {
			return nil
		}
	}
	_, err := r.Clean(r.Words(configuration))
	return err
}

// Keep checks words, keeps them in values, a pointer to a struct, if that has a field for the
// option, and returns them as they are kept.
func (r Row) Keep(values any, given []string) ([]string, error) {
	kept, err := r.Clean(given)
	if err != nil {
		return nil, err
	}
	if to := fieldOf(values, r.Option); to.IsValid() {
		err = put(to, kept)
	}
	return kept, err
}

// Split cuts the text of a variable into the words that a configuration holds for the option.
func (r Row) Split(configuration any, text string) []string {
	if fieldOf(configuration, r.Option).Kind() != reflect.Slice {
		return []string{text}
	}
	return strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' })
}
