package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// pairingPattern is the one route that both the owner and the program that pairs may ask.
const pairingPattern = "GET /api/pairings/{id}"

type pairingKey struct{}

// pairingSecret is what a program that pairs shows: "Authorization: Pairing <secret>".
func pairingSecret(r *http.Request) (secret string, ok bool) {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return "", false
	}
	scheme, secret, _ := strings.Cut(headers[0], " ")
	return secret, strings.EqualFold(scheme, "Pairing")
}

func withPairing(ctx context.Context, secret string) context.Context {
	return context.WithValue(ctx, pairingKey{}, secret)
}

// PairingBody is a program that asks for a token, as the owner sees it.
type PairingBody struct {
	State auth.PairingState `json:"state" enum:"waiting,allowed,denied,expired"`
	// What follows is for the owner alone.
	*PairingDetail
}

// PairingDetail is what the owner decides by.
type PairingDetail struct {
	ID        string     `json:"id" example:"0k3x5p9q2abc"`
	Name      string     `json:"name" doc:"Of the machine, as it says; once allowed, of the token" example:"laptop"`
	Code      string     `json:"code" doc:"The program shows the same" example:"BCDF-GHJK"`
	Client    string     `json:"client" doc:"The address it asked from" example:"192.0.2.7"`
	Replaces  *string    `json:"replaces" doc:"The name of the token that will end when this one is taken; null: none"`
	ExpiresAt store.Time `json:"expires_at" format:"date-time"`
}

func showPairing(p auth.Pairing, replaces string) *result[PairingBody] {
	return show(PairingBody{p.State, &PairingDetail{
		ID: p.ID, Name: p.Name, Code: p.Code, Client: p.Client.String(), Replaces: optional(replaces), ExpiresAt: store.At(p.ExpiresAt),
	}}).secret()
}

type askPairingInput struct {
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"Of the machine, 1 to 40 characters" example:"laptop"`
	}
}

// AskedPairing is a pairing that has begun, for the program that asked.
type AskedPairing struct {
	ID        string     `json:"id" doc:"The owner decides at /ui/pair/<id>" example:"0k3x5p9q2abc"`
	Secret    string     `json:"secret" doc:"Send it as \"Authorization: Pairing ...\""`
	Code      string     `json:"code" doc:"Show it: the owner compares it" example:"BCDF-GHJK"`
	ExpiresAt store.Time `json:"expires_at" format:"date-time"`
}

var askPairing = operation{
	id: "ask-pairing", open: true, secret: true,
	summary: "Ask for a token; the owner allows it in the dashboard. Needs no credential",
}

func (a *API) askPairing(ctx context.Context, in *askPairingInput) (*result[AskedPairing], error) {
	if refusal := a.Auth.NeedsPrivate(); refusal != nil {
		return nil, refusal
	}
	client := inbound.From(ctx).ClientIP
	p, secret, err := a.Auth.Pairings().Ask(in.Body.Name, client)
	if err != nil {
		return nil, pairingError(err)
	}
	a.Logger.Info("a program asks to be paired", zap.String("name", p.Name), zap.Stringer("client", client))
	return show(AskedPairing{p.ID, secret, p.Code, store.At(p.ExpiresAt)}).created(a.way(ctx, "/api/pairings/"+p.ID)).secret(), nil
}

// pairingError says of an error of a pairing what the client has to know.
func pairingError(err error) error {
	if soon := new(auth.ThrottledError); errors.As(err, &soon) {
		p := inbound.NewProblem(http.StatusTooManyRequests, soon.Error())
		p.RetryAfter = soon.Wait
		return p
	}
	if errors.Is(err, auth.ErrNotPairing) {
		return notPairing()
	}
	return err
}

func notPairing() *inbound.Problem {
	return inbound.NewProblem(http.StatusUnauthorized, "send the secret of this pairing as \"Authorization: Pairing ...\"")
}

// PairingPath names a pairing.
type PairingPath struct {
	ID string `path:"id" maxLength:"64"`
}

var getPairing = operation{
	id: "get-pairing", owner: true,
	summary: "A program that asks for a token; the program itself, with its secret, is told the state alone",
}

func (a *API) getPairing(ctx context.Context, in *PairingPath) (*result[PairingBody], error) {
	if secret, ok := ctx.Value(pairingKey{}).(string); ok {
		state, err := a.Auth.Pairings().State(in.ID, secret)
		if err != nil {
			return nil, pairingError(err)
		}
		return show(PairingBody{State: state}).secret(), nil
	}
	p, replaces, err := a.Auth.Pairings().Get(in.ID)
	if err != nil {
		return nil, err
	}
	return showPairing(p, replaces), nil
}

type allowPairingInput struct {
	PairingPath
	Body *struct {
		Name     string      `json:"name,omitempty" maxLength:"200" doc:"Of the token; default: what the program said" example:"laptop"`
		Scope    string      `json:"scope,omitempty" enum:"read,write" doc:"Default: write, which includes read"`
		Replaces opt[string] `json:"replaces,omitempty" doc:"The name of the token that may end for this one; null: none; default: what the pairing says. Another token of the name is 409" example:"laptop"`
	}
}

var allowPairing = operation{id: "allow-pairing", owner: true, secret: true, summary: "Let a program take a token; the one that it replaces ends when it does"}

func (a *API) allowPairing(_ context.Context, in *allowPairingInput) (*result[PairingBody], error) {
	body := orZero(in.Body)
	p, err := a.Auth.Pairings().Allow(in.ID, body.Name, scopeOf(body.Scope), body.Replaces.Opt)
	return a.decided(p, err)
}

var denyPairing = operation{id: "deny-pairing", owner: true, secret: true, summary: "Turn a program away that asks for a token"}

func (a *API) denyPairing(_ context.Context, in *PairingPath) (*result[PairingBody], error) {
	p, err := a.Auth.Pairings().Deny(in.ID)
	return a.decided(p, err)
}

func (a *API) decided(p auth.Pairing, err error) (*result[PairingBody], error) {
	if err != nil {
		return nil, err
	}
	a.Logger.Info("the owner decided on a pairing", zap.String("name", p.Name), zap.String("state", string(p.State)))
	return showPairing(p, ""), nil
}

var takePairing = operation{
	id: "take-pairing-token", open: true, secret: true,
	summary: "Take the token that the owner has allowed, with the secret of the pairing; for a minute it may be taken again",
}

func (a *API) takePairing(ctx context.Context, in *PairingPath) (*result[CreatedToken], error) {
	secret, ok := ctx.Value(pairingKey{}).(string)
	if !ok {
		return nil, notPairing()
	}
	made, text, err := a.Auth.Pairings().Take(in.ID, secret)
	if err != nil {
		return nil, pairingError(err)
	}
	return show(CreatedToken{showToken(made), text}).secret(), nil
}
