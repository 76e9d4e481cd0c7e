package caddyhub

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	caddymetrics "github.com/caddyserver/caddy/v2/modules/metrics"
	"github.com/spf13/cobra"
)

// metricsName names the server of serve that shows the metrics.
const metricsName = "metrics"

// metricsPath is where they are.
const metricsPath = "/metrics"

// metricsListener is where serve shows the metrics; empty: nowhere, which is the default.
// They need no credential, so they have an address of their own, and whoever wants others
// to reach it has to name it.
func metricsListener(cmd *cobra.Command, listen string) (string, error) {
	given, err := cmd.Flags().GetString("metrics")
	if err != nil {
		return "", err
	}
	source, address := "--metrics", given
	if given == "" {
		source, address = "HUB_METRICS_LISTEN", strings.TrimSpace(os.Getenv("HUB_METRICS_LISTEN"))
	}
	if address == "" {
		return "", nil
	}
	example := metricsExample(listen)
	host, port, formErr := net.SplitHostPort(address)
	if formErr != nil {
		port = address // perhaps it is a port alone
	}
	if _, hub, err := net.SplitHostPort(listen); err == nil && hub == port && cmp.Or(port, "0") != "0" {
		return "", usageError{fmt.Errorf("%s %s is the port of the hub itself: choose another one, such as %s", source, address, example)}
	}
	if err := checkListenAddress(source, address, example); err != nil {
		return "", err
	}
	if host == "" {
		return "", usageError{fmt.Errorf("%s %s names no address: write 127.0.0.1:%[3]s for this machine alone, or 0.0.0.0:%[3]s for others too", source, address, port)}
	}
	return address, checkListen(source, address, example)
}

// defaultMetrics is the address that messages, help and docs show for the metrics.
const defaultMetrics = "127.0.0.1:9187"

// metricsExample is an address for the metrics beside a hub that listens on another.
func metricsExample(listen string) string {
	if strings.HasSuffix(listen, ":9187") {
		return "127.0.0.1:9188"
	}
	return defaultMetrics
}

// metricsServer shows the metrics and nothing else.
func metricsServer(listen string) *caddyhttp.Server {
	nothing := &caddyhttp.StaticResponse{StatusCode: "404", Headers: make(http.Header)}
	nothing.Headers.Set("Content-Type", "text/plain; charset=utf-8")
	nothing.Body = "the metrics are at " + metricsPath + "\n"
	return &caddyhttp.Server{
		Listen:            []string{listen},
		Protocols:         []string{"h1"},
		AutoHTTPS:         &caddyhttp.AutoHTTPSConfig{Disabled: true},
		ReadTimeout:       caddy.Duration(10 * time.Second),
		ReadHeaderTimeout: caddy.Duration(10 * time.Second),
		WriteTimeout:      caddy.Duration(30 * time.Second),
		IdleTimeout:       caddy.Duration(2 * time.Minute),
		MaxHeaderBytes:    16 << 10,
		Routes: caddyhttp.RouteList{
			{
				MatcherSetsRaw: caddyhttp.RawMatcherSets{{"path": caddyconfig.JSON(caddyhttp.MatchPath{metricsPath}, nil)}},
				HandlersRaw:    handlers("metrics", new(caddymetrics.Metrics)),
				Terminal:       true,
			},
			{HandlersRaw: handlers("static_response", nothing)},
		},
	}
}

// metricsURL is where a person finds the metrics of the running hub; empty: nowhere.
func metricsURL() (string, error) {
	address, err := listeningOn(metricsName)
	if errors.Is(err, errNoServer) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	host := address.IP.String()
	if address.IP.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, fmt.Sprint(address.Port)) + metricsPath, nil
}
