package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"time"
)

// product is a program that keeps short texts for people or agents, as the hub keeps threads.
type product struct {
	name, binary string
	start        func(ctx context.Context, binary, dir string) (*peer, error)
}

// peer is a product that runs, over a folder of its own, and what to ask it.
type peer struct {
	process
	list   func() *http.Request // 50 of them
	search func(title string) *http.Request
	create func(title string) *http.Request
	again  func(ctx context.Context) (*process, error) // starts it anew over the same folder
}

func (b *bench) products() []product {
	return []product{
		{"hub", b.binary, startHubPeer},
		{"PocketBase", b.pocketBase, startPocketBase},
		{"memos", b.memos, startMemos},
		{"engram", b.engram, startEngram},
	}
}

// peers prints a line for each product whose binary is given.
func (b *bench) peers(ctx context.Context) (err error) {
	if b.binary, err = b.stripped(ctx); err != nil {
		return err
	}
	fmt.Printf("  %-12s %9s %9s %9s %12s %9s %9s %9s\n", "p50", "list ms", "search ms", "create ms", "create/s at 8", "RSS MB", "start ms", "binary MB")
	for _, p := range b.products() {
		if p.binary == "" {
			continue
		}
		if err := b.peer(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// peer fills a product with threads, asks it, and starts it anew to see it idle.
func (b *bench) peer(ctx context.Context, p product) error {
	run, err := p.start(ctx, p.binary, filepath.Join(b.scratch, p.name))
	if err != nil {
		return err
	}
	defer func() { run.stop() }()
	titles := newTitles(1)
	if err := parallel(b.clients, b.threads, titles.next, func(_ int, title string) error {
		return run.insist(title)
	}); err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	var p50 [3]float64
	for i, next := range []func() *http.Request{
		run.list,
		func() *http.Request { return run.search(titles.next()) },
		func() *http.Request { return run.create(titles.next()) },
	} {
		var found times
		for began := time.Now(); len(found) < samples && time.Since(began) < enough; {
			took, err := send(next())
			if err != nil {
				return err
			}
			found = append(found, took.Seconds())
		}
		p50[i] = found.at(0.5)
	}
	rate, err := b.createRate(run, titles)
	if err != nil {
		return err
	}
	run.stop()
	next, err := run.again(ctx)
	if err != nil {
		return fmt.Errorf("start again: %w", err)
	}
	run.process = *next
	time.Sleep(10 * time.Second) // as long as it takes to come to rest
	size, err := fileMB(p.binary)
	fmt.Printf("  %-12s %9.2f %9.2f %9.2f %12.0f %9.0f %9.0f %9.1f\n", p.name, p50[0], p50[1], p50[2], rate, run.rssMB(), run.started.Seconds()*1e3, size)
	return err
}

// createRate is how many are created in a second over all connections.
func (b *bench) createRate(p *peer, titles *titles) (float64, error) {
	const length = 3 * time.Second
	began, n := time.Now(), 0
	// The work is what there is time for.
	err := parallel(b.clients, 1<<30, func() string {
		if time.Since(began) > length {
			return ""
		}
		n++
		return titles.next()
	}, func(_ int, title string) error {
		if title == "" {
			return errTime
		}
		return p.insist(title)
	})
	if !errors.Is(err, errTime) {
		return 0, err
	}
	return float64(n) / time.Since(began).Seconds(), nil
}

// insist creates until it is taken: a product may refuse what comes while it is busy.
func (p *peer) insist(title string) (err error) {
	for range 100 {
		if _, err = send(p.create(title)); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}

var errTime = errors.New("the time is over")

// client keeps a connection for each that asks at once.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 128}, Timeout: time.Minute}

// send returns how long a request took to the end of its answer.
func send(r *http.Request) (time.Duration, error) {
	began := time.Now()
	_, err := receive(r)
	return time.Since(began), err
}

func receive(r *http.Request) ([]byte, error) {
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s: %.500s", r.Method, r.URL.Path, answer.Status, body)
	}
	return body, err
}

// asker makes requests to an address, with an authorization when there is one.
type asker struct{ addr, authorization string }

func (a asker) get(path string) *http.Request { return a.request(http.MethodGet, path, nil) }

func (a asker) post(path string, body any) *http.Request {
	return a.request(http.MethodPost, path, body)
}

func (a asker) request(method, path string, body any) *http.Request {
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			panic(err) // of this program's own making
		}
		text = bytes.NewReader(encoded)
	}
	r, err := http.NewRequest(method, "http://"+a.addr+path, text)
	if err != nil {
		panic(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if a.authorization != "" {
		r.Header.Set("Authorization", a.authorization)
	}
	return r
}

// answer sends a request and decodes what comes back.
func answer(r *http.Request, into any) error {
	body, err := receive(r)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

// begin starts a product's command on a free port and waits for the first 200 of a path.
func begin(ctx context.Context, health string, command func(addr string) *exec.Cmd) (*process, error) {
	addr, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p := &process{addr: addr, cmd: command(addr)}
	return p, p.run(ctx, health)
}
