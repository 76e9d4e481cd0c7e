package caddyhub

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestCommandLine(t *testing.T) {
	empty := t.TempDir()
	for _, tt := range []struct {
		name   string
		env    []string
		args   []string
		status int
		stderr string // part of the one line
	}{
		{"listen without a port", nil, []string{"serve", "--listen", "localhost", "--data", empty}, 2, "--listen localhost has no port: write localhost:8787"},
		{"listen on a blank", nil, []string{"serve", "--listen", " ", "--data", empty}, 2, `--listen " " is no address and port such as 127.0.0.1:8787`},
		{"listen without an address, by variable", []string{"HUB_LISTEN=21001"}, []string{"serve", "--data", empty}, 2, "HUB_LISTEN 21001 has no address"},
		{"listen for everybody with a placeholder", []string{"HUB_AUTH_TOKEN=changeme"}, []string{"serve", "--listen", "0.0.0.0:0", "--data", empty}, 1, "is the placeholder changeme"},
		{"listen on another machine's address", nil, []string{"serve", "--listen", "192.0.2.1:8787", "--data", empty}, 1, "this machine does not have that address"},
		{"listen for everybody without a token", nil, []string{"serve", "--listen", "0.0.0.0:0", "--data", empty}, 1, "HUB_AUTH_TOKEN"},
		{"listen by variable", []string{"HUB_LISTEN=0.0.0.0:0"}, []string{"serve", "--data", empty}, 1, "HUB_AUTH_TOKEN"},
		{"bad variable", []string{"HUB_STALE_DAYS=soon"}, []string{"serve", "--listen", "127.0.0.1:0", "--data", empty}, 1, "HUB_STALE_DAYS must be"},
		{"unknown flag", nil, []string{"serve", "--colour"}, 2, "unknown flag"},
		{"argument too many", nil, []string{"serve", "now"}, 2, `"now" is one argument too many (see hub serve --help)`},
		{"export without a file", nil, []string{"export"}, 2, "-o"},
		{"export of both to standard output", nil, []string{"export", "-o", "-", "--json"}, 2, "--json"},
		{"export of an empty folder", nil, []string{"export", "-o", filepath.Join(empty, "x.zip"), "--data", filepath.Join(empty, "missing")}, 1, "missing"},
		{"import without a file", nil, []string{"import"}, 2, "<file> is missing (see hub import --help)"},
		{"import of a missing file", nil, []string{"import", filepath.Join(empty, "missing.zip"), "--data", empty}, 1, "missing.zip"},
		{"unknown command of the group", nil, []string{"hub", "dance"}, 2, `hub hub: there is no command "dance"`},
		{"unknown command", nil, []string{"dance"}, 2, `hub: there is no command "dance" (see hub --help)`},
		{"misspelled command", nil, []string{"exprot"}, 2, `there is no command "exprot"; did you mean export?`},
		{"a hub at no web address", nil, []string{"connect", "ftp://x", "--yes"}, 2, "no http or https address"},
		{"a token of a hub at no web address", nil, []string{"token", "create", "--name", "pc", "--hub", "ftp://x"}, 2, "no http or https address"},
		{"a replica of no kind", nil, []string{"restore", "--from", "ftp://nas/hub"}, 2, "--from must begin with file:, sftp:// or s3://"},
		{"a replica of no kind, by variable", []string{"HUB_REPLICATE_TO=ftp://nas/hub"}, []string{"restore", "--list"}, 2, "HUB_REPLICATE_TO must begin with"},
		{"an unknown program to connect", nil, []string{"connect", "--client", "emcas"}, 2, "emcas"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, errs, status := run(t, tt.env, tt.args...)
			if status != tt.status || !strings.Contains(errs, tt.stderr) || strings.Count(errs, "\n") != 1 || out != "" {
				t.Errorf("status %d, want %d; stdout %q, stderr %q", status, tt.status, out, errs)
			}
		})
	}
	t.Run("token", func(t *testing.T) {
		first, _, status := run(t, nil, "token")
		second, _, _ := run(t, nil, "hub", "token")
		if status != 0 || len(strings.TrimSpace(first)) != 43 || first == second {
			t.Errorf("status %d, %q and %q", status, first, second)
		}
	})
	t.Run("help", func(t *testing.T) {
		out, _, status := run(t, nil, "hub")
		for _, c := range commands() {
			if !strings.Contains(out, c.Short) {
				t.Errorf("%s is not in the help", c.Name)
			}
		}
		if status != 0 {
			t.Errorf("status %d", status)
		}
	})
}
