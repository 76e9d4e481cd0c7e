package api

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/grant"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// TokenBody is a token with a name, on the wire.
type TokenBody struct {
	ID         string      `json:"id" example:"0k3x5p9q2abc"`
	Name       string      `json:"name" doc:"Stands in the history as via, with every change that comes with the token" example:"laptop"`
	Kind       string      `json:"kind" enum:"named,connector" doc:"connector: a program that was connected by the hub's address. More kinds may come"`
	Scope      string      `json:"scope" enum:"read,write" doc:"write includes read"`
	Client     *string     `json:"client" doc:"The program it was issued to, where that is known"`
	CreatedAt  store.Time  `json:"created_at" format:"date-time"`
	ExpiresAt  *store.Time `json:"expires_at" format:"date-time" doc:"null: it holds until it is revoked"`
	LastUsedAt *store.Time `json:"last_used_at" format:"date-time" doc:"null: never"`
}

func showToken(t auth.Token) TokenBody {
	return TokenBody{
		ID: t.ID, Name: t.Name, Kind: "named", Scope: t.Class.String(),
		CreatedAt: store.At(t.CreatedAt), ExpiresAt: timeOrNull(t.ExpiresAt), LastUsedAt: timeOrNull(t.LastUsedAt),
	}
}

func timeOrNull(t time.Time) *store.Time {
	if t.IsZero() {
		return nil
	}
	return new(store.At(t))
}

func showConnector(c grant.Connector) TokenBody {
	return TokenBody{
		ID: c.ID, Name: c.Name, Kind: "connector", Scope: c.Class.String(), Client: optional(c.Client),
		CreatedAt: store.At(c.CreatedAt), ExpiresAt: timeOrNull(c.ExpiresAt), LastUsedAt: timeOrNull(c.LastUsedAt),
	}
}

var listTokens = operation{id: "list-tokens", owner: true, summary: "The tokens with a name and the connectors, the newest first of each"}

// listTokens is never cached: using a token changes it without a change of the store.
func (a *API) listTokens(context.Context, *struct{}) (*result[[]TokenBody], error) {
	list := []TokenBody{}
	for _, t := range a.Auth.Tokens().List() {
		list = append(list, showToken(t))
	}
	for _, c := range a.Grants.Connectors() {
		list = append(list, showConnector(c))
	}
	return show(list).listed(len(list), ""), nil
}

type createTokenInput struct {
	Body struct {
		Name          string   `json:"name" maxLength:"200" doc:"1 to 40 characters, such as the machine or the agent it is for" example:"laptop"`
		Scope         string   `json:"scope,omitempty" enum:"read,write" doc:"Default: write, which includes read"`
		ExpiresInDays opt[int] `json:"expires_in_days,omitempty" doc:"1 to 730; null or absent: until it is revoked" example:"90"`
	}
}

// CreatedToken is a token with its text, which is told this once.
type CreatedToken struct {
	TokenBody
	Token string `json:"token" doc:"Send it as \"Authorization: Bearer ...\"; it is shown only here"`
}

var createToken = operation{id: "create-token", owner: true, secret: true, summary: "Make a token with a name, for an agent or a machine"}

func (a *API) createToken(ctx context.Context, in *createTokenInput) (*result[CreatedToken], error) {
	if refusal := a.Auth.NeedsPrivate(); refusal != nil {
		return nil, refusal
	}
	asked := auth.TokenInput{Name: in.Body.Name, Class: scopeOf(in.Body.Scope)}
	if days := in.Body.ExpiresInDays.Value; days != nil {
		if asked.Days = *days; asked.Days == 0 {
			asked.Days = -1 // no number of days means for ever
		}
	}
	made, text, err := a.Auth.Tokens().Create(asked)
	if err != nil {
		return nil, err
	}
	a.Logger.Info("a token was made", zap.String("name", made.Name), zap.Stringer("scope", made.Class))
	return show(CreatedToken{showToken(made), text}).created(a.way(ctx, "/api/tokens/"+made.ID)).secret(), nil
}

// scopeOf is the class of a scope that Huma has checked; without one, a token may write.
func scopeOf(scope string) inbound.Class {
	if scope == inbound.Read.String() {
		return inbound.Read
	}
	return inbound.Write
}

type tokenPath struct {
	ID string `path:"id" maxLength:"64"`
}

var revokeToken = operation{id: "revoke-token", owner: true, summary: "End a token or a connector at once"}

func (a *API) revokeToken(_ context.Context, in *tokenPath) (*result[none], error) {
	revoked, err := a.Auth.Tokens().Revoke(in.ID)
	name := revoked.Name
	if missing := new(store.NotFoundError); errors.As(err, &missing) {
		var connector grant.Connector
		connector, err = a.Grants.Revoke(in.ID)
		name = connector.Name
	}
	if err != nil {
		return nil, err
	}
	a.Logger.Info("a token was revoked", zap.String("name", name))
	return gone(store.Written[none]{}), nil
}
