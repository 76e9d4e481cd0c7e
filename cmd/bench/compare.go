package main

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// side is one of two things compared: requests to an address, and the status they must get.
type side struct {
	addr   string
	next   func() []byte
	status int
}

// ratio is the outcome of a comparison: medians over the rounds.
type ratio struct{ ratio, rate float64 }

// compare drives two sides in turn.
func (b *bench) compare(ctx context.Context, ours, theirs side) (ratio, error) {
	var ratios, rates []float64
	for range b.rounds {
		base, err := b.drive(ctx, theirs)
		if err != nil {
			return ratio{}, fmt.Errorf("the other side: %w", err)
		}
		rate, err := b.drive(ctx, ours)
		if err != nil {
			return ratio{}, err
		}
		ratios, rates = append(ratios, rate/base), append(rates, rate)
	}
	return ratio{median(ratios), median(rates)}, nil
}

// uncached asks for the first page under a cursor never used before.
func uncached(path string) string {
	const digits = "0123456789abcdefghjkmnpqrstvwxyz"
	cursor := []byte("zz0000000000")
	for i := 2; i < len(cursor); i++ {
		cursor[i] = digits[rand.IntN(len(digits))]
	}
	return path + "?cursor=" + string(cursor)
}

func fixed(b []byte) func() []byte { return func() []byte { return b } }
