package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/transport"

	"github.com/progresshub/progresshub/caddyhub/internal/credential"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store/phrase"
)

// What goes wrong with a git server, in words for the owner. None of the errors holds the
// token, and of what the server says only the reason for which it refuses a push.
var (
	ErrAuth     = error(phrase.ForgeAuth)
	ErrNoToken  = error(phrase.ForgeNoToken)
	ErrNotFound = error(phrase.ForgeNotFound)
	ErrRejected = errors.New("the branch moved on the git server meanwhile")
	ErrRefused  = error(phrase.ForgeRefused) // a protected branch, a hook
	ErrTooLarge = errors.New("too large")
	ErrPointer  = errors.New("the file is kept outside of the repository, by Git LFS")
	ErrRedirect = errors.New("the git server sends the hub to another address")
	ErrUnknown  = errors.New("whether the push arrived is not known")
)

// typed are the errors above that say enough by themselves.
var typed = []error{ErrAuth, ErrNotFound, ErrRejected, ErrRefused, ErrTooLarge, ErrRedirect}

// failure is an error that concerns the exchange, and not what was exchanged: another try
// with an empty cache would end in the same.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// explain says what an error of an exchange with the server means. ctx is that of the exchange, also one
// that bounds it.
func explain(ctx context.Context, op string, g *guard, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() == context.DeadlineExceeded {
		return failure{fmt.Errorf("%s: %w", op, phrase.ForgeSlow)}
	}
	if ctx.Err() != nil {
		return failure{fmt.Errorf("%s: %w", op, ctx.Err())}
	}
	if outer, ok := errors.AsType[*plumbing.UnexpectedError](err); ok {
		err = outer.Err // which it does not unwrap to
	}
	if own := g.failed(); own != nil {
		err = own
	}
	for _, known := range typed {
		if errors.Is(err, known) {
			return failure{fmt.Errorf("%s: %w", op, stripURL(err))}
		}
	}
	switch reason := outbound.RefusedBy(err); {
	case reason != "":
		return failure{fmt.Errorf("%s: %s", op, reason)}
	case errors.Is(err, transport.ErrAuthenticationRequired), errors.Is(err, transport.ErrAuthorizationFailed):
		if g.bare {
			return failure{fmt.Errorf("%s: %w", op, ErrNoToken)}
		}
		return failure{fmt.Errorf("%s: %w", op, ErrAuth)}
	case errors.Is(err, transport.ErrRepositoryNotFound):
		return failure{fmt.Errorf("%s: %w", op, ErrNotFound)}
	}
	if answer := g.status(); answer != "" {
		return failure{fmt.Errorf("%s: %w", op, phrase.ForgeAnswers(answer))}
	}
	if network, ok := errors.AsType[net.Error](err); ok && network.Timeout() {
		return failure{fmt.Errorf("%s: %w", op, phrase.ForgeSlow)}
	} else if ok {
		return failure{fmt.Errorf("%s: the git server can't be reached: %w", op, stripURL(err))}
	}
	return fmt.Errorf("%s: the git server's answer can't be used: %w", op, plain(err))
}

// stripURL leaves the address out of an error of net/http: the owner knows it.
func stripURL(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		return outer.Err
	}
	return err
}

// plain keeps of an error whose text may repeat the server's only what fits on a line.
func plain(err error) error { return errors.New(line(stripURL(err).Error())) }

// maxLine is how much of a text of the server is repeated, in characters.
const maxLine = 200

// escape is a sequence that a terminal takes for a command, such as a color (ECMA-48 §5.4).
var escape = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]")

// line is a text of the server that is safe to show: on one line, short, and without what
// looks like a credential.
func line(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, escape.ReplaceAllString(strings.ToValidUTF8(s, "?"), ""))
	s = credential.Redact(strings.Join(strings.Fields(s), " "))
	if runes := []rune(s); len(runes) > maxLine {
		s = string(runes[:maxLine-1]) + "…"
	}
	return s
}
