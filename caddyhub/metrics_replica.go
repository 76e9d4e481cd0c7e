package caddyhub

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
)

// replicaMetrics show how the replica stands, if there is one.
type replicaMetrics struct{ keeper *replicate.Keeper }

var (
	replicaOK    = prometheus.NewDesc("hub_replica_ok", "Whether the replica has all commits but those of the last minute: 1 or 0.", nil, nil)
	replicaLag   = prometheus.NewDesc("hub_replica_lag_seconds", "For how long the oldest commit waits that is missing in the replica.", nil, nil)
	replicaTime  = prometheus.NewDesc("hub_replica_last_sync_timestamp_seconds", "When something was sent to the replica last, in seconds since 1970.", nil, nil)
	replicaDrill = prometheus.NewDesc("hub_replica_drill_ok", "Whether the replica could be restored when that was tried last: 1 or 0.", nil, nil)
	walBytes     = prometheus.NewDesc("hub_wal_bytes", "Size of the database's write-ahead log.", nil, nil)
)

// Describe names the numbers.
func (replicaMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{replicaOK, replicaLag, replicaTime, replicaDrill, walBytes} {
		to <- d
	}
}

// Collect reads them.
func (m replicaMetrics) Collect(to chan<- prometheus.Metric) {
	show := func(d *prometheus.Desc, value float64) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	s := m.keeper.Status()
	show(walBytes, float64(s.WALBytes))
	if s.State == replicate.Off {
		return
	}
	show(replicaOK, oneOf(s.State != replicate.Failing))
	show(replicaLag, s.Lag.Seconds())
	if !s.SyncedAt.IsZero() {
		show(replicaTime, float64(s.SyncedAt.UnixMilli())/1000)
	}
	if s.Drill != nil {
		show(replicaDrill, oneOf(s.Drill.OK))
	}
}
