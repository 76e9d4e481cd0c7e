//go:build unix

package storetest

import (
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// aloneVariable names the test that a process runs alone.
const aloneVariable = "HUB_TEST_ALONE"

// Alone runs a test once more, in a process of its own, and reports whether this is that
// process. In the one that runs all tests it returns false once the other has passed.
func Alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(aloneVariable) == t.Name() {
		return true
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), aloneVariable+"="+t.Name())
	said, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "\n--- PASS: "+t.Name()+" ") {
		t.Fatalf("%v\n%s", err, said)
	}
	return false
}

// FillDisk lets no file grow beyond a size, as a full disk does, until the returned function
// is called. That holds for all files of the process, so only a test that runs [Alone] may
// call it: in the process that runs the tests it also cuts what "go test" writes there.
func FillDisk(t *testing.T, size int64) (free func()) {
	t.Helper()
	if os.Getenv(aloneVariable) == "" {
		t.Fatal("the limit would hold for the process that runs the tests")
	}
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	full := old
	full.Cur = uint64(size)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Fatal(err)
		}
		signal.Reset(syscall.SIGXFSZ)
	}
}
