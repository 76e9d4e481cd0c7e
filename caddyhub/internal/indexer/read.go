package indexer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
)

// markSize is how much of the beginning of a file, and of what stands before the place to
// read on, tells that it is still the same file.
const markSize = 4 << 10

// same reports whether a transcript is as the last run left it.
func (k known) same(s source) bool { return k.Size == s.size && k.Modified.Equal(s.modified) }

// goesOn reports whether what was read of a transcript still stands at its beginning, so far as its size
// tells.
func (k known) goesOn(s source) bool {
	return k.Session != nil && (s.size > k.Size || k.Refused && k.same(s))
}

// read takes in what is new in a transcript.
func (r *run) read(ctx context.Context, s source, before known) (known, error) {
	after := known{Size: s.size, Modified: s.modified, Sent: before.Sent}
	if s.format.Database != "" {
		var err error
		after.Session, err = readRow(ctx, s)
		return after, err
	}
	f, err := os.Open(s.name())
	if err != nil {
		return known{}, err
	}
	defer f.Close()
	grows := s.format.Grows(s.path)
	if grows && before.goesOn(s) && markOf(f, before.Offset) == before.Mark {
		// What is noted counts until the hub has the new record.
		after.Session, after.Offset = before.Session.Clone(), before.Offset
	} else {
		after.Session = s.format.Start(s.root, s.path)
	}
	if _, err := f.Seek(after.Offset, io.SeekStart); err != nil {
		return known{}, err
	}
	done, err := s.format.Read(after.Session, s.path, &counted{ctx, f, r})
	if err != nil {
		return known{}, err
	}
	r.sum.LongLines += done.TooLong
	r.sum.BrokenLines += done.Broken
	if !grows {
		return after, nil
	}
	after.Offset += done.Offset
	after.Mark = markOf(f, after.Offset)
	return after, nil
}

// markOf is a digest of what a file has before a place; empty: it can't be read there.
func markOf(f io.ReaderAt, end int64) string {
	digest := sha256.New()
	size := min(end, markSize)
	for _, at := range []int64{0, end - size} {
		if n, err := io.Copy(digest, io.NewSectionReader(f, at, size)); err != nil || n != size {
			return ""
		}
	}
	return hex.EncodeToString(digest.Sum(nil)[:12])
}

// counted reads until the run is stopped, and shows how far it is.
type counted struct {
	ctx context.Context
	in  io.Reader
	r   *run
}

func (c *counted) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.in.Read(b)
	c.r.sum.Bytes += int64(n)
	c.r.show()
	return n, err
}

// wire is a record as the hub takes it: POST /api/sessions:batch.
type wire struct {
	Tool          string   `json:"tool"`
	SessionRef    string   `json:"session_ref"`
	WorkspacePath *string  `json:"workspace_path"`
	RepoURL       string   `json:"repo_url,omitempty"`
	Title         string   `json:"title"`
	Summary       string   `json:"summary"`
	OpenItems     []string `json:"open_items"`
	StartedAt     *string  `json:"started_at"`
	EndedAt       *string  `json:"ended_at"`
	Messages      int      `json:"messages"`
}

func encode(r transcript.Record) (text []byte, digest string, err error) {
	w := wire{
		Tool: r.Tool, SessionRef: r.Ref, Title: r.Title, Summary: r.Summary,
		OpenItems: r.OpenItems, Messages: r.Messages, RepoURL: r.Repo,
	}
	if r.Workspace != "" {
		w.WorkspacePath = &r.Workspace
	}
	const milliseconds = "2006-01-02T15:04:05.000Z"
	if !r.Started.IsZero() {
		at := r.Started.UTC().Format(milliseconds)
		w.StartedAt = &at
	}
	if !r.Ended.IsZero() {
		at := r.Ended.UTC().Format(milliseconds)
		w.EndedAt = &at
	}
	if text, err = json.Marshal(w); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(text)
	return text, hex.EncodeToString(sum[:12]), nil
}
