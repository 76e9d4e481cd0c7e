// Package phrase has the sentences that the hub says to people, each under a code that stays the
// same: the dashboard says them in its owner's language, agents and scripts read the English.
//
// A sentence is made by its constructor in the table (table.go), which takes what the sentence
// speaks of. ui/src/words/codes.json lists the codes for the dashboard's catalogues.
package phrase

import (
	"errors"
	"fmt"
	"strings"
)

// Phrase is something that the hub says. It is an error where that is what it tells of. Phrases
// are equal when they say the same of the same.
type Phrase struct {
	of   *entry // nil: it has no code
	args [maxParams]any
	text string
}

// maxParams is how many parameters a sentence has at most.
const maxParams = 4

// Text is a phrase without a code: what others wrote, and what only programs read.
func Text(text string) Phrase { return Phrase{text: text} }

// Textf is [Text] of a format.
func Textf(format string, args ...any) Phrase { return Text(fmt.Sprintf(format, args...)) }

// Of is what an error says.
func Of(err error) Phrase {
	if p, ok := errors.AsType[Phrase](err); ok && p.text == err.Error() {
		return p
	}
	return Text(err.Error())
}

// String is the sentence in English.
func (p Phrase) String() string { return p.text }

// Error is the sentence in English.
func (p Phrase) Error() string { return p.text }

// Code names the sentence; empty: it has none.
func (p Phrase) Code() string {
	if p.of == nil {
		return ""
	}
	return p.of.Code
}

// Params are what the sentence speaks of, by name: texts, whole numbers, and [Said] of phrases.
func (p Phrase) Params() map[string]any {
	if p.of == nil || len(p.of.Params) == 0 {
		return nil
	}
	params := make(map[string]any, len(p.of.Params))
	for i, one := range p.of.Params {
		params[one.Name] = p.args[i]
		if within, ok := p.args[i].(Phrase); ok {
			params[one.Name] = within.Said()
		}
	}
	return params
}

// Said is a phrase on the wire, where its text does not stand beside it already.
type Said struct {
	Text   string         `json:"text"`
	Code   string         `json:"code,omitempty"`
	Params map[string]any `json:"params,omitempty"`
}

// Said is the phrase with its text.
func (p Phrase) Said() Said { return Said{p.text, p.Code(), p.Params()} }

// entry is a sentence of the table.
type entry struct {
	Code    string  `json:"code"`
	English string  `json:"english"` // with {name} and, of a number with its noun, {n:day}
	Params  []param `json:"params"`

	parts []string // what stands around the parameters
	nouns []string // what is counted, by parameter; empty: it is not
}

type param struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // text, number or phrase
}

// table has all sentences, in the order of their constructors.
var table []*entry

// arg is what a sentence can speak of.
type arg interface{ string | int | Phrase }

func say0(code, english string) Phrase { return define(code, english).with() }

func say1[A arg](code, english string) func(A) Phrase {
	e := define(code, english, kind[A]())
	return func(a A) Phrase { return e.with(a) }
}

func say2[A, B arg](code, english string) func(A, B) Phrase {
	e := define(code, english, kind[A](), kind[B]())
	return func(a A, b B) Phrase { return e.with(a, b) }
}

func say3[A, B, C arg](code, english string) func(A, B, C) Phrase {
	e := define(code, english, kind[A](), kind[B](), kind[C]())
	return func(a A, b B, c C) Phrase { return e.with(a, b, c) }
}

func say4[A, B, C, D arg](code, english string) func(A, B, C, D) Phrase {
	e := define(code, english, kind[A](), kind[B](), kind[C](), kind[D]())
	return func(a A, b B, c C, d D) Phrase { return e.with(a, b, c, d) }
}

func kind[A arg]() string {
	switch any(*new(A)).(type) {
	case int:
		return "number"
	case Phrase:
		return "phrase"
	}
	return "text"
}

// define puts a sentence into the table. Its parameters are those in braces, in their order.
func define(code, english string, kinds ...string) *entry {
	e := &entry{Code: code, English: english, Params: []param{}}
	rest := english
	for {
		before, after, found := strings.Cut(rest, "{")
		e.parts = append(e.parts, before)
		if !found {
			break
		}
		name, after, _ := strings.Cut(after, "}")
		name, noun, _ := strings.Cut(name, ":")
		if len(e.Params) == len(kinds) {
			panic("phrase: " + code + " has more parameters than its constructor")
		}
		e.Params, e.nouns, rest = append(e.Params, param{name, kinds[len(e.Params)]}), append(e.nouns, noun), after
	}
	if len(e.Params) != len(kinds) {
		panic("phrase: " + code + " has fewer parameters than its constructor")
	}
	table = append(table, e)
	return e
}

// with is the sentence about something.
func (e *entry) with(args ...any) Phrase {
	p := Phrase{of: e}
	copy(p.args[:], args)
	var text strings.Builder
	for i, part := range e.parts {
		text.WriteString(part)
		if i == len(args) {
			break
		}
		if e.nouns[i] != "" {
			text.WriteString(count(args[i].(int), e.nouns[i]))
		} else {
			fmt.Fprint(&text, args[i])
		}
	}
	p.text = text.String()
	return p
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
