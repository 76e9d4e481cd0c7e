package mcpserver

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// kind is what an argument may be.
type kind int

const (
	textArg kind = iota
	numberArg
	flagArg
	textsArg
	attemptsArg
	objectArg
)

// nouns name the kinds in errors.
var nouns = [...]string{textArg: "a string", numberArg: "an integer", flagArg: "true or false", textsArg: "a list of strings", attemptsArg: "a list of {what, why_not}", objectArg: "an object"}

// param is one argument of a tool: its place in the schema and the rule it is checked by,
// because mcp-go lists schemas but enforces none.
type param struct {
	name     string
	kind     kind
	required bool
	doc      string   // in the schema, where the name does not say enough
	hint     string   // in the error when it is missing: where to get it
	oneOf    []string // of a text, or of each item of a list of texts
	min, max int      // of a number; 0: 1, and none
}

// schema is the JSON schema of a tool's arguments, as short as it can be: every client
// pays for it in every session. Unknown arguments are refused without the schema saying
// so, which would take 28 bytes a tool.
func schema(params []param) json.RawMessage {
	var b bytes.Buffer
	var required []string
	b.WriteString(`{"type":"object","properties":{`)
	for i, p := range params {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quoteJSON(p.name) + ":{" + p.rule())
		if p.doc != "" {
			b.WriteString(`,"description":` + quoteJSON(p.doc))
		}
		b.WriteByte('}')
		if p.required {
			required = append(required, quoteJSON(p.name))
		}
	}
	b.WriteByte('}')
	if required != nil {
		b.WriteString(`,"required":[` + strings.Join(required, ",") + "]")
	}
	b.WriteByte('}')
	return b.Bytes()
}

func (p param) rule() string {
	switch p.kind {
	case numberArg:
		if p.max == 0 {
			return `"type":"integer"`
		}
		return `"type":"integer","maximum":` + strconv.Itoa(p.max)
	case flagArg:
		return `"type":"boolean"`
	case textsArg:
		return `"type":"array","items":{` + p.textRule() + "}"
	case objectArg:
		return `"type":"object"`
	case attemptsArg:
		return `"type":"array","items":{"type":"object","properties":{"what":{"type":"string"},"why_not":{"type":"string"}}}`
	}
	return p.textRule()
}

func (p param) textRule() string {
	if p.oneOf == nil {
		return `"type":"string"`
	}
	quoted := make([]string, len(p.oneOf))
	for i, s := range p.oneOf {
		quoted[i] = quoteJSON(s)
	}
	return `"enum":[` + strings.Join(quoted, ",") + "]"
}

func quoteJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""` // cannot happen: strings always encode
	}
	return string(b)
}

// args are the checked arguments of a call. An argument that is null counts as absent:
// some clients send all they know of, null where they have nothing.
type args map[string]any

func (a args) has(name string) bool    { return a[name] != nil }
func (a args) text(name string) string { s, _ := a[name].(string); return strings.TrimSpace(s) }
func (a args) number(name string) int  { n, _ := a[name].(int); return n }
func (a args) flag(name string) bool   { b, _ := a[name].(bool); return b }
func (a args) object(name string) json.RawMessage {
	raw, _ := a[name].(json.RawMessage)
	return raw
}

func (a args) texts(name string) []string { list, _ := a[name].([]string); return list }

func (a args) attempts(name string) []store.Attempt {
	list, _ := a[name].([]store.Attempt)
	return list
}

// change is the argument as a field of a change: absent leaves, an empty one clears.
func change[T any](a args, name string) store.Opt[T] {
	if v, ok := a[name].(T); ok {
		return store.Some(v)
	}
	return store.Opt[T]{}
}

// given is change for a field that an empty argument leaves alone.
func given(a args, name string) store.Opt[string] {
	if s := a.text(name); s != "" {
		return store.Some(s)
	}
	return store.Opt[string]{}
}

// parse checks the arguments of a call against the tool's parameters. Everything that is
// wrong is said at once, so that the next try can be right.
func parse(params []param, raw json.RawMessage) (args, error) {
	given, err := members(raw)
	if err != nil {
		return nil, err
	}
	parsed, present := args{}, map[string]bool{}
	var wrong []string
	for _, m := range given {
		i := slices.IndexFunc(params, func(p param) bool { return p.name == m.Name })
		switch {
		case i < 0:
			wrong = append(wrong, unknown(params, m.Name))
			continue
		case string(m.Value) == "null":
			continue
		}
		present[m.Name] = true
		v, err := params[i].parse(m.Value)
		if err != nil {
			wrong = append(wrong, err.Error())
			continue
		}
		parsed[m.Name] = v
	}
	for _, p := range params {
		if p.required && !present[p.name] {
			wrong = append(wrong, missing(p))
		}
	}
	if more := len(wrong) - maxWrong; more > 0 {
		wrong = append(wrong[:maxWrong], fmt.Sprintf("and %d more mistakes", more))
	}
	if wrong != nil {
		return nil, refuse("%s", strings.Join(wrong, "; "))
	}
	return parsed, nil
}

const (
	maxWrong   = 5  // mistakes that one refusal names
	maxMembers = 50 // keys of a message, of its params, and of the arguments of a call; none takes half as many
)

func missing(p param) string {
	sentence := fmt.Sprintf("argument %q (%s) is missing", p.name, nouns[p.kind])
	if help := cmp.Or(p.hint, p.doc); help != "" {
		sentence += ": " + help
	}
	return sentence
}

// elsewhere says where it goes what agents expect as an argument and is none.
var elsewhere = map[string]string{
	"status": "finish_thread ends a thread, save_thread with blocked_reason blocks it",
}

func unknown(params []param, name string) string {
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.name
	}
	sentence := "unknown argument " + quoteCut(name, 60)
	if other := elsewhere[name]; other != "" && !slices.Contains(names, name) {
		return sentence + "; " + other
	}
	if near := store.Closest(name, names); near != "" {
		return sentence + "; closest: " + near
	}
	return sentence + "; it takes " + cmp.Or(strings.Join(names, ", "), "none")
}

// members are the arguments in the order given.
func members(raw json.RawMessage) ([]inbound.JSONMember, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	list, err := inbound.JSONMembers(raw, maxMembers)
	switch {
	case errors.Is(err, inbound.ErrNotObject):
		return nil, refuse("the arguments must be an object with a member for each argument, not %s", jsonNoun(raw))
	case errors.Is(err, inbound.ErrTooManyMembers):
		return nil, refuse("there are more than %d arguments, which nothing here takes", maxMembers)
	case err != nil:
		return nil, refuse("the arguments are not valid JSON")
	}
	return list, nil
}

func (p param) parse(raw json.RawMessage) (any, error) {
	switch p.kind {
	case numberArg:
		return p.parseNumber(raw)
	case flagArg:
		return decode[bool](p, raw)
	case textsArg:
		return p.parseTexts(raw)
	case attemptsArg:
		return p.parseAttempts(raw)
	case objectArg:
		if raw[0] != '{' {
			return nil, p.wrongKind(raw)
		}
		return raw, nil // what must be in it depends on the other arguments
	}
	v, err := decode[string](p, raw)
	if err != nil {
		return nil, err
	}
	s := strings.TrimSpace(v.(string))
	switch {
	case p.required && s == "":
		return nil, refuse("argument %q is empty: %s", p.name, p.hint)
	case p.oneOf != nil && !slices.Contains(p.oneOf, s):
		return nil, refuse("argument %q must be one of %s", p.name, strings.Join(p.oneOf, ", "))
	}
	return v, nil
}

// decode reads a value of exactly its kind.
func decode[T any](p param, raw json.RawMessage) (any, error) {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, p.wrongKind(raw)
	}
	return v, nil
}

func (p param) parseTexts(raw json.RawMessage) (any, error) {
	list, err := decode[[]string](p, raw)
	if err != nil || p.oneOf == nil {
		return list, err
	}
	for _, s := range list.([]string) {
		if !slices.Contains(p.oneOf, s) {
			return nil, refuse("argument %q must be a list of %s", p.name, strings.Join(p.oneOf, ", "))
		}
	}
	return list, nil
}

// parseNumber also takes 5.0, which some clients make of 5.
func (p param) parseNumber(raw json.RawMessage) (any, error) {
	f, err := strconv.ParseFloat(string(raw), 64)
	least := max(p.min, 1)
	switch {
	case errors.Is(err, strconv.ErrSyntax):
		return nil, p.wrongKind(raw)
	case f != math.Trunc(f):
		return nil, refuse("argument %q must be an integer, not a fraction", p.name)
	case p.max > 0 && (f < float64(least) || f > float64(p.max)):
		return nil, refuse("argument %q must be between %d and %d", p.name, least, p.max)
	case f < float64(least):
		return nil, refuse("argument %q must be at least %d", p.name, least)
	}
	return int(min(f, math.MaxInt32)), nil
}

func (p param) parseAttempts(raw json.RawMessage) (any, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, p.wrongKind(raw)
	}
	list := make([]store.Attempt, 0, len(items))
	fields := []param{{name: "what", required: true}, {name: "why_not"}}
	for i, item := range items {
		parsed, err := parse(fields, item)
		if err != nil || string(item) == "null" {
			return nil, refuse("argument %q must be %s with the texts what and, if known, why_not; item %d is not", p.name, nouns[p.kind], i+1)
		}
		list = append(list, store.Attempt{What: parsed.text("what"), WhyNot: parsed.text("why_not")})
	}
	return list, nil
}

func (p param) wrongKind(raw json.RawMessage) error {
	if raw[0] == '[' && (p.kind == textsArg || p.kind == attemptsArg) {
		return refuse("argument %q must be %s; one of its items is something else", p.name, nouns[p.kind])
	}
	return refuse("argument %q must be %s, not %s", p.name, nouns[p.kind], jsonNoun(raw))
}

// jsonNoun names what a JSON value is.
func jsonNoun(raw json.RawMessage) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
