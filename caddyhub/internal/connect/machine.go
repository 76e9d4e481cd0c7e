package connect

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
)

// Machine is where clients are looked for.
type Machine struct {
	transcript.Environment
	// OS is the system, as in GOOS.
	OS string
	// LookPath finds a program on PATH.
	LookPath func(string) (string, error)
	// Run runs a client's program and returns what it printed.
	Run func(program string, args ...string) (string, error)
}

// Here is this machine, for its owner.
func Here() (Machine, error) {
	home, err := os.UserHomeDir()
	return Machine{
		Environment: transcript.Environment{Home: home, Getenv: os.Getenv}, OS: runtime.GOOS, LookPath: exec.LookPath,
		Run: func(program string, args ...string) (string, error) {
			out, err := exec.Command(program, args...).CombinedOutput() //nolint:noctx // it ends by itself
			return strings.TrimSpace(string(out)), err
		},
	}, err
}

// home is a file below the owner's home.
func (m Machine) home(below string) string { return filepath.Join(m.Home, filepath.FromSlash(below)) }

// config is a file where the system keeps programs' settings.
func (m Machine) config(below string) string {
	switch m.OS {
	case "darwin":
		return m.home("Library/Application Support/" + below)
	case "windows":
		return m.roaming(below)
	}
	return m.xdg(below)
}

// roaming is a file in the application data of Windows.
func (m Machine) roaming(below string) string {
	if dir := m.Getenv("APPDATA"); dir != "" {
		return filepath.Join(dir, filepath.FromSlash(below))
	}
	return m.home("AppData/Roaming/" + below)
}

// xdg is a file below ~/.config, which some programs use on every system.
func (m Machine) xdg(below string) string {
	if dir := m.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, filepath.FromSlash(below))
	}
	return m.home(".config/" + below)
}

// roots are the folders that written files lie in: the project's, or the owner's.
func (m Machine) roots(project string) []string {
	if project != "" {
		return []string{project}
	}
	list := []string{m.Home}
	for _, name := range []string{"XDG_CONFIG_HOME", "APPDATA"} {
		if dir := m.Getenv(name); filepath.IsAbs(dir) {
			list = append(list, dir)
		}
	}
	return list
}

func (m Machine) exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func (m Machine) has(program string) bool {
	_, err := m.LookPath(program)
	return err == nil
}
