package store

import (
	"encoding/json"
	"errors"
	"testing"
)

// Whatever an agent sends as a payload is refused in words, or kept in its one form.
func FuzzRequestChange(f *testing.F) {
	s, _ := newStore(f)
	create(f, s, "s", inProject("alpha"))
	for _, payload := range []string{
		`{"slug":"alpha"}`, `{"slug":"alpha","new_slug":"beta","title":" B "}`, `{"slug":null}`, `{"slug":{}}`, `[]`, `null`, `{`, "",
		`{"slug":"alpha","slug":"beta"}`, `{"slug":"\u0000"}`, "{\"slug\":\"\xff\"}", `{"thread_id":"a","into":"b"}`, `{"path":"a/b"}`,
	} {
		for kind := range changeRequests {
			f.Add(kind, payload)
		}
	}
	f.Fuzz(func(t *testing.T, kind, payload string) {
		w, err := s.RequestChange(t.Context(), agent, kind, []byte(payload), "")
		if errors.As(err, new(*InvalidError)) || isMissing(err) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		delete(w.Item.Payload, projectField) // which the hub has added
		text, err := json.Marshal(w.Item.Payload)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.RequestChange(t.Context(), agent, kind, text, "")
		if err != nil || again.Item.ID != w.Item.ID || w.Item.Effect == "" {
			t.Errorf("%s is another request than itself: %v, %+v", text, err, again.Item)
		}
		if _, err := s.Reject(t.Context(), owner, w.Item.ID); err != nil { // make room
			t.Error(err)
		}
	})
}
