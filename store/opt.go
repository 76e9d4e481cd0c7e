package store

import "encoding/json"

// Opt is a field of a change. Absent from the JSON it leaves the item's field alone, null
// clears it, and a value replaces it.
type Opt[T any] struct {
	Set   bool
	Value *T // nil with Set: clear
}

// Some is an Opt with a value.
func Some[T any](v T) Opt[T] { return Opt[T]{Set: true, Value: &v} }

// UnmarshalJSON is called only for a field that is there, null included.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set, o.Value = true, nil
	if string(b) == "null" {
		return nil
	}
	o.Value = new(T)
	return json.Unmarshal(b, o.Value)
}

// or is the value, or the zero value when it is absent or null.
func (o Opt[T]) or(zero T) T {
	if o.Value == nil {
		return zero
	}
	return *o.Value
}

// same reports whether two values are equal, or both missing.
func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }
