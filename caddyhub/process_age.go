package caddyhub

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit in which Linux tells when a process has started, on every machine.
const clockTick = 10 * time.Millisecond

// processAge is how long this process has run before it came to its own business: on a busy machine
// that is much of what somebody who waits for it waits. Where the system does not tell, it is 0.
func processAge() time.Duration {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	uptime, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0
	}
	return ageBy(string(stat), string(uptime))
}

// ageBy reads what Linux says of a process, and of how long the machine has run.
func ageBy(stat, uptime string) time.Duration {
	const start = 19 // behind the name, which may hold anything
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	up, _, _ := strings.Cut(uptime, " ")
	seconds, err := strconv.ParseFloat(up, 64)
	if err != nil || len(fields) <= start {
		return 0
	}
	ticks, err := strconv.ParseInt(fields[start], 10, 64)
	if err != nil {
		return 0
	}
	return max(0, time.Duration(seconds*float64(time.Second))-time.Duration(ticks)*clockTick)
}
