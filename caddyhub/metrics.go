package caddyhub

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are the hub's numbers. They are made once in a runtime and registered with each
// configuration's registry, because Caddy makes a fresh registry at every reload.
type metrics struct {
	requests   *prometheus.CounterVec
	collectors []prometheus.Collector
}

func newMetrics(rt *Runtime) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hub_requests_total",
			Help: "Requests answered, by area (api, mcp, ui, absent) and class of status code.",
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
		backupMetrics{rt.backups},
	}
	return m
}

// register shows the numbers in a configuration's registry.
func (m *metrics) register(registry *prometheus.Registry) error {
	for _, c := range m.collectors {
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
