// Package blob keeps named files outside the data folder: in a folder of another disk, on an
// SFTP server, in a bucket. It knows nothing of what they hold.
package blob

import (
	"context"
	"errors"
	"io"
	"time"
)

// errClosed is the end of what is asked of a store after [Store.Close], or under way then.
var errClosed = errors.New("the store is closed")

// Info is what a listing tells of a file.
type Info struct {
	Name     string
	Size     int64     // in bytes
	Modified time.Time // by the clock of the store, as precise as it keeps it
}

// Store keeps files by names such as "ltx/0000/a.ltx": slashes part folders, which are made as
// needed. Its methods may be called from any number of goroutines. What fails for want of a
// connection is tried again by the caller; the next call connects anew. No error holds a secret.
type Store interface {
	// Check reaches the store and says what stands in the way of using it, such as a folder that
	// is missing, a wrong key of the server or a bucket of somebody else.
	Check(ctx context.Context) error
	// List tells of the files in a folder, in the order of their names, folders in it left out.
	// A folder that is not there is empty; "" is the outermost.
	List(ctx context.Context, folder string) ([]Info, error)
	// Get reads size bytes of a file from an offset on; a size of 0 reads to its end, at or behind
	// which nothing comes. ctx ends reading as well; a reader is for one goroutine. What is not there
	// is an [io/fs.ErrNotExist].
	Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error)
	// Put writes a file, whole and durable or not at all, in the place of one of the same name. When
	// the last word of the store is lost, it may be there although this is an error. ctx is asked for its
	// error right before the last step.
	Put(ctx context.Context, name string, content io.Reader) error
	// Delete removes files; those that are not there count as removed.
	Delete(ctx context.Context, names []string) error
	// Close ends its connections. Calls under way fail.
	Close() error
}
