package store

import (
	"os"
	"strings"
	"time"
)

// ZoneName is the name of a zone in the IANA database. The machine's own zone calls itself
// "Local"; the name behind that is found where Unix systems keep it, and stays "Local"
// elsewhere.
func ZoneName(zone *time.Location) string {
	name := zone.String()
	if name != localZone {
		return name
	}
	target, err := os.Readlink("/etc/localtime")
	if err != nil {
		return name
	}
	_, linked, _ := strings.Cut(target, "zoneinfo/")
	if _, err := time.LoadLocation(linked); err != nil || linked == "" {
		return name
	}
	return linked
}

// localZone is what the machine's zone calls itself: no name that means anything elsewhere.
const localZone = "Local"
