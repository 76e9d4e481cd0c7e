package merge

import "strings"

// glue stands between the lines of an entry of a log while texts are compared. Else a line
// that many entries have, such as the end of code, would be taken for that of another one.
const glue = "\x00"

// glued makes one line of each entry of the logs of a text, without changing its length.
func glued(text string) string {
	var at scan
	out := []byte(text)
	inEntry := false
	start, end := 0, 0 // of the present line, and of the last one of the entry without its "\n"
	for line := range strings.Lines(text) {
		behindBlank := at.blank
		is, _ := at.line(line)
		next := start + len(line)
		switch {
		case is == empty:
			start = next
			continue
		case is == heading, is == item && !at.inHeading:
			inEntry = true
		case is == outside, !at.inHeading && !continues(line, behindBlank):
			inEntry = false
		case inEntry:
			for i := end; i < start; i++ {
				if out[i] == '\n' {
					out[i] = glue[0]
				}
			}
		}
		start, end = next, next-1
	}
	return string(out)
}

func unglued(text string) string { return strings.ReplaceAll(text, glue, "\n") }
