package caddyhub

import (
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
)

// TestServePrintsAddressesThatOpen: a hub that listens on every address prints this machine's
// own first, then those by which others reach it, and the hub answers at each of them.
func TestServePrintsAddressesThatOpen(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", ":0"} {
		t.Run(listen, func(t *testing.T) {
			s := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--listen", listen, "--data", storetest.Dir(t))
			var open []string
			for word := range strings.FieldsSeq(s.greet) {
				if base, found := strings.CutSuffix(word, "/ui/"); found {
					open = append(open, base)
				}
			}
			if len(open) == 0 || !strings.HasPrefix(open[0], "http://127.0.0.1:") {
				t.Fatalf("printed %s", s.greet)
			}
			for _, base := range open {
				if status, body, err := get(t.Context(), base+"/api/health"); err != nil || status != http.StatusOK {
					t.Errorf("%s: %d %s %v", base, status, body, err)
				}
			}
			_, port, _ := strings.Cut(strings.TrimPrefix(open[0], "http://"), ":")
			for _, a := range reachable(machineAddresses()) {
				want := "http://" + net.JoinHostPort(a.String(), port)
				if len(open) < maxOpen && !slices.Contains(open, want) {
					t.Errorf("%s is not in %v", want, open)
				}
			}
			if status := s.interrupt(t); status != 0 {
				t.Errorf("status %d", status)
			}
		})
	}
}
