package caddyhub

import (
	"sync"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
)

func TestAnUnknownVariableIsWarnedOfWithTheNearestOne(t *testing.T) {
	for _, tt := range []struct{ variable, nearest string }{ // empty: no warning
		{"HUB_DATADIR", "HUB_DATA_DIR"},
		{"HUB_TRUST_PROXIES", "HUB_TRUSTED_PROXIES"},
		{"HUB_PUBLIC_URI", "HUB_PUBLIC_URL"},
		{"HUB_LISTENS", "HUB_LISTEN"},
		{"HUB_DATA_DIR", ""},
		{"HUB_LISTEN", ""},
		{"HUB_METRICS_LISTEN", ""},
		{"HUB_BACKUP_PASSPHRASE", ""},
		{"HUB_IMPORT_PASSPHRASE", ""},
		{"HUB_TOKEN", ""},
		{"HUB_TEST_LONG", ""},
		{"GITHUB_TOKENS", ""},
		{"stale_nudge_cron", ""},
	} {
		t.Run(tt.variable, func(t *testing.T) {
			core, log := observer.New(zapcore.WarnLevel)
			var said sync.Map
			for range 3 { // configurations of one process
				warnOfVariables(zap.New(core), []string{tt.variable + "=hunter2"}, &said)
			}
			entries := log.All()
			if tt.nearest == "" {
				if len(entries) > 0 {
					t.Errorf("warned: %v", entries)
				}
				return
			}
			if len(entries) != 1 || entries[0].ContextMap()["nearest"] != tt.nearest || entries[0].ContextMap()["variable"] != tt.variable {
				t.Errorf("got %v, want %s", entries, tt.nearest)
			}
		})
	}
}
