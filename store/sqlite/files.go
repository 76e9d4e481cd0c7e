package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.uber.org/zap"
)

// checkInterval is how often the files of an open database are looked at when nobody writes.
const checkInterval = 10 * time.Second

// DisplacedError means that a file of the open database was removed, replaced or cut short
// by somebody else. SQLite would go on writing where nobody finds it again, so every change
// is refused. It is an [ErrUnavailable].
type DisplacedError struct {
	File string // its name in the data folder
	What string // what happened to it
	Cut  bool   // what was in it is lost; otherwise this process can still read it
}

func (e *DisplacedError) Error() string {
	happened := fmt.Sprintf("%s %s while the hub runs, so no change is taken", e.File, e.What)
	if e.Cut {
		return happened + ": stop the hub and restore the latest backup with hub import"
	}
	return happened + ". What the hub knows can still be read: if the file was moved, move it back; otherwise download a backup before the hub is stopped, stop it, and restore that backup with hub import"
}

func (e *DisplacedError) Unwrap() error { return ErrUnavailable }

// openFiles knows the files of an open database, to notice when their names no longer lead
// to them.
type openFiles struct {
	now     func() time.Time
	log     *zap.Logger
	changed func(displaced bool) // called when that changes
	index   *walIndexFile

	mu    sync.Mutex
	files []openFile
	last  string    // what was said of them last; empty: all is well
	away  time.Time // when that began
}

type openFile struct {
	path  string
	found os.FileInfo // nil: it has not been there yet
	// fits reports whether SQLite itself may have made the file as small as it is now. Nothing
	// of the hub's does while it runs: it vacuums nothing, and its checkpoints let the log begin
	// anew at the size it has. Another program may do both, and nothing is lost by it.
	fits func(walIndex, int64) bool
}

// watchFiles takes the present files for those of the database just opened.
func watchFiles(database string, index *walIndexFile, now func() time.Time, log *zap.Logger, changed func(displaced bool)) *openFiles {
	o := &openFiles{now: now, log: log, changed: changed, index: index, files: []openFile{
		{path: database, fits: func(x walIndex, size int64) bool { return size == x.pages*x.pageSize }},
		{path: database + "-wal", fits: func(x walIndex, size int64) bool { return size >= x.logSize() }},
	}}
	for i := range o.files {
		_ = o.files[i].check(index) // remembers it
	}
	return o
}

// check reports whether the files are still those that were opened; if not, its error is a
// [*DisplacedError]. Each change of that is logged once. It costs two looks at the folder.
func (o *openFiles) check() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range o.files {
		if err := o.files[i].check(o.index); err != nil {
			o.say(err.Error())
			return err
		}
	}
	o.say("")
	return nil
}

func (o *openFiles) say(now string) {
	if now == o.last {
		return
	}
	if (now == "") != (o.last == "") {
		o.changed(now != "")
		o.away = o.now()
	}
	o.last = now
	if now == "" {
		o.log.Info("the files of the database are back: changes are taken again")
		return
	}
	o.log.Error(now)
}

// awaySince is when the files were first seen not to be those that were opened; zero: they
// are.
func (o *openFiles) awaySince() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last == "" {
		return time.Time{}
	}
	return o.away
}

// check compares a file with the one that was opened. That it can't be looked at says
// nothing: SQLite has it open.
func (f *openFile) check(index *walIndexFile) error {
	name := filepath.Base(f.path)
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.found != nil:
		return &DisplacedError{File: name, What: "was removed"}
	case err != nil:
		return nil
	case f.found == nil:
		os.SameFile(info, info) // on Windows, only this finds out which file it is
	case !os.SameFile(f.found, info):
		return &DisplacedError{File: name, What: "was replaced by another file"}
	case info.Size() < f.found.Size() && !f.mayShrink(index, info.Size()):
		return &DisplacedError{File: name, What: fmt.Sprintf("was cut from %d to %d bytes", f.found.Size(), info.Size()), Cut: true}
	}
	f.found = info
	return nil
}

func (f *openFile) mayShrink(index *walIndexFile, size int64) bool {
	x, ok := index.read()
	return ok && f.fits(x, size)
}

// watch looks at the files now and then until done is closed.
func (o *openFiles) watch(done <-chan struct{}) {
	t := time.NewTicker(checkInterval)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			_ = o.check() // it has been logged
		case <-done:
			return
		}
	}
}
