// Package lexicon is what the hub knows about words that say the same: concepts of everyday
// work with their words in ten languages, and words that fill the same place in a sentence
// but make it another work.
//
// It is text that people can read and extend, one file for each world of work. A line is a
// concept, named by its first form:
//
//	en: sign in, log in, auth | de: anmelden, Anmeldung | es: iniciar sesión | …
//
// A line that starts with "!" names words that must not be taken for one another. Those of
// one side have commas between them; one that is the name of a concept stands for all of it.
//
//	! import / export
//	! add, create / remove, delete
//
// A line that starts with "~" is a topic: English words that stand near each other when
// people describe one kind of work. Those that are forms of a concept stand for all of it.
//
//	~ session: log out, cookie, expire, token, remember me
//
// Lines that start with # are comments. A form has at most [MaxWords] words. Give the forms
// that titles of work use: English endings are known, of other languages the most common.
//
// The hub is built with the files compressed: run go generate here after a change.
package lexicon

import (
	_ "embed"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

//go:generate go test -run Packed -update

// packed is what all files say, compressed. It has the forms of one language together, as they
// are more alike than those of a concept: the number of concepts, their forms in the first of
// [Languages], a line each, those in the second, and then the lines of topics and contrasts.
//
//go:embed packed.zst
var packed []byte

// MaxWords is the length of the longest phrase.
const MaxWords = 4

// Concept is one idea and the ways to write it.
type Concept struct {
	Name  string // its first form
	Forms []Form
}

// Form is a word or a short phrase.
type Form struct {
	Lang string // ISO 639-1
	Text string
}

// Lexicon is the concepts, the topics, and the groups of words that exclude one another.
type Lexicon struct {
	Concepts  []Concept
	Topics    []Concept // their forms are English
	Contrasts []Contrast
}

// Contrast is sides of which one excludes the others, each as its words.
type Contrast [][]string

// Languages are those that each concept has forms in, as ISO 639-1 names them.
func Languages() []string {
	return []string{"en", "de", "es", "fr", "pt", "it", "nl", "ja", "zh", "ru"}
}

// Load reads the lexicon of this package.
func Load() (Lexicon, error) {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return Lexicon{}, fmt.Errorf("decompress the lexicon: %w", err)
	}
	defer r.Close()
	text, err := r.DecodeAll(packed, nil)
	if err != nil {
		return Lexicon{}, fmt.Errorf("decompress the lexicon: %w", err)
	}
	return unpack(string(text))
}

// unpack reads what [packed] holds.
func unpack(text string) (Lexicon, error) {
	line := func() string {
		first, rest, _ := strings.Cut(text, "\n")
		text = rest
		return first
	}
	n, err := strconv.Atoi(line())
	if err != nil || n < 0 || n > len(text) {
		return Lexicon{}, errors.New("the packed lexicon does not say how many concepts it has")
	}
	concepts := make([]Concept, n)
	for _, lang := range Languages() {
		for i := range concepts {
			list := line()
			if list == "" {
				continue
			}
			c := &concepts[i]
			for form := range strings.SplitSeq(list, ", ") {
				c.Forms = append(c.Forms, Form{lang, form})
			}
			c.Name = c.Forms[0].Text
		}
	}
	l, err := Parse(text)
	l.Concepts = concepts
	return l, err
}

// Checksum tells this lexicon from every other one.
func Checksum() uint32 { return checksum() }

var checksum = sync.OnceValue(func() uint32 { return crc32.ChecksumIEEE(packed) })

// Parse reads a text of the form that the package comment describes.
func Parse(text string) (Lexicon, error) {
	var l Lexicon
	err := l.add(text)
	return l, err
}

func (l *Lexicon) add(text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "~"):
			name, list, ok := strings.Cut(strings.TrimSpace(line[1:]), ": ")
			if !ok {
				return fmt.Errorf("line %d: a topic needs a name, a colon and its words", number)
			}
			t, err := parseConcept("en: " + list)
			if err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
			t.Name = name
			l.Topics = append(l.Topics, t)
		case strings.HasPrefix(line, "!"):
			var sides Contrast
			for side := range strings.SplitSeq(strings.TrimSpace(line[1:]), " / ") {
				sides = append(sides, strings.Split(side, ", "))
			}
			if len(sides) < 2 {
				return fmt.Errorf("line %d: a contrast needs two words with \" / \" between them", number)
			}
			l.Contrasts = append(l.Contrasts, sides)
		default:
			c, err := parseConcept(line)
			if err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
			l.Concepts = append(l.Concepts, c)
		}
	}
	return nil
}

func parseConcept(line string) (Concept, error) {
	var c Concept
	for part := range strings.SplitSeq(line, " | ") {
		lang, list, ok := strings.Cut(part, ": ")
		if !ok || len(lang) != 2 {
			return Concept{}, fmt.Errorf("%q: want a language and its forms, such as \"en: log in, login\"", part)
		}
		for form := range strings.SplitSeq(list, ", ") {
			switch n := len(strings.Fields(form)); {
			case n == 0 || strings.TrimSpace(form) != form:
				return Concept{}, fmt.Errorf("%q: a form is empty or has space around it", part)
			case n > MaxWords:
				return Concept{}, fmt.Errorf("%q: more than %d words", form, MaxWords)
			}
			c.Forms = append(c.Forms, Form{lang, form})
		}
	}
	c.Name = c.Forms[0].Text
	return c, nil
}
