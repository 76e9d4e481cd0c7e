package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// lockName is the file in the data folder whose operating-system lock marks a running hub.
// The folder itself is locked with it: a file may be cleared away under a running hub, and the
// one made in its place would be free. But only the lock of the file is sure to reach others
// on a network's disk.
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

// unused stands in the lock file of a folder that has not held a database yet. Hubs before
// this rule wrote only their number, and always made a database next.
const unused = "no database yet\n"

// Lock is the exclusive right to a data folder. The system frees it when the process ends,
// however it ends.
type Lock struct {
	folder *os.File // nil where the system locks no folders
	file   *os.File
	fresh  bool
	killed bool // the last holder did not release it
}

// How long, and how often, a lock without a holder is tried again. A program that is being started
// has a copy of all that is open until its own code runs: of a lock that was released meanwhile, too.
const (
	lockPatience = time.Second
	lockEvery    = 20 * time.Millisecond
)

// AcquireLock takes the data folder for this process, or returns a [*LockedError] that
// names the holder. It does not wait for one. The folder must exist.
func AcquireLock(dir string) (*Lock, error) { return acquireWithin(dir, lockPatience) }

// acquireWithin is AcquireLock, with as much patience for a lock without a holder.
func acquireWithin(dir string, patience time.Duration) (*Lock, error) {
	for began := time.Now(); ; time.Sleep(lockEvery) {
		l := new(Lock)
		err := l.acquire(dir)
		if err == nil {
			return l, nil
		}
		err = errors.Join(err, l.close())
		if locked := new(LockedError); !errors.As(err, &locked) || locked.PID != 0 || time.Since(began) > patience {
			return nil, err
		}
	}
}

func (l *Lock) acquire(dir string) (err error) {
	path := filepath.Join(dir, lockName)
	// The folder first: whoever is refused there must not leave a file that says "unused".
	if l.folder, err = lockFolder(dir); errors.Is(err, errLocked) {
		return &LockedError{Dir: dir, PID: holder(path)}
	} else if err != nil {
		return fmt.Errorf("lock %s: %w", dir, err)
	}
	// The note stands there before anybody else can meet the file.
	if f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		_, err = f.WriteString(unused)
		if err := errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("write the lock file: %w", err)
		}
	}
	if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return fmt.Errorf("open the lock file: %w", err)
	}
	if err := lockFile(l.file); errors.Is(err, errLocked) {
		return &LockedError{Dir: dir, PID: holder(path)}
	} else if err != nil {
		return fmt.Errorf("lock %s: %w", dir, err)
	}
	text := readLock(l.file)
	l.fresh, l.killed = strings.Contains(text, unused), holderIn(text) != 0
	l.write(os.Getpid())
	return nil
}

// Fresh reports whether the folder has never held a database, as far as those who held the
// lock know.
func (l *Lock) Fresh() bool { return l.fresh }

// Killed reports whether the last holder's process ended without [Lock.Release].
func (l *Lock) Killed() bool { return l.killed }

// NoteDatabase notes that the folder holds a database from now on.
func (l *Lock) NoteDatabase() {
	if l.fresh {
		l.fresh = false
		l.write(os.Getpid())
	}
}

// Release gives the folder free. The file stays: removing it would race with the next holder.
func (l *Lock) Release() error {
	l.write(0)
	return l.close()
}

func (l *Lock) close() error {
	var errs []error
	for _, f := range []*os.File{l.file, l.folder} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// write says who holds the lock (0: nobody), for people who meet it, and whether the folder
// is fresh. Losing the first costs only a name; the second is never gone for a moment.
func (l *Lock) write(pid int) {
	text := ""
	if pid != 0 {
		text = strconv.Itoa(pid) + "\n"
	}
	if l.fresh {
		text += unused
	}
	if _, err := l.file.WriteAt([]byte(text), 0); err == nil {
		_ = l.file.Truncate(int64(len(text)))
	}
}

// LockState is who uses a data folder.
type LockState struct {
	Held  bool
	PID   int  // of the holder; 0 when it has not written it
	Fresh bool // as [Lock.Fresh]
}

// PeekLock tells who uses a data folder, and changes nothing there. A free one is locked for the
// moment that it takes to see that.
func PeekLock(dir string) (state LockState, err error) {
	path := filepath.Join(dir, lockName)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		state.Fresh = true
	} else if err != nil {
		return state, fmt.Errorf("open the lock file: %w", err)
	} else {
		defer f.Close()
		state.Fresh = strings.Contains(readLock(f), unused)
		err = lockFile(f)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		var folder *os.File
		if folder, err = lockFolder(dir); folder != nil {
			defer folder.Close()
		}
	}
	if errors.Is(err, errLocked) {
		return LockState{Held: true, PID: holder(path), Fresh: state.Fresh}, nil
	}
	if err != nil {
		return state, fmt.Errorf("look at the lock of %s: %w", dir, err)
	}
	return state, nil
}

func readLock(f *os.File) string {
	var b [64]byte
	n, _ := f.ReadAt(b[:], 0)
	return string(b[:n])
}

// holder is the number of the process that a lock file names; 0: it names none.
func holder(path string) int {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	return holderIn(readLock(f))
}

// holderIn is the number that the text of a lock file names; 0: it names none.
func holderIn(text string) int {
	line, _, _ := strings.Cut(text, "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid < 0 {
		return 0
	}
	return pid
}
