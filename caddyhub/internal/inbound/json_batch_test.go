package inbound

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

var batchRules = BatchRules{JSONRules{MaxDepth: 30}, 256 << 10}

// readItems reads a body to its end. form holds what was wrong with single items.
func readItems(in io.Reader) (raw []string, form []string, err error) {
	b := NewBatch(in, "list", batchRules)
	for b.Next() {
		item, wrong := b.Item()
		if wrong != nil {
			form = append(form, wrong.Error())
			raw = append(raw, "")
			continue
		}
		raw = append(raw, string(item))
	}
	return raw, form, b.Err()
}

func TestItemsOfABatch(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		name, body string
		items      string // as read, with spaces between; "-" for one with a wrong form
		status     int    // of the answer to such a refusal; 0: none
	}{
		{"none", `{"list":[]}`, "", 0},
		{"one", `{"list":[{"a":1}]}`, `{"a":1}`, 0},
		{"white space everywhere", " {\n\"list\"\t:\r[ {\"a\":1} , {} ] } \n", `{"a":1} {}`, 0},
		{"brackets, quotes and backslashes in texts", `{"list":[{"a":"]}\"[{\\"},{"b":"\\\\\""}]}`, `{"a":"]}\"[{\\"} {"b":"\\\\\""}`, 0},
		{"what is no object", `{"list":[1,"a",null,[true]]}`, `1 "a" null [true]`, 0},
		{"nested as deep as allowed", `{"list":[` + deep(batchRules.MaxDepth) + `]}`, deep(batchRules.MaxDepth), 0},
		{"one level more is that item's fault", `{"list":[` + deep(batchRules.MaxDepth+1) + `,1]}`, "- 1", 0},
		{"a hundred thousand levels too", `{"list":[` + deep(100_000) + `,1]}`, "- 1", 0},
		{"a key twice in an item", `{"list":[{"a":1,"a":2},1]}`, "- 1", 0},
		{"a key in another case in an item", `{"list":[{"A":1},1]}`, "- 1", 0},
		{"broken UTF-8 in an item", "{\"list\":[{\"a\":\"\xff\"},1]}", "- 1", 0},
		{"half a character in an item", `{"list":["\ud800",1]}`, "- 1", 0},
		{"as large as allowed", `{"list":["` + strings.Repeat("x", batchRules.MaxSize-2) + `",1]}`, `"` + strings.Repeat("x", batchRules.MaxSize-2) + `" 1`, 0},
		{"one byte more", `{"list":["` + strings.Repeat("x", batchRules.MaxSize-1) + `",1]}`, "- 1", 0},

		{"nothing", ``, "", 400},
		{"no JSON", `sessions`, "", 400},
		{"no object", `[]`, "", 400},
		{"an empty object", `{}`, "", 422},
		{"another field", `{"lists":[]}`, "", 422},
		{"a field in another case", `{"List":[]}`, "", 422},
		{"no array", `{"list":null}`, "", 422},
		{"another field behind", `{"list":[1],"more":2}`, "1", 422},
		{"the field twice", `{"list":[1],"list":[2]}`, "1", 400},
		{"no end", `{"list":[1,2`, "1", 400},
		{"no end of a text", `{"list":[1,"2]}`, "1", 400},
		{"no end of the object", `{"list":[1]`, "1", 400},
		{"another bracket", `{"list":[1}]`, "1", 400},
		{"a comma too many", `{"list":[1,]}`, "1", 400},
		{"a comma at first", `{"list":[,1]}`, "", 400},
		{"a comma too few", `{"list":[1 2]}`, "1", 400},
		{"no colon", `{"list"[1]}`, "", 400},
		{"no JSON in an item", `{"list":[1,{a:1},2]}`, "1", 400},
		{"brackets that do not match in an item", `{"list":[1,{"a":]},2]}`, "1", 400},
		{"more behind", `{"list":[1]} {}`, "1", 400},
		{"NUL behind", "{\"list\":[1]}\x00", "1", 400},
	} {
		for way, in := range map[string]io.Reader{
			"at once": strings.NewReader(c.body), "byte by byte": iotest.OneByteReader(strings.NewReader(c.body)),
		} {
			raw, form, err := readItems(in)
			for i := range raw {
				if raw[i] == "" {
					raw[i] = "-"
				}
			}
			status := 0
			if errors.As(err, new(FormError)) {
				status = 400
			} else if errors.As(err, new(*FieldError)) {
				status = 422
			}
			if got := strings.Join(raw, " "); got != c.items || status != c.status || strings.Count(" "+c.items, " -") != len(form) {
				t.Errorf("%s, %s: got %.80s, %q, %v; want %.80s, %d", c.name, way, got, form, err, c.items, c.status)
			}
		}
	}
}

func TestItemsPassOnTheErrorOfTheirReader(t *testing.T) {
	_, _, err := readItems(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(`{"list":[1]}`))))
	if !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("got %v", err)
	}
}

// What is read to its end without an error is JSON, and its items are those that
// encoding/json finds.
func FuzzBatch(f *testing.F) {
	for _, seed := range []string{`{"list":[{"a":"\"]"},[1],2,"x"]}`, `{"list":[]}`, ` { "list" : [ 1 , {} ] } `, `{"list":[1],"list":[]}`, `{"list":[{"a":1]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		raw, form, err := readItems(strings.NewReader(body))
		var want struct{ List []json.RawMessage }
		problem := json.Unmarshal([]byte(body), &want)
		if err != nil || len(form) > 0 {
			return
		}
		if problem != nil || len(raw) != len(want.List) {
			t.Fatalf("%q: %d items %q; encoding/json says %v, %d items", body, len(raw), raw, problem, len(want.List))
		}
		for i := range raw {
			if raw[i] != string(want.List[i]) {
				t.Errorf("%q: item %d is %q, want %q", body, i, raw[i], want.List[i])
			}
		}
	})
}
