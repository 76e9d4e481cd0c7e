package exchange

import (
	"strings"
)

// maxLine is the longest line of a file that has a row in each.
const maxLine = 1 << 20

// eachLine calls do with each line of a text that is not blank. One that is too long is a broken
// row.
func (r *reader) eachLine(f *file, text string, do func(number int, line string)) {
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		switch line = strings.TrimSpace(line); {
		case line == "":
		case len(line) > maxLine:
			r.spoil(BrokenError{File: f.name, Line: number, What: "the line is longer than 1 MiB"})
		default:
			do(number, line)
		}
	}
}
