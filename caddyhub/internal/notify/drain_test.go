package notify

import (
	"fmt"
	"testing"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
)

// BenchmarkDrain is how long a thousand reminders take that are due at the same moment, on one
// channel: they are put into the outbox, and sent one after the other with their buttons.
func BenchmarkDrain(b *testing.B) {
	const messages = 1000
	for b.Loop() {
		b.StopTimer()
		h, s := newHouse(b), newServer(b)
		withNtfy(h, s)
		for i := range messages {
			h.reminder(fmt.Sprint("number ", i), "2026-05-04T12:00")
		}
		came := make(chan struct{}, messages)
		s.came = came
		engine := schedule.NewEngine(h.clock.Now, zap.NewNop())
		b.StartTimer()
		engine.Take(h.engine.Jobs())
		for range messages {
			<-came
		}
		b.StopTimer()
		engine.Close(0)
		b.StartTimer()
	}
	b.ReportMetric(messages*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}
