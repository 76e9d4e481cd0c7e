package caddyhub

import (
	"slices"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// currentLog is where the configuration that runs now has the hub's log. [caddy.Log] is another
// one, the default log, which a configuration may keep the hub out of, as that of hub serve does.
type currentLog struct {
	atomic.Pointer[zap.Logger]

	mu    sync.Mutex
	taken []*zap.Logger // of the configurations that have started, the last one on top
}

// take makes the log of a configuration that starts the current one, until it leaves: one that is
// refused may have closed its files, and the one before goes on.
func (l *currentLog) take(log *zap.Logger) (leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = append(l.taken, log)
	l.Store(log)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.taken = slices.DeleteFunc(l.taken, func(other *zap.Logger) bool { return other == log })
		if n := len(l.taken); n > 0 {
			l.Store(l.taken[n-1])
		}
	}
}

// logger is one for what outlives configurations: what it is told goes to the current log.
func (l *currentLog) logger() *zap.Logger { return zap.New(currentCore{l, nil}).Named("hub") }

// currentCore hands on to the core of the current log.
type currentCore struct {
	log    *currentLog
	fields []zapcore.Field
}

func (c currentCore) core() zapcore.Core { return c.log.Load().Core().With(c.fields) }

// Enabled asks the current log.
func (c currentCore) Enabled(level zapcore.Level) bool { return c.core().Enabled(level) }

// With adds fields to each entry.
func (c currentCore) With(fields []zapcore.Field) zapcore.Core {
	return currentCore{c.log, slices.Concat(c.fields, fields)}
}

// Check lets the current log say whether it takes an entry.
func (c currentCore) Check(e zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	return c.core().Check(e, checked)
}

// Write is what Check has passed on already.
func (c currentCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	return c.core().Write(e, fields)
}

// Sync writes out what the current log holds back.
func (c currentCore) Sync() error { return c.core().Sync() }
