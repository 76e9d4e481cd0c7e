package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

func TestOneHolderAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, err := AcquireLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = AcquireLock(dir)
	var le *LockedError
	if !errors.As(err, &le) || le.PID != os.Getpid() || le.Dir != dir || !strings.Contains(err.Error(), dir) {
		t.Errorf("the second: got %v, want the number of the first", err)
	}
	other, err := AcquireLock(t.TempDir())
	if err != nil {
		t.Errorf("another folder: %v", err)
	}
	for _, l := range []*Lock{other, first} {
		if err := l.Release(); err != nil {
			t.Error(err)
		}
	}
	again, err := AcquireLock(dir)
	if err != nil {
		t.Fatalf("after the release: %v", err)
	}
	defer again.Release()
	if info, err := os.Stat(filepath.Join(dir, lockName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("lock file: %v, %v", info, err)
	}
}

func TestLockWhoseTextIsNoNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "another process", "x\n": "another process", "-5\n": "another process", "123\n": "process 123", "99999999999999999999999999999999999999\n": "another process"} {
		dir := t.TempDir()
		l, err := AcquireLock(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, lockName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := AcquireLock(dir); err == nil || !strings.Contains(err.Error(), "in use by "+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		l.Release()
	}
}

// What locks the folder is not only a file in it that somebody may clear away.
func TestLockOutlivesItsFile(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("an open file can't be removed here")
	}
	dir := t.TempDir()
	first, err := AcquireLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, lockName)
	for _, disturbance := range []struct {
		name string
		do   func() error
	}{
		{"removed", func() error { return os.Remove(path) }},
		{"made anew", func() error { return os.WriteFile(path, nil, 0o600) }},
	} {
		if err := disturbance.do(); err != nil {
			t.Fatal(err)
		}
		var le *LockedError
		if _, err := AcquireLock(dir); !errors.As(err, &le) {
			t.Fatalf("%s: got %v, want a LockedError", disturbance.name, err)
		}
	}
	if err := first.Release(); err != nil {
		t.Error(err)
	}
	again, err := AcquireLock(dir)
	if err != nil {
		t.Fatalf("after the release: %v", err)
	}
	defer again.Release()
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), strconv.Itoa(os.Getpid())) {
		t.Errorf("the file of the next holder: %q, %v", text, err)
	}
}

func TestLockNeedsTheFolder(t *testing.T) {
	t.Parallel()
	if _, err := AcquireLock(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestTheLockFileRemembersWhetherThereWasADatabase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string // of the lock file before; "-": there is none
		noted      bool
		fresh      bool // what the next holder hears
	}{
		{"a new folder", "-", false, true},
		{"a new folder with a database", "-", true, false},
		{"a killed first start", "99999999\n" + unused, false, true},
		{"left by an earlier hub", "", false, false},
		{"left by an earlier hub that was killed", "99999999\n", false, false},
	} {
		dir := t.TempDir()
		if tt.text != "-" {
			works(t, os.WriteFile(filepath.Join(dir, lockName), []byte(tt.text), 0o600))
		}
		for round := range 2 {
			l, err := AcquireLock(dir)
			works(t, err)
			if want := tt.fresh || round == 0 && tt.noted; l.Fresh() != want {
				t.Errorf("%s, round %d: fresh %t", tt.name, round, l.Fresh())
			}
			if _, err := AcquireLock(dir); err == nil || !strings.Contains(err.Error(), "in use by process") {
				t.Errorf("%s: the second holder: %v", tt.name, err)
			}
			if tt.noted {
				l.NoteDatabase()
			}
			works(t, l.Release())
		}
	}
}
