package grant

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// clientRow is a program in the file. Times are Unix milliseconds.
type clientRow struct {
	ID        string   `json:"id"`
	Name      string   `json:"name,omitempty"`
	URIs      []string `json:"redirect_uris"`
	CreatedAt int64    `json:"created_at"`
}

// grantRow is a grant in the file.
type grantRow struct {
	ID        string      `json:"id"`
	Name      string      `json:"name"`
	ClientID  string      `json:"client_id"`
	Client    string      `json:"client,omitempty"`
	Host      string      `json:"host,omitempty"`
	Scope     string      `json:"scope"`
	CreatedAt int64       `json:"created_at"`
	UsedAt    int64       `json:"last_used_at,omitempty"`
	Access    []secretRow `json:"access,omitempty"`
	Refresh   secretRow   `json:"refresh"`
	Rotated   []secretRow `json:"rotated,omitempty"`
}

// secretRow is what is kept of a secret: its digest in hexadecimal digits, and when it ends or was
// exchanged.
type secretRow struct {
	ID     string `json:"id,omitempty"`
	SHA256 string `json:"sha256"`
	At     int64  `json:"at"`
}

var errDamaged = errors.New("what access.json says of connectors is damaged")

// section is what lasts, also of what has expired: the clock may be far ahead, and then set right. The
// lock is held.
func (s *State) section() section {
	out := section{Key: hex.EncodeToString(s.key[:])}
	for _, c := range s.clients {
		out.Clients = append(out.Clients, clientRow{c.ID, c.Name, c.URIs, c.CreatedAt.UnixMilli()})
	}
	slices.SortFunc(out.Clients, func(a, b clientRow) int { return strings.Compare(a.ID, b.ID) })
	for _, g := range s.grants {
		row := grantRow{
			ID: g.id, Name: g.name, ClientID: g.clientID, Client: g.client, Host: g.host, Scope: g.class.String(), CreatedAt: g.createdAt.UnixMilli(),
			UsedAt: g.usedAt.Load(), Refresh: g.refresh.row("", g.ends),
		}
		for _, a := range g.access {
			row.Access = append(row.Access, a.hash.row(a.id, a.expires))
		}
		for _, r := range g.rotated {
			row.Rotated = append(row.Rotated, r.hash.row("", r.at))
		}
		out.Grants = append(out.Grants, row)
	}
	slices.SortFunc(out.Grants, func(a, b grantRow) int { return strings.Compare(a.ID, b.ID) })
	return out
}

func (d digest) row(id string, at time.Time) secretRow {
	return secretRow{id, hex.EncodeToString(d[:]), at.UnixMilli()}
}

func (r secretRow) digest() (d digest, err error) {
	raw, err := hex.DecodeString(r.SHA256)
	if err != nil || len(raw) != len(d) {
		return d, errDamaged
	}
	copy(d[:], raw)
	return d, nil
}

// decode reads what lasts. After an error nothing of it counts.
func (s *State) decode(text json.RawMessage) error {
	if len(text) == 0 {
		return nil
	}
	var in section
	if json.Unmarshal(text, &in) != nil {
		return errDamaged
	}
	key, err := hex.DecodeString(in.Key)
	if err != nil || len(key) != len(s.key) {
		return errDamaged
	}
	copy(s.key[:], key)
	for _, row := range in.Clients {
		s.clients[row.ID] = &client{ID: row.ID, Name: row.Name, URIs: row.URIs, CreatedAt: time.UnixMilli(row.CreatedAt).UTC()}
	}
	for _, row := range in.Grants {
		g, err := row.grant()
		if err != nil {
			return err
		}
		s.grants[g.id] = g
	}
	return nil
}

func (r grantRow) grant() (*grant, error) {
	g := &grant{
		id: r.ID, name: r.Name, clientID: r.ClientID, client: r.Client, host: r.Host, createdAt: time.UnixMilli(r.CreatedAt).UTC(), ends: time.UnixMilli(r.Refresh.At).UTC(),
	}
	g.usedAt.Store(r.UsedAt)
	switch r.Scope {
	case inbound.Read.String():
		g.class = inbound.Read
	case inbound.Write.String():
		g.class = inbound.Write
	default:
		return nil, errDamaged
	}
	var err error
	if g.refresh, err = r.Refresh.digest(); err != nil {
		return nil, err
	}
	for _, row := range r.Access {
		hash, err := row.digest()
		if err != nil {
			return nil, err
		}
		g.access = append(g.access, &accessToken{row.ID, hash, time.UnixMilli(row.At).UTC(), g})
	}
	for _, row := range r.Rotated {
		hash, err := row.digest()
		if err != nil {
			return nil, err
		}
		g.rotated = append(g.rotated, rotated{hash, time.UnixMilli(row.At).UTC(), -1})
	}
	return g, nil
}

// Due is when the times of last use are to be written down: an hour after the last writing.
func (s *State) Due(context.Context) (time.Time, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flushed.Add(time.Hour), len(s.grants) > 0, nil
}

// Flush writes the times of last use down, when there are new ones.
func (s *State) Flush(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	since := s.flushed.UnixMilli()
	s.flushed = s.clock.Now()
	for _, g := range s.grants {
		if g.usedAt.Load() >= since {
			if err := s.change(func() func() { return func() {} }); err != nil {
				return fmt.Errorf("the times at which connectors were used last can't be written: %w", err)
			}
			return nil
		}
	}
	return nil
}
