package caddyhub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/superfly/ltx"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// hubWard is a folder with a hub's data, in which a test breaks one thing.
type hubWard struct {
	*testing.T
	hubDoctor
	configured setting.Configuration
	caddyfile  string // without one it is hub serve
}

func newHubWard(t *testing.T) *hubWard {
	t.Helper()
	w := &hubWard{T: t, configured: setting.Configuration{
		"data_dir": {storetest.Dir(t)}, "token": {privateToken}, "backup dir": {t.TempDir()}, "backup passphrase": {"canary-passphrase"},
		"gateway webhook_url": {"https://gateway.example/hook"}, "gateway token": {"canary-gateway"},
	}}
	began := time.Now() // and stays: ages are compared to the second
	w.now = func() time.Time { return began }
	w.dir, w.client, w.free = w.configured["data_dir"][0], unfollowing(http.DefaultTransport), func(string) int64 { return 1 << 32 }
	if err := os.Chmod(w.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	w.change(func(*store.Store) error { return nil })
	return w
}

// unfollowing is a client for which redirects are answers.
func unfollowing(way http.RoundTripper) *http.Client {
	return &http.Client{Transport: way, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// change opens the database as the hub does.
func (w *hubWard) change(do func(*store.Store) error) {
	w.Helper()
	lock, err := store.AcquireLock(w.dir)
	if err != nil {
		w.Fatal(err)
	}
	s, err := store.Open(w.Context(), w.dir, store.Options{})
	if err != nil {
		w.Fatal(err)
	}
	lock.NoteDatabase()
	if err := errors.Join(do(s), s.Close(), lock.Release()); err != nil {
		w.Fatal(err)
	}
}

// statement runs SQL behind the hub's back.
func (w *hubWard) statement(text string) {
	w.Helper()
	db, err := sql.Open("sqlite", filepath.Join(w.dir, store.DatabaseName))
	if err != nil {
		w.Fatal(err)
	}
	_, err = db.ExecContext(w.Context(), text)
	if err := errors.Join(err, db.Close()); err != nil {
		w.Fatal(err)
	}
}

// runs has a hub run on the folder, which is reached at an address of the server's.
func (w *hubWard) runs(server *httptest.Server, scheme string) {
	w.Helper()
	lock, err := store.AcquireLock(w.dir)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = lock.Release() })
	w.Cleanup(server.Close)
	w.client = unfollowing(server.Client().Transport)
	w.configured["public_url"] = []string{scheme + "://" + server.Listener.Addr().String()}
}

func (w *hubWard) write(name, text string) {
	w.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.Fatal(err)
	}
}

// record says how scheduled backups went.
func (w *hubWard) record(last backup.Run) {
	w.Helper()
	last.File = filepath.Join(w.configured["backup dir"][0], "hub-backup-20260504T033000Z.zip")
	r := map[string]any{"last": last}
	if last.Error == "" {
		r["last_success"] = last
	}
	text, err := json.Marshal(r)
	if err != nil {
		w.Fatal(err)
	}
	w.write(backup.RecordName, string(text))
}

// replicated makes a replica of a moment ago, and says what is known of it.
func (w *hubWard) replicated(what string) {
	w.Helper()
	place := w.TempDir()
	header := ltx.Header{Version: ltx.Version, PageSize: 4096, Commit: 1, MinTXID: 1, MaxTXID: 1, Timestamp: w.now().UnixMilli()}
	text, err := header.MarshalBinary()
	if err == nil {
		err = os.MkdirAll(filepath.Join(place, "ltx", "0"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(place, "ltx", "0", ltx.FormatFilename(1, 1)), text, 0o600)
	}
	if err != nil {
		w.Fatal(err)
	}
	w.configured["replicate to"] = []string{"file:" + place}
	w.write(replicate.RecordName, `{"folder": "f", "to": "file:`+place+`", `+what+`}`)
}

// healthy answers as a hub does that wants a token.
var healthy = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/api/health" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	_, _ = w.Write([]byte(`{"status":"ok"}`))
})

func TestTheDoctorNamesWhatIsWrongWithAHub(t *testing.T) {
	unix := runtime.GOOS != "windows"
	for _, c := range []struct {
		name  string
		fault func(*hubWard)
		id    string // of the check that names it
		state string
		says  string
	}{
		{"all is well", func(*hubWard) {}, "integrity", connect.OK, "is whole"},
		{"a hub that runs", func(w *hubWard) { w.runs(httptest.NewTLSServer(healthy), "https") }, "lock", connect.OK, "a hub runs on the folder: process"},

		{"a setting that can't be used", func(w *hubWard) { w.configured["public_url"] = []string{"hub.example.org"} }, "settings", connect.Fail, "public_url"},
		{"a short token", func(w *hubWard) { w.configured["token"] = []string{"canary-short"} }, "settings", connect.Warn, "is short"},
		{"no one can sign in", func(w *hubWard) {
			w.configured["cookie_secure"], w.configured["public_url"] = []string{"true"}, []string{"http://hub.example.org"}
		}, "settings", connect.Warn, "nobody can sign in"},

		{"a misspelt variable", func(w *hubWard) { w.environment = []string{"HUB_AUTH_TOKN=canary-environment", "HOME=/"} }, "variables", connect.Warn, "HUB_AUTH_TOKN (nearest: HUB_AUTH_TOKEN)"},
		{"no token, and nothing to protect", func(w *hubWard) { delete(w.configured, "token") }, "token", connect.OK, "development mode"},
		{"a forgotten token", func(w *hubWard) {
			delete(w.configured, "token")
			w.write(auth.PasswordFileName, "x")
		}, "token", connect.Fail, "does not start without it"},
		{"a forgotten token, and a connector", func(w *hubWard) {
			delete(w.configured, "token")
			w.write(auth.AccessFile, connectorUntil(w.now().Add(time.Hour)))
		}, "token", connect.Fail, "a hub with 1 connector does not start without it"},
		{"a connector whose time is over", func(w *hubWard) {
			delete(w.configured, "token")
			w.write(auth.AccessFile, connectorUntil(w.now()))
		}, "token", connect.OK, "development mode"},
		{"a token that only the hub knows", func(w *hubWard) {
			w.runs(httptest.NewTLSServer(healthy), "https")
			delete(w.configured, "token")
			w.write(auth.PasswordFileName, "x")
		}, "token", connect.Warn, "is not set here"},

		{"no folder", func(w *hubWard) { w.dir = filepath.Join(w.dir, "gone") }, "folder", connect.Fail, "is missing"},
		{"a file for a folder", func(w *hubWard) { w.dir = filepath.Join(w.dir, store.DatabaseName) }, "folder", connect.Fail, "is no folder"},
		{"a folder that others read", func(w *hubWard) { mode(w, w.dir, 0o755, unix) }, "folder", connect.Warn, "others on this machine can read"},
		{"a file that others read", func(w *hubWard) { mode(w, filepath.Join(w.dir, store.DatabaseName), 0o644, unix) }, "folder", connect.Warn, "others on this machine can read"},
		{"a file of another user", func(w *hubWard) {
			if err := os.Chown(filepath.Join(w.dir, store.DatabaseName), 12345, -1); err != nil {
				w.Skip("only root may give files away")
			}
		}, "folder", connect.Fail, "belongs to another user"},
		{"a folder that can't be written", func(w *hubWard) {
			mode(w, w.dir, 0o500, unix && os.Geteuid() != 0)
		}, "folder", connect.Fail, "can't write into the folder"},

		{"a full disk", func(w *hubWard) { w.free = func(string) int64 { return 1 << 20 } }, "space", connect.Fail, "1 MiB are free"},
		{"a disk that is nearly full", func(w *hubWard) { w.free = func(string) int64 { return 100 << 20 } }, "space", connect.Warn, "too little for a backup"},

		{"no database yet", func(w *hubWard) { w.dir = w.TempDir() }, "database", connect.Warn, "none yet"},
		{"a lost database", func(w *hubWard) {
			if err := os.Remove(filepath.Join(w.dir, store.DatabaseName)); err != nil {
				w.Fatal(err)
			}
		}, "database", connect.Fail, "Restore a backup"},
		{"another program's database", func(w *hubWard) { w.statement("PRAGMA application_id = 7") }, "database", connect.Fail, "another program"},
		{"a newer hub's database", func(w *hubWard) { w.statement("PRAGMA user_version = 9999") }, "database", connect.Fail, "use a newer hub"},
		{"no database at all", func(w *hubWard) { w.write(store.DatabaseName, strings.Repeat("x", 8192)) }, "database", connect.Fail, "is damaged"},
		{"something planted", func(w *hubWard) { w.statement("CREATE VIEW planted AS SELECT 1") }, "integrity", connect.Fail, "planted"},
		{"a page of zeros", func(w *hubWard) {
			file := filepath.Join(w.dir, store.DatabaseName)
			raw, err := os.ReadFile(file)
			if err != nil {
				w.Fatal(err)
			}
			clear(raw[len(raw)/8192*4096:][:4096])
			w.write(store.DatabaseName, string(raw))
		}, "integrity", connect.Fail, "damaged"},
		{"a damaged row", func(w *hubWard) {
			w.statement(`INSERT INTO session_records(id, tool, session_ref, title, updated_at, open_items) VALUES ('000000000001', 'codex', 'r', 't', '', '{')`)
		}, "integrity", connect.Fail, "rows that can't be read: 1"},

		{"https on a plain port", func(w *hubWard) { w.runs(httptest.NewServer(healthy), "https") }, "scheme", connect.Fail, "does not speak https"},
		{"an unknown authority", func(w *hubWard) {
			w.runs(httptest.NewTLSServer(healthy), "https")
			w.client = &http.Client{}
		}, "certificate", connect.Fail, "does not trust"},
		{"another's certificate", func(w *hubWard) {
			server := httptest.NewTLSServer(healthy)
			w.runs(server, "https")
			_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
			w.configured["public_url"] = []string{"https://localhost:" + port}
		}, "certificate", connect.Fail, "for another name"},
		{"a certificate that ends", func(w *hubWard) {
			server := httptest.NewTLSServer(healthy)
			w.runs(server, "https")
			end := server.Certificate().NotAfter
			w.now = func() time.Time { return end.Add(-72 * time.Hour) }
		}, "certificate", connect.Warn, "ends in 3 days"},
		{"another server", func(w *hubWard) { w.runs(httptest.NewServer(http.NotFoundHandler()), "http") }, "health", connect.Fail, "no Progress Hub"},
		{"a sign-in page", func(w *hubWard) {
			w.runs(httptest.NewServer(http.RedirectHandler("https://login.example/", http.StatusFound)), "http")
		}, "redirect", connect.Fail, "a sign-in page"},
		{"nobody answers", func(w *hubWard) {
			w.runs(httptest.NewServer(healthy), "http")
			w.client = &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, os.ErrDeadlineExceeded }}}
		}, "connect", connect.Warn, "from this machine"},

		{"proxies named in vain", func(w *hubWard) { w.configured["trusted_proxies"] = []string{"10.0.0.2"} }, "proxy", connect.Warn, "has no effect without"},
		{"a server that trusts no proxy", func(w *hubWard) {
			w.caddyfile = "{\nhub {\ntrust_proxy_headers true\n}\n}\n:8080 {\nhub\n}\n:9187 {\nmetrics\n}\n"
		}, "proxy", connect.Warn, "trusts no proxy"},
		{"a server of JSON, with spaces", func(w *hubWard) {
			w.caddyfile = `{"apps": {"hub": {"trust_proxy_headers": true}, "http": {"servers": {"srv0": {"listen": [":8080"], "routes": [{"handle": [{"handler": "hub"}]}]}}}}}`
		}, "proxy", connect.Warn, "trusts no proxy"},
		{"headers that are not read strictly", func(w *hubWard) {
			w.caddyfile = "{\nservers {\ntrusted_proxies static 10.0.0.2\n}\nhub {\ntrust_proxy_headers true\n}\n}\n:8080 {\nhub\n}\n"
		}, "proxy", connect.Warn, "set trusted_proxies_strict"},
		{"headers that are", func(w *hubWard) {
			w.caddyfile = "{\nservers {\ntrusted_proxies static 10.0.0.2\ntrusted_proxies_strict\n}\nhub {\ntrust_proxy_headers true\n}\n}\n:8080 {\nhub\n}\n"
		}, "proxy", connect.OK, "reads their headers strictly"},

		{"no backups", func(w *hubWard) { delete(w.configured, "backup dir") }, "backup", connect.Warn, "no scheduled backups"},
		{"no folder for backups", func(w *hubWard) { w.configured["backup dir"] = []string{"/nowhere/backups"} }, "backup", connect.Fail, "the folder /nowhere/backups is missing"},
		{"a backup that failed", func(w *hubWard) { w.record(backup.Run{At: store.At(w.now()), Error: "the disk is full"}) }, "backup", connect.Fail, "Backups fail: the disk is full"},
		{"an old backup", func(w *hubWard) { w.record(backup.Run{At: store.At(w.now().Add(-50 * time.Hour))}) }, "backup", connect.Fail, "the one that was due has not been made"},
		{"a fresh backup", func(w *hubWard) { w.record(backup.Run{At: store.At(w.now())}) }, "backup", connect.OK, "the last one is 0 hours old"},
		{"a record that can't be read", func(w *hubWard) { w.write(backup.RecordName, "{") }, "backup", connect.Warn, "begins anew"},
		{"a replica", func(w *hubWard) { w.replicated(`"drill": {"at": "` + store.At(w.now()).String() + `", "ok": true}`) }, "replica", connect.Warn, "every moment up to 0s ago; restored as a test 0s ago; but it is on the disk of the data folder"},
		{"a replica not tried yet", func(w *hubWard) { w.replicated(`"synced_at": "` + store.At(w.now()).String() + `"`) }, "replica", connect.Warn, "it has every moment up to 0s ago; not restored as a test yet"},
		{"a replica that can't be restored", func(w *hubWard) {
			w.replicated(`"drill": {"at": "` + store.At(w.now()).String() + `", "error": "a file is missing"}`)
		}, "replica", connect.Fail, "The replica fails: restoring it as a test failed: a file is missing."},
		{"a replica that is not there yet", func(w *hubWard) { w.configured["replicate to"] = []string{"file:" + w.TempDir()} }, "replica", connect.Warn, "there is none yet"},
		{"a place that is not there", func(w *hubWard) { w.configured["replicate to"] = []string{"file:/nowhere/hub"} }, "replica", connect.Fail, "it can't be read"},
		{"a replica of another program", func(w *hubWard) { w.configured["replicate to"] = []string{"external"} }, "replica", connect.OK, "left to Litestream's own program"},
		{"secrets that can't be read", func(w *hubWard) { w.write(setting.VaultFile, "{canary") }, "secrets", connect.Fail, "must be entered anew"},
		{"a gateway that refuses", func(w *hubWard) {
			w.change(func(s *store.Store) error {
				by := store.By{Actor: store.Owner}
				made, err := s.QueueTest(w.Context(), by, store.Message{Text: "t", To: []store.Target{{Channel: store.ChannelGateway}}})
				if err != nil {
					return err
				}
				if _, err := s.BeginAttempt(w.Context(), made.Item.ID, []byte(`{}`)); err != nil {
					return err
				}
				_, err = s.EndAttempt(w.Context(), made.Item.ID, store.Outcome{Error: "the gateway answered 401: check the token"})
				return err
			})
		}, "gateway", connect.Fail, "Alerts fail: the gateway answered 401"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newHubWard(t)
			c.fault(w)
			w.load()
			root := w.configured["data_dir"][0]
			before := entries(t, root)
			checks := w.Examine(t.Context())
			at := slices.IndexFunc(checks, func(check connect.Check) bool {
				return check.ID == c.id && check.State == c.state && strings.Contains(check.What+" "+check.Next, c.says)
			})
			if at < 0 || c.state != connect.OK && checks[at].Next == "" {
				t.Errorf("it is not named, or not what to do: %+v", checks)
			}
			for _, check := range checks {
				if check.State == connect.Fail && c.state != connect.Fail || check.State == connect.Warn && c.state == connect.OK {
					t.Errorf("%+v", check)
				}
				if strings.Contains(check.What+check.Next, "canary") || strings.Contains(check.What+check.Next, privateToken) {
					t.Errorf("%+v has a secret", check)
				}
			}
			if connect.Healthy(checks) != (c.state != connect.Fail) {
				t.Errorf("healthy: %+v", checks)
			}
			if after := entries(t, root); !slices.Equal(after, before) {
				t.Errorf("the folder was changed: %q, before %q", after, before)
			}
		})
	}
}

// load reads the settings, as the command does.
func (w *hubWard) load() {
	w.Helper()
	if w.caddyfile != "" {
		file := filepath.Join(w.TempDir(), "Caddyfile")
		if err := os.WriteFile(file, []byte(w.caddyfile), 0o600); err != nil {
			w.Fatal(err)
		}
		app, servers, err := readHubConfig(file)
		if err != nil {
			w.Fatal(err)
		}
		w.servers = servers
		for name, words := range app.configured {
			w.configured[name] = words
		}
	}
	w.settings, w.flaw = resolve(w.configured)
}

// mode gives a file or folder other rights, where the system has them.
func mode(w *hubWard, path string, mode os.FileMode, counts bool) {
	w.Helper()
	if !counts {
		w.Skip("access is not kept so for this user")
	}
	if err := os.Chmod(path, mode); err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = os.Chmod(path, 0o700) })
}

// The command looks at the hub of a folder while it runs, and its answer is that of the PC's side.
func TestTheDoctorLooksAtARunningHub(t *testing.T) {
	dir := storetest.Dir(t)
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", dir)
	out, errs, status := run(t, []string{"HUB_PUBLIC_URL=" + hub.base, "HUB_AUTH_TOKEN=" + privateToken}, "doctor", "--data", dir, "--json")
	var got struct {
		OK     bool            `json:"ok"`
		Checks []connect.Check `json:"checks"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || status != 0 || !got.OK {
		t.Fatalf("%d %s %s, %v", status, out, errs, err)
	}
	for id, says := range map[string]string{"lock": "a hub runs on the folder: process", "integrity": "is whole", "health": "the hub is up"} {
		if !slices.ContainsFunc(got.Checks, func(c connect.Check) bool {
			return c.ID == id && c.State == connect.OK && strings.Contains(c.What, says)
		}) {
			t.Errorf("%s: %s", id, out)
		}
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"a folder that is missing":    {[]string{"--data", filepath.Join(dir, "gone")}, 1, "FAIL  folder"},
		"both sides at once":          {[]string{"--data", dir, "--client", "cursor"}, 2, "name one"},
		"a configuration that is not": {[]string{"--config", filepath.Join(dir, "Caddyfile")}, 1, "read the configuration"},
	} {
		if out, errs, status := run(t, nil, append([]string{"doctor"}, c.args...)...); status != c.status || !strings.Contains(out+errs, c.says) {
			t.Errorf("%s: %d\n%s%s", name, status, out, errs)
		}
	}
}
