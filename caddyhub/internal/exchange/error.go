package exchange

import (
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
)

// BrokenError is a row that can't be read. Whoever made the file can mend it, or have it left out.
type BrokenError struct {
	File string // as it is called in the folder or zip
	Line int    // 0: the file has no lines to speak of
	Item string // the id of the row; empty: unknown
	What string // what is wrong, such as "created_at is no time"
	More int    // further broken rows
}

// Error names the row and says what to do.
func (e *BrokenError) Error() string { return e.Said().String() }

// Said is the same as a phrase.
func (e *BrokenError) Said() phrase.Phrase {
	if e.More > 0 {
		return phrase.ImportBrokenRows(e.Where(), e.What, e.More)
	}
	return phrase.ImportBroken(e.Where(), e.What)
}

// Where is the place of the row.
func (e *BrokenError) Where() string {
	var parts []string
	if e.File != "" {
		parts = append(parts, e.File)
	}
	if e.Line > 0 {
		parts = append(parts, fmt.Sprintf("line %d", e.Line))
	}
	if e.Item != "" {
		parts = append(parts, fmt.Sprintf("(%s)", e.Item))
	}
	if len(parts) == 0 {
		return "the file"
	}
	return strings.Join(parts, " ")
}

// RefusedError is a file that can't be read as what it should be.
type RefusedError struct {
	File string // empty: the whole of what was sent
	Why  string // such as "is larger than 64 MiB"
}

func (e *RefusedError) Error() string {
	if e.File == "" {
		return "the file " + e.Why
	}
	return e.File + " " + e.Why
}

// refuse makes a [RefusedError].
func refuse(file, format string, args ...any) error {
	return &RefusedError{File: called(file), Why: fmt.Sprintf(format, args...)}
}

// PassphraseError is an encrypted backup that was not opened.
type PassphraseError struct {
	Missing bool // none was given
}

func (e *PassphraseError) Error() string { return e.Said().String() }

// Said is the same as a phrase.
func (e *PassphraseError) Said() phrase.Phrase {
	if e.Missing {
		return phrase.ImportSealed
	}
	return phrase.ImportUnopened
}

// called is a name as it is repeated to people: short, on one line, and nothing in it that a
// terminal obeys.
func called(name string) string { return clip(oneLine(name), 120) }

func megabytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
