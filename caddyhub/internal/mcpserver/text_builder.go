package mcpserver

import (
	"encoding/json"
	"strings"
)

// How long an answer may be. The text is what a model reads; text and structured content
// together stay under the hard cap of 64 KB with room for the message around them.
const (
	usualText = 2000
	maxText   = 24_000
	maxAnswer = 60_000
)

// toolResult is what a tool returns: a text that stands alone, and the same facts as data, if it
// has any.
type toolResult struct {
	text string
	data any
}

// textBuilder collects the items of an answer while they fit.
type textBuilder struct {
	text strings.Builder
	room int // bytes of text left
	rest int // bytes of the whole answer left, as JSON
}

// newTextBuilder begins an answer whose text has at most that many bytes.
func newTextBuilder(text int, head ...string) *textBuilder {
	s := &textBuilder{room: min(text, maxText), rest: maxAnswer}
	for _, line := range head {
		s.add(line, nil)
	}
	return s
}

// keepRoom keeps room for a closing line.
func (s *textBuilder) keepRoom(line string) {
	s.room -= len(line) + 1
	s.rest -= jsonSize(line) + 2
}

// addLast adds the line that room was kept for.
func (s *textBuilder) addLast(line string) {
	s.room += len(line) + 1
	s.rest += jsonSize(line) + 2
	s.add(line, nil)
}

// setAside takes room away until the returned function gives it back.
func (s *textBuilder) setAside(text int) (giveBack func()) {
	text = min(text, s.room)
	s.room -= text
	return func() { s.room += text }
}

// add puts a line, or a block of lines, under the text so far, if it and its data still fit.
func (s *textBuilder) add(block string, data any) bool {
	size := len(block)
	if s.text.Len() > 0 {
		size++
	}
	rest := s.rest - jsonSize(block) - 2
	if data != nil {
		encoded, err := json.Marshal(data)
		if err != nil {
			return false
		}
		rest -= len(encoded) + 1
	}
	if size > s.room || rest < 0 {
		return false
	}
	if s.text.Len() > 0 {
		s.text.WriteByte('\n')
	}
	s.text.WriteString(block)
	s.room -= size
	s.rest = rest
	return true
}

// begin is add for the first sentence of an answer, which is there whatever room there is: what was
// done, and what its reader can't go on without.
func (s *textBuilder) begin(line string, data any) {
	s.room = max(s.room, len(line))
	s.add(line, data)
}

// under is add with a heading above the first line that fits, so that no heading stands alone
// and no line under that of another kind.
func (s *textBuilder) under(heading string) (add func(block string, data any) bool) {
	begun := false
	return func(block string, data any) bool {
		if !begun {
			block = heading + "\n" + block
		}
		if !s.add(block, data) {
			return false
		}
		begun = true
		return true
	}
}

func (s *textBuilder) String() string { return s.text.String() }
