package store

import (
	"encoding/json"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests, on any machine
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	for _, tc := range []struct{ name, in, want string }{
		{"UTC", "2026-05-04T09:30:00Z", "2026-05-04T09:30:00.000Z"},
		{"an offset", "2026-05-04T09:30:00+05:30", "2026-05-04T04:00:00.000Z"},
		{"cut to milliseconds", "2026-05-04T09:30:00.999999Z", "2026-05-04T09:30:00.999Z"},
		{"no offset: the owner's summer", "2026-05-04T09:30:00", "2026-05-04T07:30:00.000Z"},
		{"no offset: the owner's winter", "2026-01-04T09:30:00.5", "2026-01-04T08:30:00.500Z"},
		{"no seconds", "2026-05-04T09:30", "2026-05-04T07:30:00.000Z"},
		{"a space", "2026-05-04 09:30:15", "2026-05-04T07:30:15.000Z"},
		{"a space, no seconds", "2026-05-04 09:30", "2026-05-04T07:30:00.000Z"},
		{"a day starts at the owner's midnight", "2026-05-04", "2026-05-03T22:00:00.000Z"},
		{"a time the clock skips is later by as much", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"},
		{"a time the clock shows twice is the first", "2026-10-25T02:30:00.25", "2026-10-25T00:30:00.250Z"},
		{"white space around", " 2026-05-04T09:30:00Z\n", "2026-05-04T09:30:00.000Z"},
		{"the last moment", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"},
		{"a year with five digits in UTC", "9999-12-31T23:59:59-01:00", ""},
		{"a year before the first in UTC", "0001-01-01T00:00:00+01:00", ""},
		{"no such day", "2026-02-30", ""},
		{"no such hour", "2026-05-04T24:30:00Z", ""},
		{"words", "tomorrow", ""},
		{"a number", "1777887000", ""},
		{"nothing", "", ""},
	} {
		got, err := ParseTime(tc.in, berlin)
		if tc.want == "" && err == nil || tc.want != "" && (err != nil || got.String() != tc.want) {
			t.Errorf("%s: %q is %s, %v; want %q", tc.name, tc.in, got, err, tc.want)
		}
	}
}

func TestTimeHasOneForm(t *testing.T) {
	t.Parallel()
	at := At(time.Date(2026, 5, 4, 11, 30, 0, 1_999_999, zone(t, "Europe/Berlin")))
	const want = "2026-05-04T09:30:00.001Z"
	value, err := at.Value()
	if err != nil || value != want || at.String() != want {
		t.Errorf("stored as %v, shown as %s", value, at)
	}
	b, err := json.Marshal(map[string]any{"value": at, "pointer": &at})
	if err != nil || string(b) != `{"pointer":"`+want+`","value":"`+want+`"}` {
		t.Errorf("JSON %s, %v", b, err)
	}
	var scanned, parsed Time
	if err := scanned.Scan(want); err != nil || scanned != at {
		t.Errorf("read back as %v, %v", scanned, err)
	}
	if err := json.Unmarshal([]byte(`"`+want+`"`), &parsed); err != nil || parsed != at {
		t.Errorf("from JSON: %v, %v", parsed, err)
	}
	for _, bad := range []string{`5`, `"x"`, `{}`, `""`} {
		if err := json.Unmarshal([]byte(bad), &parsed); err == nil {
			t.Errorf("%s passes for a time", bad)
		}
	}
	for _, bad := range []any{nil, 5, []byte(want), "x"} {
		if err := scanned.Scan(bad); err == nil {
			t.Errorf("%v passes for a stored time", bad)
		}
	}
	if b, err := at.MarshalText(); err != nil || string(b) != want {
		t.Errorf("text %s, %v", b, err)
	}
}

func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{"2026-05-04T09:30:00Z", "2026-05-04", "2026-05-04 09:30", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "", "\xff"} {
		f.Add(seed)
	}
	zone := time.FixedZone("", -12*3600)
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseTime(s, zone)
		if err != nil {
			return
		}
		text := got.String()
		if len(text) != len(timeLayout) {
			t.Fatalf("%q became %q, which does not sort", s, text)
		}
		if again, err := ParseTime(text, zone); err != nil || again != got {
			t.Fatalf("%q became %q, and that %v, %v", s, text, again, err)
		}
		var scanned Time
		if err := scanned.Scan(text); err != nil || scanned != got {
			t.Fatalf("%q stored as %q was read as %v, %v", s, text, scanned, err)
		}
	})
}
