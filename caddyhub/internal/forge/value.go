package forge

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
)

// Limits of the settings, in bytes.
const (
	maxValue = 2000
	maxToken = 1000
)

// CheckValue checks a setting by its name on the wire and returns it as it is kept. The
// error continues a sentence that begins with the setting's name, and never repeats the
// value.
func CheckValue(name, v string) (string, error) {
	v = strings.TrimSpace(v)
	if len(v) > maxValue {
		return "", errors.New("must have at most 2000 bytes")
	}
	if strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "", errors.New("must not contain control characters")
	}
	switch name {
	case "url":
		if _, err := remote.CheckURL(v); err != nil {
			return "", errors.New(strings.TrimPrefix(err.Error(), "the address of the git repository "))
		}
	case "branch":
		return v, checkBranch(v)
	case "path":
		return checkFolder(v)
	case "username":
		if strings.Contains(v, ":") { // it would end the name (RFC 7617 §2)
			return "", errors.New("must not contain a colon: the token has a field of its own")
		}
	case "author_name":
		if strings.ContainsAny(v, "<>") { // they would end the name in a commit's author line
			return "", errors.New("must not contain < or >")
		}
	case "author_email":
		local, host, found := strings.Cut(v, "@")
		if !found || local == "" || host == "" || strings.ContainsAny(v, " <>") {
			return "", errors.New("must be a mail address")
		}
	case "sync":
		if !slices.Contains([]string{SyncOff, SyncPull, SyncBoth}, v) {
			return "", errors.New("must be one of off, pull, both")
		}
	case "cron":
		e, err := schedule.Parse(v)
		if err != nil {
			return "", err
		}
		return e.String(), nil
	case "token":
		if v == "" || len(v) > maxToken || strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return "", errors.New("must be printable ASCII without spaces, at most 1000 characters")
		}
	}
	return v, nil
}

// checkBranch keeps out what no git branch is called (git-check-ref-format).
func checkBranch(v string) error {
	bad := v == "" || v == "@" || strings.ContainsAny(v, " ~^:?*[\\") || strings.Contains(v, "..") || strings.Contains(v, "@{") ||
		strings.Contains(v, "//") || strings.HasPrefix(v, "-") || strings.HasSuffix(v, ".") || strings.HasSuffix(v, "/")
	for part := range strings.SplitSeq(v, "/") {
		bad = bad || part == "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock")
	}
	if bad {
		return errors.New("must be the name of a branch")
	}
	return nil
}

// checkFolder takes a folder inside the repository; empty: its root.
func checkFolder(v string) (string, error) {
	clean := path.Clean(v)
	parts := strings.Split(clean, "/")
	if path.IsAbs(v) || strings.Contains(v, `\`) || slices.Contains(parts, "..") || slices.ContainsFunc(parts, isGit) {
		return "", errors.New("must be a folder inside the repository, without a leading slash")
	}
	if clean == "." {
		clean = ""
	}
	return clean, nil
}

// isGit tells the name that no part of a path in a repository may have.
func isGit(part string) bool { return strings.EqualFold(part, ".git") }
