package api

import (
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/store"
)

// Replica tells how the replica of the database stands.
type Replica interface{ Status() replicate.Status }

// ReplicaBody is how the replica of the database stands.
type ReplicaBody struct {
	Target     string      `json:"target" doc:"Where it is, without any secret" example:"file:/mnt/disk2/hub"`
	State      string      `json:"state" enum:"ok,behind,failing" doc:"ok: it has all but the commits of the last seconds; behind: it is on its way there; failing: commits are missing for over a minute"`
	SyncedAt   *store.Time `json:"synced_at" format:"date-time" doc:"When something was sent there last; null: not known"`
	LagSeconds float64     `json:"lag_seconds" doc:"For how long the oldest commit waits that is missing there" example:"0"`
	Error      *string     `json:"error" doc:"Why commits are missing; null: none are, or nothing is known"`
	ErrorSaid  *Said       `json:"error_said" doc:"error under its code; null: it has none"`
	Encrypted  bool        `json:"encrypted"`
	KeepHours  float64     `json:"keep_hours" doc:"For how long any moment can be restored" example:"168"`
	WALBytes   int64       `json:"wal_bytes" doc:"Size of the write-ahead log" example:"4152992"`
	LastDrill  *DrillBody  `json:"last_drill" doc:"The last time that it was restored to see that it works; null: it was not yet"`
}

// DrillBody is what became of restoring a replica.
type DrillBody struct {
	At      store.Time `json:"at" format:"date-time"`
	OK      bool       `json:"ok" doc:"Whether what was restored is what the hub has"`
	Rows    int64      `json:"rows" doc:"Rows that were compared" example:"5210"`
	Seconds float64    `json:"seconds" example:"1.4"`
	Error   *string    `json:"error" doc:"Why it failed; null: it did not"`
}

func showReplica(s replicate.Status) *ReplicaBody {
	if s.State == replicate.Off {
		return nil
	}
	b := &ReplicaBody{
		Target: string(s.To), State: string(s.State), LagSeconds: s.Lag.Round(100 * time.Millisecond).Seconds(),
		Encrypted: s.Encrypted, KeepHours: s.Keep.Hours(), WALBytes: s.WALBytes,
	}
	if !s.SyncedAt.IsZero() {
		b.SyncedAt = new(store.At(s.SyncedAt))
	}
	if s.Error != "" {
		b.Error, b.ErrorSaid = &s.Error, saidBeside("replica", &s.Error)
	}
	if d := s.Drill; d != nil {
		b.LastDrill = &DrillBody{At: d.At, OK: d.OK, Rows: d.Rows, Seconds: d.Seconds}
		if d.Error != "" {
			b.LastDrill.Error = &d.Error
		}
	}
	return b
}
