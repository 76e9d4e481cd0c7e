package caddyhub

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestVersionSaysWhatItIsBuiltOf(t *testing.T) {
	out, errs, status := run(t, nil, "version")
	want := regexp.MustCompile(`^Progress Hub (dev|v\d\S*)\n(?s:.*)  go      go1\.\d+\S* \w+/\w+\n(?s:.*)  sqlite  3\.\d+\.\d+\n$`)
	if status != 0 || !want.MatchString(out) {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	out, _, _ = run(t, nil, "version", "--json")
	var b build
	if err := json.Unmarshal([]byte(out), &b); err != nil || b.Version != Version() || !strings.HasPrefix(b.Go, "go1.") || b.SQLite == "" {
		t.Errorf("%s, %v", out, err)
	}
	if _, errs, status := run(t, nil, "version", "x"); status != 2 || !strings.Contains(errs, "hub version") {
		t.Errorf("status %d, %s", status, errs)
	}
}

// A hub may listen at a public address without TLS, behind a proxy on another machine.
func TestHealthAsksAtAnyAddress(t *testing.T) {
	hub := startServe(t, nil)
	var asked string
	client := healthClient(func(ctx context.Context, network, address string) (net.Conn, error) {
		asked = address
		return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(hub.base, "http://"))
	})
	var out strings.Builder
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetOut(&out)
	if err := askHealth(cmd, client, "http://203.0.113.7:8787"); err != nil || asked != "203.0.113.7:8787" || !strings.Contains(out.String(), "is well") {
		t.Errorf("asked at %q: %s%v", asked, &out, err)
	}
}

func TestHealth(t *testing.T) {
	answers := func(status int, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/api/health" || r.Header.Get("Authorization") != "" {
				t.Errorf("asked for %s", r.URL)
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	hub := startServe(t, nil)
	listen := "HUB_LISTEN=" + strings.TrimPrefix(hub.base, "http://")
	everywhere := strings.Replace(listen, "127.0.0.1", "0.0.0.0", 1)
	for _, c := range []struct {
		name   string
		env    []string
		args   []string
		status int
		want   string
	}{
		{"by its address", nil, []string{hub.base}, 0, "is well"},
		{"with a slash", nil, []string{hub.base + "/"}, 0, "is well"},
		{"on this machine", []string{listen}, nil, 0, "is well"},
		{"that listens everywhere", []string{everywhere}, nil, 0, "is well"},
		{"that can't use its database", nil, []string{answers(503, `{"type":"/problems/busy","title":"x","status":503,"detail":"the disk is full"}`)}, 1, "is not well: the disk is full"},
		{"something else", nil, []string{answers(200, "<!doctype html>")}, 1, "answers 200, and not as a hub does"},
		{"something that leads elsewhere", nil, []string{answers(302, "")}, 1, "answers 302"},
		{"nobody", []string{"HUB_LISTEN=127.0.0.1:9"}, nil, 1, "no hub answers at http://127.0.0.1:9"},
		{"no address", nil, []string{"here"}, 2, "the address must be a whole URL"},
		{"two addresses", nil, []string{hub.base, hub.base}, 2, "hub health"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errs, status := run(t, c.env, append([]string{"health"}, c.args...)...)
			if status != c.status || !strings.Contains(out+errs, c.want) {
				t.Errorf("status %d, %q", status, out+errs)
			}
		})
	}
}
