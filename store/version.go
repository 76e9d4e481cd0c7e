package store

import (
	"crypto/sha256"
	"encoding/hex"
)

// Mark tells this version of the thread from others of the same number: another thread's, or one
// that a restored backup has replaced. It changes with the version alone.
func (t *Thread) Mark() string { return versionMark(t.ID, t.UpdatedAt.String()) }

// Mark is [Thread.Mark] for a version of a page.
func (p *Page) Mark() string { return versionMark(p.id, p.Markdown) }

// Mark is [Thread.Mark] for a version of a progress file, whatever the hub shows between its markers.
func (p *Progress) Mark() string { return versionMark(p.id, p.stored) }

func versionMark(id, version string) string {
	sum := sha256.Sum256([]byte(id + "\x00" + version))
	return hex.EncodeToString(sum[:4])
}
