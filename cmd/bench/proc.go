package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// What Linux tells of a process. Elsewhere these are 0.

// rssMB is the resident memory in 10^6 bytes.
func (p *process) rssMB() float64 { return p.statusMB("VmRSS") }

// ownMB is what of it is in no file: pages of the program come and go as the system likes.
func (p *process) ownMB() float64 { return p.statusMB("RssAnon") }

func (p *process) statusMB(name string) float64 {
	text, err := os.ReadFile(p.proc("status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, name+": %f kB", &kb); n == 1 {
			return kb * 1024 / 1e6
		}
	}
	return 0
}

// cpu is the processor time it took so far, in steps of 10 ms.
func (p *process) cpu() time.Duration {
	text, err := os.ReadFile(p.proc("stat"))
	if err != nil {
		return 0
	}
	// The name in parentheses may hold anything; the 12th and 13th field behind it are ticks.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var user, system int64
	if len(fields) < 13 {
		return 0
	}
	_, _ = fmt.Sscan(fields[11], &user)
	_, _ = fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// descriptors is how many files and sockets it has open.
func (p *process) descriptors() int {
	list, err := os.ReadDir(p.proc("fd"))
	if err != nil {
		return 0
	}
	return len(list)
}

func (p *process) proc(name string) string {
	return fmt.Sprintf("/proc/%d/%s", p.cmd.Process.Pid, name)
}
