package sqlite

import (
	"encoding/binary"
	"io"
	"os"
)

// walIndex is what SQLite's index of the log says of the files beside it
// (sqlite.org/walformat.html, "The WAL-Index File Format").
type walIndex struct {
	pageSize int64
	frames   int64 // in the log, also those that were moved into the database
	pages    int64 // of the database, those in the log included
}

// logSize is the least size of a log with its frames.
func (x walIndex) logSize() int64 {
	const header, frameHeader = 32, 24
	if x.frames == 0 {
		return 0
	}
	return header + x.frames*(frameHeader+x.pageSize)
}

// readWALIndex reads the index beside a database.
func readWALIndex(database string) (walIndex, bool) {
	f, err := os.Open(database + "-shm")
	if err != nil {
		return walIndex{}, false
	}
	defer f.Close()
	var b [24]byte
	if _, err := io.ReadFull(f, b[:]); err != nil {
		return walIndex{}, false
	}
	const initialized = 12
	x := walIndex{
		pageSize: int64(binary.NativeEndian.Uint16(b[14:])),
		frames:   int64(binary.NativeEndian.Uint32(b[16:])),
		pages:    int64(binary.NativeEndian.Uint32(b[20:])),
	}
	if x.pageSize == 1 {
		x.pageSize = 65536 // it has no room for that
	}
	return x, b[initialized] != 0 && x.pageSize >= 512
}
