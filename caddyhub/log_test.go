package caddyhub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/store/storetest"
)

// TestTheLogOfARuntimeFollowsTheConfiguration: a logger that was made under one configuration
// writes to the log of the next one after a reload, at that one's level.
func TestTheLogOfARuntimeFollowsTheConfiguration(t *testing.T) {
	first, firstLog := observer.New(zapcore.InfoLevel)
	second, secondLog := observer.New(zapcore.WarnLevel)
	var current currentLog
	leaveFirst := current.take(zap.New(first))
	log := current.logger().Named("store").With(zap.String("id", "x"))
	refused, refusedLog := observer.New(zapcore.InfoLevel)
	current.take(zap.New(refused))()
	log.Info("one")
	leaveSecond := current.take(zap.New(second))
	leaveFirst()
	log.Info("two")
	log.Warn("three", zap.Int("n", 3))
	leaveSecond() // the last one stays
	log.Warn("the end")
	if refusedLog.Len() > 0 {
		t.Errorf("a configuration that was refused has %+v", refusedLog.All())
	}
	if n := secondLog.FilterMessage("the end").Len(); n != 1 {
		t.Errorf("the last one was told %d times of the end", n)
	}
	secondLog = secondLog.FilterMessage("three")
	for name, tc := range map[string]struct {
		got  []observer.LoggedEntry
		want string
	}{
		"the first":  {firstLog.All(), "one"},
		"the second": {secondLog.All(), "three"},
	} {
		if len(tc.got) != 1 || tc.got[0].Message != tc.want || tc.got[0].LoggerName != "hub.store" || tc.got[0].ContextMap()["id"] != "x" {
			t.Errorf("%s: %+v", name, tc.got)
		}
	}
}

// TestTheLogOfARuntimeAcrossAReload: the file that a configuration names for the hub alone gets
// what the data folder has to say, before a reload and after it.
func TestTheLogOfARuntimeAcrossAReload(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	config := func(file string) string {
		own := "log {\n output discard\n exclude hub\n}\nlog own {\n output file " + file + "\n include hub\n}\n"
		return strings.Replace(site(t, port, "data_dir "+dir, "hub"), "log {\n output discard\n}\n", own, 1)
	}
	files := []string{filepath.Join(t.TempDir(), "first.log"), filepath.Join(t.TempDir(), "second.log")}
	load(t, config(files[0]))
	log := running(t).runtime.log.logger().Named("store")
	log.Warn("said before")
	if err := caddy.Load(adapt(t, config(files[1])), true); err != nil {
		t.Fatal(err)
	}
	log.Warn("said after")
	for i, want := range []string{"said before", "said after"} {
		text, err := os.ReadFile(files[i])
		if err != nil || strings.Count(string(text), `"said `) != 1 || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s %v", files[i], text, err)
		}
	}
}
