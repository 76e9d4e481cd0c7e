package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
)

var update = flag.Bool("update", false, "write the dashboard's copy of the OpenAPI document anew")

// TestDashboardKnowsTheAPI keeps the document that the dashboard's types are made from in
// step with the routes. After a change of the API:
//
//	go test ./caddyhub/internal/api -run DashboardKnows -update && (cd ui && npm run types)
func TestDashboardKnowsTheAPI(t *testing.T) {
	r := newHub(t).get("/api/openapi.json")
	var document map[string]any
	if err := json.Unmarshal([]byte(r.Body), &document); err != nil {
		t.Fatal(err)
	}
	dropExamples(document)
	var got bytes.Buffer
	enc := json.NewEncoder(&got) // its keys are sorted
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(document); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "..", "ui", "src", "api", "openapi.json")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is not what the API serves; `%s` writes it, and then npm run types in ui/ (after npm ci) its types", file, reference.Command(t))
	}
}

// dropExamples takes out what no type is made of.
func dropExamples(node any) {
	switch node := node.(type) {
	case map[string]any:
		delete(node, "example")
		for _, below := range node {
			dropExamples(below)
		}
	case []any:
		for _, below := range node {
			dropExamples(below)
		}
	}
}
