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

// Bounds of a look for a folder in a text.
const (
	maxPath     = 1 << 10 // bytes of one path
	maxMentions = 20_000  // folders
)

// mentioned is the folder that is looked for among the absolute paths in a text and the
// folders above them; empty: it is not there. The folder itself may be gone, or on another
// machine.
func mentioned(text string, is func(folder string) bool) string {
	left := maxMentions
	for i := 0; i < len(text) && left > 0; i++ {
		if !beginsPath(text, i) {
			continue
		}
		end := i + 1
		for end < len(text) && end-i < maxPath && strings.IndexByte("\"'`<>|\n\r\t*?", text[end]) < 0 {
			end++
		}
		path := strings.ReplaceAll(text[i:end], `\\`, `\`) // as JSON has it
		for at := 1; at <= len(path); at++ {
			if at < len(path) && strings.IndexByte("/\\ ,:;)", path[at]) < 0 {
				continue
			}
			if left--; is(path[:at]) {
				return path[:at]
			}
		}
		i = end
	}
	return ""
}

// beginsPath reports whether an absolute path begins at a place: /home or C:\Users.
func beginsPath(text string, i int) bool {
	if i > 0 && strings.IndexByte(" \"'`=(<>[,:\n\t", text[i-1]) < 0 {
		return false
	}
	if text[i] == '/' {
		return i+1 < len(text) && text[i+1] != '/'
	}
	return i+2 < len(text) && text[i+1] == ':' && (text[i+2] == '\\' || text[i+2] == '/') && (text[i]|0x20) >= 'a' && (text[i]|0x20) <= 'z'
}

// becomes reports whether a folder's path is written as a name, as by unfold.
func becomes(folder, name string) bool {
	return strings.EqualFold(squeezed(folder), squeezed(name))
}

// squeezed is a path with one dash for all between its letters and digits.
func squeezed(path string) string {
	return strings.Join(strings.FieldsFunc(dashed(path), func(r rune) bool { return r == '-' }), "-")
}
