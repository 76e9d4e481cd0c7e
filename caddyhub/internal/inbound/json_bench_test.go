package inbound

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkJSONCheck(b *testing.B) {
	var many strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&many, `{"session_ref":"s-%d","tool":"codex","title":"Fix the reconnect loop","started_at":"2026-05-04T09:30:00Z","counts":{"user":%d,"tool":12}},`, i, i)
	}
	for _, c := range []struct{ name, body string }{
		{"thread", `{"summary":"Fix the reconnect loop of the stream","project_slug":"home-server","source_tool":"codex","next_steps":["read the log","try again"],"energy":"low"}`},
		{"page of 200 KB", `{"markdown":"` + strings.Repeat(`A line of a page, with a \"quote\" and ümläuts.\n`, 4_000) + `"}`},
		{"5,000 records", `{"sessions":[` + strings.TrimSuffix(many.String(), ",") + `]}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.body)))
			b.ReportAllocs()
			body := []byte(c.body)
			for b.Loop() {
				if err := rules.Check(body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
