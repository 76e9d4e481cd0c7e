package replicate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
	"github.com/progresshub/progresshub/store"
)

// levels are those that Litestream keeps files of: single syncs, their compactions, snapshots.
const levels = 9

// partDeadline is how long a request to a bucket may take, with what it carries: 8 MiB of it at most
// on the way there, a whole snapshot on the way back, which goes on from where it broke off.
const partDeadline = 10 * time.Minute

// maxKey bounds the file with a private key, in bytes.
const maxKey = 64 << 10

// open makes the store of a target. It reaches nothing yet. own reports whether this process
// listens at an address of this machine.
func open(v Values, own func(netip.AddrPort) bool) (blob.Store, error) {
	p, err := v.To.parse()
	if err != nil {
		return nil, err
	}
	switch p.kind {
	case External:
		return nil, errors.New("external is no target: Litestream's own program knows where its replica is, and restores it")
	case SFTP:
		key, err := store.ReadPlainFile(v.KeyFile, maxKey)
		if err != nil {
			return nil, fmt.Errorf("read the key_file %s: %w", v.KeyFile, err)
		}
		dialer := outbound.NewDialer(own, outbound.Anywhere)
		return blob.NewSFTP(blob.SFTPConfig{
			Address: p.host, User: p.user, Path: p.path, Key: key, HostKey: v.HostKey,
			Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
				return dialer.DialContext(ctx, network, address)
			},
		})
	case S3:
		return bucket{blob.NewS3(blob.S3Config{
			Bucket: p.bucket, Path: p.path, Endpoint: p.endpoint, Region: p.region,
			AccessKey: v.AccessKey, SecretKey: v.SecretKey, Client: outbound.NewKeepingClientFor(own, partDeadline), Now: time.Now,
		})}, nil

	}
	return blob.NewFolder(p.path), nil
}

// readID reads the id of the replica in a store; empty: it has none.
func readID(ctx context.Context, s blob.Store) (string, error) {
	text, err := readSmall(ctx, s, idName, maxID)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read which replica this is: %w", err)
	}
	return string(text), nil
}

// holdsReplica reports whether there are files of a replica in a store.
func holdsReplica(ctx context.Context, s blob.Store) (bool, error) {
	for level := range levels + 1 {
		list, err := s.List(ctx, folderOf(level))
		if err != nil || len(list) > 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// SameDevice reports whether a folder is on the disk of the data folder, which it is to outlive.
func SameDevice(folder, dataDir string) bool {
	if inside(folder, dataDir) {
		return true
	}
	a, err := os.Stat(folder)
	if err != nil {
		return false
	}
	b, err := os.Stat(dataDir)
	return err == nil && sameDevice(a, b)
}

// placeOf says where a folder is, in a text that is equal for it alone and tells nothing of its path:
// a copy has another path, or in another container another number.
func placeOf(folder string) string {
	path, err := filepath.Abs(folder)
	if err != nil {
		path = folder
	}
	number := ""
	if info, err := os.Stat(folder); err == nil {
		number = deviceNumber(info)
	}
	sum := sha256.Sum256([]byte(path + "\x00" + number))
	return hex.EncodeToString(sum[:16])
}

// inside reports whether a path is the folder or in it.
func inside(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(os.PathSeparator))+string(os.PathSeparator))
}
