package store

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// BenchmarkLedger writes years of an agent's work, and compacts as a hub that runs all the time
// does: what the database takes at the end, the longest that a step kept the writer, and how long
// a page of the history takes.
func BenchmarkLedger(b *testing.B) {
	type span struct{ years, perYear int }
	spans := []span{{1, 10_000}, {5, 10_000}}
	if longRun {
		spans = append(spans, span{1, 1_000_000}, span{5, 200_000}, span{5, 1_000_000})
	}
	for _, span := range spans {
		b.Run(fmt.Sprintf("%d years of %d", span.years, span.perYear), func(b *testing.B) {
			for b.Loop() {
				writeYears(b, span.years, span.perYear)
			}
		})
	}
}

// eventsOfThread is how many events one thread sees here, over three days.
const eventsOfThread = 20

func writeYears(b *testing.B, years, perYear int) {
	c := newClock()
	s := openStore(b, b.TempDir(), Options{Now: c.Now})
	days := years * 365
	threads := perYear / 365 / eventsOfThread // begun each day
	threads = max(1, threads)
	length := 24 * time.Hour / time.Duration(3*threads)
	var open [3][]string // what was begun today, yesterday and the day before
	var longest time.Duration
	steps, written := 0, 0
	for range days {
		open[2], open[1], open[0] = open[1], open[0], nil
		for i := range threads {
			written += eventsOfThread
			works(b, s.write(b.Context(), "work", agent, func(tx *tx) error {
				tx.now = c.advance(length)
				th, err := tx.createThread(NewThread{ThreadInput: ThreadInput{
					Summary: Some(fmt.Sprintf("rotate the signing secret of webhook %d", written)), ProjectSlug: Some("work"),
					Goal: Some("every receiver takes the new one, and nobody the old one any more"), NextSteps: Some([]string{"make it", "hand it out", "take back the old one"}),
				}, SourceTool: "claude-code", Register: true, MayBeTwin: true})
				if err != nil {
					return err
				}
				open[0] = append(open[0], th.Item.ID)
				return tx.workOn(th.Item.ID, 7)
			}))
			for day := 1; day < len(open); day++ {
				if i < len(open[day]) {
					works(b, s.write(b.Context(), "work", agent, func(tx *tx) error {
						tx.now = c.advance(length)
						if err := tx.workOn(open[day][i], 4+day); err != nil || day == 1 {
							return err
						}
						_, err := tx.changeThread(open[day][i], Guard{}, func(t *Thread) (step, error) {
							t.Status, t.CompletedAt = StatusDone, new(tx.now)
							return step{kind: "thread.done", work: true, notes: map[string]string{"note": "all receivers have confirmed, the old secret is revoked"}}, nil
						})
						return err
					}))
				}
			}
		}
		for more := true; more; steps++ {
			began := time.Now()
			var err error
			if _, more, err = s.CompactEvents(b.Context(), Policy{Zone: time.UTC}, DefaultUndoDays); err != nil {
				b.Fatal(err)
			}
			longest = max(longest, time.Since(began))
		}
	}
	began := time.Now()
	const pages = 20
	for range pages {
		if _, err := s.Events(b.Context(), EventFilter{Limit: 50}); err != nil {
			b.Fatal(err)
		}
	}
	page := time.Since(began) / pages
	state, err := s.Compaction(b.Context())
	works(b, err)
	left := number(b, s, "SELECT count(*) FROM events")
	works(b, s.Close())
	info, err := os.Stat(database(s.Dir()))
	works(b, err)
	b.ReportMetric(float64(info.Size())/1e6, "MB")
	b.ReportMetric(float64(state.Events+left), "events")
	b.ReportMetric(float64(state.Lines), "lines")
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms/longest-step")
	b.ReportMetric(float64(page.Microseconds())/1000, "ms/page")
}

// workOn takes some steps on a thread, each with its event.
func (tx *tx) workOn(id string, steps int) error {
	for i := range steps {
		_, err := tx.changeThread(id, Guard{}, func(t *Thread) (step, error) {
			t.Focus = new(fmt.Sprintf("receiver %d of %d has the new secret, and answers", i+1, steps))
			t.ResumeStep = new(fmt.Sprintf("hand it out to receiver %d", i+2))
			return step{kind: "thread.updated", work: true}, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
