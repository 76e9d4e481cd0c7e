package storetest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// Listen listens on a port that can be closed and listened on again: it is none of those that the
// system gives to whoever asks for any, and none that the tests of the process choose from.
func Listen(t testing.TB) net.Listener {
	t.Helper()
	for range 100 {
		if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 30_000+rand.IntN(2_000))); err == nil {
			return l
		}
	}
	t.Fatal("found no free port")
	return nil
}
