// Package binary reads what a Go program says of its own build.
package binary

import (
	"debug/buildinfo"
	"fmt"
	"time"
)

// Binary is a program in a file.
type Binary struct {
	*buildinfo.BuildInfo
	Path     string
	settings map[string]string
}

// Read reads what the program at path is built of.
func Read(path string) (Binary, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return Binary{}, fmt.Errorf("read what %s is built of: %w", path, err)
	}
	b := Binary{BuildInfo: info, Path: path, settings: make(map[string]string)}
	for _, s := range info.Settings {
		b.settings[s.Key] = s.Value
	}
	return b, nil
}

// Setting is a setting of the build, such as GOOS or vcs.revision; empty if it had none.
func (b Binary) Setting(key string) string { return b.settings[key] }

// Date is that of the commit it was built from; zero if the build does not say.
func (b Binary) Date() time.Time {
	date, err := time.Parse(time.RFC3339, b.Setting("vcs.time"))
	if err != nil {
		return time.Time{}
	}
	return date
}
