package replicate

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/superfly/ltx"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/storetest"
)

// What a replica is called depends on how long commits are missing in it, and not on what
// Litestream says of itself: it may have stopped without a word.
func TestStatus(t *testing.T) {
	t.Parallel()
	h := start(t, t.TempDir())
	h.add(1)
	committed := h.store.LastCommit()
	clock := storetest.NewClock(committed)
	for _, c := range []struct {
		name    string
		sent    time.Duration // after the commit; negative: before it
		after   time.Duration // that it is now, since the commit
		failure error
		want    State
		reason  string
	}{
		{"sent", time.Second, time.Hour, nil, OK, ""},
		{"on its way", -time.Second, 5 * time.Second, nil, OK, ""},
		{"late", -time.Second, 15 * time.Second, nil, Behind, ""},
		{"silent, as if all were well", -time.Second, 2 * time.Minute, nil, Failing, "commits have not reached it for more than a minute; the hub's log may say more"},
		{"the target fails", -time.Second, 2 * time.Minute, errors.New("no room"), Failing, "no room"},
		{"a sentence for the owner is in what fails", -time.Second, 2 * time.Minute, fmt.Errorf("list the replica: %w", phrase.ReplicaFolderMissing("/mnt/x")), Failing, "the folder /mnt/x is not there: is its disk connected? The hub does not make it"},
		{"a moment ago it failed", -time.Second, 20 * time.Second, errors.New("no room"), Behind, "no room"},
		{"it is being sent, after hours of quiet", -3 * time.Hour, time.Second, nil, OK, ""},
		{"it has not begun, a moment ago", -time.Second, 5 * time.Second, nil, Behind, ""},
		{"it has not begun", -time.Second, 20 * time.Second, nil, Behind, ""},
		{"it does not begin", -time.Second, 2 * time.Minute, errors.New("the folder is not there"), Failing, "the folder is not there"},
	} {
		k := &Keeper{Config: h.keeper.Config, logSize: h.keeper.logSize, values: folder(t), since: committed, failure: c.failure}
		k.now = clock.Now
		clock.Set(committed.Add(c.after))
		k.run = &run{values: k.values}
		if !strings.HasPrefix(c.name, "it has not begun") && !strings.HasPrefix(c.name, "it does not begin") {
			k.run.covered.wrote(ltx.Header{Timestamp: committed.Add(c.sent).UnixMilli()}, committed)
		}
		if s := k.Status(); s.State != c.want || s.Error != c.reason {
			t.Errorf("%s: %s, %q", c.name, s.State, s.Error)
		}
		text, _, failing, err := k.Problem(t.Context())
		if err != nil || failing != (c.want == Failing) || failing && text != c.reason {
			t.Errorf("%s: the problem is %q, %t, %v", c.name, text, failing, err)
		}
	}
}

// While one replica ends and the next is to begin, that of before says nothing of the next.
func TestAnotherTargetIsNotThereYet(t *testing.T) {
	t.Parallel()
	h := start(t, t.TempDir())
	h.add(1)
	first, second := folder(t), folder(t)
	k := &Keeper{Config: h.keeper.Config, logSize: h.keeper.logSize, now: h.keeper.now, wishes: make(chan Values, 1)}
	k.use(first)
	k.run = &run{values: first, complete: func() bool { return true }}
	k.run.covered.wrote(ltx.Header{Timestamp: time.Now().UnixMilli()}, time.Now())
	if s := k.Status(); s.State != OK {
		t.Errorf("the first: %+v", s)
	}
	k.use(second)
	if s := k.Status(); s.To != second.To || s.State != Behind || !s.SyncedAt.IsZero() {
		t.Errorf("the second, while the first still runs: %+v", s)
	}
	k.keepDrill(k.run, Drill{OK: true})
	if s := k.Status(); s.Drill != nil {
		t.Errorf("a drill of the first counts for the second: %+v", s.Drill)
	}
	if _, due, err := k.drillDue(t.Context()); due || err != nil {
		t.Errorf("a drill of the second is due: %v", err)
	}
}

// A log that nobody moves into the database is told of, since when it was seen; a replica or
// another program must be wanted for that.
func TestALongLogIsAProblem(t *testing.T) {
	t.Parallel()
	h := start(t, t.TempDir())
	clock := storetest.NewClock(time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC))
	size := int64(0)
	k := &Keeper{Config: h.keeper.Config, now: clock.Now, logSize: func() int64 { return size }, values: Values{To: External}}
	for _, c := range []struct {
		name  string
		to    Address
		size  int64
		since time.Duration // from the beginning; negative: no problem
	}{
		{"short", External, longLog - 1, -1},
		{"long", External, longLog, time.Minute},
		{"still long", External, 2 * longLog, time.Minute},
		{"moved", External, 1000, -1},
		{"long again", External, longLog, 4 * time.Minute},
		{"none is wanted", "", longLog, -1},
	} {
		began := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
		k.values.To, size = c.to, c.size
		text, since, failing, err := k.Problem(t.Context())
		if err != nil || failing != (c.since >= 0) || failing && (!since.Equal(began.Add(c.since)) || !strings.Contains(text, "the write-ahead log has grown to ")) {
			t.Errorf("%s: %q since %s, %t, %v", c.name, text, since, failing, err)
		}
		clock.Advance(time.Minute)
	}
}
