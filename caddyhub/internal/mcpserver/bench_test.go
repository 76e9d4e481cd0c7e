package mcpserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// The three lines to compare: a bare JSON echo, the overlap query alone, and the same
// query through the whole handler.
func BenchmarkCheckOverlap(b *testing.B) {
	h := newHub(b)
	for i := range 1000 {
		h.thread("alpha", fmt.Sprintf("Fix the %d. redirect of the login page", i))
	}
	handler, err := New(Config{Store: h.store, Authorize: allow})
	if err != nil {
		b.Fatal(err)
	}
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_overlap","arguments":{"query":"login page redirect loops"}}}`
	serve := func(b *testing.B, handler http.Handler) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			if handler.ServeHTTP(w, r); w.Code != http.StatusOK {
				b.Fatal(w.Code)
			}
		}
	}
	b.Run("echo", func(b *testing.B) {
		serve(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var v any
			raw, _ := io.ReadAll(r.Body)
			if err := json.Unmarshal(raw, &v); err != nil {
				b.Fatal(err)
			}
			_ = json.NewEncoder(w).Encode(v)
		}))
	})
	b.Run("store", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := h.store.Overlap(b.Context(), store.OverlapQuery{Text: "login page redirect loops"}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("mcp", func(b *testing.B) { serve(b, handler) })
}

// A page of a search costs what ranking all its pages costs, so that they fit together.
func BenchmarkSearch(b *testing.B) {
	h := newHub(b)
	for i := range 10_000 {
		h.thread("alpha", fmt.Sprintf("Fix the %d. redirect of the login page %d", i, i%97))
	}
	for _, limit := range []int{usualRows, searchDepth} {
		b.Run(fmt.Sprintf("store, best %d", limit), func(b *testing.B) {
			for b.Loop() {
				if _, err := h.store.Search(b.Context(), store.SearchQuery{Text: "login page redirect loops", Limit: limit}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("mcp", func(b *testing.B) {
		for b.Loop() {
			h.call("search", map[string]any{"query": "login page redirect loops"})
		}
	})
}

// What a client reads beside the tools, of a project with a thousand threads.
func BenchmarkMethods(b *testing.B) {
	h := newHub(b)
	for i := range 1000 {
		h.thread("alpha", fmt.Sprintf("Fix the %d. redirect of the login page", i), full)
	}
	h.progress("alpha", strings.Repeat("- [x] one more step\n", 500))
	handler, err := New(Config{Store: h.store, Authorize: allow})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, method, params string }{
		{"list", "resources/list", `{}`},
		{"read", "resources/read", `{"uri":"hub://projects/alpha/progress"}`},
		{"prompt", "prompts/get", `{"name":"resume_work","arguments":{"project":"alpha"}}`},
		{"complete", "completion/complete", `{"ref":{"type":"ref/resource","uri":"hub://threads/{id}"},"argument":{"name":"id","value":"login"}}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+c.method+`","params":`+c.params+`}`))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				if handler.ServeHTTP(w, r); !strings.Contains(w.Body.String(), `"result"`) {
					b.Fatal(w.Body)
				}
			}
		})
	}
}
