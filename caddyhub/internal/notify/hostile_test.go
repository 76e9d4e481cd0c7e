package notify

import (
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// hostile ends a line in every way there is, and begins others. What the store takes has no NUL.
const hostile = "one\r\nBcc: all@evil.example\r\nX-Evil: 1\r\n\r\n.\r\nMAIL FROM:<x>\r\n<script>two</script>\x1b[31m\u202e\u2028\u0085three"

// says are the kinds of messages that carry what others have written, and how they come about.
var says = map[string]func(*five){
	store.DeliverReminder: func(f *five) { f.reminder(hostile, "2026-05-04T12:00") },
	store.DeliverDigest: func(f *five) {
		f.work()
		in := store.ThreadInput{Summary: store.Some(hostile), NextSteps: store.Some([]string{hostile})}
		if _, err := f.Store.CreateThread(f.Context(), store.By{Actor: store.Agent, SourceTool: "codex"}, "", in, true); err != nil {
			f.Fatal(err)
		}
		f.clock.Advance(5 * 24 * time.Hour)
	},
	store.DeliverReview: func(f *five) {
		f.work()
		f.finish(hostile)
		f.thread(hostile)
		f.clock.Advance(5 * 24 * time.Hour)
	},
	store.DeliverReady: func(f *five) {
		first, then := f.thread(hostile), f.thread(hostile)
		by := store.By{Actor: store.Agent, SourceTool: "codex"}
		if _, err := f.Store.UpdateThread(f.Context(), by, then.ID, store.Guard{Force: true}, store.ThreadInput{DependsOn: store.Some([]string{first.ID})}, true); err != nil {
			f.Fatal(err)
		}
		if _, err := f.Store.Finish(f.Context(), by, first.ID, store.Guard{Force: true}, store.StatusDone, ""); err != nil {
			f.Fatal(err)
		}
	},
	store.DeliverApproval: func(f *five) {
		payload, _ := json.Marshal(map[string]string{"thread_id": f.thread("a").ID, "into": f.thread("b").ID})
		if _, err := f.Store.RequestChange(f.Context(), store.By{Actor: store.Agent, SourceTool: hostile}, "merge_threads", payload, hostile); err != nil {
			f.Fatal(err)
		}
	},
	store.DeliverConflict: func(f *five) {
		if err := f.Store.KeepForgeConflict(f.Context(), store.ForgeConflict{Path: hostile + "\x00.md", Item: "hub://wiki/a"}); err != nil {
			f.Fatal(err)
		}
	},
	store.DeliverAlarm: func(f *five) {
		cfg := f.engine.Config
		cfg.Problems = func() []health.Problem {
			return []health.Problem{{Area: "forge", Since: f.clock.Now().Add(-time.Hour), Text: phrase.Text(hostile + "\x00"), Page: "/ui/"}}
		}
		f.engine = gateway.New(cfg)
	},
}

// Whatever stands in a text, it begins no header, no line of a protocol and no tag on any channel.
func TestATextBreaksOutOfNothing(t *testing.T) {
	for kind, comesAbout := range says {
		f := newFive(t, func(_ string, next http.Handler) http.Handler { return next })
		for _, channel := range f.Names() {
			f.set(channel, "kinds", kind)
		}
		comesAbout(f)
		f.work()
		for _, channel := range f.Names() {
			t.Run(kind+" by "+channel, func(t *testing.T) {
				if d := f.last(channel); d.Kind != kind || outcome(d) != "sent" {
					t.Fatalf("%s: %s", d.Kind, outcome(d))
				}
				if channel == store.ChannelMail {
					checkMail(t, f.post.took())
					return
				}
				seen := f.servers[channel].saw()
				texts, _ := f.came(channel)
				if len(seen) != 1 || seen[0].header["X-Evil"] != nil || seen[0].header["Bcc"] != nil {
					t.Fatalf("%+v", seen)
				}
				var all any
				if err := json.Unmarshal([]byte(texts[0]), &all); err != nil {
					t.Fatal(err)
				}
				checkTexts(t, all)
			})
		}
	}
}

// checkTexts looks at all texts in a JSON value: none has characters that do something, and only
// bodies have more than one line.
func checkTexts(t *testing.T, value any) {
	t.Helper()
	switch v := value.(type) {
	case string:
		if strings.ContainsAny(v, "\r\x00\x1b\u202e\u2028\u0085") {
			t.Errorf("%q", v)
		}
	case []any:
		for _, one := range v {
			checkTexts(t, one)
		}
	case map[string]any:
		for key, one := range v {
			if text, ok := one.(string); ok && key == "title" && strings.Contains(text, "\n") {
				t.Errorf("the title %q", text)
			}
			checkTexts(t, one)
		}
	}
}

// checkMail looks at one mail: it has the headers of the hub's and no others, and its HTML no tag of
// a stranger's.
func checkMail(t *testing.T, mails []string) {
	t.Helper()
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	head, body := parts(t, mails[0])
	want := []string{"Auto-Submitted", "Content-Type", "Date", "From", "Message-Id", "Mime-Version", "Subject", "To", "User-Agent", "X-Mailer"}
	if got := slices.Sorted(maps.Keys(head)); !slices.Equal(got, want) {
		t.Errorf("headers %q", got)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(head.Get("Subject"))
	if err != nil || strings.ContainsAny(subject, "\r\n\x00\x1b\u202e\u2028\u0085") {
		t.Errorf("%q, %v", subject, err)
	}
	if len(body) != 2 || strings.Contains(body["text/html"], "<script>") || strings.ContainsAny(body["text/plain"]+body["text/html"], "\x00\x1b\u202e\u2028\u0085") {
		t.Errorf("%q", body)
	}
}
