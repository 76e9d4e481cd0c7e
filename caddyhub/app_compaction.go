package caddyhub

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

const (
	// compactionPause is how long the writer is left to others between two steps of a
	// compaction: several times as long as a step keeps it.
	compactionPause = 50 * time.Millisecond
	// compactionReport is how often a long compaction says how far it has come.
	compactionReport = time.Minute
)

// compactionWait is how long the clock must not have been set before anything is compacted, which can't
// be taken back: one that is far ahead for a moment would end every undo. A test shortens it.
var compactionWait = time.Hour

// compaction is the job that compacts the events no undo reaches any more, once a day. One that
// is broken off goes on where it was; the end of the configuration does so, since the next one may keep
// more.
func (a *App) compaction() schedule.Job {
	s, steady, days := a.runtime.store, a.runtime.steady, a.settings.UndoRetentionDays
	return schedule.Job{
		Name: "compaction",
		Due: func(ctx context.Context) (time.Time, bool, error) {
			left := compactionWait - steady.For()
			due, ok, err := s.CompactionDue(ctx, a.settings.policy(), days)
			if soonest := s.Now().Add(left); left > 0 && due.Before(soonest) {
				due = soonest
			}
			return due, ok && a.ending.Err() == nil, err
		},
		Run: func(ctx context.Context) error {
			return compact(ctx, a.ending, s, steady, a.settings.policy(), days, a.log.Named("compaction"))
		},
	}
}

// compact runs steps until nothing is left to do, the clock is set or the configuration ends.
func compact(ctx, ending context.Context, s *store.Store, steady *schedule.Steady, p store.Policy, days int, log *zap.Logger) error {
	before, err := s.Compaction(ctx)
	if err != nil {
		return err
	}
	said := time.Now()
	for {
		if steady.For() < compactionWait || ending.Err() != nil {
			return nil
		}
		c, more, err := s.CompactEvents(ctx, p, days)
		if err != nil {
			return err
		}
		if !more || time.Since(said) >= compactionReport {
			said = time.Now()
			log.Info("old events are compacted", zap.Bool("done", !more), zap.Int("undo_retention_days", days),
				zap.Int("events", c.Events-before.Events), zap.Int("into", c.Lines-before.Lines))
		}
		if !more {
			return nil
		}
		select {
		case <-time.After(compactionPause):
		case <-ending.Done():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// compactionMetrics show how much of the history is compacted.
type compactionMetrics struct{ store *store.Store }

var (
	compactedEvents = prometheus.NewDesc("hub_compacted_events_total", "Events that were too old for an undo and are compacted, since the database was made.", nil, nil)
	compactedLines  = prometheus.NewDesc("hub_compacted_lines_total", "Into how many those were compacted: one a day and item.", nil, nil)
)

// Describe names the numbers.
func (compactionMetrics) Describe(to chan<- *prometheus.Desc) {
	to <- compactedEvents
	to <- compactedLines
}

// Collect reads them.
func (m compactionMetrics) Collect(to chan<- prometheus.Metric) {
	c, err := m.store.Compaction(context.Background())
	if err != nil {
		return // the health of the store is told elsewhere
	}
	to <- prometheus.MustNewConstMetric(compactedEvents, prometheus.CounterValue, float64(c.Events))
	to <- prometheus.MustNewConstMetric(compactedLines, prometheus.CounterValue, float64(c.Lines))
}
