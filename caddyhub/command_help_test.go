package caddyhub

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHelpIsTheHubsOwn: the hub's binary tells of the hub, and has no command that would put a
// plain Caddy in its place.
func TestHelpIsTheHubsOwn(t *testing.T) {
	help, _, status := run(t, nil, "--help")
	if status != 0 {
		t.Fatalf("status %d", status)
	}
	mine, caddys, found := strings.Cut(help, "Commands of Caddy, the web server around the hub:")
	if !found {
		t.Fatalf("no two groups in:\n%s", help)
	}
	listed := func(text, name string) bool {
		return regexp.MustCompile(`(?m)^  ` + regexp.QuoteMeta(name) + ` `).MatchString(text)
	}
	for _, c := range commands() {
		if !listed(mine, c.Name) {
			t.Errorf("%s is not among the hub's commands", c.Name)
		}
	}
	if !listed(mine, "version") {
		t.Error("version is not among the hub's commands")
	}
	for _, name := range []string{"run", "validate", "reload", "fmt", "completion", "manpage", "help"} {
		if !listed(caddys, name) {
			t.Errorf("%s is not among Caddy's commands", name)
		}
	}
	for _, name := range []string{"upgrade", "add-package", "remove-package"} {
		if listed(help, name) {
			t.Errorf("%s is in the help", name)
		}
		if _, errs, status := run(t, nil, name); status == 0 || !strings.Contains(errs, "there is no command") {
			t.Errorf("hub %s: status %d, %s", name, status, errs)
		}
	}
	if strings.Contains(help, "$ caddy") || !strings.Contains(help, "$ hub serve") {
		t.Errorf("the examples are Caddy's:\n%s", help)
	}
}

// TestHelpOfEveryCommandNamesThisBinary: no command line in a help text is for a program that
// isn't there.
func TestHelpOfEveryCommandNamesThisBinary(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	if _, errs, status := run(t, nil, "manpage", "--directory", dir); status != 0 {
		t.Fatal(errs)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	wrong := regexp.MustCompile(`caddy (run|start|stop|reload|storage|validate|adapt|trust)\b|upgrade|add.package|Auto generated`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(page), ".8")
		title := strings.ReplaceAll(string(text), `\-`, "-")
		if !strings.HasPrefix(name, "hub") || !strings.Contains(title, `.TH "`+strings.ToUpper(name)+`" "8"`) || !strings.Contains(title, "Progress Hub") {
			t.Errorf("%s is titled %q", name, title[:min(len(title), 120)])
		}
		if m := wrong.FindString(string(text)); m != "" {
			t.Errorf("%s speaks of %q", name, m)
		}
	}
	if _, errs, status := run(t, nil, "manpage"); status != 2 || !strings.Contains(errs, "--directory says where") {
		t.Errorf("without a folder: %d %s", status, errs)
	}
}

// TestCompletion completes what there is.
func TestCompletion(t *testing.T) {
	out, _, status := run(t, nil, "__complete", "")
	for _, want := range []string{"serve\t", "index\t", "run\t"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not offered", want)
		}
	}
	if status != 0 || strings.Contains(out, "upgrade") || strings.Contains(out, "remove-package") {
		t.Errorf("status %d, offered:\n%s", status, out)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script, errs, status := run(t, nil, "completion", shell)
		if status != 0 || !strings.Contains(script, "hub") || strings.Contains(script, "caddy") {
			t.Errorf("%s: status %d, %s", shell, status, errs)
		}
	}
}
