package notify

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// everyNameIs lets all names lead to one address until the test ends, whoever asks for them.
func everyNameIs(t *testing.T, address string) {
	t.Helper()
	usual := net.DefaultResolver
	t.Cleanup(func() { net.DefaultResolver = usual })
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go answerNames(theirs, netip.MustParseAddr(address).As4())
		return ours, nil
	}}
}

// answerNames answers questions of the DNS on a connection, each behind its length (RFC 1035 §4.2.2).
func answerNames(c net.Conn, address [4]byte) {
	defer c.Close()
	for {
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return
		}
		question := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(c, question); err != nil {
			return
		}
		end := 12 + strings.IndexByte(string(question[12:]), 0) + 5 // of the name, its type and its class
		answer := append([]byte(nil), question[:end]...)
		copy(answer[2:12], []byte{0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}) // one question and no answer
		if kind := question[end-3]; kind == 1 {                        // an IPv4 address
			answer[7] = 1
			answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4)
			answer = append(answer, address[:]...)
		}
		if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

// A name is looked up when a message goes out, and where it leads by then is what counts.
func TestNamesThatLeadWhereTheHubDoesNotGo(t *testing.T) {
	const name = "https://name.example/x"
	setUp := map[string]func(*house){
		store.ChannelGateway: func(h *house) {
			if _, err := h.engine.Update(h.Context(), owner, setting.Input{"webhook_url": store.Some(name)}); err != nil {
				h.Fatal(err)
			}
		},
		store.ChannelPush: func(h *house) {
			to := newBrowser(h).Subscription
			to.Endpoint = name
			if err := h.Subscribe(h.Context(), owner, DeviceID(name), "phone", to); err != nil {
				h.Fatal(err)
			}
		},
		store.ChannelNtfy: func(h *house) { h.set("ntfy", "url", "https://name.example", "topic", topic) },
		store.ChannelMail: func(h *house) {
			h.set("mail", "host", "name.example", "from", "a@b.example", "to", "c@d.example")
		},
		store.ChannelWebhook: func(h *house) { h.set("webhook", "url", name, "secret", signing) },
	}
	for _, channel := range store.Channels {
		for where, c := range map[string]struct{ address, says string }{
			"the cloud's metadata": {"169.254.169.254", "link-local, metadata"},
			"another's metadata":   {"100.100.100.200", "link-local, metadata"},
			"everybody":            {"224.0.0.1", "multicast"},
			"nowhere":              {"0.0.0.0", "unspecified"},
			"the hub itself":       {"127.0.0.1", "the hub's own"},
			"the house":            {"192.168.1.5", "public addresses alone"},
		} {
			if where == "the house" && channel != store.ChannelPush {
				continue // the owner may have servers there
			}
			t.Run(channel+": "+where, func(t *testing.T) {
				everyNameIs(t, c.address)
				h := newHouse(t, func(cfg *Config) { cfg.Own = func(netip.AddrPort) bool { return true } })
				setUp[channel](h)
				h.reminder("call", "2026-05-04T12:00")
				h.work()
				if got := outcome(h.last(channel)); !strings.HasPrefix(got, "queued: ") || !strings.Contains(got, c.says) {
					t.Errorf("got %q", got)
				}
			})
		}
	}
}
