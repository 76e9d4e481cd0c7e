package setting

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// Fixed are the values that the configuration sets, by their keys. The owner can't choose
// those.
type Fixed map[string]Value

// Value is a value of the configuration and the part of it that says so.
type Value struct{ Text, Source string }

// Input holds the choices to make, as texts: absent ones stay as they are, and one without a
// value is taken back.
type Input map[string]store.Opt[string]

// InputOf reads the choices out of a request's body: a struct of fields that embed a
// [store.Opt] and have the keys in their JSON tags, or of such structs, embedded.
func InputOf(body any) Input {
	in := Input{}
	v := reflect.ValueOf(body)
	for i := range v.NumField() {
		opt := v.Field(i)
		if v.Type().Field(i).Anonymous {
			maps.Copy(in, InputOf(opt.Interface()))
			continue
		}
		if !opt.FieldByName("Set").Bool() {
			continue
		}
		key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		given := store.Opt[string]{Set: true}
		if value := opt.FieldByName("Value"); !value.IsNil() {
			given.Value = new(strings.Join(words(value), ","))
		}
		in[key] = given
	}
	return in
}

// Fill fills the fields of values with what counts: the configuration, else what is stored,
// else the default. values and stored are pointers to structs. What was stored is checked
// again, since another version may have done it. Secrets are left out: see [Token].
func (t Table) Fill(values any, fixed Fixed, stored any) {
	for _, r := range t {
		if r.Secret {
			continue
		}
		text := r.Default
		if f, ok := fixed[r.Key]; ok {
			text = f.Text
		} else if kept, err := r.Clean(words(fieldOf(stored, r.Key))); err == nil && len(kept) == 1 {
			text = kept[0]
		}
		// A text that was checked fits its field, and an empty one leaves it empty.
		_ = put(fieldOf(values, r.Key), []string{text})
	}
}

// Sources says of each setting where its value comes from. secrets are the keys of those that are
// there.
func (t Table) Sources(fixed Fixed, stored any, secrets ...string) map[string]string {
	sources := map[string]string{}
	for _, r := range t {
		there := len(words(fieldOf(stored, r.Key))) > 0
		if r.Secret {
			there = slices.Contains(secrets, r.Key)
		}
		sources[r.Key] = Source(fixed[r.Key].Source, there)
	}
	return sources
}

// Accept checks an input before anything is changed, and returns it as it is kept: a blank
// value is none. addresses are the keys of where the secret goes: one that is fixed goes to no
// address that the owner chooses (see [Token]), which is said here because the other side would
// only refuse.
func (t Table) Accept(in Input, fixed Fixed, addresses ...string) (Input, error) {
	clean := Input{}
	var wrong []store.FieldError
	for _, r := range t {
		given := in[r.Key]
		if !given.Set {
			continue
		}
		if f, ok := fixed[r.Key]; ok {
			return nil, &FixedError{Name: r.Key, Source: f.Source}
		}
		if given.Value = trimmed(given.Value); given.Value != nil {
			kept, err := r.Clean([]string{*given.Value})
			if err != nil {
				wrong = append(wrong, store.FieldError{Field: r.Key, Message: err.Error()})
				continue
			}
			given.Value = trimmed(&kept[0]) // the root of a repository is none
		}
		clean[r.Key] = given
	}
	for _, key := range addresses {
		for _, r := range t {
			if f, ok := fixed[r.Key]; ok && r.Secret && trimmed(in[key].Value) != nil {
				return nil, &FixedError{Name: "the address for the " + r.Key, Source: f.Source}
			}
		}
	}
	if wrong != nil {
		return nil, &store.InvalidError{Fields: wrong}
	}
	return clean, nil
}

// Store keeps the choices of an accepted input in stored, a pointer to a struct of pointers.
// Secrets have no field there.
func (in Input) Store(stored any) {
	for key, given := range in {
		v := fieldOf(stored, key)
		switch {
		case !v.IsValid():
		case given.Value == nil:
			v.SetZero()
		default:
			_ = put(v, []string{*given.Value}) // it was checked
		}
	}
}

// trimmed is a choice without the space around it; a blank one is none.
func trimmed(p *string) *string {
	if p == nil || strings.TrimSpace(*p) == "" {
		return nil
	}
	return new(strings.TrimSpace(*p))
}
