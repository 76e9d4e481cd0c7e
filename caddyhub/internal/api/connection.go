package api

import (
	"context"
	"net/http"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/grant"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// ConnectionRequest is a program that asks to be connected, as the owner decides about it.
type ConnectionRequest struct {
	ID           string     `json:"id" example:"0k3x5p9q2abc"`
	ClientName   string     `json:"client_name" doc:"As the program calls itself, which is a stranger's text; empty: it does not" example:"Claude"`
	ClientHost   *string    `json:"client_host" doc:"Where the program publishes who it is; null: it has registered itself, as anybody can" example:"claude.ai"`
	RedirectHost string     `json:"redirect_host" doc:"Where the browser goes with the permission: decide by this. Of a program with a scheme of its own, the whole address" example:"claude.ai"`
	Loopback     bool       `json:"loopback" doc:"Whether that is a port of the machine of the browser"`
	App          bool       `json:"app" doc:"Whether that is whatever program on it has taken the scheme"`
	Scope        string     `json:"scope" enum:"read,write" doc:"What it asks for; write includes read"`
	Name         string     `json:"name" doc:"What the connector would be called" example:"Claude"`
	ExpiresAt    store.Time `json:"expires_at" format:"date-time"`
}

// ConnectionDecided says where the browser goes next.
type ConnectionDecided struct {
	Redirect string `json:"redirect" doc:"Open it in the browser that asked: it tells the program" example:"https://claude.ai/api/mcp/auth_callback?code=…"`
}

// ConnectionPath names a request of a program.
type ConnectionPath struct {
	ID string `path:"id" maxLength:"64"`
}

// oauth is the authorization server, if this hub has one.
func (a *API) oauth() (*grant.Service, error) {
	if a.OAuth == nil {
		return nil, inbound.NewProblem(http.StatusNotFound, "this hub has no connectors: set the option oauth (HUB_OAUTH_ISSUER) to let programs be connected by its address")
	}
	return a.OAuth, nil
}

var getConnectionRequest = operation{id: "get-connection-request", owner: true, secret: true, summary: "A program that asks to be connected"}

func (a *API) getConnectionRequest(_ context.Context, in *ConnectionPath) (*result[ConnectionRequest], error) {
	s, err := a.oauth()
	if err != nil {
		return nil, err
	}
	r, err := s.Request(in.ID)
	if err != nil {
		return nil, err
	}
	return show(ConnectionRequest{
		r.ID, r.ClientName, optional(r.ClientHost), r.To.Where, r.To.Loopback, r.To.App, r.Class.String(), r.Name, store.At(r.ExpiresAt),
	}).secret(), nil
}

type approveConnectionInput struct {
	ConnectionPath
	Body *struct {
		Scope string `json:"scope,omitempty" enum:"read,write" doc:"Default: what was asked for; never more than that"`
		Name  string `json:"name,omitempty" maxLength:"200" doc:"Of the connector; default: that of the request" example:"Claude"`
	}
}

var approveConnection = operation{id: "approve-connection", owner: true, secret: true, summary: "Let a program be connected, with no more than it asked for"}

func (a *API) approveConnection(_ context.Context, in *approveConnectionInput) (*result[ConnectionDecided], error) {
	s, err := a.oauth()
	if err != nil {
		return nil, err
	}
	body := orZero(in.Body)
	redirect, err := s.Approve(in.ID, scopeOf(body.Scope), body.Name)
	if err != nil {
		return nil, err
	}
	a.Logger.Info("the owner let a program be connected", zap.String("request", in.ID))
	return show(ConnectionDecided{redirect}).secret(), nil
}

var denyConnection = operation{id: "deny-connection", owner: true, secret: true, summary: "Turn a program away that asks to be connected"}

func (a *API) denyConnection(_ context.Context, in *ConnectionPath) (*result[ConnectionDecided], error) {
	s, err := a.oauth()
	if err != nil {
		return nil, err
	}
	redirect, err := s.Deny(in.ID)
	if err != nil {
		return nil, err
	}
	return show(ConnectionDecided{redirect}).secret(), nil
}

// ConnectorCheck is what the hub sees of itself from the outside.
type ConnectorCheck struct {
	Steps []ConnectorStep `json:"steps" nullable:"false"`
}

// ConnectorStep is one step of that.
type ConnectorStep struct {
	Step  string  `json:"step" enum:"name,certificate,paths" doc:"Whether the issuer's name leads to an address that others reach, whether they trust its certificate, and whether the addresses at its root are this hub's"`
	State string  `json:"state" enum:"ok,failed,skipped" doc:"skipped: one before it has failed"`
	Text  *string `json:"text" doc:"What is wrong; null: nothing" example:"the certificate that hub.example.org shows is not trusted"`
	Said  *Said   `json:"said" doc:"text under its code"`
}

var checkConnectors = operation{id: "check-connectors", owner: true, summary: "Look whether programs elsewhere can reach the hub to be connected, as far as that can be told from here"}

func (a *API) checkConnectors(ctx context.Context, _ *struct{}) (*result[ConnectorCheck], error) {
	s, err := a.oauth()
	if err != nil {
		return nil, err
	}
	b := ConnectorCheck{Steps: []ConnectorStep{}}
	for _, step := range a.Outside.Look(ctx, s) {
		one := ConnectorStep{Step: step.Name, State: "skipped"}
		switch {
		case step.Tried && step.Why.String() == "":
			one.State = "ok"
		case step.Tried:
			one.State, one.Text, one.Said = "failed", new(step.Why.String()), new(saidOf(step.Why))
		}
		b.Steps = append(b.Steps, one)
	}
	return show(b), nil
}
