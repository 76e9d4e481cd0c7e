package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// drive sends requests over kept connections for the length of a side and returns how many
// a second were answered. Every answer must have the status.
func (b *bench) drive(ctx context.Context, s side) (perSecond float64, err error) {
	began := time.Now()
	answered, err := drive(ctx, s, b.clients, b.length)
	return float64(answered) / time.Since(began).Seconds(), err
}

// drive sends requests over so many kept connections for a while and returns how many were
// answered. It speaks HTTP/1.1 by hand: a full client would take more of the two cores than the
// server.
func drive(ctx context.Context, s side, clients int, length time.Duration) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var answered atomic.Int64
	var mu sync.Mutex
	var failures []error
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			n, err := ask(ctx, s)
			answered.Add(n)
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				failures = append(failures, err)
			}
		})
	}
	wg.Wait()
	return answered.Load(), errors.Join(failures...)
}

func ask(ctx context.Context, s side) (answered int64, err error) {
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return 0, err
	}
	r := bufio.NewReaderSize(conn, 64<<10)
	for ctx.Err() == nil {
		if _, err := conn.Write(s.next()); err != nil {
			return answered, err
		}
		got, err := skipResponse(r)
		if err != nil {
			return answered, err
		}
		if got != s.status {
			return answered, fmt.Errorf("status %d, want %d", got, s.status)
		}
		answered++
	}
	return answered, nil
}

// skipResponse reads one response and returns its status. All of the hub's have a
// Content-Length or no body.
func skipResponse(r *bufio.Reader) (status int, err error) {
	length := 0
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case first:
			if len(line) < 12 {
				return 0, fmt.Errorf("not a status line: %q", line)
			}
			if status, err = strconv.Atoi(string(line[9:12])); err != nil {
				return 0, err
			}
		case len(line) == 0:
			_, err := io.CopyN(io.Discard, r, int64(length))
			return status, err
		case len(line) > 16 && bytes.EqualFold(line[:15], []byte("Content-Length:")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[15:]))); err != nil {
				return 0, err
			}
		}
	}
}
