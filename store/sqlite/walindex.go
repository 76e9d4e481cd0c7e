package sqlite

import (
	"encoding/binary"
	"os"
	"sync"
)

// walIndex is what SQLite's index of the log says of the files beside it
// (sqlite.org/walformat.html, "The WAL-Index File Format").
type walIndex struct {
	pageSize int64
	commits  uint32 // that wrote to the log; it begins anew some time
	frames   int64  // in the log, also those that were moved into the database
	pages    int64  // of the database, those in the log included
}

// logSize is the least size of a log with its frames.
func (x walIndex) logSize() int64 {
	const header, frameHeader = 32, 24
	if x.frames == 0 {
		return 0
	}
	return header + x.frames*(frameHeader+x.pageSize)
}

// walIndexFile is the index beside an open database. Once opened it stays so until the database is
// closed: closing any handle of a file frees all locks that this process has on it
// (sqlite.org/howtocorrupt.html, 2.2), and the locks on this one keep other processes from moving
// the log under a reader.
type walIndexFile struct {
	path string

	mu   sync.Mutex
	file *os.File // nil: not opened yet
}

// read reads the index.
func (i *walIndexFile) read() (walIndex, bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.file == nil {
		f, err := os.Open(i.path)
		if err != nil {
			return walIndex{}, false
		}
		i.file = f
	}
	var b [24]byte
	if _, err := i.file.ReadAt(b[:], 0); err != nil {
		return walIndex{}, false
	}
	const initialized = 12
	x := walIndex{
		commits:  binary.NativeEndian.Uint32(b[8:]),
		pageSize: int64(binary.NativeEndian.Uint16(b[14:])),
		frames:   int64(binary.NativeEndian.Uint32(b[16:])),
		pages:    int64(binary.NativeEndian.Uint32(b[20:])),
	}
	if x.pageSize == 1 {
		x.pageSize = 65536 // it has no room for that
	}
	return x, b[initialized] != 0 && x.pageSize >= 512
}

// close is for after the database.
func (i *walIndexFile) close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.file == nil {
		return nil
	}
	f := i.file
	i.file = nil
	return f.Close()
}
