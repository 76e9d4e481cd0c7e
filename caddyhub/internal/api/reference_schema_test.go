package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
)

// apiSchema is what the pages take of a schema.
type apiSchema struct {
	Ref                                      string `json:"$ref"`
	Type                                     any
	Format, Description                      string
	Enum                                     []any
	Default                                  any
	Minimum, Maximum                         *float64
	MinLength, MaxLength, MinItems, MaxItems *int
	Items                                    *apiSchema
	AnyOf                                    []*apiSchema
	Properties                               map[string]*apiSchema
	Required                                 []string
	AdditionalProperties                     json.RawMessage
}

// more are the values of an object that has names for keys.
func (s *apiSchema) more() *apiSchema {
	var more *apiSchema
	if json.Unmarshal(s.AdditionalProperties, &more) != nil || more == nil || more.Type == nil && more.Ref == "" {
		return nil // it says at most whether there may be others
	}
	return more
}

func nameOf(s *apiSchema) string { return strings.TrimPrefix(s.Ref, "#/components/schemas/") }

// object is the object that a schema stands for.
func (p *restPages) object(s *apiSchema) *apiSchema {
	if name := nameOf(s); name != "" {
		return p.Components.Schemas[name]
	}
	return s
}

// like is the object that another has most fields in common with and all the names of; empty: it
// is like none.
func (p *restPages) like(name string) (best string) {
	is, most := p.Components.Schemas[name], 4
	for _, other := range slices.Sorted(maps.Keys(p.homes)) {
		of := p.Components.Schemas[other]
		smaller := cmp.Or(cmp.Compare(len(of.Properties), len(is.Properties)), cmp.Compare(p.uses[name], p.uses[other])) < 0
		same := len(is.Properties) - len(is.without(of).Properties)
		hasAll := !slices.ContainsFunc(slices.Collect(maps.Keys(of.Properties)), func(field string) bool { return is.Properties[field] == nil })
		if smaller && hasAll && same > most {
			best, most = other, same
		}
	}
	return best
}

// without is an object without the fields that another has as well.
func (s *apiSchema) without(other *apiSchema) *apiSchema {
	rest := &apiSchema{Properties: map[string]*apiSchema{}}
	for name, field := range s.Properties {
		if !reflect.DeepEqual(field, other.Properties[name]) {
			rest.Properties[name] = field
		}
	}
	for _, name := range s.Required {
		if rest.Properties[name] != nil {
			rest.Required = append(rest.Required, name)
		}
	}
	return rest
}

// fields is a table of the fields of an object, in the order of their declaration where it is
// known. Those of a body say which are required, others which may be missing.
func (p *restPages) fields(head string, s *apiSchema, body bool) string {
	names := slices.Clone(s.Required)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var rows [][]string
	for _, name := range names {
		field := s.Properties[name]
		kind := p.kind(field)
		switch required := slices.Contains(s.Required, name); {
		case body && required:
			kind += ", required"
		case !body && !required:
			kind += ", optional"
		}
		rows = append(rows, []string{reference.Code(name), kind, reference.Prose(field.Description)})
	}
	return reference.Table([]string{head, "Type", ""}, rows)
}

// kind says what a value may be.
func (p *restPages) kind(s *apiSchema) string {
	if name := nameOf(s); name != "" {
		at := ""
		switch home := p.homes[name]; {
		case home == p.chapter:
		case home == "":
			at = "../rest.md"
		default:
			at = fileOf(home)
		}
		return fmt.Sprintf("[%s](%s#%s)", name, at, anchor(name))
	}
	var kinds []string
	switch is := s.Type.(type) {
	case string:
		kinds = []string{is}
	case []any:
		for _, one := range is {
			kinds = append(kinds, fmt.Sprint(one))
		}
	}
	for _, one := range s.AnyOf {
		kinds = append(kinds, p.kind(one))
	}
	null := slices.Contains(kinds, "null")
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "null" })
	switch {
	case len(kinds) > 0:
	case null:
		return "null"
	default:
		return "anything"
	}
	text := strings.Join(kinds, " or ")
	switch {
	case s.Enum != nil:
		var values []string
		for _, value := range s.Enum {
			if value != nil { // which the type says too
				values = append(values, fmt.Sprint(value))
			}
		}
		text = reference.Codes(values)
	case s.Items != nil:
		text, null = "list of "+plural(p.kind(s.Items)), false // which an empty list is never
	case s.Format == "date-time":
		text = "time"
	case s.Properties != nil:
		text = "object with " + reference.Codes(slices.Sorted(maps.Keys(s.Properties)))
	case text == "object" && s.more() != nil:
		text = "object of " + plural(p.kind(s.more()))
	}
	if null {
		text += " or null"
	}
	return text + s.limits()
}

// plural is a kind of which there are several.
func plural(kind string) string {
	if slices.Contains([]string{"string", "integer", "number", "object", "time"}, kind) {
		return kind + "s"
	}
	return kind
}

// limits are the bounds of a value, and what it is when it is left out.
func (s *apiSchema) limits() (text string) {
	between := func(least, most *float64, of string) {
		switch {
		case least != nil && most != nil:
			text += fmt.Sprintf(", %v to %v%s", *least, *most, of)
		case least != nil:
			text += fmt.Sprintf(", at least %v%s", *least, of)
		case most != nil:
			text += fmt.Sprintf(", at most %v%s", *most, of)
		}
	}
	number := func(n *int) *float64 {
		if n == nil {
			return nil
		}
		return new(float64(*n))
	}
	between(s.Minimum, s.Maximum, "")
	between(number(s.MinLength), number(s.MaxLength), " characters")
	between(number(s.MinItems), number(s.MaxItems), " items")
	if s.Default != nil {
		text += ", default " + reference.Code(fmt.Sprint(s.Default))
	}
	return text
}
