package inbound

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// clock is a clock that a test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newRegistry() (*Clients, *clock) {
	c := &clock{time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)}
	return NewClients(c.Now), c
}

func names(r *Clients) (names []string) {
	for _, c := range r.List() {
		names = append(names, c.Name)
	}
	return names
}

func TestCallsAreCounted(t *testing.T) {
	r, c := newRegistry()
	r.Record(Call{Client: "codex", Kind: MCP, What: "start_work"})
	c.now = c.now.Add(time.Minute)
	r.Record(Call{Client: "curl/8.5", Kind: REST, What: "GET /api/threads"})
	r.Record(Call{Client: "codex", Kind: MCP, What: "read", Failed: "thread \"x\" not found"})
	c.now = c.now.Add(time.Minute)
	r.Record(Call{Client: "codex", Kind: REST, Token: "laptop", What: "GET /api/threads"})
	minuteAgo := c.now.Add(-time.Minute)
	want := []Client{
		{
			Name: "codex", Kind: REST, Calls: 3, MCPCalls: 1, LastCall: "GET /api/threads", LastAt: c.now, LastError: "thread \"x\" not found", LastErrorAt: minuteAgo,
			TokensAt: map[string]time.Time{"": minuteAgo, "laptop": c.now},
		},
		{Name: "curl/8.5", Kind: REST, Calls: 1, LastCall: "GET /api/threads", LastAt: minuteAgo, TokensAt: map[string]time.Time{"": minuteAgo}},
	}
	if got := r.List(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestOnlyAnMCPCallConnects: what counts as a connected agent is an MCP call that succeeded,
// whatever else the same program calls.
func TestOnlyAnMCPCallConnects(t *testing.T) {
	rest := Call{Client: "a", Kind: REST, What: "GET /api/threads"}
	mcp := Call{Client: "a", Kind: MCP, What: "initialize"}
	failed := Call{Client: "a", Kind: MCP, What: "POST /mcp", Failed: "no JSON"}
	for name, tt := range map[string]struct {
		record, refuse []Call
		want           int
	}{
		"REST alone":             {record: []Call{rest, rest}},
		"MCP that failed":        {record: []Call{failed}},
		"MCP without the token":  {refuse: []Call{mcp}},
		"MCP, then REST":         {record: []Call{mcp, rest}, want: 1},
		"MCP that failed before": {record: []Call{failed, mcp, mcp}, want: 2},
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := newRegistry()
			for _, c := range tt.record {
				r.Record(c)
			}
			for _, c := range tt.refuse {
				r.Refuse(c)
			}
			if got := r.List()[0].MCPCalls; got != tt.want {
				t.Errorf("%d MCP calls, want %d", got, tt.want)
			}
		})
	}
}

func TestTheOneAwayForTheLongestIsForgotten(t *testing.T) {
	r, c := newRegistry()
	for i := range mostClients {
		c.now = c.now.Add(time.Second)
		r.Record(Call{Client: fmt.Sprint("client ", i)})
	}
	c.now = c.now.Add(time.Second)
	r.Record(Call{Client: "client 0"}) // it is back
	c.now = c.now.Add(time.Second)
	r.Record(Call{Client: "new"})
	got := names(r)
	if len(got) != mostClients || got[0] != "new" || got[1] != "client 0" || slices.Contains(got, "client 1") || !slices.Contains(got, "client 2") {
		t.Errorf("kept %d: %v", len(got), got)
	}
	for i := range 10_000 {
		r.Record(Call{Client: fmt.Sprint("flood ", i)})
	}
	if n := len(names(r)); n != mostClients {
		t.Errorf("%d are kept", n)
	}
}

func TestTheTokenAwayForTheLongestIsForgotten(t *testing.T) {
	r, c := newRegistry()
	for i := range 3 * mostTokens {
		c.now = c.now.Add(time.Second)
		r.Record(Call{Client: "codex", Kind: MCP, Token: fmt.Sprint("machine ", i)})
	}
	at := r.List()[0].TokensAt
	_, old := at[fmt.Sprint("machine ", 2*mostTokens-1)]
	_, kept := at[fmt.Sprint("machine ", 2*mostTokens)]
	if len(at) != mostTokens || old || !kept {
		t.Errorf("kept %v", at)
	}
}

func TestTheRefusedHavePlacesOfTheirOwn(t *testing.T) {
	r, c := newRegistry()
	for i := range mostClients {
		r.Record(Call{Client: fmt.Sprint("client ", i)})
	}
	for i := range 10_000 {
		c.now = c.now.Add(time.Second)
		r.Refuse(Call{Client: fmt.Sprint("stranger ", i), Kind: MCP, What: "POST /mcp", Failed: "no credential"})
	}
	r.Refuse(Call{Client: "client 0"}) // the name of a known one opens no other place
	list := r.List()
	if len(list) != mostClients+mostRefused {
		t.Fatalf("%d are kept", len(list))
	}
	for i, client := range list {
		if client.Refused != (i >= mostClients) {
			t.Errorf("place %d: %+v", i, client)
		}
		if !client.Refused && client.Calls != 1 {
			t.Errorf("a refused call counts as one of %+v", client)
		}
	}
	want := []string{"client 0", "stranger 9999", "stranger 9998", "stranger 9997"}
	if got := names(r)[mostClients:]; !slices.Equal(got, want) {
		t.Errorf("refused are %v, want %v", got, want)
	}
	if last := list[mostClients+1]; last.Calls != 1 || last.LastError != "no credential" || !last.LastErrorAt.Equal(c.now) {
		t.Errorf("%+v", last)
	}
}

func TestACallWithoutANameIsThatOfTheOneIntroduced(t *testing.T) {
	for _, tc := range []struct {
		name  string
		calls []Call
		want  string
	}{
		{"nobody", nil, ""},
		{"one", []Call{{Client: "zed", Introduced: "node/24"}}, "zed"},
		{"the same again", []Call{{Client: "zed", Introduced: "node/24"}, {Client: "zed", Introduced: "node/24"}}, "zed"},
		{"two under one", []Call{{Client: "zed", Introduced: "node/24"}, {Client: "cursor", Introduced: "node/24"}}, ""},
		{"another came under another", []Call{{Client: "zed", Introduced: "node/24"}, {Client: "cursor", Introduced: "electron"}}, "zed"},
		{"came back under another", []Call{{Client: "zed", Introduced: "node/24"}, {Client: "zed", Introduced: "node/26"}}, ""},
		{"calls without introduction", []Call{{Client: "zed", Introduced: "node/24"}, {Client: "zed"}, {Client: "cursor"}}, "zed"},
	} {
		r, _ := newRegistry()
		for _, call := range tc.calls {
			r.Record(call)
		}
		if got := r.Introduced("node/24"); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
		if got := r.Introduced(""); got != "" {
			t.Errorf("%s: no User-Agent is that of %q", tc.name, got)
		}
	}
}

func TestTextsFromOutsideAreHarmless(t *testing.T) {
	for _, tc := range []struct{ name, given, want string }{
		{"empty", "", "unknown"},
		{"blank", " \t\r\n", "unknown"},
		{"control characters", "a\x00b\x1b[31m\r\nc", "a b [31m c"},
		{"invalid UTF-8", "a\xffb", "a b"},
		{"direction marks", "a\u202eb\u200bc", "a b c"},
		{"other scripts", "クライアント", "クライアント"},
		{"long", strings.Repeat("ü", 1000), strings.Repeat("ü", maxText)},
	} {
		r, _ := newRegistry()
		r.Record(Call{Client: tc.given, What: tc.given, Failed: tc.given})
		c := r.List()[0]
		if c.Name != tc.want || !utf8.ValidString(c.LastCall+c.LastError) || utf8.RuneCountInString(c.LastCall) > maxText || strings.ContainsAny(c.LastCall+c.LastError, "\x00\n\x1b") {
			t.Errorf("%s: %+v", tc.name, c)
		}
	}
	r, _ := newRegistry()
	r.Record(Call{Client: "a\nb"})
	r.Record(Call{Client: "a b"})
	if got := r.List(); len(got) != 1 || got[0].Calls != 2 {
		t.Errorf("two spellings of one name: %+v", got)
	}
}

func TestANilRegistryRemembersNobody(t *testing.T) {
	var r *Clients
	r.Record(Call{Client: "codex"})
	r.Refuse(Call{Client: "codex"})
	if len(r.List()) != 0 || r.Introduced("codex") != "" {
		t.Error("it remembers")
	}
}

func TestSimultaneousCallsAreAllCounted(t *testing.T) {
	r := NewClients(time.Now)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 500 {
				r.Record(Call{Client: fmt.Sprint(i % 2), What: "x"})
				r.List()
			}
		})
	}
	wg.Wait()
	for _, c := range r.List() {
		if c.Calls != 2000 {
			t.Errorf("%s: %d calls", c.Name, c.Calls)
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	r := NewClients(time.Now)
	call := Call{Client: "claude-code/1.0.44", Kind: REST, What: "GET /api/threads"}
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			r.Record(call)
		}
	})
}
