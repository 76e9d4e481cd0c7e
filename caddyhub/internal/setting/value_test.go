package setting

import (
	"errors"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// configuration has a field of each kind that an option may be kept in.
type configuration struct {
	Name   string
	On     *bool
	Days   int
	Hosts  []string
	Ranges []netip.Prefix
	Block  struct{ BaseURL string }
}

func TestTakeKeepsWords(t *testing.T) {
	for _, tt := range []struct {
		name  string
		row   Row
		given []string
		want  []string
		wrong string
	}{
		{"a text", Row{Option: "name"}, []string{"x"}, []string{"x"}, ""},
		{"two words of a text", Row{Option: "name"}, []string{"x", "y"}, nil, "needs exactly one value"},
		{"two words of a line", Row{Option: "name", Line: true}, []string{"x", "y"}, []string{"x y"}, ""},
		{"no word", Row{Option: "name"}, nil, nil, "needs exactly one value"},
		{"an empty one", Row{Option: "name"}, []string{""}, nil, "needs exactly one value"},
		{"no toggle at all", Row{Option: "on"}, []string{""}, nil, "must be true or false"},
		{"an empty line", Row{Option: "name", Line: true}, nil, nil, "needs exactly one value"},
		{"off is set", Row{Option: "on"}, []string{"no"}, []string{"false"}, ""},
		{"no toggle", Row{Option: "on"}, []string{"maybe"}, nil, "must be true or false"},
		{"a number", Row{Option: "days"}, []string{"3"}, []string{"3"}, ""},
		{"zero stands for the default", Row{Option: "days"}, []string{"0"}, nil, "must be a whole number above 0"},
		{"a list", Row{Option: "hosts"}, []string{"a", "b"}, []string{"a", "b"}, ""},
		{"an empty list", Row{Option: "hosts"}, nil, nil, "needs at least one value"},
		{"inside a block", Row{Option: "block base_url"}, []string{"x"}, []string{"x"}, ""},
		{"a bad value", Row{Option: "name", Check: CheckToken}, []string{"a b"}, nil, "must be printable ASCII without spaces, at most 1000 characters"},
		{"a placeholder is checked later", Row{Option: "name", Check: CheckToggle}, []string{"{env.X}"}, []string{"{env.X}"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := new(configuration)
			err := tt.row.Take(c, tt.given)
			if tt.wrong != "" {
				if err == nil || err.Error() != tt.wrong {
					t.Errorf("got %v, want %s", err, tt.wrong)
				}
				return
			}
			if got := tt.row.Words(c); err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestKeepFillsTypedFields(t *testing.T) {
	c := new(configuration)
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
		{Key: "on", Check: CheckToggle, Default: "true"},
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
