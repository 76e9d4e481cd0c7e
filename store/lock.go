package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// lockName is the file in the data folder whose operating-system lock marks a running hub.
const lockName = ".lock"

// LockedError says that another process uses the data folder.
type LockedError struct {
	Dir string
	PID int // 0 when the holder has not written it
}

func (e *LockedError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("the data folder %s is in use by %s: stop that hub first", e.Dir, who)
}

// Lock is the exclusive right to a data folder. The system frees it when the process ends,
// however it ends.
type Lock struct{ file *os.File }

// AcquireLock takes the data folder for this process, or returns a [*LockedError] that
// names the holder. It does not wait. The folder must exist.
func AcquireLock(dir string) (*Lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock file: %w", err)
	}
	if err := lockFile(f); err != nil {
		defer f.Close()
		if !errors.Is(err, errLocked) {
			return nil, fmt.Errorf("lock %s: %w", dir, err)
		}
		return nil, &LockedError{Dir: dir, PID: readPID(f)}
	}
	// The number is for people who meet the lock; losing it costs only the name.
	if err := f.Truncate(0); err == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &Lock{file: f}, nil
}

// Release gives the folder free. The file stays: removing it would race with the next holder.
func (l *Lock) Release() error {
	_ = l.file.Truncate(0)
	return l.file.Close()
}

func readPID(f *os.File) int {
	var b [32]byte
	n, _ := f.ReadAt(b[:], 0)
	pid, err := strconv.Atoi(strings.TrimSpace(string(b[:n])))
	if err != nil || pid < 0 {
		return 0
	}
	return pid
}

var errLocked = errors.New("locked by another process")
