package grant

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

// certificates is a web whose certificates nobody trusts.
type certificates struct{}

func (certificates) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, &tls.CertificateVerificationError{Err: errors.New("expired")}
}

func TestWhatTheHubSeesFromOutside(t *testing.T) {
	h := newHouse(t)
	itself := web(func(r *http.Request) (int, http.Header, string) {
		answer := h.get(r.URL.Path)
		return answer.Code, answer.Header(), answer.Body.String()
	})
	at := func(path string, status int, body string) web {
		return func(r *http.Request) (int, http.Header, string) {
			if r.URL.Path == path {
				return status, nil, body
			}
			return itself(r)
		}
	}
	to := func(addresses ...string) func(context.Context, string) ([]netip.Addr, error) {
		return func(_ context.Context, host string) ([]netip.Addr, error) {
			if host != "hub.example" {
				t.Errorf("asked for %s", host)
			}
			var list []netip.Addr
			for _, a := range addresses {
				list = append(list, netip.MustParseAddr(a))
			}
			return list, nil
		}
	}
	public := to("10.0.0.1", "93.184.216.34")
	for _, c := range []struct {
		name    string
		resolve func(context.Context, string) ([]netip.Addr, error)
		web     http.RoundTripper
		want    string
	}{
		{"all is well", public, itself, "name: ok, certificate: ok, paths: ok"},
		{"over IPv6", to("2606:2800:220:1::1"), itself, "name: ok, certificate: ok, paths: ok"},
		{"no such name", func(context.Context, string) ([]netip.Addr, error) { return nil, errors.New("no such host") }, itself, "name: connector.no_name, certificate: -, paths: -"},
		{"a name of nothing", to(), itself, "name: connector.no_name, certificate: -, paths: -"},
		{"a name in the house", to("192.168.1.5", "100.64.0.1"), itself, "name: connector.private, certificate: ok, paths: ok"},
		{"another certificate", public, certificates{}, "name: ok, certificate: connector.certificate, paths: -"},
		{"nobody there", public, at(protectedPath+"/mcp", 0, ""), "name: ok, certificate: ok, paths: connector.silent"},
		{"under a path", public, at(protectedPath+"/mcp", 404, ""), "name: ok, certificate: ok, paths: connector.answers"},
		{"half of it", public, at(metadataPath, 502, ""), "name: ok, certificate: ok, paths: connector.answers"},
		{"a page", public, at(protectedPath+"/mcp", 200, "<!doctype html>"), "name: ok, certificate: ok, paths: connector.stranger"},
		{"another hub", public, at(metadataPath, 200, `{"issuer":"https://other.example"}`), "name: ok, certificate: ok, paths: connector.stranger"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, step := range (Outside{c.resolve, &http.Client{Transport: c.web}}).Look(t.Context(), h.Service) {
				state := "-"
				if step.Tried {
					if state = "ok"; step.Why.String() != "" {
						state = step.Why.Code()
					}
				}
				got = append(got, fmt.Sprintf("%s: %s", step.Name, state))
			}
			if all := strings.Join(got, ", "); all != c.want {
				t.Errorf("it sees %q, want %q", all, c.want)
			}
		})
	}
}
