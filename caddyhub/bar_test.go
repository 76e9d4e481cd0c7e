package caddyhub

import (
	"strings"
	"testing"
	"time"
)

func TestBar(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	b := bar{w: &out, now: func() time.Time { return now }}
	for _, tc := range []struct {
		name        string
		after       time.Duration
		done, total int64
		want        string
	}{
		{"the first", time.Hour, 0, 4, "\r\x1b[K[                        ]   0 %  x"},
		{"sooner than the eye", barEvery / 2, 1, 4, ""},
		{"half of it", barEvery, 2, 4, "\r\x1b[K[============            ]  50 %  x"},
		{"of nothing", barEvery, 2, 0, ""},
		{"more than all", barEvery, 9, 4, "\r\x1b[K[========================] 100 %  x"},
	} {
		out.Reset()
		now = now.Add(tc.after)
		b.show(tc.done, tc.total, "x")
		if got := out.String(); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	out.Reset()
	b.clear()
	b.clear()
	if got := out.String(); got != "\r\x1b[K" {
		t.Errorf("taken away: %q", got)
	}
}
