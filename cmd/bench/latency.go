package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/url"
	"time"
)

// asks is how many requests one round of a latency takes.
const asks = 400

// mcpLatency is what asking over MCP costs more than asking over REST, in round trips of a
// bare JSON echo: medians of one connection that asks in turn.
func (b *bench) mcpLatency(ctx context.Context, h *hub, question func() string) (float64, error) {
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_overlap","arguments":{"limit":5,"query":%q}}}`
	post := func(path string) func() []byte {
		return func() []byte {
			return h.raw("POST", path, fmt.Sprintf(call, question()), "Content-Type", "application/json", "Accept", "application/json, text/event-stream")
		}
	}
	sides := [...]func() []byte{
		post("/mcp"),
		func() []byte { return h.request("/api/overlap?limit=5&q=" + url.QueryEscape(question())) },
		post("/echo"),
	}
	var took [len(sides)][]float64
	for range b.rounds {
		for i, next := range sides {
			p50, err := latency(ctx, h.addr, next)
			if err != nil {
				return 0, err
			}
			took[i] = append(took[i], p50)
		}
	}
	mcp, rest, echo := median(took[0]), median(took[1]), median(took[2])
	return (mcp - rest) / echo, nil
}

// latency is the median time, in seconds, from a request to the end of its answer.
func latency(ctx context.Context, addr string, next func() []byte) (float64, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return 0, err
	}
	r := bufio.NewReaderSize(conn, 64<<10)
	times := make([]float64, 0, asks)
	for range asks {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		request := next()
		began := time.Now()
		if _, err := conn.Write(request); err != nil {
			return 0, err
		}
		status, err := skipResponse(r)
		if err != nil {
			return 0, err
		}
		if status != 200 {
			return 0, fmt.Errorf("status %d, want 200", status)
		}
		times = append(times, time.Since(began).Seconds())
	}
	return median(times), nil
}
