package store

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store/phrase"
)

// What callers may say in other words: agents know what else a piece of work may be called,
// and the language its notes are in.
const (
	MaxAlso    = 4   // other wordings of one question
	MaxWording = 200 // characters of each
)

// CutWordings returns other wordings of a question as they are read: each on one line, once,
// and cut to MaxWording characters. cut is how many of them were longer.
func CutWordings(also []string) (read []string, cut int) {
	for _, text := range also {
		text = strings.Join(strings.Fields(text), " ")
		if utf8.RuneCountInString(text) > MaxWording {
			text = strings.TrimSpace(string([]rune(text)[:MaxWording]))
			cut++
		}
		if text != "" && !slices.Contains(read, text) {
			read = append(read, text)
		}
	}
	return read, cut
}

// also checks the other wordings of a question and returns them as they are read.
func (v *invalid) also(list []string) []string {
	if len(list) > MaxAlso {
		v.say("also", phrase.FieldTooMany(MaxAlso, len(list)))
		return nil
	}
	for i, text := range list {
		v.checkText(fmt.Sprintf("also[%d]", i), text, len(text)) // of any length: it is cut
	}
	read, _ := CutWordings(list)
	return read
}
