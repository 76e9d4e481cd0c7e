// Package setting is the table of settings: a [Row] says what there is to know of one, so that
// the Caddyfile, the environment, the dashboard and the reference page follow the same list.
//
// Texts are the common form of values: a word of a Caddyfile, a variable and a field of the
// dashboard's form all become one, are checked as one, and end in the typed field of a struct
// that has the setting's name. A field has the name of a key when it is spelled like it, without
// underscores and in any case: WebhookURL is that of webhook_url.
package setting

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store/phrase"
)

// Row is one setting.
type Row struct {
	// Key is its name, on the wire and in its service.
	Key string
	// Option is its name in the configuration where that is not Key, or Key inside the block of
	// its service.
	Option string
	// Env are its variables where they are not HUB_ and the name in the configuration: the first
	// that is not blank counts.
	Env []string
	// OwnerOnly leaves it to the owner: no configuration sets it.
	OwnerOnly bool
	// Default is what counts when nobody says else; empty: nothing does, or what Unset says.
	Default, Unset string
	// Kind is the form of its value.
	Kind Kind
	// Secret keeps the value out of every message, out of the database, and to one address.
	Secret bool
	// Check returns a value as it is kept. Its error continues a sentence that begins with the
	// setting's name, and never repeats the value. nil: anything goes.
	Check func(string) (string, error)
	// About says in a line what it is, for the reference page.
	About string
	// Example is a value for the Caddyfile that shows every option, where it is neither the
	// default nor "true". Quotes are added where it needs them.
	Example string
}

// Kind is the form of a setting's value, in a line of the Caddyfile, a variable and JSON.
type Kind int

// The kinds.
const (
	Text   Kind = iota
	Line        // a text whose words need no quotes, such as a cron expression
	Toggle      // on or off
	Number      // whole, above 0
	List        // one text or more
)

// Clean checks words and returns them as they are kept.
func (r Row) Clean(words []string) ([]string, error) {
	check := r.Check
	if r.Kind == Toggle {
		check = checkToggle
	}
	if check == nil {
		return words, nil
	}
	kept := make([]string, len(words))
	for i, w := range words {
		var err error
		if kept[i], err = check(w); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// Table is a list of settings.
type Table []Row

// Options are the rows that a configuration may set, with their names and variables there; block
// is the one they stand in, empty: none.
func (t Table) Options(block string) Table {
	var options Table
	for _, r := range t {
		if r.OwnerOnly {
			continue
		}
		if r.Option == "" {
			r.Option = strings.TrimSpace(block + " " + r.Key)
		}
		if r.Env == nil {
			r.Env = []string{"HUB_" + strings.ToUpper(strings.ReplaceAll(r.Option, " ", "_"))}
		}
		options = append(options, r)
	}
	return options
}

// FixedError is a change of a value that the configuration fixes.
type FixedError struct{ Name, Source string }

func (e *FixedError) Error() string {
	return fmt.Sprintf("%s is set by %s: change it there", e.Name, e.Source)
}

// Source says where a value comes from: the part of the configuration that fixes it, if any,
// else "stored" or "default".
func Source(fixed string, stored bool) string {
	switch {
	case fixed != "":
		return fixed
	case stored:
		return "stored"
	}
	return "default"
}

// MaxToken is the longest token, in bytes: a longer one would come to nothing at the limits
// that servers and proxies have for a request's head.
const MaxToken = 1000

// IsToken reports whether a text can stand behind "Bearer " (RFC 6750 §2.1 and RFC 9110 §5.5).
func IsToken(v string) bool {
	return v != "" && !strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' })
}

// CheckToken takes the token of another service.
func CheckToken(v string) (string, error) {
	v = strings.TrimSpace(v)
	if len(v) > MaxToken || !IsToken(v) {
		return "", phrase.FieldToken(MaxToken)
	}
	return v, nil
}

// checkToggle takes the words for on and off.
func checkToggle(v string) (string, error) {
	switch strings.ToLower(v) {
	case "true", "on", "yes", "1":
		return "true", nil
	case "false", "off", "no", "0":
		return "false", nil
	}
	return "", errors.New("must be true or false")
}

// CheckHTTP takes a whole HTTP URL; example is one.
func CheckHTTP(v, example string) (*url.URL, error) {
	u, err := url.Parse(v)
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return nil, phrase.FieldURL(example)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, phrase.FieldScheme
	}
	return u, nil
}

// CheckCron takes a schedule, and keeps it in its usual form.
func CheckCron(v string) (string, error) {
	e, err := schedule.Parse(v)
	if err != nil {
		return "", err
	}
	return e.String(), nil
}

// CheckNumber takes a whole number between two.
func CheckNumber(least, most int) func(string) (string, error) {
	return func(v string) (string, error) {
		n, err := strconv.Atoi(v)
		if err != nil || n < least || n > most {
			return "", phrase.FieldNumber(least, most)
		}
		return strconv.Itoa(n), nil
	}
}

// CheckFolder takes a folder, and keeps its absolute path.
func CheckFolder(v string) (string, error) {
	abs, err := filepath.Abs(v)
	if err != nil {
		return "", fmt.Errorf("is not a usable folder: %w", err)
	}
	return abs, nil
}
