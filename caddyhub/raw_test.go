package caddyhub

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// raw sends bytes as they are and returns the first answer's status.
func raw(t *testing.T, address, request string) int {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// TestRawRequests sends in development mode what a client library would not.
func TestRawRequests(t *testing.T) {
	port := freePort(t)
	caddyfile := "{\n" + quiet(t) + "hub {\ndata_dir " + t.TempDir() + "\n}\n}\nhttp://:" + port + " {\nbind 127.0.0.1\nhub\n}\n"
	load(t, caddyfile)
	for _, tt := range []struct {
		name, request string
		want          int
	}{
		{"fine", "GET /api/threads HTTP/1.1\r\nHost: localhost\r\n\r\n", 200},
		{"HTTP/1.0 with a host", "GET /api/threads HTTP/1.0\r\nHost: localhost\r\n\r\n", 200},
		{"HTTP/1.0 without a host", "GET /api/threads HTTP/1.0\r\n\r\n", 403},
		{"no host", "GET /api/threads HTTP/1.1\r\n\r\n", 400},
		{"two hosts", "GET /api/threads HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400},
		{"rebound host", "GET /api/threads HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403},
		{"trailing dot", "GET /api/threads HTTP/1.1\r\nHost: localhost.\r\n\r\n", 403},
		{"absolute form", "GET http://evil.example/api/threads HTTP/1.1\r\nHost: localhost\r\n\r\n", 403},
		{"TRACE", "TRACE /api/threads HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
		{"CONNECT", "CONNECT /api/threads HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
		{"lower-case method", "get /api/threads HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
		{"up and down", "GET /api/../ui/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
		{"underscore header", "GET /api/threads HTTP/1.1\r\nHost: localhost\r\nX_Forwarded_For: 1.2.3.4\r\n\r\n", 200},
		{"forwarded", "GET /api/threads HTTP/1.1\r\nHost: localhost\r\nx-forwarded-for: 1.2.3.4\r\n\r\n", 403},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := raw(t, "127.0.0.1:"+port, tt.request); got != tt.want {
				t.Errorf("status %d, want %d", got, tt.want)
			}
		})
	}
}

// wire is a connection to a hub, in whose answer one can look for text.
type wire struct {
	net.Conn
	answer *bufio.Reader
}

func newWire(conn net.Conn) *wire { return &wire{conn, bufio.NewReader(conn)} }

func (w *wire) send(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
}

// Read is what await has left.
func (w *wire) Read(p []byte) (int, error) { return w.answer.Read(p) }

// await reads up to the line that begins so.
func (w *wire) await(t *testing.T, begin string) {
	t.Helper()
	for {
		line, err := w.answer.ReadString('\n')
		if strings.HasPrefix(line, begin) {
			return
		}
		if err != nil {
			t.Fatalf("no line %q…: %q, %v", begin, line, err)
		}
	}
}
