package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// patience is how long a connection may wait for one answer.
const patience = time.Minute

// conn is one kept connection that asks in turn.
type conn struct {
	net.Conn
	r     *bufio.Reader
	event string // of the last change that was asked for
}

func dial(addr string) (*conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, r: bufio.NewReaderSize(c, 64<<10)}, nil
}

// ask sends a request and returns the body of its answer, which must be a success, and how long
// that took.
func (c *conn) ask(request []byte) (body []byte, took time.Duration, err error) {
	began := time.Now()
	if err := c.SetDeadline(began.Add(patience)); err != nil {
		return nil, 0, err
	}
	if _, err := c.Write(request); err != nil {
		return nil, 0, err
	}
	answer, err := http.ReadResponse(c.r, nil)
	if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close()
	if body, err = io.ReadAll(answer.Body); err != nil {
		return nil, 0, err
	}
	took = time.Since(began)
	c.event = answer.Header.Get("X-Hub-Event")
	if answer.StatusCode >= 300 {
		return nil, took, fmt.Errorf("%.80q: %s: %s", request, answer.Status, body)
	}
	return body, took, nil
}
