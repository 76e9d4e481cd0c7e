package reference

import (
	"slices"
	"strings"
)

// Table is a table. A column that is empty in every row is left out, and so is a table without
// rows.
func Table(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		for i, cell := range cells {
			if slices.ContainsFunc(rows, func(row []string) bool { return row[i] != "" }) {
				b.WriteString("| " + cellText.Replace(cell) + " ")
			}
		}
		b.WriteString("|\n")
	}
	if len(rows) == 0 {
		return ""
	}
	line(head)
	line(slices.Repeat([]string{"---"}, len(head)))
	for _, row := range rows {
		line(row)
	}
	return b.String()
}

// cellText keeps a text in its cell: a bar ends one also within code.
var cellText = strings.NewReplacer("|", `\|`, "\n", " ")

// Code is a text as code; nothing stays nothing.
func Code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

// Codes are texts as code, with commas between them.
func Codes(texts []string) string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = Code(text)
	}
	return strings.Join(list, ", ")
}

// Block is a block of code in a language.
func Block(language, text string) string {
	return "```" + language + "\n" + strings.TrimRight(text, "\n") + "\n```\n"
}

// Prose is a sentence of the code as it reads in Markdown, where it would mean something else.
func Prose(text string) string {
	return proseText.Replace(text)
}

var proseText = strings.NewReplacer("<", `\<`, "*", `\*`)
