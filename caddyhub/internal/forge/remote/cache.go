package remote

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	objects "github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

// Sizes of the cache.
const (
	cacheMemory = 8 * objects.MiByte
	inMemory    = 1 << 20 // bytes of an object: larger ones are streamed
	maxPacks    = 64      // each fetch adds one; with more the cache begins anew
	cacheFolder = "objects.git"
)

// cache holds the objects that were fetched, as a bare repository without references. It
// does not outlive the process, so that nothing has to be believed of what lies on disk;
// whatever is odd about it, it is thrown away and fetched again.
type cache struct {
	store   *filesystem.Storage
	tip     plumbing.Hash // the commit whose objects are all here; zero: none is
	suspect atomic.Bool   // something was missing or could not be read
}

// open returns the cache, an empty one if there is none yet or it is no longer fit.
func (r *Remote) open() (*cache, error) {
	if r.cache != nil && !r.cache.suspect.Load() {
		if packs, err := r.cache.store.ObjectPacks(); err == nil && len(packs) <= maxPacks {
			return r.cache, nil
		}
	}
	folder := filepath.Join(r.dir, cacheFolder)
	r.cache = nil
	if err := os.RemoveAll(folder); err != nil {
		return nil, fmt.Errorf("empty the git cache: %w", err)
	}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the git cache: %w", err)
	}
	options := filesystem.Options{LargeObjectThreshold: inMemory}
	store := filesystem.NewStorageWithOptions(osfs.New(folder), objects.NewObjectLRU(cacheMemory), options)
	if err := store.Init(); err != nil {
		return nil, fmt.Errorf("make the git cache: %w", err)
	}
	r.cache = &cache{store: store}
	return r.cache, nil
}

// add stores the objects of a pack, once it is known what they unpack to.
func (c *cache) add(pack io.Reader, dir string) error {
	spool, err := os.CreateTemp(dir, "pack-*.tmp")
	if err != nil {
		return failure{fmt.Errorf("make a file for the fetched objects: %w", err)}
	}
	defer os.Remove(spool.Name()) // of no use to anyone else
	defer spool.Close()           // read only from here on
	if _, err := io.Copy(spool, pack); err != nil {
		return err
	}
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return failure{fmt.Errorf("read the fetched objects: %w", err)}
	}
	if err := inspect(spool); err != nil {
		return err
	}
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return failure{fmt.Errorf("read the fetched objects: %w", err)}
	}
	if err := packfile.UpdateObjectStorage(c.store, spool); err != nil {
		return fmt.Errorf("store the fetched objects: %w", err)
	}
	return nil
}

// tree opens a commit that is here.
func (c *cache) tree(commit plumbing.Hash, partial bool) (*Tree, error) {
	known, err := object.GetCommit(c.store, commit)
	if err != nil {
		return nil, c.odd("read the newest commit", err)
	}
	if err := c.store.HasEncodedObject(known.TreeHash); err != nil {
		return nil, c.odd("read the folder of the newest commit", err)
	}
	return &Tree{Commit: commit.String(), root: known.TreeHash, cache: c, partial: partial}, nil
}

// odd notes that the cache is not what it should be.
func (c *cache) odd(op string, err error) error {
	c.suspect.Store(true)
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return fmt.Errorf("%s: a part is missing", op)
	}
	return fmt.Errorf("%s: %w", op, plain(err))
}
