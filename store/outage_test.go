package store

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

func TestAnOutageIsSeenWithoutAChange(t *testing.T) {
	t.Parallel()
	for _, tt := range displacements {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newClock()
			s := openStore(t, t.TempDir(), Options{Now: c.Now})
			create(t, s, "kept")
			checkpoint(t, s)
			if out, err := s.Outage(t.Context()); out != nil || err != nil {
				t.Errorf("before: %+v, %v", out, err)
			}
			c.advance(time.Minute)
			began := c.Now()
			tt.do(t, database(s.Dir()))
			for range 2 {
				out, err := s.Outage(t.Context())
				if err != nil || out == nil || !out.Since.Equal(began) || !strings.Contains(out.Text, tt.want) {
					t.Errorf("%+v, %v", out, err)
				}
				c.advance(time.Minute)
				if err := posting(s, "lost")(t.Context()); !errors.Is(err, ErrUnavailable) {
					t.Errorf("a change: %v", err)
				}
			}
		})
	}
}

// A disk that sleeps stays asleep.
func TestLookingForAnOutageWritesNothing(t *testing.T) {
	t.Parallel()
	c := newClock()
	s := openStore(t, t.TempDir(), Options{Now: c.Now})
	create(t, s, "kept")
	before := sizes(t, s.Dir())
	for range 3 {
		c.advance(time.Minute)
		if out, err := s.Outage(t.Context()); out != nil || err != nil {
			t.Errorf("%+v, %v", out, err)
		}
	}
	if after := sizes(t, s.Dir()); after != before {
		t.Errorf("before %s, after %s", before, after)
	}
}

func TestAnOutageEndsByItself(t *testing.T) {
	t.Parallel()
	s := openStore(t, t.TempDir(), Options{})
	file := database(s.Dir())
	works(t, os.Rename(file, file+".away"))
	if err := posting(s, "lost")(context.Background()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a change: %v", err)
	}
	works(t, os.Rename(file+".away", file))
	if out, err := s.Outage(t.Context()); out != nil || err != nil {
		t.Errorf("%+v, %v", out, err)
	}
}
