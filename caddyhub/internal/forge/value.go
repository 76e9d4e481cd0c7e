package forge

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store/phrase"
)

// Table are the settings of the forge, by their names on the wire.
var Table = setting.Table{
	{Key: "url", Check: text(checkURL), Example: "https://git.example.org/me/notes.git", About: "the repository: `https://…`, or `http://…` on this machine and in private networks"},
	{Key: "branch", Check: text(checkBranch), Default: "main", About: "the branch to follow; the first sync makes it when it is not there"},
	{Key: "path", Check: text(checkFolder), Unset: "the root", Example: "hub", About: "the folder inside the repository that holds `projects/` and `wiki/`"},
	{Key: "username", Check: text(checkUsername), Example: "me", About: "the user name for the repository; most forges take any when there is a token"},
	{Key: "token", Check: text(setting.CheckToken), Secret: true, About: "one that may read the repository, and write to it for `both`"},
	{Key: "author_name", Check: text(checkAuthor), Default: "Progress Hub", About: "the author's name on commits"},
	{Key: "author_email", Check: text(checkMail), Default: "hub@localhost", Example: "hub@example.org", About: "the author's mail address on commits"},
	{Key: "sync", Check: text(checkSync), Default: SyncOff, About: "`off`, `pull` (nothing goes out) or `both`"},
	{Key: "cron", Kind: setting.Line, Check: text(setting.CheckCron), Default: "*/30 * * * *", About: "when to synchronise, on the owner's clock"},
}

// Values are those in effect that may be shown.
type Values struct {
	URL, Branch, Path, Username, AuthorName, AuthorEmail, Sync string

	Cron schedule.Expression
}

// maxValue is the longest value, in bytes.
const maxValue = 2000

// text is a check of what is a line of text before all else.
func text(check func(string) (string, error)) func(string) (string, error) {
	return func(v string) (string, error) {
		v = strings.TrimSpace(v)
		if len(v) > maxValue {
			return "", phrase.FieldBytes(maxValue)
		}
		if strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return "", phrase.FieldControl
		}
		return check(v)
	}
}

func checkURL(v string) (string, error) {
	if _, err := remote.CheckURL(v); err != nil {
		return "", errors.New(strings.TrimPrefix(err.Error(), "the address of the git repository "))
	}
	return v, nil
}

func checkUsername(v string) (string, error) {
	if strings.Contains(v, ":") { // it would end the name (RFC 7617 §2)
		return "", phrase.FieldColon
	}
	return v, nil
}

func checkAuthor(v string) (string, error) {
	if strings.ContainsAny(v, "<>") { // they would end the name in a commit's author line
		return "", phrase.FieldAngle
	}
	return v, nil
}

func checkMail(v string) (string, error) {
	local, host, found := strings.Cut(v, "@")
	if !found || local == "" || host == "" || strings.ContainsAny(v, " <>") {
		return "", phrase.FieldMail
	}
	return v, nil
}

func checkSync(v string) (string, error) {
	if !slices.Contains([]string{SyncOff, SyncPull, SyncBoth}, v) {
		return "", errors.New("must be one of off, pull, both")
	}
	return v, nil
}

// checkBranch keeps out what no git branch is called (git-check-ref-format).
func checkBranch(v string) (string, error) {
	bad := v == "" || v == "@" || strings.ContainsAny(v, " ~^:?*[\\") || strings.Contains(v, "..") || strings.Contains(v, "@{") ||
		strings.Contains(v, "//") || strings.HasPrefix(v, "-") || strings.HasSuffix(v, ".") || strings.HasSuffix(v, "/")
	for part := range strings.SplitSeq(v, "/") {
		bad = bad || part == "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock")
	}
	if bad {
		return "", phrase.FieldBranch
	}
	return v, nil
}

// checkFolder takes a folder inside the repository; empty: its root.
func checkFolder(v string) (string, error) {
	clean := path.Clean(v)
	parts := strings.Split(clean, "/")
	if path.IsAbs(v) || strings.Contains(v, `\`) || slices.Contains(parts, "..") || slices.ContainsFunc(parts, isGit) {
		return "", phrase.FieldFolder
	}
	if clean == "." {
		clean = ""
	}
	return clean, nil
}

// isGit tells the name that no part of a path in a repository may have.
func isGit(part string) bool { return strings.EqualFold(part, ".git") }
