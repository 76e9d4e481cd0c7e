package strictjson

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
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
			if err := Check([]byte(c.body), 32); (err == nil) != c.ok {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestErrorsRepeatNothing(t *testing.T) {
	for _, body := range []string{`{"hunter2":1,"hunter2":1}`, `{"hunter2`, `{"Hunter2":1}`, `{"a":"hunter2\ud83d"}`, `1 "hunter2"`} {
		if err := Check([]byte(body), 32); err == nil || strings.Contains(strings.ToLower(err.Error()), "hunter") {
			t.Errorf("error %v", err)
		}
	}
}

// What passes is JSON, and decoding it loses nothing: no text holds a replacement
// character that its source did not hold.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"b",null]}`, `{"a":1,"a":2}`, `[[[[`, "\xff", `{"A":{}}`, `"\ud83d\ude00"`, `"\ud83d"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if Check(body, 32) != nil {
			return
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
	})
}
