package connect

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Bounds of a bridge that is tried: until it answers, and until it ends when nobody asks any more.
const (
	bridgePatience = 5 * time.Second
	bridgeGrace    = time.Second
)

// trial is what came of a bridge that was started.
type trial struct{ fault, next string }

// trial starts what a client would, says hello and ends it. Clients that start the same are
// answered by one trial.
func (d *Doctor) trial(ctx context.Context, l launch) trial {
	key := strings.Join(append(append([]string{}, l.line...), l.env...), "\x00")
	known, done := d.tried[key]
	if !done {
		known = d.try(ctx, l)
		d.tried[key] = known
	}
	return known
}

func (d *Doctor) try(ctx context.Context, l launch) trial {
	patience := d.patience
	if patience == 0 {
		patience = bridgePatience
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(ctx, l.line[0], l.line[1:]...)
	cmd.Env = append(os.Environ(), l.env...)
	cmd.Dir = d.Machine.Home // as a program of the desktop does
	cmd.WaitDelay = bridgeGrace
	errs := &beginning{}
	cmd.Stderr = errs
	in, err := cmd.StdinPipe()
	if err != nil {
		return trial{err.Error(), ""}
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return trial{err.Error(), ""}
	}
	byHand := "run it by hand and see what it says: " + strings.Join(l.line, " ")
	if err := cmd.Start(); err != nil {
		return trial{"can't be started: " + plainReason(err), byHand}
	}
	answered := make(chan []byte, 1)
	go func() { // a program that is stopped may leave others behind that keep its output open
		_, _ = in.Write(append(jsonText(hello("hub-doctor", "1")), '\n'))
		line, _ := bufio.NewReader(io.LimitReader(out, maxAnswer)).ReadBytes('\n')
		answered <- line
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	var line []byte
	fault := ""
	select {
	case line = <-answered:
	case <-late.C:
		fault = fmt.Sprintf("does not answer within %s", patience)
		stop()
	case <-ctx.Done():
		fault = "was not waited for"
	}
	in.Close()
	end := time.AfterFunc(bridgeGrace, stop)
	defer end.Stop()
	err = cmd.Wait()
	if fault == "" {
		fault = d.judge(line, errs.text, err)
	}
	if fault == "" {
		byHand = ""
	}
	return trial{fault, byHand}
}

// judge says what is wrong with the first line that a bridge has written; empty: nothing.
func (d *Doctor) judge(line, errs []byte, ended error) string {
	var h heard
	switch err := json.Unmarshal(line, &h); {
	case len(bytes.TrimSpace(line)) == 0:
		why, _, _ := strings.Cut(strings.TrimSpace(string(errs)), "\n")
		if exit := new(exec.ExitError); why == "" && errors.As(ended, &exit) {
			why = exit.Error()
		}
		return "ends without an answer: " + d.quoted(why)
	case err != nil:
		return "writes something else than MCP to its standard output"
	case h.Error.Message != "":
		return "refuses: " + d.quoted(h.Error.Message)
	case h.Result.Server.Name == "":
		return "answers with something else than a handshake"
	}
	return ""
}

// quoted is what a program says, without this machine's token.
func (d *Doctor) quoted(text string) string {
	if d.way.Token != "" {
		text = strings.ReplaceAll(text, d.way.Token, "…")
	}
	return text[:min(len(text), maxSaid)]
}

// beginning keeps the first bytes that are written to it.
type beginning struct{ text []byte }

func (b *beginning) Write(text []byte) (int, error) {
	b.text = append(b.text, text[:min(len(text), maxSaid*4-len(b.text))]...)
	return len(text), nil
}
