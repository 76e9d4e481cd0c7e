// Package health knows which of the things that the owner relies on are failing right now:
// backups, the git remote, the gateway, the database. What fails in the night, or in a settings page that
// nobody opens, is then seen on every screen.
//
// Each of those things tells for itself how it stands ([Checker]). The [Board] asks them,
// remembers the answers, and tells its subscribers when they have changed.
package health

import (
	"context"
	"strings"
	"time"
	"unicode"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// The areas, by their names on the wire.
const (
	Backup  = "backup"
	Replica = "replica"
	Forge   = "forge"
	Gateway = "gateway"
	Storage = "storage"
)

// Areas are all that a problem may be in: those above, and the other channels of notifications.
var Areas = []string{
	Backup, Replica, Forge, Gateway, store.ChannelPush, store.ChannelNtfy, store.ChannelMail, store.ChannelWebhook, Storage,
}

// Checker is something that the owner may set up and that may fail.
type Checker interface {
	// SetUp reports whether the owner wants it to work.
	SetUp(ctx context.Context) (bool, error)
	// Problem tells why it does not work and since when; failing is false when it does, or
	// when nothing is known yet. text is for the owner and holds no secret: either it goes
	// on after "Backups fail: ", or it is sentences of its own.
	Problem(ctx context.Context) (text string, since time.Time, failing bool, err error)
}

// Source is a [Checker] and how to speak of it.
type Source struct {
	Area   string                                // one of [Areas]
	Fails  func(why phrase.Phrase) phrase.Phrase // the sentence, such as "Backups fail: {why}."
	Page   string                                // the path of the page on which it is mended
	Checks Checker
}

// Problem is something that fails, as the owner is told of it.
type Problem struct {
	Area  string
	Since time.Time     // when it began
	Text  phrase.Phrase // what is wrong, in a sentence or two
	Page  string        // the path of the page on which it is mended
}

// same reports whether both read alike.
func (p Problem) same(other Problem) bool {
	return p.Area == other.Area && p.Since.Equal(other.Since) && p.Text == other.Text && p.Page == other.Page
}

// maxText bounds the text of a problem in characters: a server of somebody else may have
// written a part of it.
const maxText = 300

// sentence makes one line for the owner of what a [Checker] says.
func (s Source) sentence(text string) phrase.Phrase {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(text); len(r) > maxText {
		text = string(r[:maxText-1]) + "…"
	}
	why := phrase.Find(s.Area, text)
	switch stops := strings.HasSuffix(text, ".") || strings.HasSuffix(text, "…"); {
	case !stops:
		return s.Fails(why)
	case strings.IndexFunc(text, unicode.IsUpper) == 0:
		return why
	}
	return phrase.Text(strings.TrimSuffix(s.Fails(why).String(), "."))
}
