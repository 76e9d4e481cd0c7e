package auth

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// AccessFile is the name of the file of the [Tokens] in the data folder. It holds digests only. An
// export never reads it, an import never touches it.
const AccessFile = "access.json"

// maxAccess is more than a well-formed file has.
const maxAccess = 256 << 10

// accessFile is the file.
type accessFile struct {
	Tokens []accessRow `json:"tokens"`
	Feed   *accessRow  `json:"feed,omitempty"` // of the calendar
	// OAuth is what package grant keeps. This one does not look into it.
	OAuth json.RawMessage `json:"oauth,omitempty"`
}

// accessRow is a token in the file. Times are Unix milliseconds, 0 for none.
type accessRow struct {
	ID        string `json:"id"`
	Name      string `json:"name,omitempty"`
	Scope     string `json:"scope,omitempty"`
	SHA256    string `json:"sha256"` // of its secret, in hexadecimal digits
	CreatedAt int64  `json:"created_at"`
	ExpiresAt int64  `json:"expires_at,omitempty"`
	UsedAt    int64  `json:"last_used_at,omitempty"`
}

// readAccess reads the file; one that can't be used is an error, and there are then no tokens.
func readAccess(path string) (*holdings, error) {
	h := &holdings{named: map[string]*issued{}}
	text, err := store.ReadPlainFile(path, maxAccess)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err == nil {
		err = h.decode(text)
	}
	if err != nil {
		return &holdings{named: map[string]*issued{}}, fmt.Errorf("the file %s can't be used, so no token with a name opens the hub, and agents need new ones: %w", AccessFile, err)
	}
	return h, nil
}

var errDamagedAccess = errors.New("it is damaged")

func (h *holdings) decode(text []byte) error {
	var f accessFile
	if json.Unmarshal(text, &f) != nil {
		return errDamagedAccess
	}
	for _, row := range f.Tokens {
		token, err := row.issued()
		if err != nil {
			return err
		}
		switch row.Scope {
		case inbound.Read.String():
			token.class = inbound.Read
		case inbound.Write.String():
			token.class = inbound.Write
		default:
			return errDamagedAccess
		}
		h.named[token.id] = token
	}
	h.oauth = f.OAuth
	if f.Feed == nil {
		return nil
	}
	feed, err := f.Feed.issued()
	h.feed = feed
	return err
}

func (r accessRow) issued() (*issued, error) {
	token := &issued{id: r.ID, name: r.Name, createdAt: timeOf(r.CreatedAt), expiresAt: timeOf(r.ExpiresAt)}
	token.usedAt.Store(r.UsedAt)
	hash, err := hex.DecodeString(r.SHA256)
	if err != nil || len(hash) != len(token.hash) || len(r.ID) != idLength {
		return nil, errDamagedAccess
	}
	copy(token.hash[:], hash)
	return token, nil
}

func (i *issued) row() accessRow {
	r := accessRow{ID: i.id, Name: i.name, SHA256: hex.EncodeToString(i.hash[:]), CreatedAt: i.createdAt.UnixMilli(), UsedAt: i.usedAt.Load()}
	if i.name != "" {
		r.Scope = i.class.String()
	}
	if !i.expiresAt.IsZero() {
		r.ExpiresAt = i.expiresAt.UnixMilli()
	}
	return r
}

// writeAccess writes the file, whole or not at all.
func writeAccess(path string, h *holdings) error {
	f := accessFile{Tokens: []accessRow{}, OAuth: h.oauth}
	for _, token := range h.named {
		f.Tokens = append(f.Tokens, token.row())
	}
	slices.SortFunc(f.Tokens, func(a, b accessRow) int { return strings.Compare(a.ID, b.ID) })
	if h.feed != nil {
		f.Feed = new(h.feed.row())
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // it would make six bytes of one in an address
	if err := e.Encode(f); err != nil {
		return fmt.Errorf("encode the tokens: %w", err)
	}
	if text.Len() > maxAccess {
		return fmt.Errorf("write %s: it would be larger than it may be", AccessFile)
	}
	if err := store.ReplaceFile(path, text.Bytes()); err != nil {
		return fmt.Errorf("write %s: %w", AccessFile, err)
	}
	return nil
}
