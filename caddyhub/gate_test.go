package caddyhub

import (
	"sync"
	"testing"
	"time"
)

func TestGateClosesAfterTheLast(t *testing.T) {
	var g gate
	for range 2 {
		if !g.enter() {
			t.Fatal("the open gate lets nobody in")
		}
	}
	if g.count() != 2 {
		t.Fatal("the open gate does not count")
	}
	left := make(chan int)
	go func() { left <- g.close(time.Minute) }()
	for g.enter() { // until close has begun
		g.leave()
	}
	g.leave()
	select {
	case <-left:
		t.Fatal("closed while one is inside")
	default:
	}
	g.leave()
	if n := <-left; n != 0 {
		t.Errorf("%d left", n)
	}
	if g.enter() {
		t.Error("the closed gate lets in")
	}
}

func TestGateIsNotPatientForEver(t *testing.T) {
	var g gate
	g.enter()
	if n := g.close(time.Millisecond); n != 1 {
		t.Errorf("%d left, want 1", n)
	}
	g.leave() // must not panic
}

func TestGateEmpty(t *testing.T) {
	var g gate
	if n := g.close(time.Minute); n != 0 {
		t.Errorf("%d left", n)
	}
}

func TestGateUnderLoad(t *testing.T) {
	var g gate
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for g.enter() {
				g.leave()
			}
		})
	}
	if n := g.close(time.Minute); n != 0 {
		t.Errorf("%d left", n)
	}
	wg.Wait()
}
