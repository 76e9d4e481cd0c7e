package transcript

import (
	"bytes"
	"errors"
	"io"
	"strings"
)

// cursorText reads the text files of Cursor's versions up to early 2026. Learned from
// readers in public repositories:
//   - "user:" and "assistant:" (or "A:") begin a turn, on a line of their own or with its
//     first words behind them;
//   - a request stands in <user_query>, in the first versions without;
//   - [Thinking], [Tool call] and [Tool result] begin the parts of an answer. A result may
//     hold any text, also a line "user:".
func cursorText(s *Session, r io.Reader) error {
	t := textTurns{s: s}
	for in := newLines(r); ; {
		line, _, err := in.next()
		if errors.Is(err, io.EOF) {
			t.end()
			return nil
		}
		if err != nil {
			return err
		}
		s.cursorFolder(line)
		t.line(line)
	}
}

// textTurns are the turns of a text file, read line by line.
type textTurns struct {
	s       *Session
	request strings.Builder // of the user, up to here, as far as it is kept
	asking  bool            // the lines are the user's
	open    bool            // they stand in a tag
	tagged  bool            // the requests stand in tags
	result  bool            // the lines are what a tool answered
	maybe   bool            // the line before may have begun a turn of the user
}

const queryTag, queryEnd = "<user_query>", "</user_query>"

func (t *textTurns) line(line []byte) {
	if t.maybe && len(bytes.TrimSpace(line)) > 0 {
		t.maybe = false
		if t.asking = bytes.HasPrefix(line, []byte("<")); t.asking {
			t.result = false
		}
	}
	if t.asking && t.open {
		t.add(line) // whatever it looks like
		return
	}
	if rest, begins := turn(line, "user:"); begins {
		if t.result && t.tagged {
			t.maybe = len(rest) == 0
			return
		}
		t.end()
		t.asking, t.result = true, false
		t.add(rest)
		return
	}
	for _, mark := range []string{"assistant:", "A:"} {
		if _, begins := turn(line, mark); begins && !t.result {
			t.answer()
			return
		}
	}
	switch {
	case bytes.HasPrefix(line, []byte("[Tool result]")):
		t.answer()
		t.result = true
	case bytes.HasPrefix(line, []byte("[Tool call]")), bytes.HasPrefix(line, []byte("[Thinking]")):
		t.answer()
	case t.asking:
		t.add(line)
	}
}

// turn is what stands behind the word that begins a turn.
func turn(line []byte, mark string) (rest []byte, begins bool) {
	rest, begins = bytes.CutPrefix(line, []byte(mark))
	return bytes.TrimSpace(rest), begins && (len(rest) == 0 || rest[0] == ' ')
}

func (t *textTurns) add(line []byte) {
	if begin, end := bytes.LastIndex(line, []byte(queryTag)), bytes.LastIndex(line, []byte(queryEnd)); begin != end { // there is one
		t.open = begin > end
	}
	if t.request.Len() < maxRedacted {
		t.request.Write(line)
		t.request.WriteByte('\n')
	}
}

// answer is the beginning of an answer, or of a part of it.
func (t *textTurns) answer() {
	t.end()
	t.result = false
	if t.s.Via != "answer" {
		t.s.Messages++
		t.s.Via = "answer"
	}
}

// end is the end of the user's turn, if there is one.
func (t *textTurns) end() {
	if !t.asking {
		return
	}
	text := t.request.String()
	t.tagged = t.tagged || strings.Contains(text, queryTag)
	if !strings.Contains(text, queryEnd) {
		text = strings.Replace(text, queryTag, "", 1) // the file ends in it, or it is long
	}
	t.s.cursorRequest(text)
	t.request.Reset()
	t.asking, t.open = false, false
}
