package caddyhub

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
)

// exampleFile is what the repository ships for people to start from.
const exampleFile = "../Caddyfile.example"

// examples are the set-ups of Caddyfile.example by their headings. All but the first stand
// there as comments.
func examples(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile(`(?m)^# -+ (set-up \d: .*)$`)
	found := make(map[string]string)
	marks := heading.FindAllStringSubmatchIndex(string(file), -1)
	for i, m := range marks {
		end := len(file)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		caddyfile := string(file[m[1]:end])
		if i > 0 {
			caddyfile = regexp.MustCompile(`(?m)^# ?`).ReplaceAllString(caddyfile, "")
			caddyfile = caddyfile[strings.Index(caddyfile, "\n{\n"):] // after the words on it
		}
		found[string(file[m[2]:m[3]])] = caddyfile
	}
	if len(found) != 3 {
		t.Fatalf("%d set-ups, want 3", len(found))
	}
	return found
}

// TestExamples adapts and provisions each set-up. Only its folders and the admin socket are
// moved to where a test may write.
func TestExamples(t *testing.T) {
	for _, name := range []string{"HUB_AUTH_TOKEN", "HUB_GATEWAY_TOKEN", "HUB_FORGE_TOKEN", "HUB_BACKUP_PASSPHRASE"} {
		t.Setenv(name, privateToken)
	}
	for name, caddyfile := range examples(t) {
		t.Run(name, func(t *testing.T) {
			var config *caddy.Config
			if err := json.Unmarshal(adapt(t, caddyfile), &config); err != nil {
				t.Fatal(err)
			}
			var app App
			if err := json.Unmarshal(config.AppsRaw["hub"], &app); err != nil {
				t.Fatal(err)
			}
			app.DataDir = t.TempDir()
			raw, err := json.Marshal(app)
			if err != nil {
				t.Fatal(err)
			}
			config.AppsRaw["hub"] = raw
			config.StorageRaw = json.RawMessage(`{"module":"file_system","root":"` + t.TempDir() + `"}`)
			if err := caddy.Validate(config); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestExampleIsComplete finds every option and variable in the example.
func TestExampleIsComplete(t *testing.T) {
	var all strings.Builder
	for _, caddyfile := range examples(t) {
		all.WriteString(caddyfile)
	}
	for _, o := range options {
		for _, name := range o.env {
			if !strings.Contains(all.String(), name) {
				t.Errorf("%s is missing", name)
			}
		}
	}
}

// TestExampleAsItStands is the promise of the first set-up: no token, nothing to change.
func TestExampleAsItStands(t *testing.T) {
	file, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := validate(t, string(file)); err != nil {
		t.Error(err)
	}
}
