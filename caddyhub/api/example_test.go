package api

import (
	"encoding/json"
	"testing"
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
