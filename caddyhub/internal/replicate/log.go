package replicate

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// quietFor is for how long a complaint is not repeated: Litestream tries again every few seconds, and
// that it does not succeed is told elsewhere.
const quietFor = 10 * time.Minute

// newLog lets Litestream write to the hub's log. What it calls information is of interest only to
// who looks for a fault of its own, and so are complaints that were heard already.
func newLog(log *zap.Logger) *slog.Logger {
	return slog.New(&logHandler{log: log, said: new(sync.Map)})
}

type logHandler struct {
	log    *zap.Logger
	fields []zap.Field
	said   *sync.Map // when each complaint was logged last
}

// levelOf is the level of an entry in the hub's log.
func (h *logHandler) levelOf(r slog.Record) zapcore.Level {
	if r.Level < slog.LevelWarn {
		return zapcore.DebugLevel
	}
	if last, said := h.said.Load(r.Message); said && r.Time.Sub(last.(time.Time)) < quietFor {
		return zapcore.DebugLevel
	}
	h.said.Store(r.Message, r.Time)
	return zapcore.WarnLevel
}

// Enabled tells whether the hub's log takes a level.
func (h *logHandler) Enabled(_ context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn || h.log.Core().Enabled(zapcore.DebugLevel)
}

// Handle writes an entry.
func (h *logHandler) Handle(_ context.Context, r slog.Record) error {
	fields := slices.Clone(h.fields)
	r.Attrs(func(a slog.Attr) bool {
		fields = append(fields, fieldOf(a))
		return true
	})
	h.log.Log(h.levelOf(r), r.Message, fields...)
	return nil
}

func fieldOf(a slog.Attr) zap.Field { return zap.String(a.Key, a.Value.String()) }

// WithAttrs adds attributes to each entry.
func (h *logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	fields := slices.Clone(h.fields)
	for _, a := range attrs {
		fields = append(fields, fieldOf(a))
	}
	return &logHandler{h.log, fields, h.said}
}

// WithGroup does not part them: few names, and none twice.
func (h *logHandler) WithGroup(string) slog.Handler { return h }
