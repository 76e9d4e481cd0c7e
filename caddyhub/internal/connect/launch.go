package connect

import (
	"maps"
	"slices"
)

// launch is what an entry has its client start.
type launch struct {
	starts bool     // the entry is of a client that starts a program
	line   []string // the program, if it names one, and its arguments
	named  bool     // the first of them is the program
	env    []string // variables beside those of the client, as KEY=value
}

// launchOf reads an entry in the form of whatever client.
func launchOf(entry map[string]any) (l launch) {
	for _, key := range []string{"command", "cmd", "args"} {
		words := wordsOf(entry[key])
		if key != "args" {
			l.starts = l.starts || words != nil
			l.named = l.named || len(words) > 0 && words[0] != ""
		}
		l.line = append(l.line, words...)
	}
	for _, key := range []string{"env", "envs", "environment"} {
		variables, _ := entry[key].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(variables)) {
			if value, isText := variables[name].(string); isText {
				l.env = append(l.env, name+"="+value)
			}
		}
	}
	return l
}

// wordsOf is a text, or a list of them; nil: it is neither.
func wordsOf(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		words := make([]string, 0, len(v))
		for _, one := range v {
			word, _ := one.(string)
			words = append(words, word)
		}
		return words
	}
	return nil
}

// program is what is started; empty: the entry names none.
func (l launch) program() string {
	if !l.named {
		return ""
	}
	return l.line[0]
}
