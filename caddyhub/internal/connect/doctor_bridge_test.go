package connect

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// asBridge names, in the environment of a process, how it is to behave in the place of hub mcp.
const asBridge = "CONNECT_TEST_BRIDGE"

func TestMain(m *testing.M) {
	how := os.Getenv(asBridge)
	if how == "" {
		os.Exit(m.Run())
	}
	time.AfterFunc(time.Minute, func() { os.Exit(3) }) // whoever started it may be gone
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	switch how {
	case "answers":
		if err == nil && len(os.Args) == 2 && os.Args[1] == "mcp" {
			fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"progress-hub"}}}`)
		}
	case "is mute":
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "does not end":
		fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"progress-hub"}}}`)
		select {}
	case "ends":
		fmt.Fprintf(os.Stderr, "hub mcp: nothing works with %s\nat all\n", doctorToken)
		os.Exit(1)
	case "refuses":
		fmt.Println(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"nothing works"}}`)
	case "repeats":
		fmt.Print(line)
	case "chats":
		fmt.Println("Welcome!")
	}
}

// fakeHub is a program by the name of the hub's, which behaves as asBridge says.
func fakeHub(t *testing.T) string {
	t.Helper()
	here, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(here)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "hub"+strings.TrimSuffix(filepath.Ext(here), ".test"))
	if os.Link(here, program) == nil {
		return program
	}
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	return program
}

// TestDoctorEndsWhatItStarts: a bridge that goes on is ended, and clients that start the same are
// answered by one.
func TestDoctorEndsWhatItStarts(t *testing.T) {
	t.Setenv(asBridge, "does not end")
	d := &Doctor{Machine: machine("linux", t.TempDir()), tried: map[string]trial{}, patience: time.Minute}
	program := fakeHub(t)
	began := time.Now()
	if got := d.trial(t.Context(), launch{line: []string{program, "mcp"}, named: true}); got.fault != "" {
		t.Errorf("got %+v", got)
	}
	if took := time.Since(began); took > 30*time.Second { // left alone, it would go on for a minute
		t.Errorf("took %s", took)
	}
	if err := os.Remove(program); err != nil { // Windows would not let a running one go
		t.Error(err)
	}
	if got := d.trial(t.Context(), launch{line: []string{program, "mcp"}, named: true}); got.fault != "" {
		t.Errorf("the second one is started again: %+v", got)
	}
	if got := d.trial(t.Context(), launch{line: []string{program, "mcp", "--config", "x"}, named: true}); got.fault == "" {
		t.Error("another one is not started")
	}
}
