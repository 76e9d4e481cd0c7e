package setting

import (
	"errors"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestTakeKeepsWords(t *testing.T) {
	for _, tt := range []struct {
		name  string
		row   Row
		given []string
		want  []string
		wrong string
	}{
		{"a text", Row{}, []string{"x"}, []string{"x"}, ""},
		{"two words of a text", Row{}, []string{"x", "y"}, nil, "needs exactly one value"},
		{"two words of a line", Row{Kind: Line}, []string{"x", "y"}, []string{"x y"}, ""},
		{"no word", Row{}, nil, nil, "needs exactly one value"},
		{"an empty one", Row{}, []string{""}, nil, "needs exactly one value"},
		{"no toggle at all", Row{Kind: Toggle}, []string{""}, nil, "must be true or false"},
		{"an empty line", Row{Kind: Line}, nil, nil, "needs exactly one value"},
		{"off is set", Row{Kind: Toggle}, []string{"no"}, []string{"false"}, ""},
		{"no toggle", Row{Kind: Toggle}, []string{"maybe"}, nil, "must be true or false"},
		{"a number", Row{Kind: Number}, []string{"3"}, []string{"3"}, ""},
		{"zero stands for the default", Row{Kind: Number}, []string{"0"}, nil, "must be a whole number above 0"},
		{"a list", Row{Kind: List}, []string{"a", "b"}, []string{"a", "b"}, ""},
		{"an empty list", Row{Kind: List}, nil, nil, "needs at least one value"},
		{"an empty word in a list", Row{Kind: List}, []string{"a", ""}, nil, "needs exactly one value"},
		{"a bad value", Row{Check: CheckToken}, []string{"a b"}, nil, "must be printable ASCII without spaces, at most 1000 characters"},
		{"a placeholder is checked later", Row{Check: CheckCron}, []string{"{env.X}"}, []string{"{env.X}"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.row.Take(tt.given)
			if tt.wrong != "" {
				if err == nil || err.Error() != tt.wrong {
					t.Errorf("got %v, want %s", err, tt.wrong)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

// ofEachKind are options of every kind, in and out of a block.
var ofEachKind = Table{{Key: "name"}, {Key: "cron", Kind: Line}, {Key: "on", Kind: Toggle}, {Key: "days", Kind: Number}, {Key: "base_url", Option: "block base_url"}, {Key: "hosts", Kind: List}}.Options("")

func TestJSON(t *testing.T) {
	for _, tt := range []struct {
		name string
		json string
		want Configuration
	}{
		{"nothing", `{}`, Configuration{}},
		{"each kind", `{"name":"x \"y\"","cron":"0 9 * * *","on":true,"days":3,"hosts":["a","b"],"block":{"base_url":"http://x"}}`, Configuration{
			"name": {`x "y"`}, "cron": {"0 9 * * *"}, "on": {"true"}, "days": {"3"}, "hosts": {"a", "b"}, "block base_url": {"http://x"},
		}},
		{"off is set", `{"on":false}`, Configuration{"on": {"false"}}},
		{"one word of a list", `{"hosts":["a"]}`, Configuration{"hosts": {"a"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ofEachKind.Decode([]byte(tt.json))
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("decoded %q, %v", got, err)
			}
			if again, err := ofEachKind.Encode(got); err != nil || string(again) != tt.json {
				t.Errorf("encoded %s, %v", again, err)
			}
		})
	}
	t.Run("values that are none", func(t *testing.T) {
		got, err := ofEachKind.Decode([]byte(`{"name":"","cron":null,"on":null,"days":0,"hosts":[],"block":{}}`))
		if err != nil || len(got) > 0 {
			t.Errorf("%q, %v", got, err)
		}
	})
	for _, wrong := range []string{`{"other":1}`, `{"block":{"other":1}}`, `{"block":"x"}`, `{"name":1}`, `{"on":"true"}`, `{"days":"3"}`, `{"days":1.5}`, `{"hosts":"a"}`, `[]`, `{`} {
		if got, err := ofEachKind.Decode([]byte(wrong)); err == nil {
			t.Errorf("%s is taken as %q", wrong, got)
		}
	}
}

func TestKeepFillsTypedFields(t *testing.T) {
	c := new(struct{ Ranges []netip.Prefix })
	if _, err := (Row{Option: "ranges"}).Keep(c, []string{"10.0.0.0/8"}); err != nil || c.Ranges[0] != netip.MustParsePrefix("10.0.0.0/8") {
		t.Errorf("%v, %v", c.Ranges, err)
	}
	if kept, err := (Row{Option: "elsewhere"}).Keep(c, []string{"x"}); err != nil || kept[0] != "x" {
		t.Errorf("without a field: %q, %v", kept, err)
	}
}

func TestChoices(t *testing.T) {
	table := Table{
		{Key: "base_url", Default: "none", Check: func(v string) (string, error) { return strings.Trim(v, "."), nil }},
		{Key: "on", Kind: Toggle, Default: "true"},
		{Key: "token", Check: CheckToken, Secret: true},
	}
	type stored struct {
		BaseURL *string
		On      *bool
	}
	type values struct {
		BaseURL string
		On      bool
	}
	body := struct {
		BaseURL struct{ store.Opt[string] } `json:"base_url,omitempty"`
		On      struct{ store.Opt[bool] }   `json:"on,omitempty"`
		Token   struct{ store.Opt[string] } `json:"token,omitempty"`
	}{}
	body.BaseURL.Opt, body.On.Opt = store.Some(" a "), store.Some(false)

	var s stored
	in, err := table.Accept(InputOf(body), nil)
	if err != nil {
		t.Fatal(err)
	}
	in.Store(&s)
	if s.BaseURL == nil || *s.BaseURL != "a" || s.On == nil || *s.On {
		t.Errorf("stored %+v", s)
	}
	for _, tt := range []struct {
		name   string
		fixed  Fixed
		stored stored
		want   values
	}{
		{"nothing", nil, stored{}, values{"none", true}},
		{"stored", nil, s, values{"a", false}},
		{"fixed", Fixed{"base_url": {Text: "f"}, "on": {Text: "true"}}, s, values{"f", true}},
		{"fixed to nothing", Fixed{"base_url": {}}, s, values{"", false}},
	} {
		var got values
		if table.Fill(&got, tt.fixed, &tt.stored); got != tt.want {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	t.Run("taken back", func(t *testing.T) {
		in, err := table.Accept(Input{"base_url": {Set: true}, "on": store.Some(" ")}, nil)
		if in.Store(&s); err != nil || s.BaseURL != nil || s.On != nil {
			t.Errorf("%+v, %v", s, err)
		}
	})
	t.Run("a value that is kept as none", func(t *testing.T) {
		s.BaseURL = new("a")
		in, err := table.Accept(Input{"base_url": store.Some(".")}, nil)
		if in.Store(&s); err != nil || s.BaseURL != nil {
			t.Errorf("%+v, %v", s, err)
		}
	})
	t.Run("no address for a fixed secret", func(t *testing.T) {
		_, err := table.Accept(Input{"base_url": store.Some("a")}, Fixed{"token": {Text: "t", Source: "the Caddyfile"}}, "base_url")
		if fixed := new(FixedError); !errors.As(err, &fixed) || fixed.Name != "the address for the token" {
			t.Errorf("%v", err)
		}
	})
}
