package replicate

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
)

// bucket is a store whose files have the names that Litestream's own client gives them in a bucket:
// those of a level are in "0001", where a folder or an SFTP server has "ltx/1".
type bucket struct{ blob.Store }

// keyOf is the name in the bucket of what is called so elsewhere.
func keyOf(name string) string {
	rest, ok := strings.CutPrefix(name, "ltx/")
	if !ok {
		return name
	}
	folder, file, inside := strings.Cut(rest, "/")
	level, err := strconv.Atoi(folder)
	if err != nil {
		return name
	}
	key := fmt.Sprintf("%04x", level)
	if inside {
		key += "/" + file
	}
	return key
}

// List is [blob.Store.List].
func (b bucket) List(ctx context.Context, folder string) ([]blob.Info, error) {
	key := keyOf(folder)
	list, err := b.Store.List(ctx, key)
	if key != folder {
		for i := range list {
			list[i].Name = folder + strings.TrimPrefix(list[i].Name, key)
		}
	}
	return list, err
}

// Get is [blob.Store.Get].
func (b bucket) Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	return b.Store.Get(ctx, keyOf(name), offset, size)
}

// Put is [blob.Store.Put].
func (b bucket) Put(ctx context.Context, name string, content io.Reader) error {
	return b.Store.Put(ctx, keyOf(name), content)
}

// Delete is [blob.Store.Delete].
func (b bucket) Delete(ctx context.Context, names []string) error {
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = keyOf(name)
	}
	return b.Store.Delete(ctx, keys)
}
