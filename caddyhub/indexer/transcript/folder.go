package transcript

import (
	"os"
	"path/filepath"
	"strings"
)

// maxFolders is how many folders are looked at to find one again.
const maxFolders = 2000

// unfold finds the folder whose path has become a name, as /home/me/my-shop becomes
// home-me-my-shop. Several paths become the same name, so this looks which of them is
// there; empty: none.
func unfold(name string) string {
	name = strings.TrimPrefix(name, "-")
	if name == "" {
		return ""
	}
	root := "/"
	if drive, rest, found := strings.Cut(name, "-"); found && len(drive) == 1 && filepath.Separator == '\\' {
		root, name = strings.ToUpper(drive)+`:\`, rest
	}
	left := maxFolders
	return descend(root, name, &left)
}

// descend goes down from a folder along a name.
func descend(folder, name string, left *int) string {
	list, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	for _, entry := range list {
		if *left--; *left < 0 {
			return ""
		}
		if !entry.IsDir() {
			continue
		}
		part := strings.TrimLeft(dashed(entry.Name()), "-")
		if part == "" || !hasPrefixFold(name, part) {
			continue
		}
		below := filepath.Join(folder, entry.Name())
		rest := name[len(part):]
		if rest == "" {
			return below
		}
		if rest[0] != '-' {
			continue
		}
		if found := descend(below, strings.TrimLeft(rest, "-"), left); found != "" {
			return found
		}
	}
	return ""
}

// dashed has a dash for each character that is no ASCII letter or digit.
func dashed(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name)
}

func hasPrefixFold(text, start string) bool {
	return len(text) >= len(start) && strings.EqualFold(text[:len(start)], start)
}
