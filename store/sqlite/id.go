package sqlite

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"time"
)

// An id is 60 bits as 12 characters of lower-case Crockford base32: 42 bits of Unix
// milliseconds (until the year 2109), then 18 bits that start at random in each
// millisecond and count up. Ids are given by the one writer, so a later commit always
// has a greater id: lists by descending id never show a row twice or skip one.
const (
	idLength   = 12
	idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	idLowBits  = 18
)

// idSource gives ids that only ever grow. It is used by the writer alone.
type idSource struct{ last uint64 }

func (s *idSource) next(now time.Time) string {
	// Half of the low range is left free to count up in the same millisecond.
	n := uint64(now.UnixMilli())<<idLowBits | randomBits(idLowBits-1)
	if n <= s.last {
		n = s.last + 1 // same millisecond, or the clock stepped back
	}
	s.last = n
	return EncodeID(n)
}

// maxLastID is the greatest id that a database may come with: that of the year 2100. The
// writer only counts up from what it finds, and ids end nine years later.
const maxLastID = uint64(4_102_444_800_000) << idLowBits

// LastID is greater than every id that is given.
const LastID = "zzzzzzzzzzzz"

// FirstID is the least id given at a time.
func FirstID(at time.Time) string { return EncodeID(uint64(max(0, at.UnixMilli())) << idLowBits) }

// IDTime is the time in an id: when it was given, or later, after the clock stepped back.
func IDTime(id string) (time.Time, error) {
	n, err := DecodeID(id)
	return time.UnixMilli(int64(n >> idLowBits)), err
}

// RandomID is an id that cannot be guessed from an earlier one.
func RandomID() string { return EncodeID(randomBits(60)) }

func randomBits(n uint) uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	return binary.LittleEndian.Uint64(b[:]) & (1<<n - 1)
}

// EncodeID writes a number as an id.
func EncodeID(n uint64) string {
	var b [idLength]byte
	for i := idLength - 1; i >= 0; i-- {
		b[i] = idAlphabet[n&31]
		n >>= 5
	}
	return string(b[:])
}

// DecodeID reverses [EncodeID].
func DecodeID(id string) (uint64, error) {
	if len(id) != idLength {
		return 0, fmt.Errorf("decode id: want %d characters", idLength)
	}
	var n uint64
	for i := range idLength {
		v := idValues[id[i]]
		if v == 0xff {
			return 0, fmt.Errorf("decode id: character %d is none of an id", i+1)
		}
		n = n<<5 | uint64(v)
	}
	return n, nil
}

var idValues = func() (values [256]byte) {
	for i := range values {
		values[i] = 0xff
	}
	for i := range len(idAlphabet) {
		values[idAlphabet[i]] = byte(i)
	}
	return values
}()
