package notify

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func raw(t testing.TB, text string) []byte {
	t.Helper()
	b, err := fromBase64(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The example of RFC 8291, appendix A, byte for byte.
func TestTheVectorOfTheStandard(t *testing.T) {
	ours, err := ecdh.P256().NewPrivateKey(raw(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	to, err := ecdh.P256().NewPublicKey(raw(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := seal(to, raw(t, "BTBZMqHH6r4Tts7J_aSIgg"), ours, raw(t, "DGv6ra1nlYgDCS1FRnbzlw"), []byte("When I grow up, I want to be a watermelon"))
	if err != nil {
		t.Fatal(err)
	}
	want := "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if text := base64.RawURLEncoding.EncodeToString(got); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

// browser has subscribed at a push service on this machine, under a public name.
type browser struct {
	testing.TB
	*server
	key  *ecdh.PrivateKey
	auth []byte
	Subscription
}

func newBrowser(t testing.TB) *browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{TB: t, key: key, auth: make([]byte, 16), server: newServer(t)}
	_, _ = rand.Read(b.auth)
	plain := b.Server.Config.Handler
	b.Server.Close()
	b.Server = httptest.NewTLSServer(plain)
	t.Cleanup(b.Close)
	encode := base64.RawURLEncoding.EncodeToString
	b.Subscription = Subscription{Endpoint: "https://push.example.com/canary-endpoint/" + encode(b.auth), P256DH: encode(key.PublicKey().Bytes()), Auth: encode(b.auth) + "=="}
	return b
}

// subscribe subscribes a browser; its push service is found on this machine.
func (h *house) subscribe(b *browser) string {
	h.Helper()
	id := DeviceID(b.Endpoint)
	if err := h.Subscribe(h.Context(), owner, id, "phone", b.Subscription); err != nil {
		h.Fatal(err)
	}
	h.pusher = pusherTo(b.Server, b.Listener.Addr().String())
	return id
}

// pusherTo makes a client that finds all push services at one address of this machine, and trusts
// the certificates of the servers of tests.
func pusherTo(lender *httptest.Server, address string) *http.Client {
	client := lender.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	return client
}

// open decrypts a message as a browser does (RFC 8188 and RFC 8291).
func (b *browser) open(body string) []byte {
	b.Helper()
	salt, size, length := body[:16], binary.BigEndian.Uint32([]byte(body[16:20])), int(body[20])
	public := []byte(body[21 : 21+length])
	from, err := ecdh.P256().NewPublicKey(public)
	if err != nil || size != 4096 {
		b.Fatal(err, size)
	}
	shared, err := b.key.ECDH(from)
	if err != nil {
		b.Fatal(err)
	}
	expand := func(secret, salt []byte, info string, n int) []byte {
		out, err := derive(secret, salt, info, n)
		if err != nil {
			b.Fatal(err)
		}
		return out
	}
	secret := expand(shared, b.auth, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(public), 32)
	block, err := aes.NewCipher(expand(secret, []byte(salt), "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		b.Fatal(err)
	}
	opener, err := cipher.NewGCM(block)
	if err != nil {
		b.Fatal(err)
	}
	plain, err := opener.Open(nil, expand(secret, []byte(salt), "Content-Encoding: nonce\x00", 12), []byte(body[21+length:]), nil)
	if err != nil {
		b.Fatal(err)
	}
	text, ok := bytes.CutSuffix(plain, []byte{2})
	if !ok {
		b.Fatal("the record does not end")
	}
	return text
}

// proven checks who sends, and returns what it claims.
func (b *browser) proven(header string) (claims struct {
	Aud, Sub string
	Exp      int64
},
) {
	b.Helper()
	token, key, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || len(parts) != 3 {
		b.Fatalf("%s", header)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw(b, key))
	if err != nil {
		b.Fatal(err)
	}
	digest, signature := sha256.Sum256([]byte(parts[0]+"."+parts[1])), raw(b, parts[2])
	if len(signature) != 64 || !ecdsa.Verify(public, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		b.Error("the signature is wrong")
	}
	if string(raw(b, parts[0])) != `{"typ":"JWT","alg":"ES256"}` {
		b.Errorf("%s", raw(b, parts[0]))
	}
	if err := json.Unmarshal(raw(b, parts[1]), &claims); err != nil {
		b.Fatal(err)
	}
	return claims
}

func TestTopicsOfPush(t *testing.T) {
	one, other := []byte("sixteen bytes on"), []byte("sixteen bytes tw")
	for name, c := range map[string]struct {
		same bool
		a, b string
	}{
		"of one tag":                 {true, pushTopic(one, "digest"), pushTopic(one, "digest")},
		"of two tags":                {false, pushTopic(one, "digest"), pushTopic(one, "alarm/backup")},
		"of one tag, on two devices": {false, pushTopic(one, "digest"), pushTopic(other, "digest")},
	} {
		if (c.a == c.b) != c.same || len(c.a) != 32 {
			t.Errorf("%s: %s and %s", name, c.a, c.b)
		}
	}
}

func TestWhatABrowserGets(t *testing.T) {
	h, b := newHouse(t), newBrowser(t)
	id := h.subscribe(b)
	m := h.reminder("Water the plants", "2026-05-04T12:00")
	h.work()
	d := h.last(store.ChannelPush)
	seen := b.saw()
	if len(seen) != 1 || outcome(d) != "sent" || d.Device != id {
		t.Fatalf("%d requests, %s", len(seen), outcome(d))
	}
	r := seen[0]
	for name, want := range map[string]string{"Content-Encoding": "aes128gcm", "TTL": "86400", "Urgency": "high"} {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	guessed := sha256.Sum256([]byte(store.DeliverReminder + "/" + m.ID))
	if topic := r.header.Get("Topic"); len(topic) != 32 || topic == base64.RawURLEncoding.EncodeToString(guessed[:])[:32] {
		t.Errorf("topic %s", topic)
	}
	claims := b.proven(r.header.Get("Authorization"))
	if claims.Aud != "https://push.example.com" || claims.Sub != "https://hub.example" || time.Unix(claims.Exp, 0).Sub(h.clock.Now()) > vapidAge {
		t.Errorf("%+v", claims)
	}
	var p payload
	if err := json.Unmarshal(b.open(r.body), &p); err != nil {
		t.Fatal(err)
	}
	n := p.Notification
	if p.WebPush != 8030 || p.AppBadge != 1 || n.Title != "Water the plants" || n.Navigate != "https://hub.example/ui/reminders" || n.Tag != "reminder/"+m.ID || len(n.Data.Buttons) != 2 {
		t.Errorf("%+v", p)
	}
	if strings.Contains(string(d.Payload), `"token"`) {
		t.Errorf("kept: %s", d.Payload)
	}
	if _, err := h.Store.Act(t.Context(), n.Data.Buttons[0].Token, h.Policy); err != nil {
		t.Error(err)
	}
}

func TestPushAnswers(t *testing.T) {
	for _, c := range []struct {
		name    string
		status  int
		want    string
		devices int // left
	}{
		{"taken", 201, "sent", 1},
		{"unsubscribed", 410, "failed: this device has unsubscribed", 0},
		{"never heard of", 404, "failed: this device has unsubscribed", 0},
		{"a bad request", 400, "failed: the push service answered 400", 1},
		{"another key", 403, "failed: the push service answered 403: it does not take this hub's key: subscribe the device anew", 1},
		{"too long", 413, "failed: the push service answered 413: the message is too long", 1},
		{"too many", 429, "queued: the push service answered 429", 1},
		{"an error there", 500, "queued: the push service answered 500", 1},
		{"a redirect", 301, "failed: the push service answered 301, a redirect", 1},
		{"hung up", 0, "queued: the connection to the push service broke", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, b := newHouse(t), newBrowser(t)
			h.subscribe(b)
			b.answer(c.status)
			if got := outcome(h.test(store.ChannelPush)); !strings.HasPrefix(got, c.want) || strings.Contains(got, "canary") {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if n := len(h.Devices()); n != c.devices {
				t.Errorf("%d devices are left", n)
			}
		})
	}
}

// Whatever a browser says its endpoint is, the hub goes nowhere inside the house.
func TestPushGoesNowhereInTheHouse(t *testing.T) {
	h, b := newHouse(t), newBrowser(t)
	for _, endpoint := range []string{
		"http://push.example.com/x", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.1/x", "https://169.254.169.254/x", "https://[::ffff:192.168.1.1]/x",
		"https://me:pw@push.example.com/x", "https://push.example.com/x#y", "file:///etc/passwd", "", "https://push.example.com/" + strings.Repeat("x", maxEndpoint),
	} {
		to := b.Subscription
		to.Endpoint = endpoint
		var invalid *store.InvalidError
		if err := h.Subscribe(t.Context(), owner, DeviceID(endpoint), "x", to); !errors.As(err, &invalid) {
			t.Errorf("%.40s: %v", endpoint, err)
		}
	}
	u, err := url.Parse(b.URL)
	if err != nil {
		t.Fatal(err)
	}
	to := b.Subscription
	to.Endpoint = "https://localhost:" + u.Port() + "/x" // a name that leads inside
	if err := h.Subscribe(t.Context(), owner, DeviceID(to.Endpoint), "x", to); err != nil {
		t.Fatal(err)
	}
	if got := outcome(h.test(store.ChannelPush)); !strings.Contains(got, "public addresses alone") || len(b.saw()) != 0 {
		t.Errorf("got %q", got)
	}
}

func TestSubscriptions(t *testing.T) {
	h, b := newHouse(t), newBrowser(t)
	id := h.subscribe(b)
	if len(id) != 12 || strings.ToLower(id) != id {
		t.Errorf("id %s", id)
	}
	for name, change := range map[string]func(*Subscription, *string){
		"the id of another":         func(_ *Subscription, id *string) { *id = "aaaaaaaaaaaa" },
		"a key that is no point":    func(s *Subscription, _ *string) { s.P256DH = base64.RawURLEncoding.EncodeToString(make([]byte, 65)) },
		"a key that is no base64":   func(s *Subscription, _ *string) { s.P256DH = "canary!" },
		"a secret that is too long": func(s *Subscription, _ *string) { s.Auth = base64.RawURLEncoding.EncodeToString(make([]byte, 17)) },
	} {
		to, as := b.Subscription, id
		change(&to, &as)
		var invalid *store.InvalidError
		if err := h.Subscribe(t.Context(), owner, as, "x", to); !errors.As(err, &invalid) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := h.Subscribe(t.Context(), owner, id, "  my\nphone ", b.Subscription); err != nil || len(h.Devices()) != 1 || h.Devices()[0].Name != "my phone" {
		t.Errorf("%+v, %v", h.Devices(), err)
	}
	for i := range maxDevices {
		to := b.Subscription
		to.Endpoint += strings.Repeat("x", i+1)
		err := h.Subscribe(t.Context(), owner, DeviceID(to.Endpoint), "x", to)
		var conflict *store.ConflictError
		if errors.As(err, &conflict) != (i == maxDevices-1) {
			t.Fatalf("device %d: %v", i+2, err)
		}
	}
	if err := h.Unsubscribe(id); err != nil || slices.ContainsFunc(h.Devices(), func(d Device) bool { return d.ID == id }) {
		t.Error(err)
	}
	if err := h.Unsubscribe(id); !errors.As(err, new(*store.NotFoundError)) {
		t.Errorf("again: %v", err)
	}
}

func TestWhomPushServicesMayWriteTo(t *testing.T) {
	for _, c := range []struct{ name, public, contact, want string }{
		{"https", "https://hub.example.org", "", "https://hub.example.org"},
		{"plain http", "http://hub.example.org", "", ""},
		{"plain http and a contact", "http://hub.example.org", "mailto:me@example.org", "mailto:me@example.org"},
		{"a name of the local network", "https://hub.local", "", ""},
		{"this machine", "https://localhost:8787", "mailto:me@hub.invalid", ""},
		{"nothing", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, b := newHouse(t, func(cfg *Config) { cfg.PublicURL = c.public }), newBrowser(t)
			h.set("", "contact", c.contact)
			h.subscribe(b)
			s := h.state(store.ChannelPush)
			if s.Ready != (c.want != "") || !s.Ready && !strings.Contains(s.Missing, "public_url") {
				t.Fatalf("%+v", s)
			}
			if s.Ready {
				h.test(store.ChannelPush)
				if got := b.proven(b.saw()[0].header.Get("Authorization")).Sub; got != c.want {
					t.Errorf("got %s", got)
				}
			}
		})
	}
}

// A message always fits, whatever it says.
func TestALongPayloadIsCut(t *testing.T) {
	h, b := newHouse(t), newBrowser(t)
	h.subscribe(b)
	h.reminder(strings.Repeat("\u2028<😀", 400), "2026-05-04T12:00")
	h.work()
	if text := b.open(b.saw()[0].body); len(text) > maxPayload || !json.Valid(text) {
		t.Errorf("%d bytes", len(text))
	}
}
