package replicate

import (
	"errors"
	"testing"
	"time"

	"github.com/superfly/ltx"

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
		reached bool          // whether Litestream says that it has sent all
		after   time.Duration // that it is now, since the commit
		failure error
		want    State
		reason  string
	}{
		{"sent", time.Second, true, time.Hour, nil, OK, ""},
		{"on its way", -time.Second, true, 5 * time.Second, nil, OK, ""},
		{"late", -time.Second, true, 15 * time.Second, nil, Behind, ""},
		{"silent, as if all were well", -time.Second, true, 2 * time.Minute, nil, Failing, "commits have not reached it for more than a minute; the hub's log may say more"},
		{"the target fails", -time.Second, true, 2 * time.Minute, errors.New("no room"), Failing, "no room"},
		{"a moment ago it failed", -time.Second, true, 20 * time.Second, errors.New("no room"), Behind, "no room"},
		{"it has not begun", -time.Second, false, 20 * time.Second, nil, Behind, ""},
		{"it does not begin", -time.Second, false, 2 * time.Minute, errors.New("the folder is not there"), Failing, "the folder is not there"},
	} {
		k := &Keeper{Config: h.keeper.Config, values: folder(t), since: committed, failure: c.failure}
		k.now = clock.Now
		clock.Set(committed.Add(c.after))
		k.run = &run{complete: func() bool { return c.reached }}
		k.run.covered.wrote(ltx.Header{Timestamp: committed.Add(c.sent).UnixMilli()}, committed)
		if s := k.Status(); s.State != c.want || s.Error != c.reason {
			t.Errorf("%s: %s, %q", c.name, s.State, s.Error)
		}
		text, _, failing, err := k.Problem(t.Context())
		if err != nil || failing != (c.want == Failing) || failing && text != c.reason {
			t.Errorf("%s: the problem is %q, %t, %v", c.name, text, failing, err)
		}
	}
}
