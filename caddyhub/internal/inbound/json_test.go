package inbound

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var rules = JSONRules{MaxDepth: 32}

func TestJSONCheck(t *testing.T) {
	cases := []struct {
		name, body string
		ok         bool
	}{
		{"object", `{"a":1,"b":[{"a":2}],"c":null}`, true},
		{"same key in two objects", `{"a":{"x":1},"b":{"x":1}}`, true},
		{"plain value", `"a"`, true},
		{"deepest allowed", strings.Repeat("[", 32) + strings.Repeat("]", 32), true},
		{"huge number", `{"a":1e999}`, true},
		{"escaped pair", `{"a":"\ud83d\ude00"}`, true},
		{"two escaped pairs", `{"a":"\ud83d\ude00\uD83D\uDE00 b\n\\u"}`, true},
		{"upper case in a value", `{"a":"A"}`, true},
		{"one level too deep", strings.Repeat("[", 33) + strings.Repeat("]", 33), false},
		{"endless depth", strings.Repeat("[", 100_000), false},
		{"empty", ``, false},
		{"unclosed", `{"a":1`, false},
		{"key twice", `{"a":1,"a":1}`, false},
		{"key twice, once escaped", `{"a":1,"\u0061":1}`, false},
		{"key twice inside", `{"b":[{"a":1,"a":1}]}`, false},
		{"upper-case key", `{"A":1}`, false},
		{"folding key", `{"ſummary":1}`, false},
		{"two values", `{} {}`, false},
		{"byte order mark", "\ufeff{}", false},
		{"not UTF-8", "\"\xc3\x28\"", false},
		{"comment", `{/* a */}`, false},
		{"first half alone", `{"a":"\ud83d"}`, false},
		{"first half before a letter", `{"a":"\ud83dx"}`, false},
		{"first half before another escape", `{"a":"\ud83d\n"}`, false},
		{"second half alone", `{"a":"\ude00"}`, false},
		{"two first halves", `{"a":"\ud83d\ud83d"}`, false},
		{"half in a key", `{"\ud83d":1}`, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if err := rules.Check([]byte(c.body)); (err == nil) != c.ok {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestErrorsRepeatNothing(t *testing.T) {
	for _, body := range []string{`{"hunter2":1,"hunter2":1}`, `{"hunter2`, `{"Hunter2":1}`, `{"a":"hunter2\ud83d"}`, `1 "hunter2"`} {
		if err := rules.Check([]byte(body)); err == nil || strings.Contains(strings.ToLower(err.Error()), "hunter") {
			t.Errorf("error %v", err)
		}
	}
}

// A key in another case is what a decoder without regard to it takes for the same.
func TestKeysInAnyCase(t *testing.T) {
	many := func(last string) string {
		var b strings.Builder
		for i := range 3 * manyKeys {
			fmt.Fprintf(&b, `"Key%d":0,`, i)
		}
		return "{" + b.String() + last + "}"
	}
	for _, c := range []struct {
		name, body string
		want       error
	}{
		{"capitals", `{"protocolVersion":1,"_meta":{"com.example/A":1},"É":2}`, nil},
		{"in two objects", `{"Method":{"method":{"METHOD":1}}}`, nil},
		{"twice", `{"Method":1,"Method":2}`, ErrTwice},
		{"variants", `{"method":1,"Method":2}`, ErrVariant},
		{"variants the other way", `{"METHOD":1,"method":2}`, ErrVariant},
		{"one escaped", `{"method":1,"\u004dethod":2}`, ErrVariant},
		{"long s", `{"params":1,"paramſ":2}`, ErrVariant},
		{"Kelvin sign", `{"K":1,"K":2}`, ErrVariant},
		{"other scripts", `{"É":1,"é":2}`, ErrVariant},
		{"no variants", `{"ß":1,"ss":2,"i":3,"ı":4,"İ":5}`, nil},
		{"many", many(`"key":1`), nil},
		{"many, twice", many(`"Key5":1`), ErrTwice},
		{"many, variants", many(`"kEY5":1`), ErrVariant},
		{"many, only folding", many(`"Key5":1`), ErrVariant},
		{"many, no variants", many(`"ß":1,"İ":5,"i":3`), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := (JSONRules{MaxDepth: 32, AnyCase: true}).Check([]byte(c.body)); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestJSONMembers(t *testing.T) {
	for _, c := range []struct {
		name, object string
		want         string
		err          error
	}{
		{"none", `{}`, "", nil},
		{"in their order, as they are written", ` { "b" : [1, {"c":2}] , "A\u0062" : "x\u0041" } `, `b=[1, {"c":2}] Ab="x\u0041"`, nil},
		{"as many as allowed", `{"a":1,"b":2,"c":3}`, "a=1 b=2 c=3", nil},
		{"one more", `{"a":1,"b":2,"c":3,"d":4}`, "", ErrTooManyMembers},
		{"a list", `[1]`, "", ErrNotObject},
		{"a text", `"{}"`, "", ErrNotObject},
		{"nothing", ``, "", ErrNotObject},
		{"no end", `{"a":1`, "", ErrNotJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := JSONMembers([]byte(c.object), 3)
			var got []string
			for _, m := range list {
				got = append(got, m.Name+"="+string(m.Value))
			}
			if strings.Join(got, " ") != c.want || !errors.Is(err, c.err) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// What passes is JSON, and decoding it loses nothing: no text holds a replacement character
// that its source did not hold, and no member is taken for another. A text passes as a
// whole if it passes as an item of a batch.
func FuzzJSONCheck(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"b",null]}`, `{"a":1,"a":2}`, `[[[[`, "\xff", `{"A":{}}`, `"\ud83d\ude00"`, `"\ud83d"`, `{"Method":1,"method":2}`, `{"\u212a":{},"k":1}`} {
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, body []byte, anyCase bool) {
		rules := JSONRules{MaxDepth: 32, AnyCase: anyCase}
		err := rules.Check(body)
		if form := FormError(""); err != nil && !errors.As(err, &form) {
			t.Fatalf("%q fails with a %T", body, err)
		}
		batch := NewBatch(bytes.NewReader(slices.Concat([]byte(`{"list":[`), body, []byte("]}"))), "list", BatchRules{rules, len(body) + 6}) // "list" has six bytes
		if err != nil {
			return
		}
		if !batch.Next() {
			t.Fatalf("%q passes, but not in a batch: %v", body, batch.Err())
		}
		if item, form := batch.Item(); form != nil || !bytes.Equal(item, bytes.TrimSpace(body)) || batch.Next() || batch.Err() != nil {
			t.Fatalf("%q passes, but not in a batch: %q, %v, %v", body, item, form, batch.Err())
		}
		var v any
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber() // a number may be larger than any type that takes it
		if err := d.Decode(&v); err != nil {
			t.Fatalf("passed %q, which does not decode: %v", body, err)
		}
		if s, ok := v.(string); ok && strings.ContainsRune(s, '\ufffd') &&
			!strings.ContainsRune(string(body), '\ufffd') && !strings.Contains(strings.ToLower(string(body)), `\ufffd`) {
			t.Errorf("passed %q, whose text is replaced", body)
		}
		if object, ok := v.(map[string]any); ok {
			alone(t, body, object)
		}
	})
}

// alone checks that an object and what [JSONMembers] makes of it agree, and that no two of its
// keys differ in their case only.
func alone(t *testing.T, body []byte, object map[string]any) {
	t.Helper()
	list, err := JSONMembers(body, len(body))
	if err != nil || len(list) != len(object) {
		t.Fatalf("%q has %d members, read are %q, %v", body, len(object), list, err)
	}
	for i, m := range list {
		if _, there := object[m.Name]; !there {
			t.Errorf("%q has no member %q", body, m.Name)
		}
		for _, other := range list[:i] {
			if strings.EqualFold(m.Name, other.Name) {
				t.Errorf("passed %q with both %q and %q", body, m.Name, other.Name)
			}
		}
	}
}
