package notify

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// five is a hub with all five channels, whose servers are on this machine.
type five struct {
	*house
	servers map[string]*server // but that of mail
	browser *browser
	post    *postOffice
	push    *httptest.Server // what stands before the browser's
}

// newFive makes one. front puts something before the server of a channel.
func newFive(t testing.TB, front func(channel string, next http.Handler) http.Handler) *five {
	t.Helper()
	f := &five{house: newHouse(t), browser: newBrowser(t), post: newPostOffice(t, false), servers: map[string]*server{}}
	before := func(channel string) string {
		f.servers[channel] = newServer(t)
		s := httptest.NewServer(front(channel, f.servers[channel].Config.Handler))
		t.Cleanup(s.Close)
		return s.URL
	}
	if _, err := f.engine.Update(t.Context(), owner, setting.Input{"webhook_url": store.Some(before(store.ChannelGateway))}); err != nil {
		t.Fatal(err)
	}
	f.set("ntfy", "url", before(store.ChannelNtfy), "topic", topic)
	f.set("webhook", "url", before(store.ChannelWebhook)+"/hook", "secret", signing)
	withMail(f.house, f.post, "none")
	f.servers[store.ChannelPush] = f.browser.server
	f.push = httptest.NewUnstartedServer(front(store.ChannelPush, f.browser.Config.Handler))
	f.push.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that break off
	f.push.StartTLS()
	t.Cleanup(f.push.Close)
	f.subscribe(f.browser)
	f.findPush()
	return f
}

// findPush has the hub find the push service.
func (f *five) findPush() { f.pusher = pusherTo(f.push, f.push.Listener.Addr().String()) }

// digestAt says when the digest of a channel goes out.
func (f *five) digestAt(channel, cron string) {
	f.Helper()
	if channel != store.ChannelGateway {
		f.set(channel, "digest_cron", cron)
		return
	}
	if _, err := f.engine.Update(f.Context(), owner, setting.Input{"cron": store.Some(cron)}); err != nil {
		f.Fatal(err)
	}
}

// came are the messages of a channel that came, each under its key, or under what else tells a
// repetition there.
func (f *five) came(channel string) (texts, keys []string) {
	f.Helper()
	if channel == store.ChannelMail {
		for _, text := range f.post.took() {
			head, body := parts(f, text)
			texts = append(texts, head.Get("Subject")+"\n"+body["text/plain"])
			id, _, _ := strings.Cut(strings.Trim(head.Get("Message-ID"), "<>"), "@")
			keys = append(keys, id)
		}
		return texts, keys
	}
	name := map[string]string{store.ChannelGateway: "Idempotency-Key", store.ChannelPush: "Topic", store.ChannelWebhook: "webhook-id"}[channel]
	for _, r := range f.servers[channel].saw() {
		text := r.body
		if channel == store.ChannelPush {
			text = string(f.browser.open(text))
		}
		texts, keys = append(texts, text), append(keys, r.header.Get(name))
	}
	return texts, keys
}
