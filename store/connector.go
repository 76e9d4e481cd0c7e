package store

import "context"

// ConnectorURI is the subject of a connector's events.
func ConnectorURI(id string) string { return "hub://connectors/" + id }

// StolenConnector is a connector that the hub itself has revoked: one of its secrets was used
// again after it had been exchanged, so somebody else may have it.
type StolenConnector struct {
	ID     string `json:"-"`
	Name   string `json:"name"`
	Client string `json:"client"`
	Reason string `json:"reason"` // [CodeReused] or [RefreshTokenReused]
}

// What of a connector was used again (RFC 6749 section 4.1.2, RFC 9700 section 4.14).
const (
	CodeReused         = "code_reused"
	RefreshTokenReused = "refresh_token_reused"
)

// RecordStolen writes the end of a connector into the history. Nothing takes it back: the owner
// connects the program anew.
func (s *Store) RecordStolen(ctx context.Context, c StolenConnector) error {
	return s.write(ctx, "record a revoked connector", By{Actor: Agent, Hub: true}, func(tx *tx) error {
		after, err := fieldsOf(c)
		if err != nil {
			return err
		}
		_, err = tx.record("connector.revoked", part{subject{itemKey(kindConnector, c.ID), ConnectorURI(c.ID)}, fields{}, after})
		return err
	})
}
