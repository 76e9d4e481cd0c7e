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
	// Kernel is what Linux says of its own, as in /proc/version.
	Kernel string
	// LookPath finds a program on PATH.
	LookPath func(string) (string, error)
	// Run runs a client's program and returns what it printed.
	Run func(program string, args ...string) (string, error)
}

// Here is this machine, for its owner.
func Here() (Machine, error) {
	home, err := os.UserHomeDir()
	kernel, _ := os.ReadFile("/proc/version") // elsewhere there is none
	return Machine{
		Environment: transcript.Environment{Home: home, Getenv: os.Getenv}, OS: runtime.GOOS, Kernel: string(kernel), LookPath: exec.LookPath,
		Run: func(program string, args ...string) (string, error) {
			out, err := exec.Command(program, args...).CombinedOutput() //nolint:noctx // it ends by itself
			return strings.TrimSpace(string(out)), err
		},
	}, err
}

// WSL is the name of the Linux inside Windows that this is; empty: it is none.
func (m Machine) WSL() string {
	switch name := m.Getenv("WSL_DISTRO_NAME"); {
	case m.OS != "linux":
		return ""
	case name != "":
		return name
	case strings.Contains(strings.ToLower(m.Kernel), "microsoft"):
		return "Linux" // under sudo and in services the name is missing
	}
	return ""
}

// TwoHomes says which home is looked in, in a Linux of Windows by that name.
func (m Machine) TwoHomes(name string) string {
	return "this is " + name + " in Windows (WSL), and its home is " + m.Home + ". Programs of Windows have a home of their own: run hub connect and hub doctor in Windows for those"
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

// codexVariable and claudeVariable name the folders that Codex and Claude Code have in the place of
// their own in the owner's home.
const (
	codexVariable  = "CODEX_HOME"
	claudeVariable = "CLAUDE_CONFIG_DIR"
)

// codex is a file of Codex.
func (m Machine) codex(below string) string { return m.moved(codexVariable, ".codex", below) }

// claude is a file of Claude Code.
func (m Machine) claude(below string) string { return m.moved(claudeVariable, ".claude", below) }

// claudeFile is the one that Claude Code has beside its folder, or in it if that is elsewhere.
func (m Machine) claudeFile() string { return m.moved(claudeVariable, "", ".claude.json") }

// moved is a file below the folder that a variable names, else below one of the home.
func (m Machine) moved(variable, folder, below string) string {
	if dir := m.Getenv(variable); filepath.IsAbs(dir) {
		return filepath.Join(dir, filepath.FromSlash(below))
	}
	return m.home(folder + "/" + below)
}

// roots are the folders that written files lie in: the project's, or the owner's.
func (m Machine) roots(project string) []string {
	if project != "" {
		return []string{project}
	}
	list := []string{m.Home}
	for _, name := range []string{"XDG_CONFIG_HOME", "APPDATA", codexVariable, claudeVariable} {
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

// path is where a program is that goes by its name alone, as whoever starts it finds it; else the
// same again.
func (m Machine) path(program string) string {
	if filepath.Base(program) == program {
		if at, err := m.LookPath(program); err == nil {
			return at
		}
	}
	return program
}

func (m Machine) has(program string) bool {
	_, err := m.LookPath(program)
	return err == nil
}
