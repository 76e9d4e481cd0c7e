package caddyhub

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// running is the app of the configuration that runs now.
func running(t testing.TB) *App {
	t.Helper()
	app, err := caddy.ActiveContext().AppIfConfigured("hub")
	if err != nil {
		t.Fatal(err)
	}
	return app.(*App)
}

// references is how many configurations use a data folder.
func references(dir string) int {
	n, _ := runtimes.References(dir)
	return n
}

func TestRefusedConfigurationChangesNothing(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	load(t, site(t, port, "data_dir "+dir, "hub"))
	app := running(t)
	for name, config := range map[string]string{
		"bad value":                site(t, port, "data_dir "+dir+"\ntimezone {env.NOT_A_ZONE}", "hub"),
		"listener for everybody":   "{\n" + quiet(t) + "hub {\ndata_dir " + dir + "\n}\n}\n:" + port + " {\nhub\n}\n",
		"fault of another handler": site(t, port, "data_dir "+dir, "hub\nreverse_proxy 127.0.0.1:1 {\nlb_policy random_choose 1\n}"),
		"address of another machine": "{\n" + quiet(t) + "hub {\ndata_dir " + dir + "\ntoken " + privateToken + "\n}\n}\n" +
			"http://192.0.2.1:" + port + " {\nbind 192.0.2.1\nhub\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			if err := caddy.Load(adapt(t, config), true); err == nil {
				t.Fatal("accepted")
			}
			if running(t) != app {
				t.Error("another configuration runs")
			}
			if n := references(dir); n != 1 {
				t.Errorf("%d configurations hold the data folder, want 1", n)
			}
			if status, body, err := get(t.Context(), "http://127.0.0.1:"+port+"/api/threads"); err != nil || status != http.StatusOK {
				t.Errorf("%d %s %v", status, body, err)
			}
		})
	}
}

func TestReloadMovesToAnotherFolder(t *testing.T) {
	first, second, port := t.TempDir(), t.TempDir(), freePort(t)
	load(t, site(t, port, "data_dir "+first, "hub"))
	old := running(t)
	load(t, site(t, port, "data_dir "+second, "hub"))
	if n := references(first); n != 0 {
		t.Errorf("the first folder is still held %d times", n)
	}
	lock, err := store.AcquireLock(first)
	if err != nil {
		t.Fatalf("the first folder is not free: %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Error(err)
	}
	// A straggler of the old configuration must get an answer, not a panic.
	h := &Handler{app: old, log: old.log}
	if w := answer(t, h, arrival{path: "/api/threads"}.request()); w.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d", w.Code)
	}
}

// TestValidateBesideRunningHub lets another process's lock stand for the running hub: a
// lock of this process would be the pool's own.
func TestValidateBesideRunningHub(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	rt, err := openRuntime(dir, zap.NewNop()) // not through the pool, as another process would
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Destruct(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := rt.store.CreateThread(t.Context(), store.By{Actor: store.Owner}, "", store.ThreadInput{Summary: store.Some("kept")}, true); err != nil {
		t.Fatal(err)
	}
	config := site(t, port, "data_dir "+dir, "hub")
	if err := validate(t, config); err != nil {
		t.Errorf("validate: %v", err)
	}
	err = caddy.Load(adapt(t, config), true)
	if err == nil {
		_ = caddy.Stop()
		t.Fatal("two hubs run on one data folder")
	}
	var held *store.LockedError
	if !errors.As(rt.lockedBy(dir), &held) || !strings.Contains(err.Error(), held.Error()) {
		t.Errorf("the refusal is %q", err)
	}
	if n := references(dir); n != 0 {
		t.Errorf("the refused configuration still holds the data folder %d times", n)
	}
	if err := rt.store.Healthy(t.Context()); err != nil {
		t.Errorf("the running hub suffered: %v", err)
	}
}

// lockedBy is the refusal another hub gets for the folder.
func (rt *Runtime) lockedBy(dir string) error {
	lock, err := store.AcquireLock(dir)
	if err == nil {
		_ = lock.Release()
	}
	return err
}

func TestDirectiveWithoutGlobalOption(t *testing.T) {
	t.Setenv("HUB_DATA_DIR", t.TempDir())
	port := freePort(t)
	load(t, "{\n"+quiet(t)+"}\nhttp://127.0.0.1:"+port+" {\nbind 127.0.0.1\nhub\nrespond elsewhere 418\n}\n")
	for path, want := range map[string]int{"/api/health": 200, "/api/threads": 200, "/elsewhere": 418, "/register": 404} {
		if status, body, err := get(t.Context(), "http://127.0.0.1:"+port+path); err != nil || status != want {
			t.Errorf("%s: %d %s %v, want %d", path, status, body, err, want)
		}
	}
}

func TestHandlePath(t *testing.T) {
	port := freePort(t)
	load(t, site(t, port, "data_dir "+storetest.Dir(t), "handle_path /hub/* {\nhub\nrespond inside 404\n}\nrespond outside 418"))
	base := "http://127.0.0.1:" + port
	for path, want := range map[string]int{"/hub/api/health": 200, "/hub/api/threads": 200, "/api/health": 418, "/hub/x": 404} {
		if status, body, err := get(t.Context(), base+path); err != nil || status != want {
			t.Errorf("%s: %d %s %v, want %d", path, status, body, err, want)
		}
	}
}

func TestCredentials(t *testing.T) {
	port := freePort(t)
	t.Setenv("HUB_AUTH_TOKEN", privateToken)
	load(t, site(t, port, "data_dir "+storetest.Dir(t)+"\ntoken {env.HUB_AUTH_TOKEN}", "hub"))
	base := "http://127.0.0.1:" + port
	for _, tt := range []struct {
		name, method, path, auth string
		want                     int
	}{
		{"health is public", "GET", "/api/health", "", 200},
		{"nothing", "GET", "/api/threads", "", 401},
		{"wrong token", "GET", "/api/threads", "Bearer x" + privateToken[1:], 401},
		{"token", "GET", "/api/threads", "Bearer " + privateToken, 200},
		{"unknown path before the credential", "GET", "/api/nowhere", "", 404},
		{"wrong method before the credential", "PUT", "/api/threads", "", 405},
		{"agents without", "POST", "/mcp", "", 401},
		{"agents with a wrong token", "POST", "/mcp", "Bearer nope", 401},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var headers []string
			if tt.auth != "" {
				headers = []string{"Authorization", tt.auth}
			}
			status, body, err := do(t.Context(), tt.method, base+tt.path, strings.NewReader("{}"), headers...)
			if err != nil || status != tt.want {
				t.Errorf("%d %s %v, want %d", status, body, err, tt.want)
			}
		})
	}
}

func TestMetricsSurviveReload(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	requests := func() (n float64) {
		ctx := caddy.ActiveContext()
		families, err := ctx.GetMetricsRegistry().Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			if f.GetName() == "hub_requests_total" {
				for _, m := range f.GetMetric() {
					n += m.GetCounter().GetValue()
				}
			}
		}
		return n
	}
	config := site(t, port, "data_dir "+dir, "hub")
	load(t, config)
	for range 3 {
		if _, _, err := get(t.Context(), "http://127.0.0.1:"+port+"/api/health"); err != nil {
			t.Fatal(err)
		}
	}
	if n := requests(); n != 3 {
		t.Errorf("%v requests counted, want 3", n)
	}
	if err := caddy.Load(adapt(t, config), true); err != nil {
		t.Fatal(err)
	}
	if n := requests(); n != 3 {
		t.Errorf("%v requests counted after the reload, want 3", n)
	}
}

func TestAdminHealth(t *testing.T) {
	dir, port, adminPort := t.TempDir(), freePort(t), freePort(t)
	config := strings.Replace(site(t, port, "data_dir "+dir, "hub"), "admin off", "admin 127.0.0.1:"+adminPort, 1)
	load(t, config)
	status, body, err := get(t.Context(), "http://127.0.0.1:"+adminPort+"/hub/health")
	if err != nil || status != http.StatusOK {
		t.Fatalf("%d %s %v", status, body, err)
	}
	var got healthAnswer
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	if got.Status != "ok" || got.DataDir != dir || !got.DevelopmentMode || got.Version == "" {
		t.Errorf("got %+v", got)
	}
	if status, _, _ := do(t.Context(), http.MethodPost, "http://127.0.0.1:"+adminPort+"/hub/health", nil); status != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", status)
	}
	without := strings.Replace("{\n"+quiet(t)+"}\n", "admin off", "admin 127.0.0.1:"+adminPort, 1)
	load(t, without)
	if status, body, err := get(t.Context(), "http://127.0.0.1:"+adminPort+"/hub/health"); err != nil || status != http.StatusNotFound {
		t.Errorf("without a hub: %d %s %v", status, body, err)
	}
}

func TestTrustedProxy(t *testing.T) {
	port := freePort(t)
	t.Setenv("HUB_AUTH_TOKEN", privateToken)
	config := site(t, port, "data_dir "+storetest.Dir(t)+"\ntrust_proxy_headers true", "hub")
	config = strings.Replace(config, "hub {", "servers {\ntrusted_proxies static 127.0.0.1/32\ntrusted_proxies_strict\n}\nhub {", 1)
	load(t, config)
	for proto, want := range map[string]bool{"https": true, "http": false, "https, http": false} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:"+port+"/api/health", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Forwarded-Proto", proto)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Header.Get("Strict-Transport-Security") != ""; got != want {
			t.Errorf("X-Forwarded-Proto %q: HTTPS %v, want %v", proto, got, want)
		}
	}
}
