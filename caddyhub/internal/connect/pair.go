package connect

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
)

// maxAnswer is more than the hub answers to what is asked here, in bytes.
const maxAnswer = 1 << 20

// pollEvery is the time between two questions whether the owner has decided.
const pollEvery = time.Second

// Hub asks a hub what connecting needs to know.
type Hub struct {
	Way    indexer.Way
	Client *http.Client
	Agent  string // the User-Agent
	Now    func() time.Time
	// Sleep waits between two questions.
	Sleep func(context.Context, time.Duration) error
}

// Access is what a hub says of a credential.
type Access int

// The answers to [Hub.Access].
const (
	Refused Access = iota // the hub takes another credential, or wants one
	Allowed
	Open // it is in development mode and wants none
)

// Access asks whether the hub takes the token of its way, or none.
func (h *Hub) Access(ctx context.Context) (Access, error) {
	var threads json.RawMessage
	err := h.ask(ctx, http.MethodGet, "/api/threads?limit=1", "Bearer "+h.Way.Token, nil, &threads)
	switch {
	case err == nil && h.Way.Token == "":
		return Open, nil
	case err == nil:
		return Allowed, nil
	case errors.Is(err, errUnauthorized):
		return Refused, nil
	}
	return Refused, err
}

// What is said of a token that may only read, and what to do where that is too little.
const (
	ReadOnlyToken = "this machine's token may only read: agents here can't save what they do"
	WriteAgain    = "if they shall, revoke it under Settings, Agents, and run hub connect again"
)

// ReadOnly reports whether the token of the way may only read. A thread without a title is made
// by no token.
func (h *Hub) ReadOnly(ctx context.Context) bool {
	return errors.Is(h.ask(ctx, http.MethodPost, "/api/threads", "Bearer "+h.Way.Token, struct{}{}, new(json.RawMessage)), errReadOnly)
}

// errReadOnly is that a token may not write.
var errReadOnly = errors.New("the token may only read")

var errUnauthorized = errors.New("the hub does not take the credential")

// errTooMany is that as many programs as the hub lets wait for its owner do so already.
var errTooMany = errors.New("too many programs wait to be allowed")

// taken is the hub's answer that it has a token of a name, or too many.
type taken struct{ error }

// Bounds of the name of a token: characters, and how many machines of one name are told apart.
const (
	maxTokenName = 40
	maxNamesakes = 9
)

// Token makes a token for a name, by the access token of the hub's owner. Another machine, or an
// earlier one of the owner's, may have the name already: then it gets a number.
func (h *Hub) Token(ctx context.Context, access, name string) (token, named string, err error) {
	for n := 1; ; n++ {
		number := ""
		if n > 1 {
			number = fmt.Sprintf("-%d", n)
		}
		named = atMost(name, maxTokenName-len(number)) + number
		token, err = h.makeToken(ctx, access, named)
		if !errors.As(err, &taken{}) || n == maxNamesakes {
			return token, named, err
		}
	}
}

// TokenName is what the token of a machine is called by the machine's host name.
func TokenName(host string) string {
	first, _, _ := strings.Cut(host, ".")
	return atMost(cmp.Or(first, "a machine"), maxTokenName)
}

// atMost is a name of at most so many characters.
func atMost(name string, most int) string {
	all := []rune(name)
	return string(all[:min(len(all), most)])
}

func (h *Hub) makeToken(ctx context.Context, access, name string) (string, error) {
	var made struct {
		Token string `json:"token"`
	}
	err := h.ask(ctx, http.MethodPost, "/api/tokens", "Bearer "+access, map[string]string{"name": name, "scope": "write"}, &made)
	if errors.Is(err, errUnauthorized) {
		return "", fmt.Errorf("the hub at %s does not take that access token: it is the hub's HUB_AUTH_TOKEN", h.Way.Base)
	}
	if err == nil && !tokenForm.MatchString(made.Token) {
		return "", h.Way.NoHub("it made no token of a hub's form")
	}
	return made.Token, err
}

// What a hub issues, as its package auth makes it. Anything else may hold what a terminal obeys, or
// what a configuration file takes for something else.
var (
	codeForm   = regexp.MustCompile(`^[A-Z0-9]{4}-[A-Z0-9]{4}$`)
	idForm     = regexp.MustCompile(`^[0-9a-z]{12}$`)
	secretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
	tokenForm  = regexp.MustCompile(`^hubt_[0-9a-z]{12}_[A-Za-z0-9_-]{43}$`)
)

// Pairing is a request for a token that waits for the owner.
type Pairing struct {
	ID     string `json:"id"`
	Secret string `json:"secret"`
	Code   string `json:"code"`
}

// Page is where the owner decides.
func (h *Hub) Page(p Pairing) string { return h.Way.Base.String() + "/ui/pair/" + url.PathEscape(p.ID) }

// Pair asks for a token in the name of this machine.
func (h *Hub) Pair(ctx context.Context, name string) (p Pairing, err error) {
	err = h.ask(ctx, http.MethodPost, "/api/pairings", "", map[string]string{"name": name}, &p)
	if errors.Is(err, errTooMany) {
		return Pairing{}, fmt.Errorf("too many programs wait to be allowed by the hub at %s, or asked it just now: allow or deny them in the dashboard, or wait ten minutes, and run the command again", h.Way.Base)
	}
	if err == nil && !(idForm.MatchString(p.ID) && secretForm.MatchString(p.Secret) && codeForm.MatchString(p.Code)) {
		return Pairing{}, h.Way.NoHub("what it answers is no pairing")
	}
	return p, err
}

// Issued is a token that the owner has allowed.
type Issued struct {
	Token string
	Text  json.RawMessage // all that the hub says of it
}

// Wait waits until the owner has decided, and takes the token.
func (h *Hub) Wait(ctx context.Context, p Pairing) (Issued, error) {
	at, credential := "/api/pairings/"+url.PathEscape(p.ID), "Pairing "+p.Secret
	for {
		var is struct {
			State string `json:"state"`
		}
		err := h.ask(ctx, http.MethodGet, at, credential, nil, &is)
		var passing *indexer.Passing
		switch {
		case errors.As(err, &passing): // the hub may be restarted meanwhile
		case errors.Is(err, errUnauthorized):
			return Issued{}, errors.New("the hub knows nothing of this request any more: run the command again")
		case err != nil:
			return Issued{}, err
		case is.State == "denied":
			return Issued{}, errors.New("the request was denied in the dashboard")
		case is.State == "expired":
			return Issued{}, errors.New("nobody allowed the request in time: run the command again")
		case is.State == "allowed":
			var made Issued
			err := h.ask(ctx, http.MethodPost, at+"/token", credential, nil, &made.Text)
			if err == nil {
				var is struct {
					Token string `json:"token"`
				}
				if json.Unmarshal(made.Text, &is) == nil && tokenForm.MatchString(is.Token) {
					made.Token = is.Token
					return made, nil
				}
				return Issued{}, h.Way.NoHub("it gave no token of a hub's form")
			}
			if !errors.As(err, &passing) { // a lost answer can be asked for again
				return Issued{}, errors.Join(errors.New("the hub gave no token: run the command again"), err)
			}
		}
		if err := h.Sleep(ctx, pollEvery); err != nil {
			return Issued{}, err
		}
	}
}

// ask makes one request. Errors never hold what was sent.
func (h *Hub) ask(ctx context.Context, method, path, credential string, body, answer any) error {
	var sent io.Reader
	if body != nil {
		sent = bytes.NewReader(jsonText(body))
	}
	req, err := http.NewRequestWithContext(ctx, method, h.Way.Base.String()+path, sent)
	if err != nil {
		return errors.New("the address or the token holds a character that can't be sent")
	}
	if credential != "" && credential != "Bearer " {
		req.Header.Set("Authorization", credential)
	}
	req.Header.Set("User-Agent", h.Agent)
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := h.Client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return h.Way.Unreached(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	switch {
	case err != nil:
		return h.Way.Unreached(err)
	case res.StatusCode == http.StatusUnauthorized:
		return errUnauthorized
	case res.StatusCode == http.StatusForbidden && method == http.MethodPost && path == "/api/threads":
		return errReadOnly
	case res.StatusCode == http.StatusTooManyRequests && path == "/api/pairings":
		return errTooMany
	case res.StatusCode == http.StatusNotFound && strings.HasPrefix(path, "/api/projects/"):
		return errNone
	case res.StatusCode == http.StatusConflict && strings.HasPrefix(path, resolvePath):
		return several(text)
	case res.StatusCode == http.StatusConflict && path == "/api/tokens":
		return taken{h.Way.Refused(res, text, h.Now())}
	case res.StatusCode != http.StatusOK && res.StatusCode != http.StatusCreated:
		return h.Way.Refused(res, text, h.Now())
	}
	if json.Unmarshal(text, answer) != nil {
		return h.Way.NoHub("it answers with something else")
	}
	return nil
}
