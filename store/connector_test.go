package store

import (
	"encoding/json"
	"errors"
	"testing"
)

// The end of a connector that somebody else may have stands in the history for good, and
// is found by its kind and by its address.
func TestAStolenConnectorStandsInTheHistory(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "Rotate the keys")
	stolen := StolenConnector{ID: "0k3x5p9q2abd", Name: "Claude on the phone", Client: "claude.ai", Reason: RefreshTokenReused}
	if err := s.RecordStolen(t.Context(), stolen); err != nil {
		t.Fatal(err)
	}
	for name, filter := range map[string]EventFilter{
		"by its kind": {Kind: "connector"}, "by the whole kind": {Kind: "connector.revoked"},
		"by its address": {Subject: ConnectorURI(stolen.ID)},
	} {
		t.Run(name, func(t *testing.T) {
			page, err := s.Events(t.Context(), filter)
			if err != nil || page.Total != 1 || len(page.Events) != 1 {
				t.Fatalf("%+v, %v", page, err)
			}
			e := page.Events[0]
			if e.Kind != "connector.revoked" || e.Subject != "hub://connectors/0k3x5p9q2abd" || textOf(e.Title) != stolen.Name || e.SourceTool != nil {
				t.Errorf("%+v", e)
			}
			var after map[string]string
			if err := json.Unmarshal(e.After, &after); err != nil || after["reason"] != RefreshTokenReused || after["client"] != "claude.ai" || string(e.Before) != "{}" {
				t.Errorf("%s -> %s, %v", e.Before, e.After, err)
			}
			if _, err := s.Undo(t.Context(), owner, e.ID, Guard{}); !errors.As(err, new(*InvalidError)) && !errors.As(err, new(*ConflictError)) {
				t.Errorf("an undo of it: %v", err)
			}
		})
	}
}

// One that is damaged has no name, and no list of the history fails over it.
func TestADamagedConnectorEventHidesNoOther(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "Rotate the keys")
	if err := s.RecordStolen(t.Context(), StolenConnector{ID: "0k3x5p9q2abd", Name: "Claude", Client: "claude.ai", Reason: CodeReused}); err != nil {
		t.Fatal(err)
	}
	s.sql(t, `UPDATE events SET after = '{"name":' WHERE kind = 'connector.revoked'`)
	page, err := s.Events(t.Context(), EventFilter{})
	if err != nil || len(page.Events) == 0 || page.Events[len(page.Events)-1].Kind != "project.created" && page.Events[len(page.Events)-1].Kind != "thread.created" {
		t.Errorf("%+v, %v", page.Events, err)
	}
}
