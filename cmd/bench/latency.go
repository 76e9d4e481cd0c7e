package main

import (
	"context"
	"net/url"
)

// asks is how many requests one round of a latency takes.
const asks = 400

// mcpLatency is what asking over MCP costs more than asking over REST, in round trips of a
// bare JSON echo: medians of one connection that asks in turn.
func (b *bench) mcpLatency(ctx context.Context, h *hub, question func() string) (float64, error) {
	post := func(path string) func() []byte {
		return func() []byte {
			return h.callAt(path, "check_overlap", map[string]any{"limit": 5, "query": question()})
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
			found, err := latency(ctx, h.addr, asks, next)
			if err != nil {
				return 0, err
			}
			took[i] = append(took[i], found.at(0.5))
		}
	}
	mcp, rest, echo := median(took[0]), median(took[1]), median(took[2])
	return (mcp - rest) / echo, nil
}

// latency asks over one connection and returns the times from a request to the end of its
// answer.
func latency(ctx context.Context, addr string, n int, next func() []byte) (times, error) {
	c, err := dial(addr)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	found := make(times, 0, n)
	for range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		_, took, err := c.ask(next())
		if err != nil {
			return nil, err
		}
		found = append(found, took.Seconds())
	}
	return found, nil
}
