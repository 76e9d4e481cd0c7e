package caddyhub

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
)

// TestCommandPage keeps the page of all commands.
func TestCommandPage(t *testing.T) {
	var rows [][]string
	var sections string
	var add func(cmd *cobra.Command, level string)
	add = func(cmd *cobra.Command, level string) {
		path := cmd.CommandPath()
		rows = append(rows, []string{fmt.Sprintf("[`%s`](#%s)", path, strings.ReplaceAll(path, " ", "-")), spoken(cmd.Short)})
		sections += fmt.Sprintf("\n%s %s\n\n%s.\n\n%s", level, path, spoken(cmd.Short), reference.Block("sh", usage(cmd)))
		for _, part := range []string{helpText(cmd.Long), flagTable(t, cmd), exampleBlock(cmd)} {
			if part != "" {
				sections += "\n" + part
			}
		}
		for _, child := range cmd.Commands() {
			add(child, level+"#")
		}
	}
	for _, cmd := range commandTree().Commands() {
		add(cmd, "##")
	}
	reference.Page(t, *update, "docs/reference/commands.md", `# Commands

The hub is one program, `+"`hub`"+`. What stands here it says itself, by `+"`hub help`"+` and the name of a command.
In a Caddy that has the hub in it they stand below `+"`caddy hub`"+`, such as `+"`caddy hub export`"+`.

A command that fails says why in one line on standard error. Its exit status is then 1, or 2 if the
command line makes no sense.

`+reference.Table([]string{"Command", "Does"}, rows)+sections+caddysCommands(t))
}

// commandTree has the hub's commands as its binary has them.
func commandTree() *cobra.Command {
	root := &cobra.Command{Use: binaryName}
	cobra.EnableCommandSorting = false
	hubCommand().CobraFunc(root)
	return root
}

// usage is the command line of a command.
func usage(cmd *cobra.Command) string {
	_, arguments, _ := strings.Cut(cmd.Use, " ")
	return strings.TrimSpace(cmd.CommandPath() + " " + arguments)
}

// flagTable tells of the flags of a command. The text of one ends with its default.
func flagTable(t *testing.T, cmd *cobra.Command) string {
	var rows [][]string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		value, text := pflag.UnquoteUsage(f)
		switch {
		case value == "":
		case value == "string":
			t.Errorf("%s: the text of --%s quotes no name for its value", cmd.CommandPath(), f.Name)
		case f.NoOptDefVal != "":
			name += "[=" + value + "]"
		case value == "-" || strings.Contains(value, "|"):
			name += " " + value
		default:
			name += " <" + value + ">"
		}
		does, byDefault, _ := strings.Cut(strings.TrimSuffix(text, ")"), " (default: ")
		if byDefault == "" && value != "" {
			byDefault = reference.Code(f.DefValue)
		}
		does, required := strings.CutSuffix(does, " (required")
		if required {
			byDefault = "required"
		}
		rows = append(rows, []string{reference.Code(name), spoken(byDefault), spoken(does)})
	})
	return reference.Table([]string{"Flag", "Default", "Does"}, rows)
}

// exampleBlock has the examples of a command.
func exampleBlock(cmd *cobra.Command) string {
	if cmd.Example == "" {
		return ""
	}
	return reference.Block("sh", strings.Join(exampleLines(cmd.Example), "\n"))
}

// exampleLines are the command lines of a help text.
func exampleLines(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line, is := strings.CutPrefix(strings.TrimSpace(line), "$ "); is {
			lines = append(lines, line)
		}
	}
	return lines
}

// helpText is a help text as Markdown: what is indented there is a block.
func helpText(text string) string {
	var parts []string
	for _, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
		lines, indented := strings.CutPrefix(part, "\t")
		lines = strings.ReplaceAll(lines, "\n\t", "\n")
		switch {
		case indented && strings.HasPrefix(lines, "$ "):
			part = reference.Block("sh", strings.Join(exampleLines(lines), "\n"))
		case indented:
			part = reference.Block("text", lines)
		default:
			part = spoken(part) + "\n"
		}
		parts = append(parts, part)
	}
	return strings.TrimPrefix(strings.Join(parts, "\n"), "\n")
}

// named is what stands for itself in a help text, behind what comes before it: pages, commands
// with their flags, flags, variables, files, addresses and times.
var named = regexp.MustCompile(`(^|[\s(])(docs/[a-z/]+\.md|hub (?:` + strings.Join(commandNames(), "|") + `)\b(?: --?[a-z=]+)*|(?:age )?--?[a-z][a-z-]*(?:=[a-z]+)?(?: -\B)?|-\B|` +
	`HUB_(?:\*|[A-Z_]*[A-Z])|[~.]/[\w./-]*\w|[A-Z]{2,}\.md|config\.toml|hub_url|(?:sftp|s3|https?|file):/+[\w.@/-]*\w|[\d.]+:\d+|[\d-]+T[\d:]+|\d+[hmd]\b)`)

func commandNames() (names []string) {
	for _, cmd := range commandTree().Commands() {
		names = append(names, cmd.Name())
	}
	return append(names, "run")
}

// spoken is a sentence of a help text as Markdown.
func spoken(text string) string {
	if strings.HasPrefix(text, "`") {
		return text
	}
	var b strings.Builder
	at := 0
	for _, m := range named.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[4]:m[5]]
		b.WriteString(reference.Prose(text[at:m[4]]))
		if page, is := strings.CutPrefix(name, "docs/"); is {
			fmt.Fprintf(&b, "[%s](../%s)", page, page)
		} else {
			b.WriteString(reference.Code(name))
		}
		at = m[5]
	}
	return b.String() + reference.Prose(text[at:])
}

// caddysCommands are the other commands of the hub's binary, a line each.
func caddysCommands(t *testing.T) string {
	out, _, status := run(t, nil, "__complete", "")
	if status != 0 {
		t.Fatalf("status %d:\n%s", status, out)
	}
	own := commandTree()
	var rows [][]string
	for line := range strings.Lines(out) {
		name, short, listed := strings.Cut(strings.TrimSpace(line), "\t")
		if !listed || slices.ContainsFunc(own.Commands(), func(c *cobra.Command) bool { return c.Name() == name }) {
			continue
		}
		command := reference.Code(binaryName + " " + name)
		if !slices.Contains([]string{"help", "completion", "manpage"}, name) {
			command = fmt.Sprintf("[%s](https://caddyserver.com/docs/command-line#caddy-%s)", command, name)
		}
		rows = append(rows, []string{command, spoken(strings.TrimSuffix(short, "."))})
	}
	return "\n## Commands of Caddy\n\nThe hub is a Caddy web server with the hub's module inside, so Caddy's own commands are there as well. They are for a\nhub that runs with a [Caddyfile](../settings.md).\n\n" +
		reference.Table([]string{"Command", "Does"}, rows)
}

// TestExamplesOfCommands: the command lines of the help texts are ones that the commands take, and
// each command that people start has one.
func TestExamplesOfCommands(t *testing.T) {
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		lines := append(exampleLines(cmd.Long), exampleLines(cmd.Example)...)
		if len(lines) == 0 && cmd.Name() != "hook" && !cmd.HasSubCommands() {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		for _, line := range lines {
			words := strings.Fields(regexp.MustCompile(` [|>] .*`).ReplaceAllString(line, ""))
			of, arguments, err := commandTree().Find(words[1:])
			if err == nil {
				err = of.ParseFlags(arguments)
			}
			if err == nil {
				err = of.ValidateArgs(of.Flags().Args())
			}
			if err != nil || words[0] != binaryName || of.CommandPath() != cmd.CommandPath() {
				t.Errorf("%s shows %q: %v", cmd.CommandPath(), line, err)
			}
		}
		for _, child := range cmd.Commands() {
			check(child)
		}
	}
	for _, cmd := range commandTree().Commands() {
		check(cmd)
	}
}
