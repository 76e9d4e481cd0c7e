package phrase

import (
	"slices"
	"strconv"
	"strings"
)

// Find is the sentence of an area, such as "backup" or a channel of notifications, that a text says;
// without a code if none of them does. What failed once is kept as text, so that people can read it in the database, and
// comes out of other errors as text: this is how its code is known again.
func Find(area, text string) Phrase {
	kin := kinOf(area)
	for _, e := range table {
		if of, _, _ := strings.Cut(e.Code, "."); !slices.Contains(kin, of) {
			continue
		}
		if args, says := e.read(text); says {
			if p := e.with(args...); p.text == text {
				return p
			}
		}
	}
	return Text(text)
}

// kinOf are the beginnings of the codes that an area's texts have.
func kinOf(area string) []string {
	switch area {
	case "gateway", "push", "ntfy", "mail", "webhook": // a lane says of each channel what it says of the gateway
		return []string{"gateway", "notify", "setup", "address"}
	case "field": // such as an address that the hub does not go to
		return []string{"field", "address"}
	case "conflict": // such as a test of a channel that is not set up
		return []string{"conflict", "setup"}
	}
	return []string{area}
}

// read takes out of a text what stands in it where the sentence has its parameters.
func (e *entry) read(text string) (args []any, says bool) {
	rest, says := strings.CutPrefix(text, e.parts[0])
	var values []string
	for i := range e.Params {
		var value string
		if next := e.parts[i+1]; !says {
			return nil, false
		} else if i < len(e.Params)-1 {
			value, rest, says = strings.Cut(rest, next)
		} else if value, says = strings.CutSuffix(rest, next); says {
			rest = ""
		}
		values = append(values, value)
	}
	if !says || rest != "" {
		return nil, false
	}
	area, _, _ := strings.Cut(e.Code, ".")
	for i, value := range values {
		switch e.Params[i].Kind {
		case "text":
			args = append(args, value)
		case "phrase":
			args = append(args, Find(area, value))
		case "number":
			digits, _, _ := strings.Cut(value, " ") // the noun follows
			n, err := strconv.Atoi(digits)
			if err != nil {
				return nil, false
			}
			args = append(args, n)
		}
	}
	return args, true
}
