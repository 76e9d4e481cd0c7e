package caddyhub

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// holding passes connections on to a hub, but keeps the last byte of a tool's call back: so the
// hub has the call under way until it ends. held hears of it.
func holding(t *testing.T, hub string) (base string, held <-chan struct{}) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	begun := make(chan struct{}, 1)
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(hub, "http://"))
			if err != nil {
				from.Close()
				continue
			}
			go func() { // the hub's end is the client's, too
				_, _ = io.Copy(from, to)
				from.Close()
			}()
			go func() {
				defer to.Close()
				part := make([]byte, 64<<10)
				for {
					n, err := from.Read(part)
					if err != nil {
						return
					}
					call := bytes.Contains(part[:n], []byte(`"tools/call"`))
					if call {
						n--
					}
					if _, err := to.Write(part[:n]); err != nil {
						return
					}
					if call {
						begun <- struct{}{}
						_, _ = io.Copy(io.Discard, from)
						return
					}
				}
			}()
		}
	}()
	return "http://" + listener.Addr().String(), begun
}

// TestTheHubIsKilledUnderACall: an agent whose call is at the hub when that is killed hears of it
// within two seconds, and its bridge goes on.
func TestTheHubIsKilledUnderACall(t *testing.T) {
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	base, held := holding(t, hub.base)
	h := newHome(t)
	h.put(".config/progress-hub/config.toml", "hub_url = \""+base+"\"\nauth_token = \""+privateToken+"\"\n")
	bridge, in, lines := h.bridge()
	send := func(message string) {
		t.Helper()
		if _, err := io.WriteString(in, message+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	type answer struct {
		ID     int `json:"id"`
		Result struct {
			IsError bool                    `json:"isError"`
			Server  struct{ Name string }   `json:"serverInfo"`
			Content []struct{ Text string } `json:"content"`
		} `json:"result"`
	}
	next := func() (a answer) {
		t.Helper()
		line, err := lines.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(line, &a)
		}
		if err != nil {
			t.Fatalf("%s, %v", line, err)
		}
		return a
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	if a := next(); a.ID != 1 || a.Result.Server.Name == "" {
		t.Fatalf("the handshake is answered %+v", a)
	}
	send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`)
	<-held
	if err := hub.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	a := next()
	took := time.Since(killed)
	t.Logf("the agent hears of it after %s", took)
	if took > 2*time.Second && !race.Enabled {
		t.Errorf("that is too late")
	}
	if a.ID != 2 || !a.Result.IsError || len(a.Result.Content) != 1 || !strings.Contains(a.Result.Content[0].Text, "ended the connection before it answered") {
		t.Errorf("it hears %+v", a)
	}
	send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	send(`{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	for seen := map[int]bool{}; len(seen) < 2; {
		a := next()
		seen[a.ID] = true
		if a.ID == 4 && a.Result.Server.Name == "" {
			t.Errorf("the handshake is answered %+v while the hub is away", a)
		}
	}
	in.Close()
	if err := bridge.Wait(); err != nil {
		t.Error(err)
	}
}

// TestTheBridgeEndsWhenItShall: with its input, and when it is told to, within a second.
func TestTheBridgeEndsWhenItShall(t *testing.T) {
	h := newHome(t)
	for name, end := range map[string]func(*os.Process, io.Closer) error{
		"its input ends": func(_ *os.Process, in io.Closer) error { return in.Close() },
		"it is told to":  func(p *os.Process, _ io.Closer) error { return p.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && name == "it is told to" {
				t.Skip("there is no such signal")
			}
			bridge, in, lines := h.bridge()
			if _, err := io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"); err != nil {
				t.Fatal(err)
			}
			if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, `"result":{}`) {
				t.Fatalf("%s, %v", line, err)
			}
			began := time.Now()
			if err := end(bridge.Process, in); err != nil {
				t.Fatal(err)
			}
			if err := bridge.Wait(); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > time.Second && !race.Enabled {
				t.Errorf("took %s", took)
			}
		})
	}
}
