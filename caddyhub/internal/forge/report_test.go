package forge

import (
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
)

// A damaged report of the last sync is as none, and logged once; the next sync writes another.
func TestADamagedReportStopsNoSync(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"state":`, ``, `5`, `{"state":5}`, `{"held":{}}`} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			core, logs := observer.New(zap.ErrorLevel)
			h := joined(t, server, func(c *Config) { c.Logger = zap.New(core) })
			h.write("wiki/a", "one\n")
			h.synced()
			if err := h.Store.EndForgeSync(t.Context(), []byte(text)); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if now, err := h.Standing(t.Context()); err != nil || now.LastSync != nil || now.Held == nil || now.Skipped == nil {
					t.Errorf("%+v, %v", now, err)
				}
			}
			h.write("wiki/a", "two\n")
			if out := h.synced(); out.Pushed != 1 || server.Files("main")["wiki/a.md"] != "two\n" {
				t.Errorf("%+v", out)
			}
			if logs.Len() != 1 {
				t.Errorf("logged %v", logs.All())
			}
		})
	}
}
