//go:build unix

package sqlite

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// A program that was started while a lock was held may have a copy of it for a moment after its
// release: that is nobody's lock.
func TestALockWithoutAHolderIsWaitedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	held, err := AcquireLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), "cat") // until its input ends
	child.ExtraFiles = []*os.File{held.file}
	if held.folder != nil {
		child.ExtraFiles = append(child.ExtraFiles, held.folder)
	}
	input, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if err := held.Release(); err != nil {
		t.Fatal(err)
	}
	acquired := make(chan error)
	go func() {
		lock, err := acquireWithin(dir, time.Minute) // the copy may be gone late on a machine that does much else
		if err == nil {
			err = lock.Release()
		}
		acquired <- err
	}()
	select {
	case err := <-acquired:
		t.Fatalf("before the copy is gone: %v", err)
	case <-time.After(5 * lockEvery): // it has been refused some times by now
	}
	if err := input.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-acquired; err != nil {
		t.Errorf("after it is gone: %v", err)
	}
	_ = child.Wait()
}
