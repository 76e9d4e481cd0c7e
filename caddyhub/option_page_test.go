package caddyhub

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// TestReferencePages compares the reference page and the set-up with every option with the table
// of options; -update writes them anew.
func TestReferencePages(t *testing.T) {
	reference.Page(t, *update, "docs/settings.md", optionReference())
	const setUp = "docs/caddyfile/options.Caddyfile"
	is, err := os.ReadFile("../" + setUp)
	if err != nil {
		t.Fatal(err)
	}
	reference.Keep(t, *update, setUp, optionsCaddyfile(string(is)))
}

// optionsCaddyfile is a Caddyfile with the option hub written anew, and each of its options in it.
func optionsCaddyfile(old string) string {
	head, rest, _ := strings.Cut(old, "\thub {\n")
	_, tail, _ := strings.Cut(rest, "\n\t}\n")
	about := map[string]string{
		"oauth":     "Assistants in the cloud, connected by the hub's address alone (docs/connectors.md).",
		"gateway":   "An agent gateway that is told about stale threads and reminders (docs/notifications.md).",
		"notify":    "Where else than to the gateway the hub speaks up (docs/notifications.md).",
		"forge":     "A git repository that progress files and wiki pages are kept in step with (docs/forge.md).",
		"replicate": "A replica of the database, seconds behind it (docs/replication.md).",
		"backup":    "Scheduled backups, each restored once for a test (docs/backups.md).",
	}
	lines := map[string]string{}
	var blocks []string
	for _, o := range options {
		block, name, inside := strings.Cut(o.Option, " ")
		if !inside {
			lines[""] += fmt.Sprintf("\t\t%s %s # %s\n", o.Option, exampleOf(o), whatCounts(o))
			continue
		}
		if lines[block] == "" {
			blocks = append(blocks, block)
		}
		if inner, rest, within := strings.Cut(name, " "); within { // a block inside
			if !strings.Contains(lines[block], "\t\t\t"+inner+" {\n") {
				lines[block] += "\t\t\t" + inner + " {\n\t\t\t}\n"
			}
			line := fmt.Sprintf("\t\t\t\t%s %s # %s\n", rest, exampleOf(o), whatCounts(o))
			lines[block] = strings.TrimSuffix(lines[block], "\t\t\t}\n") + line + "\t\t\t}\n"
			continue
		}
		lines[block] += fmt.Sprintf("\t\t\t%s %s # %s\n", name, exampleOf(o), whatCounts(o))
	}
	for _, block := range blocks {
		lines[""] += fmt.Sprintf("\n\t\t# %s\n\t\t%s {\n%s\t\t}\n", about[block], block, lines[block])
	}
	return head + "\thub {\n" + lines[""] + "\t}\n" + tail
}

// exampleOf is what stands behind an option.
func exampleOf(o setting.Row) string {
	switch example := cmp.Or(o.Example, o.Default); {
	case o.Secret:
		return "{env." + o.Env[0] + "}"
	case o.Kind == setting.Toggle:
		return "true"
	case o.Kind != setting.Line && strings.Contains(example, " "):
		return strconv.Quote(example)
	default:
		return example
	}
}

// whatCounts are the variables of an option, and what counts without them.
func whatCounts(o setting.Row) string {
	counts := o.Env
	if otherwise := strings.ReplaceAll(cmp.Or(o.Default, o.Unset), "`", ""); otherwise != "" {
		counts = append(slices.Clone(counts), otherwise)
	}
	return strings.Join(counts, ", else ")
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
	titles := map[string]string{"": "The hub", "oauth": "Connectors", "gateway": "Gateway", "notify": "Notifications", "forge": "Forge", "backup": "Backups", "replicate": "Replication"}
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
			if inner, rest, within := strings.Cut(name, " "); within {
				option = fmt.Sprintf("`%s { %s { %s … } }`", block, inner, rest)
			}
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
		if exampleOf(o) == "" {
			t.Errorf("%s: the set-up with every option has no value for it", o.Option)
		}
		if o.Default != "" && o.Unset != "" {
			t.Errorf("%s has two defaults", o.Option)
		}
	}
}
