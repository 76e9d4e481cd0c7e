package api

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestEveryBodyInTheDocumentHasAnExample(t *testing.T) {
	type body struct {
		Content map[string]struct{ Example json.RawMessage }
	}
	type operation struct {
		RequestBody body
		Responses   map[string]body
	}
	doc := decode[struct {
		Paths map[string]map[string]operation
	}](newHub(t).get("/api/openapi.json"))
	seen := 0
	check := func(where string, b body) {
		for media, content := range b.Content {
			if media != jsonType {
				continue
			}
			seen++
			if text := string(content.Example); text == "" || text == "null" {
				t.Errorf("%s has no example", where)
			}
		}
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			check("the request of "+method+" "+path, op.RequestBody)
			for status, response := range op.Responses {
				check("the answer "+status+" of "+method+" "+path, response)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d bodies", seen)
	}
}

// An example that the hub refuses teaches the wrong thing.
func TestExamplesOfRequestsAreTaken(t *testing.T) {
	race.SkipShort(t)
	h := newHub(t)
	ids := map[string]string{}
	thread := h.create(`{"summary":"a","project_slug":"home-server"}`).ID
	ids["into"] = h.create(`{"summary":"b"}`).ID
	reminder := h.post("/api/reminders", `{"text":"r","kind":"weekly","due_at":"2026-05-04T09:00"}`)
	ids["reminder"] = decode[ReminderBody](reminder).ID
	event := reminder.Header.Get("X-Hub-Event")
	h.do(request{method: "PUT", path: "/api/wiki/howto/backups", body: `{"markdown":"# a"}`}).wantStatus(201)
	doc := decode[struct {
		Paths map[string]map[string]struct {
			OperationID string
			RequestBody struct {
				Content map[string]struct{ Example json.RawMessage }
			}
		}
	}](h.get("/api/openapi.json"))
	tried := 0
	for path, methods := range doc.Paths {
		for method, op := range methods {
			body := string(op.RequestBody.Content[jsonType].Example)
			if body == "" || strings.HasPrefix(path, "/api/auth/") || strings.HasPrefix(path, "/api/approvals/") {
				continue // of the browser alone
			}
			id := thread
			if strings.HasPrefix(path, "/api/reminders/") {
				id = ids["reminder"]
			}
			if strings.HasPrefix(path, "/api/events/") {
				id = event
			}
			body = strings.NewReplacer("cxy99bbg25ng", thread, "cxy99bbg3gpy", ids["into"]).Replace(body)
			target := strings.NewReplacer("{id}", id, "{slug}", "home-server", "{path}", "howto/other").Replace(path)
			tried++
			if r := h.do(request{method: strings.ToUpper(method), path: target, body: body}); r.Status == 400 || r.Status == 422 || r.Status == 415 || r.Status >= 500 {
				t.Errorf("%s %s with %s: %d %s", method, target, body, r.Status, r.Body)
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d requests have an example", tried)
	}
}

// A client that checks answers by the document takes the values of an enum for all there are.
func TestWhatMayBeNullIsNullInItsEnumToo(t *testing.T) {
	doc := decode[map[string]any](newHub(t).get("/api/openapi.json"))
	seen := 0
	var walk func(at string, node any)
	walk = func(at string, node any) {
		switch node := node.(type) {
		case map[string]any:
			kinds, _ := node["type"].([]any)
			if enum, ok := node["enum"].([]any); ok && slices.Contains(kinds, any("null")) {
				if seen++; !slices.Contains(enum, nil) {
					t.Errorf("%s may be null by its type %v, not by its enum %v", at, kinds, enum)
				}
			}
			for name, below := range node {
				walk(at+"."+name, below)
			}
		case []any:
			for _, below := range node {
				walk(at, below)
			}
		}
	}
	walk("", doc)
	if seen < 2 {
		t.Errorf("only %d such fields", seen)
	}
}
