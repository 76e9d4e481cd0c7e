package gateway

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// runs are the times, on the owner's clock, at which digests were taken while the days
// pass. A thread that is always quiet makes each of them worth sending.
func runs(t *testing.T, cron, from, to string, step time.Duration, change ...func(*Config)) string {
	t.Helper()
	h := newHouse(t, append(change, func(c *Config) { fix(c, "cron", cron) })...)
	h.at(from)
	for i := range 40 { // more than rest after a nudge
		h.thread(fmt.Sprint("quiet ", i))
	}
	var times []string
	end, err := time.ParseInLocation("2006-01-02 15:04", to, h.Policy.Zone)
	if err != nil {
		t.Fatal(err)
	}
	h.Policy.StaleDays = 1 // from the second day on there is something to say
	for seen := 0; h.clock.Now().Before(end); h.clock.Advance(step) {
		h.work()
		for ; seen < len(h.fake.took()); seen++ {
			times = append(times, h.clock.Now().In(h.Policy.Zone).Format("02 15:04 -07"))
		}
	}
	return strings.Join(times, ", ")
}

func TestDigestTimes(t *testing.T) {
	for _, c := range []struct{ name, cron, from, to, want string }{
		{"every morning", "0 9 * * *", "2026-05-01 12:00", "2026-05-06 12:00", "03 09:00 +02, 04 09:00 +02, 05 09:00 +02, 06 09:00 +02"},
		{"on weekdays", "0 9 * * 1-5", "2026-04-29 12:00", "2026-05-06 12:00", "01 09:00 +02, 04 09:00 +02, 05 09:00 +02, 06 09:00 +02"},
		{"skipped by the clocks", "30 2 * * *", "2026-03-26 12:00", "2026-03-31 12:00", "28 02:30 +01, 29 03:30 +02, 30 02:30 +02, 31 02:30 +02"},
		{"shown twice by the clocks", "30 2 * * *", "2026-10-22 12:00", "2026-10-27 12:00", "24 02:30 +02, 25 02:30 +02, 26 02:30 +01, 27 02:30 +01"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := runs(t, c.cron, c.from, c.to, 10*time.Minute); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// What nobody wanted to hear is not made up for when the configuration says otherwise again.
func TestAKindThatTheConfigurationSwitchesOnAgain(t *testing.T) {
	var said []string
	all := reach(func(m Message) Reply {
		said = append(said, m.Kind)
		return Reply{}
	})
	all.Digest, all.Review = "0 9 * * *", "0 17 * * 5"
	fewer := all
	fewer.Kinds = []string{store.DeliverReminder}
	h := newHouse(t, func(c *Config) { loosen(c, "webhook_url") })
	restart := func(p Plan) {
		h.Others = others{plans: map[string]Plan{store.ChannelMail: p}}
		h.restart()
		h.work()
	}
	restart(all)
	h.finish(h.thread("done").ID)
	h.thread("quiet")
	restart(fewer)
	h.at("2026-05-08 18:00")
	h.work()
	h.at("2026-05-09 14:00") // Saturday
	restart(all)
	h.until("2026-05-10 08:59")
	if len(said) != 0 {
		t.Errorf("said %q of the time before", said)
	}
	h.until("2026-05-10 09:00")
	if !slices.Equal(said, []string{store.DeliverDigest}) {
		t.Errorf("said %q at the next time", said)
	}
}

func TestCatchingUp(t *testing.T) {
	for _, c := range []struct {
		name string
		down string // until when the hub is down, from the evening before
		want int
	}{
		{"up in time", "2026-05-09 08:59", 0},
		{"a minute late", "2026-05-09 09:01", 1},
		{"in the evening", "2026-05-09 20:59", 1},
		{"too late", "2026-05-09 21:01", 0},
		{"days later, within the hours of one slot", "2026-05-12 10:00", 1},
		{"days later, long after", "2026-05-12 22:00", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.thread("quiet")
			h.at("2026-05-08 18:00")
			h.work() // the schedule begins
			h.at(c.down)
			h.restart()
			h.work()
			h.restart()
			h.work()
			if got := len(h.fake.took()); got != c.want {
				t.Errorf("%d digests, want %d", got, c.want)
			}
		})
	}
}

func TestTheScheduleBeginsWhenItIsMade(t *testing.T) {
	h := newHouse(t, bare)
	h.thread("quiet")
	h.at("2026-05-09 10:00")
	h.work()
	set := func(in setting.Input) {
		t.Helper()
		if _, err := h.Update(t.Context(), owner, in); err != nil {
			t.Fatal(err)
		}
		h.work()
	}
	set(setting.Input{"webhook_url": store.Some(h.fake.URL)})
	if got := h.fake.took(); len(got) != 0 {
		t.Fatalf("this morning's digest was sent when the gateway was set up: %q", got)
	}
	set(setting.Input{"cron": store.Some("30 9 * * *")})
	if got := h.fake.took(); len(got) != 0 {
		t.Fatalf("a time that is over was made up for: %q", got)
	}
	set(setting.Input{"enabled": store.Some("false")})
	h.until("2026-05-10 12:00")
	set(setting.Input{"enabled": store.Some("true")})
	if got := h.fake.took(); len(got) != 0 {
		t.Fatalf("what was not said while it was off was made up for: %q", got)
	}
	h.until("2026-05-11 09:31")
	if got := h.fake.took(); len(got) != 1 {
		t.Errorf("the next one did not come: %q", got)
	}
}

// A clock that is set a day ahead and back again says nothing twice.
func TestAJumpingClock(t *testing.T) {
	h := newHouse(t)
	h.work()
	h.thread("quiet")
	h.reminder("call", "2026-05-09T09:00")
	h.at("2026-05-09 09:00")
	h.work()
	for range 3 {
		h.clock.Advance(24 * time.Hour)
		h.work()
		h.clock.Advance(-24 * time.Hour)
		h.work()
	}
	h.clock.Advance(-24 * time.Hour)
	h.work()
	h.until("2026-05-09 09:30")
	if got := h.fake.took(); len(got) != 2 {
		t.Errorf("taken: %q", got)
	}
}

// A nudge rests for three days by the owner's clock, however long the gateway took.
func TestThreeDaysAreThreeDays(t *testing.T) {
	h := newHouse(t)
	h.work()
	h.thread("quiet")
	var days []string
	for day := 8; day < 20; day++ {
		h.at(fmt.Sprintf("2026-05-%02d 09:00", day))
		taken := len(h.fake.took())
		h.fake.then(func(w http.ResponseWriter, _ *http.Request) {
			h.clock.Advance(300 * time.Millisecond)
			w.WriteHeader(http.StatusOK)
		})
		h.work()
		if len(h.fake.took()) > taken {
			days = append(days, fmt.Sprintf("%02d", day))
		}
	}
	if got := strings.Join(days, " "); got != "08 11 14 17" {
		t.Errorf("told on %s", got)
	}
}

// A clock that was years ahead, and is put right, does not silence the hub for years.
func TestAClockThatWasYearsAhead(t *testing.T) {
	h := newHouse(t)
	h.work()
	h.thread("quiet")
	in := store.ReminderInput{Text: store.Some("call"), Kind: store.Some("daily"), DueAt: store.Some("2026-05-05T10:00")}
	if _, err := h.store.CreateReminder(t.Context(), owner, in, h.Policy); err != nil {
		t.Fatal(err)
	}
	const years = 5 * 365 * 24 * time.Hour
	h.clock.Advance(years)
	h.work()
	h.clock.Advance(-years)
	before := len(h.fake.took())
	h.restart()
	for range 10 * 24 {
		h.clock.Advance(time.Hour)
		h.work()
	}
	reminders, digests := 0, 0
	for _, text := range h.fake.took()[before:] {
		if strings.HasPrefix(text, "Reminder") {
			reminders++
		} else {
			digests++
		}
	}
	if reminders < 9 || digests < 2 {
		t.Errorf("%d reminders and %d digests in ten days", reminders, digests)
	}
}
