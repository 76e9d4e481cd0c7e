package notify

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// The first device to subscribe again hears nothing of the time in which none listened.
func TestTheFirstDeviceAgain(t *testing.T) {
	h, b := newHouse(t), newBrowser(t)
	h.set("push", "kinds", "digest,review")
	id := h.subscribe(b)
	h.work()
	h.thread("quiet")
	h.finish("done")
	if err := h.Unsubscribe(id); err != nil {
		t.Fatal(err)
	}
	h.at("2026-05-15 18:00") // a Friday, after the digest and the review
	h.subscribe(b)
	h.work()
	if n := len(b.saw()); n != 0 {
		t.Fatalf("it heard %d messages of before", n)
	}
	h.at("2026-05-16 09:00")
	if d := h.last(store.ChannelPush); len(b.saw()) != 1 || d.Slot != "digest/2026-05-16T07:00:00.000Z" {
		t.Errorf("%d messages, %s", len(b.saw()), d.Slot)
	}
}

// A device that has unsubscribed is forgotten, and the channel does not count as failing for it.
func TestADeviceThatIsGoneIsNoProblem(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, last int // what their push service answers
		want        string
	}{
		{"the last one", 201, 410, ""},
		{"the first one", 410, 201, ""},
		{"all", 410, 404, ""},
		{"the last one, after one that fails", 403, 410, "the push service answered 403: it does not take this hub's key: subscribe the device anew"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, b1, b2 := newHouse(t), newBrowser(t), newBrowser(t)
			h.subscribe(b1)
			h.subscribe(b2)
			h.reminder("call", "2026-05-04T12:00")
			h.run("reminders")
			for _, status := range []int{c.first, c.last} {
				b1.answer(status)
				b2.answer(status)
				d, ok, err := h.Store.NextDelivery(t.Context(), store.ChannelPush)
				if err != nil || !ok {
					t.Fatal(err)
				}
				h.run("outbox push")
				if d, err = h.Store.Delivery(t.Context(), d.ID); err != nil || d.State == store.DeliveryQueued {
					t.Fatalf("%+v, %v", d, err)
				}
			}
			for _, process := range []string{"this process", "the next process"} {
				text, _, failing, err := Health{h.Service, store.ChannelPush}.Problem(t.Context())
				if text != c.want || failing != (c.want != "") || err != nil {
					t.Errorf("%s: %q (%t), %v", process, text, failing, err)
				}
				if err := h.Store.Close(); err != nil {
					t.Fatal(err)
				}
				h.open()
			}
		})
	}
}

// A data folder that takes nothing is said to be that, and what was there stays.
func TestAFolderThatTakesNoDevice(t *testing.T) {
	h := newHouse(t)
	id := h.subscribe(newBrowser(t))
	file := filepath.Join(h.dir, setting.VaultFile)
	if err := errors.Join(os.Remove(file), os.MkdirAll(filepath.Join(file, "in the way"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := h.Unsubscribe(id); !errors.Is(err, store.ErrUnavailable) || len(h.Devices()) != 1 {
		t.Errorf("unsubscribe: %v", err)
	}
	h = newHouse(t)
	if err := os.MkdirAll(filepath.Join(h.dir, setting.VaultFile, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := h.PublicKey(); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("the key: %v", err)
	}
}
