package caddyhub

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/store/storetest"
	"github.com/progresshub/progresshub/store/storetest/race"
)

const ownersPassword = "correct horse battery staple"

// browser keeps its cookie and connects from an address of its own inside loopback.
type browser struct {
	t      testing.TB
	base   string
	from   netip.Addr
	cookie *http.Cookie
}

func newBrowser(t testing.TB, base, from string) *browser {
	return &browser{t: t, base: base, from: netip.MustParseAddr(from)}
}

// send makes a request as the dashboard does and returns its status and body.
func (b *browser) send(method, path, body string, headers ...string) (int, string) {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.base+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	if method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Hub-Request", "1")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	if b.cookie != nil {
		req.AddCookie(b.cookie)
	}
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: b.from.AsSlice()}}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: dialer.DialContext}}
	resp, err := ask(client, req)
	if err != nil {
		b.t.Error(err)
		return 0, ""
	}
	defer resp.Body.Close()
	for _, c := range resp.Cookies() {
		if c.Value != "" {
			b.cookie = c
		}
	}
	var text strings.Builder
	if _, err := bufio.NewReader(resp.Body).WriteTo(&text); err != nil {
		b.t.Error(err)
	}
	return resp.StatusCode, text.String()
}

func (b *browser) login(method, secret string) int {
	b.t.Helper()
	status, _ := b.send(http.MethodPost, "/api/auth/login", fmt.Sprintf(`{%q:%q}`, method, secret))
	return status
}

func (b *browser) setPassword(token, password string) int {
	b.t.Helper()
	status, _ := b.send(http.MethodPut, "/api/auth/password",
		fmt.Sprintf(`{"current_method":"token","current_secret":%q,"new_password":%q}`, token, password))
	return status
}

func (b *browser) signedIn() bool {
	b.t.Helper()
	status, _ := b.send(http.MethodGet, "/api/threads", "")
	return status == http.StatusOK
}

func TestSignInSurvivesAReloadAndEndsWithTheProcess(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	options := "data_dir " + dir + "\ntoken " + privateToken
	config := site(t, port, options, "hub")
	load(t, config)
	owner := newBrowser(t, "http://127.0.0.1:"+port, "127.0.0.1")
	if status := owner.setPassword(privateToken, ownersPassword); status != http.StatusOK {
		t.Fatalf("set the password: %d", status)
	}
	stranger := newBrowser(t, owner.base, "127.0.0.9")
	for range 3 { // by token: the minute in which they count would pass while passwords are hashed
		if status := stranger.login("token", "wrong token"); status != http.StatusUnauthorized {
			t.Fatalf("wrong token: %d", status)
		}
	}

	load(t, site(t, port, options+"\nstale_days 9", "hub"))
	if !owner.signedIn() {
		t.Error("a reload signed the browser out")
	}
	var got []int
	for range 3 {
		got = append(got, stranger.login("token", "wrong token"))
	}
	if fmt.Sprint(got) != "[401 401 429]" {
		t.Errorf("attempts after the reload: %v", got)
	}

	load(t, site(t, port, "data_dir "+dir+"\ntoken "+auth.NewToken(), "hub"))
	if owner.signedIn() {
		t.Error("the session outlived the token it began with")
	}

	load(t, config)
	if status := owner.login("password", ownersPassword); status != http.StatusOK || !owner.signedIn() {
		t.Fatalf("sign in again: %d", status)
	}
	// The last configuration that uses the folder goes: as at the end of the process.
	load(t, site(t, port, "data_dir "+storetest.Dir(t)+"\ntoken "+privateToken, "hub"))
	load(t, config)
	if owner.signedIn() {
		t.Error("the session outlived its process")
	}
	if status := owner.login("password", ownersPassword); status != http.StatusOK {
		t.Errorf("the password did not outlive it: %d", status)
	}
}

func TestWritesWithACookieThroughCaddy(t *testing.T) {
	port := freePort(t)
	load(t, site(t, port, "data_dir "+storetest.Dir(t)+"\ntoken "+privateToken, "hub"))
	owner := newBrowser(t, "http://127.0.0.1:"+port, "127.0.0.1")
	if status := owner.login("token", privateToken); status != http.StatusOK {
		t.Fatalf("sign in: %d", status)
	}
	for _, c := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"as the dashboard", nil, 201},
		{"from the own page", []string{"Origin", owner.base, "Sec-Fetch-Site", "same-origin"}, 201},
		{"without the mark", []string{"X-Hub-Request", ""}, 403},
		{"mark with an underscore, which Caddy drops", []string{"X-Hub-Request", "", "X_Hub_Request", "1"}, 403},
		{"from another port", []string{"Origin", "http://127.0.0.1:1"}, 403},
		{"from another site", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a wrong bearer beside the cookie", []string{"Authorization", "Bearer wrong"}, 401},
		{"the bearer beside the cookie, without the mark", []string{"X-Hub-Request", "", "Authorization", "Bearer " + privateToken}, 201},
	} {
		if status, body := owner.send(http.MethodPost, "/api/threads", `{"summary":"from a browser"}`, c.headers...); status != c.status {
			t.Errorf("%s: %d %s, want %d", c.name, status, body, c.status)
		}
	}
	if status, _ := owner.send(http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); status != http.StatusUnauthorized {
		t.Errorf("a cookie opens MCP: %d", status)
	}
}

func TestThrottleBehindAProxyCountsTheRealClient(t *testing.T) {
	port := freePort(t)
	config := site(t, port, "data_dir "+storetest.Dir(t)+"\ntoken "+privateToken+"\ntrust_proxy_headers true\ntrusted_proxies 127.0.0.1/32", "hub")
	load(t, strings.Replace(config, "hub {", "servers {\ntrusted_proxies static 127.0.0.1/32\ntrusted_proxies_strict\n}\nhub {", 1))
	base := "http://127.0.0.1:" + port
	attempts := func(from string, forwarded func(i int) string) (last int) {
		b := newBrowser(t, base, from)
		for i := range 6 {
			last, _ = b.send(http.MethodPost, "/api/auth/login", `{"token":"wrong"}`, "X-Forwarded-For", forwarded(i))
		}
		return last
	}
	for _, c := range []struct {
		name, from string
		forwarded  func(i int) string
		status     int
	}{
		{"one client through the proxy", "127.0.0.1", func(int) string { return "198.51.100.1" }, 429},
		{"another is not its neighbour", "127.0.0.1", func(i int) string { return fmt.Sprintf("198.51.100.%d", 10+i) }, 401},
		{"what a client wrote before the proxy's entry", "127.0.0.1", func(i int) string { return fmt.Sprintf("10.9.9.%d, 198.51.100.77", i) }, 429},
		{"forged without the proxy", "127.0.0.5", func(i int) string { return fmt.Sprintf("203.0.113.%d", i) }, 429},
		{"garbage counts for the proxy", "127.0.0.1", func(int) string { return "nobody" }, 429},
		{"an address before garbage, too", "127.0.0.1", func(i int) string { return fmt.Sprintf("198.51.100.%d, nobody", 100+i) }, 429},
	} {
		if status := attempts(c.from, c.forwarded); status != c.status {
			t.Errorf("%s: sixth attempt %d, want %d", c.name, status, c.status)
		}
	}
}

// 32 at once, each from an address of its own: two hash, four wait, the others are told to
// come again. The process stays small and keeps answering.
func TestParallelSignInsAreBounded(t *testing.T) {
	s := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	idle := memory(t, s, "VmRSS")
	if status := newBrowser(t, s.base, "127.0.0.1").setPassword(privateToken, ownersPassword); status != http.StatusOK {
		t.Fatalf("set the password: %d", status)
	}
	var counts sync.Map
	var wg sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	var healthy atomic.Int64
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			if status, _, err := get(t.Context(), s.base+"/api/health"); err != nil || status != http.StatusOK {
				t.Errorf("health: %d %v", status, err)
				return
			}
			healthy.Add(1)
		}
	}()
	for i := range 32 {
		wg.Go(func() {
			n, _ := counts.LoadOrStore(newBrowser(t, s.base, fmt.Sprintf("127.0.1.%d", i+1)).login("password", ownersPassword), new(atomic.Int64))
			n.(*atomic.Int64).Add(1)
		})
	}
	wg.Wait()
	stop()
	<-done
	total := int64(0)
	counts.Range(func(status, n any) bool {
		if status != http.StatusOK && status != http.StatusServiceUnavailable {
			t.Errorf("%d answers of %d", n.(*atomic.Int64).Load(), status)
		}
		total += n.(*atomic.Int64).Load()
		return true
	})
	if total != 32 || healthy.Load() == 0 {
		t.Errorf("%d answers, %d times healthy", total, healthy.Load())
	}
	// What one hash takes. Two run, what a third has left may not be given back yet, and a hub that
	// has just started takes up a little more by itself.
	const block = 32 << 20
	if peak := memory(t, s, "VmHWM"); idle > 0 && !race.Enabled && peak >= idle+7*block/2 {
		t.Errorf("%.0f MB at the peak, %.0f MB idle", peak/1e6, idle/1e6)
	} else {
		t.Logf("%.0f MB at the peak, %.0f MB idle, %d times healthy meanwhile", peak/1e6, idle/1e6, healthy.Load())
	}
}

// memory is a figure of a process in bytes, 0 where the system does not tell.
func memory(t *testing.T, s *served, figure string) (bytes float64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, figure+": %f kB", &kb); n == 1 {
			return kb * 1024
		}
	}
	return 0
}

func TestStatusOverTheWire(t *testing.T) {
	s := startServe(t, nil, "--data", storetest.Dir(t))
	status, body, err := get(t.Context(), s.base+"/api/auth/status")
	var got map[string]any
	if err != nil || status != http.StatusOK || json.Unmarshal([]byte(body), &got) != nil {
		t.Fatalf("%d %s %v", status, body, err)
	}
	if fmt.Sprint(got) != "map[authenticated:true development_mode:true expires_at:<nil> password_configured:false]" {
		t.Errorf("status %v", got)
	}
	if status, body, _ := do(t.Context(), http.MethodPost, s.base+"/api/auth/login", strings.NewReader(`{"token":"x"}`), "X-Hub-Request", "1"); status != http.StatusForbidden || !strings.Contains(body, "private-token-required") {
		t.Errorf("sign-in in development mode: %d %s", status, body)
	}
}
