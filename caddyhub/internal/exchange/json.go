package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// loose is a scalar that tools write as text or as a number, such as an id.
type loose string

// UnmarshalJSON takes a text, a number, true, false or null.
func (l *loose) UnmarshalJSON(b []byte) error {
	switch {
	case bytes.Equal(b, []byte("null")):
		*l = ""
		return nil
	case b[0] == '"':
		return json.Unmarshal(b, (*string)(l))
	case b[0] == '{', b[0] == '[':
		return errors.New("is no text")
	}
	*l = loose(b)
	return nil
}

// inWords says what is wrong with JSON without the names of Go.
func inWords(err error) string {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		return strings.TrimSpace(fmt.Sprintf("%s is of the wrong kind: %s", kind.Field, kind.Value))
	case strings.HasPrefix(err.Error(), "unexpected end of JSON"):
		return "it is cut off"
	case errors.As(err, &syntax):
		return "it is no valid JSON"
	}
	return err.Error()
}

// lineOf is the line of a text that a JSON error is about; 0: unknown.
func lineOf(text string, err error) int {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	var offset int64
	switch {
	case errors.As(err, &kind):
		offset = kind.Offset
	case errors.As(err, &syntax):
		offset = syntax.Offset
	default:
		return 0
	}
	return 1 + strings.Count(text[:min(int(offset), len(text))], "\n")
}

// compact is JSON on one line, as a fact shows it.
func compact(raw json.RawMessage) string {
	var out bytes.Buffer
	if json.Compact(&out, raw) != nil {
		return ""
	}
	return out.String()
}
