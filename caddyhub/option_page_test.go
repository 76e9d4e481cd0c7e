package caddyhub

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// optionPage is the reference page of all options, which -update writes anew.
const optionPage = "../docs/settings.md"

// TestReferencePage compares the page with the table of options.
func TestReferencePage(t *testing.T) {
	want := optionReference()
	if *update {
		if err := os.WriteFile(optionPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(optionPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the table of options says: run go test ./caddyhub -run TestReferencePage -update", optionPage)
	}
}

// optionReference makes the page: a table for the hub's own options and one for each block.
func optionReference() string {
	var b strings.Builder
	b.WriteString(`# Settings

Each option stands in the Caddyfile's global option ` + "`hub`" + `, or in a variable of the environment; the
Caddyfile wins. None is required. What is set here can't be changed in the dashboard. A set-up with
every option: [options.Caddyfile](caddyfile/options.Caddyfile).

Lists are separated by commas or spaces in a variable. Times are cron expressions of five fields.

`)
	titles := map[string]string{"": "The hub", "gateway": "Gateway", "forge": "Forge", "backup": "Backups"}
	section := "none"
	for _, o := range options {
		block, name, inside := strings.Cut(o.Option, " ")
		if !inside {
			block, name = "", o.Option
		}
		// The digest's schedule is the gateway's, but stands outside of its block.
		if name == "stale_nudge_cron" {
			block = section
		}
		if block != section {
			section = block
			fmt.Fprintf(&b, "%s## %s\n\n", map[bool]string{true: "\n"}[section != ""], titles[section])
			b.WriteString("| Caddyfile | Environment | Default | |\n| --- | --- | --- | --- |\n")
		}
		option := "`" + name + "`"
		if inside {
			option = fmt.Sprintf("`%s { %s … }`", block, name)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", option, strings.Join(o.Env, "`, `"), defaultOf(o), o.About)
	}
	return b.String() + `
## hub serve

| Flag | Environment | Default | |
| --- | --- | --- | --- |
| ` + "`--listen` | `HUB_LISTEN` | `127.0.0.1:8787`" + ` | the address and port to listen on |
| ` + "`--metrics` | `HUB_METRICS_LISTEN`" + ` | none | the address and port of the metrics ([monitoring](monitoring.md)) |
`
}

// defaultOf says what counts while an option is not set.
func defaultOf(o setting.Row) string {
	if o.Default != "" {
		return "`" + o.Default + "`"
	}
	return cmp.Or(o.Unset, "none")
}

func TestOptionsSayWhatTheyAre(t *testing.T) {
	for _, o := range options {
		if o.About == "" {
			t.Errorf("%s: the page does not say what it is", o.Option)
		}
		if o.Default != "" && o.Unset != "" {
			t.Errorf("%s has two defaults", o.Option)
		}
	}
}
