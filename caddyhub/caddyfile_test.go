package caddyhub

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

var update = flag.Bool("update", false, "write the outcome into the golden files")

// A golden file is a Caddyfile, a line of dashes, and the JSON or the error.
const dashes = "\n----------\n"

func TestAdapt(t *testing.T) {
	files, err := filepath.Glob("testdata/adapt/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			golden, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			input, want, _ := strings.Cut(string(golden), dashes)
			got := adaptOutcome(t, input)
			if *update {
				if err := os.WriteFile(file, []byte(input+dashes+got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// adaptOutcome is the JSON, indented, or the error.
func adaptOutcome(t *testing.T, input string) string {
	t.Helper()
	config, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(input), map[string]any{"filename": "Caddyfile"})
	if err != nil {
		return err.Error() + "\n"
	}
	var out bytes.Buffer
	if err := json.Indent(&out, config, "", "\t"); err != nil {
		t.Fatal(err)
	}
	return out.String() + "\n"
}

func FuzzUnmarshalCaddyfile(f *testing.F) {
	f.Add("hub")
	f.Add("hub {\n data_dir x\n gateway {\n token {env.X}\n }\n}")
	f.Add("hub {\n stale_nudge_cron 0 9 * * *\n trusted_proxies 10.0.0.0/8 ::1\n}")
	f.Fuzz(func(t *testing.T, input string) {
		first := new(App)
		if err := first.UnmarshalCaddyfile(caddyfile.NewTestDispenser(input)); err != nil {
			return
		}
		// What was accepted must survive the way through JSON.
		text, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, new(App)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
}
