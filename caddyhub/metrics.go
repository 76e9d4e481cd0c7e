package caddyhub

import (
	"slices"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are the numbers of a data folder. They are made once in a runtime and registered with each
// configuration's registry, because Caddy makes a fresh registry at every reload.
type metrics struct {
	requests   *prometheus.CounterVec
	collectors []prometheus.Collector
}

func newMetrics(rt *Runtime) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hub_requests_total",
			Help: "Requests answered, by area (api, mcp, oauth, ui, absent) and class of status code.",
		}, []string{"area", "code"}),
	}
	m.collectors = []prometheus.Collector{
		m.requests,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "hub_requests_in_flight",
			Help: "Requests under way.",
		}, func() float64 { return float64(rt.gate.count()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "hub_store_generation",
			Help: "Commits since the data folder was opened.",
		}, func() float64 { return float64(rt.store.Generation()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "hub_start_time_seconds",
			Help: "When the data folder was opened, in seconds since 1970.",
		}, func() float64 { return float64(rt.started.UnixMilli()) / 1000 }),
	}
	return m
}

// collectors show the numbers of the runtime, and those that depend on this configuration.
func (a *App) collectors() []prometheus.Collector {
	return append(slices.Clone(a.runtime.metrics.collectors), backupMetrics{a.backup}, replicaMetrics{a.runtime.replica}, healthMetrics{a.health}, compactionMetrics{a.runtime.store})
}

// register shows them in the registry of this configuration.
func (a *App) register(registry *prometheus.Registry) error {
	for _, c := range a.collectors() {
		if err := registry.Register(c); err != nil {
			return err
		}
	}
	return nil
}

// count records an answered request.
func (m *metrics) count(a area, status int) {
	m.requests.WithLabelValues(string(a), strconv.Itoa(status/100)+"xx").Inc()
}
