package caddyhub

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
)

// healthMetrics show what of the things that are set up is failing.
type healthMetrics struct{ board *health.Board }

var hubProblem = prometheus.NewDesc("hub_problem", "Whether something that is set up fails, by area (backup, replica, forge, gateway, push, ntfy, mail, webhook, storage): 1 or 0.", []string{"area"}, nil)

// Describe names the numbers.
func (healthMetrics) Describe(to chan<- *prometheus.Desc) { to <- hubProblem }

// Collect reads them.
func (m healthMetrics) Collect(to chan<- prometheus.Metric) {
	for area, failing := range m.board.Failing() {
		to <- prometheus.MustNewConstMetric(hubProblem, prometheus.GaugeValue, oneOf(failing), area)
	}
}

// oneOf is a truth as a number.
func oneOf(truth bool) float64 {
	if truth {
		return 1
	}
	return 0
}
