package caddyhub

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
)

// backupMetrics show how the scheduled backups go, if there are any. As long as nothing is
// known of them there is nothing to show: a 0 would read as a failure.
type backupMetrics struct{ service *backup.Service }

var (
	backupOK      = prometheus.NewDesc("hub_backup_last_ok", "Whether the last scheduled backup was written and verified, and the next can be: 1 or 0.", nil, nil)
	backupTime    = prometheus.NewDesc("hub_backup_last_success_timestamp_seconds", "When the last good scheduled backup began, in seconds since 1970.", nil, nil)
	backupSize    = prometheus.NewDesc("hub_backup_last_success_size_bytes", "How large it is.", nil, nil)
	backupSeconds = prometheus.NewDesc("hub_backup_last_success_duration_seconds", "How long writing and verifying it took.", nil, nil)
)

// Describe names the numbers.
func (backupMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{backupOK, backupTime, backupSize, backupSeconds} {
		to <- d
	}
}

// Collect reads them.
func (m backupMetrics) Collect(to chan<- prometheus.Metric) {
	show := func(d *prometheus.Desc, value float64) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	status := m.service.Status()
	if status == nil {
		return
	}
	if status.Last != nil || status.Problem != "" {
		show(backupOK, oneOf(status.Problem == ""))
	}
	success := status.Success
	if success != nil {
		show(backupTime, float64(success.At.UnixMilli())/1000)
		show(backupSize, float64(success.Bytes))
		show(backupSeconds, success.Seconds)
	}
}
