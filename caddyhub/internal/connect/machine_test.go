package connect

import (
	"strings"
	"testing"
)

func TestWSL(t *testing.T) {
	for name, c := range map[string]struct{ system, distro, kernel, want string }{
		"a Linux in Windows":        {"linux", "Ubuntu", "Linux version 6.6.87.2-microsoft-standard-WSL2 (root@x)", "Ubuntu"},
		"the first version of it":   {"linux", "", "Linux version 4.4.0-19041-Microsoft", "Linux"},
		"without its variable":      {"linux", "", "Linux version 6.6.87.2-microsoft-standard-WSL2", "Linux"},
		"a Linux":                   {"linux", "", "Linux version 6.12.0-generic", ""},
		"nothing said":              {"linux", "", "", ""},
		"a Windows with a variable": {"windows", "Ubuntu", "", ""},
		"macOS":                     {"darwin", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := machine(c.system, "/home/me")
			m.Kernel, m.Getenv = c.kernel, func(name string) string { return map[string]string{"WSL_DISTRO_NAME": c.distro}[name] }
			if got := m.WSL(); got != c.want {
				t.Errorf("got %q", got)
			}
			if said := m.TwoHomes(c.want); !strings.Contains(said, "/home/me") {
				t.Errorf("said %q", said)
			}
		})
	}
}
