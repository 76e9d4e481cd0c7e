package replicate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"github.com/progresshub/progresshub/store"
)

// followLook is how often it is looked whether a copy can still be kept up.
const followLook = 30 * time.Second

// Copy is a file that is kept up with a replica. Beside it lie two small ones, which say how far it
// has come in which replica.
type Copy struct {
	File string
	// Tell hears what happens, in a sentence each: the replica can't be reached, it can be again, the
	// copy is made anew.
	Tell func(string)

	look time.Duration // between two looks; zero: followLook
}

// errGone says that a replica does not lead on from where a copy is.
var errGone = errors.New("the replica does not lead on from there")

// Follow makes the copy of the newest moment, and then keeps it up until ctx ends. A copy of before
// goes on from where it was. Where the replica does not lead on from there, since the copy was away
// for longer than the replica keeps its files, or since it is another replica now, the copy is made
// anew. Nobody else may use the file meanwhile.
func (s *Source) Follow(ctx context.Context, c Copy) error {
	if c.look == 0 {
		c.look = followLook
	}
	for begun := false; ; begun = true {
		err := s.begin(ctx, c)
		if errors.Is(err, errGone) {
			c.Tell("the copy is made anew: " + err.Error())
			err = s.renew(ctx, c)
		}
		if err == nil {
			err = s.keepUp(ctx, c)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, errGone):
			continue
		case !begun:
			return fmt.Errorf("follow the replica: %w", err)
		}
		c.Tell("it is tried again: " + err.Error())
		select {
		case <-ctx.Done():
		case <-time.After(c.look):
		}
	}
}

// keepUp has Litestream bring the copy up, until ctx ends or that can't be done any more.
func (s *Source) keepUp(ctx context.Context, c Copy) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		o := litestream.NewRestoreOptions()
		o.OutputPath, o.Follow = c.File, true
		ended <- s.reader().Restore(ctx, o)
	}()
	look := time.NewTicker(c.look)
	defer look.Stop()
	said := ""
	for {
		select {
		case err := <-ended:
			return err
		case <-look.C:
		}
		err := s.check(ctx, c)
		switch {
		case errors.Is(err, errGone):
			stop()
			<-ended
			return err
		case err == nil && said != "":
			c.Tell("the replica is followed again")
			said = ""
		case err != nil && err.Error() != said && ctx.Err() == nil:
			said = err.Error()
			c.Tell("the replica can't be followed at the moment: " + said)
		}
	}
}

// begin looks whether there is a copy to go on from, and marks one that begins as a copy of this replica.
func (s *Source) begin(ctx context.Context, c Copy) error {
	at, err := litestream.ReadTXIDFile(c.File)
	if err != nil {
		return err
	}
	if at > 0 {
		return s.check(ctx, c)
	}
	if _, err := os.Lstat(c.File); !errors.Is(err, fs.ErrNotExist) {
		if _, marked := os.Lstat(c.idFile()); err == nil && marked == nil {
			return fmt.Errorf("it was broken off while it was made: %w", errGone)
		}
		return errors.Join(err, fmt.Errorf("%s is there, and no copy of a replica: choose another name", c.File))
	}
	id, err := s.ID(ctx)
	if err != nil {
		return err
	}
	return store.ReplaceFile(c.idFile(), []byte(id))
}

// check looks whether a copy can go on from where it is: errGone when it can't.
func (s *Source) check(ctx context.Context, c Copy) error {
	at, err := litestream.ReadTXIDFile(c.File)
	if err != nil || at == 0 {
		return err // it is being made
	}
	if err := s.leadsOn(ctx, at); err != nil {
		return err
	}
	id, err := s.ID(ctx)
	if err != nil {
		return err
	}
	known, err := store.ReadPlainFile(c.idFile(), maxID)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("it does not say which replica it is of: %w", errGone)
	case err == nil && string(known) != id:
		return fmt.Errorf("it is one of another replica: %w", errGone)
	}
	return err
}

// leadsOn looks for the transaction after one. The lower levels come first: what moves up while they
// are read is seen at least once.
func (s *Source) leadsOn(ctx context.Context, at ltx.TXID) error {
	f := &files{store: s.store, seal: s.seal}
	newest := ltx.TXID(0)
	for level := range levels + 1 {
		list, err := f.list(ctx, level)
		if err != nil {
			return err
		}
		for _, info := range list {
			if level < litestream.SnapshotLevel && info.MinTXID <= at+1 && at < info.MaxTXID {
				return nil
			}
			newest = max(newest, info.MaxTXID)
		}
	}
	switch {
	case newest == at:
		return nil
	case newest == 0:
		return ErrEmpty
	case newest < at:
		return fmt.Errorf("it is ahead of the replica: %w", errGone)
	}
	return fmt.Errorf("it was away for longer than the replica keeps its files: %w", errGone)
}

// renew puts the newest moment in the place of a copy. What says how far it has come goes first and
// comes last: with a wrong one the copy would be damaged, without one Litestream does not touch it. What
// marks it as a copy stays: one that is broken off here is made anew.
func (s *Source) renew(ctx context.Context, c Copy) error {
	last, _, err := s.find(ctx, time.Time{})
	if err != nil {
		return err
	}
	id, err := s.ID(ctx)
	if err != nil {
		return err
	}
	made := c.File + ".new"
	if err := remove(made); err != nil {
		return err
	}
	defer os.Remove(made)
	if err := s.restoreTo(ctx, last, made); err != nil {
		return err
	}
	if err := remove(litestream.TXIDPath(c.File)); err != nil {
		return err
	}
	if err := os.Rename(made, c.File); err != nil {
		return err
	}
	if err := store.ReplaceFile(c.idFile(), []byte(id)); err != nil {
		return err
	}
	return litestream.WriteTXIDFile(c.File, last)
}

// idFile is the file that says of which replica a copy is.
func (c Copy) idFile() string { return c.File + "-replica" }

// remove removes the files that are there.
func remove(files ...string) (err error) {
	for _, file := range files {
		if gone := os.Remove(file); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
