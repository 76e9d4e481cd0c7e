package replicate

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"filippo.io/age"
	"github.com/superfly/ltx"
)

// What is encrypted comes back, is not readable without the key but for its header, and tells its
// true size.
func TestSealedFiles(t *testing.T) {
	t.Parallel()
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	s, err := sealWith(key)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3*chunk + 17} {
		plain := append(bytes.Repeat([]byte("h"), ltx.HeaderSize), bytes.Repeat([]byte("content "), size/8+1)[:size]...)
		r, err := s.close(bytes.NewReader(plain))
		if err != nil {
			t.Fatal(err)
		}
		sealed, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.plainSize(int64(len(sealed))); got != int64(len(plain)) {
			t.Errorf("%d bytes: the size reads %d", len(plain), got)
		}
		if !bytes.HasPrefix(sealed, plain[:ltx.HeaderSize]) || bytes.Contains(sealed, []byte("content")) {
			t.Errorf("%d bytes: not encrypted as it should be", len(plain))
		}
		opened, err := s.open(bytes.NewReader(sealed))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(opened); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes: %d came back, %v", len(plain), len(got), err)
		}
		sealed[len(sealed)-1] ^= 1
		if opened, err := s.open(bytes.NewReader(sealed)); err == nil {
			if _, err := io.ReadAll(opened); err == nil {
				t.Errorf("%d bytes: a change at the end is not noticed", len(plain))
			}
		}
	}
	if got := (*seal)(nil).plainSize(17); got != 17 {
		t.Errorf("without encryption: %d", got)
	}
	if _, err := s.close(io.MultiReader(bytes.NewReader(make([]byte, 50)), failing{})); err == nil {
		t.Error("half a header")
	}
	r, err := s.close(io.MultiReader(bytes.NewReader(make([]byte, 500)), failing{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); !errors.Is(err, errFailing) {
		t.Errorf("half a file: %v", err)
	}
}

// failing is the end of a reader that breaks off.
type failing struct{}

var errFailing = errors.New("the reader breaks off")

func (failing) Read([]byte) (int, error) { return 0, errFailing }
