package gateway

import (
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// What a clock that was ahead has left in the outbox goes out when it is due by the right one: a
// message of what is over at once, a reminder of that future at its time, and each of them once.
func TestMessagesOfAClockThatWasAhead(t *testing.T) {
	for _, c := range []struct {
		name    string
		restart bool
	}{{"the same process", false}, {"another process", true}} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t) // 4 May, noon
			for text, due := range map[string]string{"over": "2026-05-04T12:00", "in two days": "2026-05-06T09:00", "in June": "2026-06-01T09:00"} {
				h.reminder(text, due)
			}
			h.at("2026-07-04 12:00")
			h.fake.then(code(503), code(503), code(503))
			h.work()
			if h.states() != "reminder queued, reminder queued, reminder queued" || len(h.fake.saw()) != 3 {
				t.Fatalf("%s, %d requests", h.states(), len(h.fake.saw()))
			}
			h.at("2026-05-04 12:05") // set right
			if c.restart {
				h.restart()
			}
			h.work()
			took := []string{"Reminder: over"}
			for _, step := range []struct{ at, took string }{
				{"2026-05-04 12:06", ""},
				{"2026-05-06 08:59", ""},
				{"2026-05-06 09:00", "Reminder: in two days"},
				{"2026-06-01 08:59", ""},
				{"2026-06-01 09:00", "Reminder: in June"},
				{"2026-07-04 12:30", ""},
			} {
				h.at(step.at)
				h.work()
				if step.took != "" {
					took = append(took, step.took)
				}
				if got := firstLines(h.fake.took()); !slices.Equal(got, took) {
					t.Fatalf("at %s: took %q, want %q; %+v", step.at, got, took, h.deliveries())
				}
			}
			if _, ok, err := h.store.NextDelivery(t.Context(), store.ChannelGateway); ok || err != nil {
				t.Errorf("something waits: %s, %v", h.states(), err)
			}
		})
	}
}

func firstLines(texts []string) []string {
	lines := slices.Clone(texts)
	for i, text := range lines {
		lines[i], _, _ = strings.Cut(text, "\n")
	}
	return lines
}
