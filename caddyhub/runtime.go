package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/grant"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// runtimes holds the runtime of each data folder that a loaded configuration names. The
// key is the folder's clean absolute path and nothing else: a reload with other options
// must find the same state.
var runtimes = caddy.NewUsagePool()

// clock is the time of day by which things become due, end and expire. A test sets it; how long
// something takes is measured by the system's all the same.
var clock = time.Now

const (
	// shutdownTimeout is how long the end of a runtime may take as a whole, from when the
	// servers of the process begin to shut down: for requests under way, and then for messages
	// and jobs.
	shutdownTimeout = 6 * time.Second

	// gracePeriod is how much of it the servers get for their connections, in the configurations
	// the hub ships.
	gracePeriod = 5 * time.Second

	// lastSend is how long the last commits have to reach the replica at least, however late it is.
	lastSend = 500 * time.Millisecond

	// lastMessage is how long the end of a runtime waits for a message under way at most before
	// it breaks the exchange off.
	lastMessage = time.Second
)

// Runtime is the state of one data folder: it outlives the configurations that use it and
// ends with the last of them. Everything that a reload must not reset belongs here,
// everything that a configuration may change does not.
type Runtime struct {
	store   *store.Store
	lock    *store.Lock
	signIn  *auth.State
	grants  *grant.State
	gate    gate
	clients *inbound.Clients
	secrets *setting.Vault
	engine  *schedule.Engine // idle until a configuration starts
	steady  *schedule.Steady // watches the clock
	outbox  *gateway.Outbox
	worker  *forge.Worker
	backups *backup.Keeper
	replica *replicate.Keeper
	copying sync.Mutex // held by who copies the whole database, at most one at a time
	started time.Time
	metrics *metrics
	log     currentLog

	ending   context.Context // over when the runtime is about to end
	deadline time.Time       // of the end; set before ending is over
	end      func()          // begins it; may be called again
	taps     *auth.Throttle  // on uses of the buttons of messages
	ignored  *auth.Throttle  // of warnings: one a minute and address whose headers are ignored
}

// joinRuntime makes the caller, who has that log, a user of a data folder's runtime, opening it
// for the first. Every success is paired with one [leaveRuntime].
func joinRuntime(dir string, log *zap.Logger) (*Runtime, error) {
	value, _, err := runtimes.LoadOrNew(dir, func() (caddy.Destructor, error) { return openRuntime(dir, log) })
	if err != nil {
		return nil, err
	}
	return value.(*Runtime), nil
}

// leaveRuntime ends one use of a data folder's runtime.
func leaveRuntime(dir string) error {
	_, err := runtimes.Delete(dir)
	return err
}

// openRuntime opens a data folder, which is made when it is missing. One that another process
// uses is a [*store.LockedError].
func openRuntime(dir string, current *zap.Logger) (*Runtime, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create the data folder: %w", err)
	}
	rt := &Runtime{started: time.Now(), clients: inbound.NewClients(time.Now)}
	rt.log.Store(current)
	log := rt.log.logger()
	ending, end := context.WithCancel(context.Background())
	rt.ending, rt.end = ending, sync.OnceFunc(func() {
		rt.deadline = time.Now().Add(shutdownTimeout)
		end()
	})
	lock, err := store.AcquireLock(dir)
	if err != nil {
		return nil, err
	}
	rt.lock = lock
	if err := rt.openStore(dir); err != nil {
		return nil, errors.Join(fmt.Errorf("open the data folder %s: %w", dir, err), lock.Release())
	}
	vault, err := setting.OpenVault(dir)
	if err != nil {
		log.Warn("no token of the gateway or the forge can be read", zap.Error(err))
	}
	rt.secrets = vault
	rt.outbox = gateway.NewOutbox(rt.store)
	rt.worker = forge.NewWorker(rt.store.Now, log.Named("forge"))
	if rt.backups, err = backup.OpenKeeper(dir); err != nil {
		log.Warn("what is known of earlier backups is lost", zap.Error(err))
	}
	if err := rt.backups.Tidy(); err != nil {
		log.Warn("a half-written backup stays for now", zap.Error(err))
	}
	rt.steady = schedule.NewSteady(rt.store.Now, auth.SystemClock().Mono)
	if rt.replica, err = replicate.OpenKeeper(replicate.Config{
		Store: rt.store, Logger: log.Named("replicate"), Own: listens, Free: backup.FreeBytes, Steady: rt.steady.For, Alone: &rt.copying,
	}); err != nil {
		return nil, errors.Join(err, rt.store.Close(), lock.Release())
	}
	rt.engine = schedule.NewEngine(rt.store.Now, log.Named("schedule"))
	rt.store.Subscribe(rt.follow)
	rt.ignored = auth.NewThrottle(auth.SystemClock().Mono, 1)
	rt.taps = auth.NewThrottle(auth.SystemClock().Mono, api.TapLimit)
	times := auth.SystemClock()
	times.Now = clock
	rt.signIn = auth.NewState(dir, times, log.Named("auth"))
	rt.grants = grant.NewState(rt.signIn.Tokens, times, grant.NewClient(listens), func() *zap.Logger { return rt.log.logger().Named("oauth") },
		func(c store.StolenConnector) error { return rt.store.RecordStolen(context.Background(), c) })
	rt.signIn.Tokens.AlsoTaken = rt.grants.HasLike
	rt.metrics = newMetrics(rt)
	return rt, nil
}

// follow wakes the engine when a commit may have changed when something is due.
func (rt *Runtime) follow(c store.Commit) {
	for _, e := range c.Events {
		if e.Kind == "approval.requested" || strings.HasPrefix(e.Kind, "reminder.") || strings.HasPrefix(e.Kind, "settings.") {
			rt.engine.Wake()
			return
		}
	}
}

// openStore opens the database, after a restore that was cut short has been finished and
// what a killed process left behind is gone.
func (rt *Runtime) openStore(dir string) (err error) {
	tighten(dir, rt.log.logger())
	if err := errors.Join(backup.Recover(dir), store.CleanFolder(dir), replicate.Tidy(dir)); err != nil {
		return err
	}
	options := store.Options{
		Now:     clock,
		Logger:  rt.log.logger().Named("store"),
		LogKept: !rt.lock.Killed() && replicate.WasUsed(dir),
		KeepLog: replicate.WasUsed(dir),
	}
	if options.Existing, err = backup.HadDatabase(dir, rt.lock.Fresh()); err != nil {
		return err
	}
	if rt.store, err = store.Open(context.Background(), dir, options); err != nil {
		return withWayOut(err, dir)
	}
	rt.lock.NoteDatabase()
	return nil
}

// Destruct waits for the requests under way, closes the store and frees the data folder, all
// before the deadline of the end, which may have begun long ago. Requests that come later are
// told so.
func (rt *Runtime) Destruct() error {
	rt.end()
	if left := rt.gate.close(time.Until(rt.deadline)); left > 0 {
		rt.log.logger().Warn("the store is closed under requests that did not end",
			zap.Int("requests", left), zap.Duration("shutdown_timeout", shutdownTimeout))
	}
	rt.engine.Close(min(lastMessage, time.Until(rt.deadline)))
	rt.worker.Close()
	if err := rt.grants.Flush(context.Background()); err != nil {
		rt.log.logger().Warn("when connectors were used last is not all kept", zap.Error(err))
	}
	if err := rt.signIn.Tokens.Flush(context.Background()); err != nil {
		rt.log.logger().Warn("the last use of tokens is lost", zap.Error(err))
	}
	// The replica after the store, for the last commits and for its locks; the lock of the folder
	// at the end: the next holder must find a database nobody writes to.
	err := errors.Join(rt.store.Close(), rt.replica.Close(max(lastSend, time.Until(rt.deadline))), rt.lock.Release())
	if err != nil {
		return fmt.Errorf("close the data folder %s: %w", rt.store.Dir(), err)
	}
	return nil
}
