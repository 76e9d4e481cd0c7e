package store

import "testing"

// A text in which a reader sees nothing is as good as an empty one.
func TestAnUnseenTextIsEmpty(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	id := create(t, s, "Rotate the keys", func(in *ThreadInput) { in.Focus = Some("the old ones") }).ID
	for _, tc := range []struct {
		name, text string
		seen       bool
	}{
		{"a space of no width", "\u200b", false},
		{"a filler", "\u3164", false},
		{"a mark alone", "\u0301", false},
		{"a sign", "→", true},
		{"an emoji", "🔑", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, err := s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Focus: Some(tc.text)}, false)
			if err != nil || (w.Item.Focus != nil) != tc.seen {
				t.Errorf("%v, %v", w.Item.Focus, err)
			}
			if _, err := s.Pause(t.Context(), agent, id, Guard{}, tc.text, nil); (err == nil) != tc.seen {
				t.Errorf("paused: %v", err)
			}
		})
	}
}
