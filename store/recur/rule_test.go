package recur

import (
	"testing"
	"time"
)

func TestNextByKind(t *testing.T) {
	t.Parallel()
	const (
		onMonday = "2026-05-04T09:00:00"
		nightly  = "2026-01-01T02:30:00"
	)
	for _, tc := range []struct{ name, kind, anchor, zone, after, want string }{
		{"once: the anchor", "once", onMonday, "Europe/Berlin", "2026-05-04T06:59:59Z", "2026-05-04T07:00:00Z"},
		{"once: long before", "once", onMonday, "Asia/Kolkata", "1990-01-01T00:00:00Z", "2026-05-04T03:30:00Z"},
		{"once: not after itself", "once", onMonday, "Europe/Berlin", "2026-05-04T07:00:00Z", ""},
		{"once: in a gap", "once", "2026-03-08T02:30:00", "America/New_York", "2026-03-08T07:00:00Z", "2026-03-08T07:30:00Z"},
		{"daily: nothing before the anchor", "daily", onMonday, "Europe/Berlin", "2020-01-01T00:00:00Z", "2026-05-04T07:00:00Z"},
		{"daily: strictly after", "daily", onMonday, "Europe/Berlin", "2026-05-04T07:00:00Z", "2026-05-05T07:00:00Z"},
		{"daily: a millisecond before", "daily", onMonday, "Europe/Berlin", "2026-05-05T06:59:59.999Z", "2026-05-05T07:00:00Z"},
		{"daily: nine stays nine in winter", "daily", onMonday, "Europe/Berlin", "2026-10-25T00:00:00Z", "2026-10-25T08:00:00Z"},
		{"daily: an anchor long past", "daily", "1970-01-01T09:00:00", "Europe/Berlin", "2390-05-04T12:00:00Z", "2390-05-05T07:00:00Z"},
		{"daily: the owner has moved", "daily", onMonday, "America/New_York", "2026-05-05T07:00:00Z", "2026-05-05T13:00:00Z"},
		{"daily: in a gap", "daily", nightly, "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"},
		{"daily: the day after a gap", "daily", nightly, "Europe/Berlin", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"},
		{"daily: the first of two", "daily", nightly, "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"},
		{"daily: not the second of two", "daily", nightly, "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},
		{"daily: a gap of half an hour", "daily", "2026-01-01T02:15:00", "Australia/Lord_Howe", "2026-10-03T12:00:00Z", "2026-10-03T15:45:00Z"},
		{"daily: a skipped midnight", "daily", "2018-01-01T00:00:00", "America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z"},
		{"daily: a skipped day fires with the next", "daily", "2011-01-01T09:00:00", "Pacific/Apia", "2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z"},
		{"daily: and once only", "daily", "2011-01-01T09:00:00", "Pacific/Apia", "2011-12-30T19:00:00Z", "2011-12-31T19:00:00Z"},
		{"weekly: the anchor's weekday", "weekly", onMonday, "Europe/Berlin", "2026-05-05T00:00:00Z", "2026-05-11T07:00:00Z"},
		{"weekly: strictly after", "weekly", onMonday, "Europe/Berlin", "2026-05-11T07:00:00Z", "2026-05-18T07:00:00Z"},
		{"weekly: over a change of the clocks", "weekly", onMonday, "Europe/Berlin", "2026-10-19T07:00:00Z", "2026-10-26T08:00:00Z"},
		{"weekly: a Friday that was skipped", "weekly", "2011-12-02T09:00:00", "Pacific/Apia", "2011-12-24T00:00:00Z", "2011-12-30T19:00:00Z"},
		{"weekly: the Friday after it", "weekly", "2011-12-02T09:00:00", "Pacific/Apia", "2011-12-30T19:00:00Z", "2012-01-05T19:00:00Z"},
		{"the horizon", "daily", onMonday, "UTC", "2399-12-30T09:00:00Z", "2399-12-31T09:00:00Z"},
		{"beyond the horizon", "daily", onMonday, "UTC", "2399-12-31T09:00:00Z", ""},
		{"far beyond the horizon", "daily", onMonday, "UTC", "9999-12-31T09:00:00Z", ""},
	} {
		after, err := time.Parse(time.RFC3339, tc.after)
		if err != nil {
			t.Fatal(err)
		}
		next, ok := Rule{Kind: tc.kind, Anchor: clockTime(t, tc.anchor)}.Next(after, zone(t, tc.zone))
		got := ""
		if ok {
			got = next.UTC().Format(time.RFC3339)
		}
		if got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestCheckKindAndAnchor(t *testing.T) {
	t.Parallel()
	const fine, rule = "2026-05-04T09:00:00", "FREQ=DAILY"
	for _, tc := range []struct{ name, kind, anchor, rule, want string }{
		{"once", "once", fine, "", ""},
		{"daily", "daily", fine, "", ""},
		{"weekly", "weekly", fine, "", ""},
		{"rrule", "rrule", fine, rule, ""},
		{"the first year", "daily", "1970-01-01T00:00:00", "", ""},
		{"the last year", "rrule", "2200-12-31T23:59:59", rule, ""},
		{"too early", "daily", "1969-12-31T23:59:59", "", "must begin in the years 1970 to 2200"},
		{"too late", "rrule", "2201-01-01T00:00:00", rule, "must begin in the years 1970 to 2200"},
		{"no anchor", "once", "0001-01-01T00:00:00", "", "must begin in the years 1970 to 2200"},
		{"a kind without times", "session", fine, "", "must be of the kind once, daily, weekly or rrule"},
		{"no kind", "", fine, "", "must be of the kind once, daily, weekly or rrule"},
		{"another case", "Daily", fine, "", "must be of the kind once, daily, weekly or rrule"},
	} {
		r := Rule{Kind: tc.kind, Anchor: clockTime(t, tc.anchor), RRule: tc.rule}
		err := r.Check()
		if got := message(err); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
		if _, ok := r.Next(justBefore(r.Anchor, time.UTC), time.UTC); ok != (err == nil) {
			t.Errorf("%s: fires: %t, with %v", tc.name, ok, err)
		}
	}
}

// message is the text of an error, empty without one.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
