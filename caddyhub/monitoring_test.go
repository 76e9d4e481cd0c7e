package caddyhub

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/progresshub/progresshub/store/storetest"
)

// The forms of docs/monitoring.md and of a metric's description.
var (
	metricRow  = regexp.MustCompile("(?m)^\\| `(hub_[a-z_]+)(?:\\{([a-z,]+)\\})?` \\|")
	areaRow    = regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|")
	alarmRule  = regexp.MustCompile(`- alert: (\w+)\n +expr: (.+)\n`)
	metricUse  = regexp.MustCompile(`(hub_[a-z_]+)(?:\{(\w+)="([^"]*)"\})?`)
	descriptor = regexp.MustCompile(`fqName: "([a-z_]+)".*variableLabels: \{([a-z,]*)\}`)
)

// TestMonitoringPage compares docs/monitoring.md with the metrics that a hub has: a metric that
// is not there, or is called otherwise, would make an alarm that never goes off.
func TestMonitoringPage(t *testing.T) {
	text, err := os.ReadFile("../docs/monitoring.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	port := freePort(t)
	nowhere := "http://127.0.0.1:" + freePort(t)
	everything := fmt.Sprintf("data_dir %s\nbackup {\n dir %s\n}\ngateway {\n webhook_url %s\n}\nforge {\n url %[3]s/notes.git\n sync both\n}\nreplicate {\n to file:%[2]s\n}", storetest.Dir(t), filepath.Join(t.TempDir(), "missing"), nowhere)
	load(t, site(t, port, everything, "hub\nmetrics /metrics"))

	there := map[string]string{} // by their names, their labels
	descriptions := make(chan *prometheus.Desc, 100)
	for _, c := range running(t).collectors() {
		c.Describe(descriptions)
	}
	close(descriptions)
	for d := range descriptions {
		found := descriptor.FindStringSubmatch(d.String())
		if found == nil {
			t.Fatalf("no name in %s", d)
		}
		there[found[1]] = found[2]
	}
	t.Run("metrics", func(t *testing.T) {
		told := map[string]string{}
		for _, row := range metricRow.FindAllStringSubmatch(page, -1) {
			told[row[1]] = row[2]
		}
		if !maps.Equal(told, there) {
			t.Errorf("the page tells of %v, the hub has %v", told, there)
		}
	})
	t.Run("alarms", func(t *testing.T) {
		alarms := map[string]string{}
		for _, rule := range alarmRule.FindAllStringSubmatch(page, -1) {
			alarms[rule[1]] = rule[2]
			for _, use := range metricUse.FindAllStringSubmatch(rule[2], -1) {
				if labels, found := there[use[1]]; !found || use[2] != "" && !slices.Contains(strings.Split(labels, ","), use[2]) {
					t.Errorf("%s asks for %s, the hub has %v", rule[1], use[0], there)
				}
			}
		}
		if len(alarms) != strings.Count(page, "- alert: ") || alarms["HubBackupFails"] != "hub_backup_last_ok == 0" || alarms["HubProblem"] != "hub_problem == 1" {
			t.Errorf("found %v", alarms)
		}
		for _, name := range regexp.MustCompile("`(Hub[A-Z]\\w+)`").FindAllStringSubmatch(page, -1) {
			if alarms[name[1]] == "" {
				t.Errorf("the page speaks of an alarm %s, which is not there", name[1])
			}
		}
		_, body, err := get(t.Context(), "http://127.0.0.1:"+port+"/metrics")
		for _, line := range []string{"hub_backup_last_ok 0", `hub_problem{area="backup"} 1`} {
			if err != nil || !strings.Contains(body, "\n"+line+"\n") {
				t.Errorf("of a folder that never was, the metrics lack %s: %v", line, err)
			}
		}
	})
	t.Run("areas", func(t *testing.T) {
		_, table, _ := strings.Cut(page, "| `area` |")
		table, _, _ = strings.Cut(table, "\n\n")
		var told []string
		for _, row := range areaRow.FindAllStringSubmatch(table, -1) {
			told = append(told, row[1])
		}
		if areas := slices.Sorted(maps.Keys(running(t).health.Failing())); !slices.Equal(told, areas) {
			t.Errorf("the page tells of %v, the hub of %v", told, areas)
		}
	})
	t.Run("where to scrape", func(t *testing.T) {
		for _, want := range []string{"hub serve --metrics " + defaultMetrics, "HUB_METRICS_LISTEN", "http://" + defaultMetrics + metricsPath, `targets: ["` + defaultMetrics + `"]`, "job_name: hub\n", `up{job="hub"}`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
	})
}
