package setting

import (
	"errors"
	"math"

	"github.com/dustin/go-humanize"
)

// Bytes is a size, written as 500MB, 20GB or 16GiB, as in a Caddyfile elsewhere.
type Bytes int64

// UnmarshalText reads one.
func (b *Bytes) UnmarshalText(text []byte) error {
	n, err := humanize.ParseBytes(string(text))
	*b = Bytes(min(n, math.MaxInt64))
	return err
}

// CheckBytes takes a size from so many bytes on, as the words say it: "from 1MB on, such as 20GB".
func CheckBytes(least Bytes, words string) func(string) (string, error) {
	return func(v string) (string, error) {
		var b Bytes
		if err := b.UnmarshalText([]byte(v)); err != nil || b < least {
			return "", errors.New("must be a size " + words)
		}
		return v, nil
	}
}
