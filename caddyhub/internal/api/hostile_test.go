package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// described is the part of the OpenAPI document that tests read.
type described struct {
	Paths map[string]map[string]struct {
		OperationID string
		Parameters  []struct{ Name, In string }
		RequestBody *struct {
			Content map[string]struct{ Schema map[string]any }
		}
	}
	Components struct{ Schemas map[string]map[string]any }
}

func describedBy(h *hub) described {
	h.t.Helper()
	return decode[described](h.get("/api/openapi.json"))
}

// hostile are values that parsers, databases and file systems have stumbled over.
var hostile = []string{
	"", " ", "\x00", "\xff\xfe", "..", "../../etc/passwd", "%2e%2e%2f", `..\..`, "CON", "null", "undefined", "-1", "0", "1e999",
	"999999999999999999999", "NaN", "true", "'); DROP TABLE threads; --", `"`, `" OR ""="`, "NEAR(", "a* AND", "(((((", "*", "^", "-",
	"<script>alert(1)</script>", "{{7*7}}", "${jndi:ldap://x}", "\r\nX-Evil: 1", "\u202e\u200b\u2066", "🎉🎉", "東京", "ﷺ", "İ", "ß",
	"cxy99bbg25ng", "000000000000", "zzzzzzzzzzzz", "inbox", "resolve", "hub://threads/x", "2026-05-04", "9999-12-31T23:59:59Z", "0000-00-00", "tomorrow",
	"FREQ=SECONDLY", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", strings.Repeat("a", 5000), strings.Repeat("%", 300), strings.Repeat("é", 3000), "*/0", "W/\"1\"", "\"1.zz\"",
}

// badJSON are bodies that are no request at all.
var badJSON = []string{
	"", "{", "[]", "null", "1", `"text"`, "{}x", `{"a":1,"a":2}`, `{"a":1,"A":2}`, strings.Repeat("[", 5000), "\xef\xbb\xbf{}", `{"\ud800":1}`, "{\"a\":\"\xff\"}",
	`{"summary":` + strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 41), `{"summary":1e999}`, `{"markdown":"` + strings.Repeat("> ", 60000) + `"}`,
}

// forger makes bad requests from the description of the API.
type forger struct {
	*rand.Rand
	doc described
}

func (f *forger) pick(list []string) string { return list[f.IntN(len(list))] }

func (f *forger) request() *http.Request {
	path := f.pick(slices.Sorted(maps.Keys(f.doc.Paths)))
	method := f.pick(slices.Sorted(maps.Keys(f.doc.Paths[path])))
	op := f.doc.Paths[path][method]
	query := url.Values{}
	header := http.Header{}
	for _, p := range op.Parameters {
		value := f.pick(hostile)
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(value))
		case p.In == "query" && f.IntN(2) == 0:
			query.Add(p.Name, value)
		case p.In == "header" && f.IntN(2) == 0:
			header.Set(p.Name, value)
		}
	}
	if f.IntN(10) == 0 {
		query.Add(f.pick(hostile), f.pick(hostile))
	}
	body := ""
	if op.RequestBody != nil {
		body = f.pick(badJSON)
		if content, ok := op.RequestBody.Content[jsonType]; ok && f.IntN(4) > 0 {
			text, _ := json.Marshal(f.value(content.Schema, 0)) // what does not encode is an empty body
			body = string(text)
		}
	}
	if f.IntN(20) == 0 {
		method = f.pick([]string{"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "BREW"})
	}
	target := &url.URL{Path: "/", RawQuery: query.Encode()}
	r := httptest.NewRequest(strings.ToUpper(method), "/", strings.NewReader(body))
	if target.Path, target.RawPath = path, ""; strings.Contains(path, "%") {
		target.RawPath = path
		if plain, err := url.PathUnescape(path); err == nil {
			target.Path = plain
		}
	}
	r.URL, r.Header = target, header
	r.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		r.Header.Set("Content-Type", f.pick([]string{jsonType, jsonType, jsonType, jsonType, "text/plain", "application/json; charset=utf-16", ""}))
	}
	if f.IntN(10) == 0 {
		r.Header.Set("Idempotency-Key", f.pick(hostile))
	}
	return r
}

// value is a bad value for a schema: sometimes of the right type, never meant well.
func (f *forger) value(schema map[string]any, depth int) any {
	if ref, ok := schema["$ref"].(string); ok {
		schema = f.doc.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
	}
	if f.IntN(8) == 0 || depth > 4 {
		return []any{nil, true, -1, 1e18, f.pick(hostile), []any{f.pick(hostile)}, map[string]any{f.pick(hostile): 1}}[f.IntN(7)]
	}
	kind, _ := schema["type"].(string)
	if kinds, ok := schema["type"].([]any); ok && len(kinds) > 0 {
		kind, _ = kinds[0].(string)
	}
	switch kind {
	case "object":
		out := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if inner, ok := properties[name].(map[string]any); ok && f.IntN(3) > 0 {
				out[name] = f.value(inner, depth+1)
			}
		}
		return out
	case "array":
		out := []any{}
		inner, _ := schema["items"].(map[string]any)
		for range f.IntN(5) {
			out = append(out, f.value(inner, depth+1))
		}
		return out
	case "integer", "number":
		return []any{-1, 0, 1, 1 << 40, 0.5}[f.IntN(5)]
	case "boolean":
		return f.IntN(2) == 0
	}
	if choices, ok := schema["enum"].([]any); ok && f.IntN(2) == 0 {
		return choices[f.IntN(len(choices))]
	}
	return f.pick(hostile)
}

func TestBadRequestsAreAnsweredAsSuch(t *testing.T) {
	race.SkipShort(t)
	h := newHub(t)
	h.create(`{"summary":"a thread to stumble over","project_slug":"inbox"}`)
	n := 2000
	if os.Getenv("HUB_TEST_LONG") != "" {
		n = 10_000
	}
	f := &forger{rand.New(rand.NewPCG(1, 2)), describedBy(h)}
	statuses := map[int]int{}
	var slowest time.Duration
	var slow string
	backups := 0
	for range n {
		r := f.request()
		if strings.HasSuffix(r.URL.Path, "/stream") {
			continue // it answers until the client leaves
		}
		if r.URL.Path == backupPath {
			if backups++; backups > n/500 {
				continue // each of them seals for a second
			}
		}
		w := httptest.NewRecorder()
		began := time.Now()
		h.api.ServeHTTP(w, r.WithContext(inbound.With(r.Context(), inbound.Info{})))
		// Sealing a backup takes its second on purpose.
		if took := time.Since(began); took > slowest && r.URL.Path != backupPath {
			slowest, slow = took, fmt.Sprintf("%s %.200q", r.Method, r.URL)
		}
		statuses[w.Code]++
		if w.Code >= 500 || w.Code/100 == 3 {
			t.Errorf("%s %q: %d %s", r.Method, r.URL, w.Code, w.Body)
		}
		if w.Code >= 400 && w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %q: %d as %q", r.Method, r.URL, w.Code, w.Header().Get("Content-Type"))
		}
	}
	t.Logf("%d requests, by status %v; the slowest took %v: %s", n, statuses, slowest, slow)
	if slowest > time.Second && !race.Enabled {
		t.Errorf("%s took %v", slow, slowest)
	}
}
