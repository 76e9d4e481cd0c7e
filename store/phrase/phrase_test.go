package phrase

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"
)

var update = flag.Bool("update", false, "write the dashboard's list of codes anew")

// TestDashboardKnowsTheCodes keeps the list that the dashboard's catalogues are compared with in
// step with the table. After a change of it:
//
//	go test ./store/phrase -update
func TestDashboardKnowsTheCodes(t *testing.T) {
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(table); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "ui", "src", "words", "codes.json")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is not what the table says (%v): run this test with -update, and write the new sentences in ui/src/words/*/said.ts", file, err)
	}
}

func TestEverySentenceHasACodeOfItsOwn(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+\.[a-z_]+$`)
	codes := map[string]bool{}
	for _, e := range table {
		if codes[e.Code] || !form.MatchString(e.Code) {
			t.Errorf("code %q", e.Code)
		}
		codes[e.Code] = true
		names := map[string]bool{}
		for i, p := range e.Params {
			if names[p.Name] || e.nouns[i] != "" && (p.Name != "n" || p.Kind != "number") {
				t.Errorf("%s: parameter %s of the kind %s", e.Code, p.Name, p.Kind)
			}
			names[p.Name] = true
			if i > 0 && e.parts[i] == "" {
				t.Errorf("%s: nothing parts %s from what is before it", e.Code, p.Name)
			}
		}
	}
}

func TestAPhraseSaysWhatItIsAbout(t *testing.T) {
	for name, c := range map[string]struct {
		phrase Phrase
		said   Said
	}{
		"nothing":         {NextNewest, Said{"it is the newest", "next.newest", nil}},
		"one of many":     {NextQuiet(9), Said{"quiet for 9 days", "next.quiet", map[string]any{"n": 9}}},
		"one alone":       {NextQuiet(1), Said{"quiet for 1 day", "next.quiet", map[string]any{"n": 1}}},
		"without a code":  {Textf("%d of %s", 1, "them"), Said{"1 of them", "", nil}},
		"an error":        {Of(NextQuiet(2)), Said{"quiet for 2 days", "next.quiet", map[string]any{"n": 2}}},
		"one with more":   {Of(fmt.Errorf("so: %w", NextQuiet(2))), Said{"so: quiet for 2 days", "", nil}},
		"any other error": {Of(errors.New("no")), Said{"no", "", nil}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.phrase.Said(); !reflect.DeepEqual(got, c.said) {
				t.Errorf("%+v, want %+v", got, c.said)
			}
		})
	}
}
