package api

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/progresshub/progresshub/store"
)

// AgentsBody is the owner's day as far as agents are concerned.
type AgentsBody struct {
	DayBegan store.Time  `json:"day_began" format:"date-time" doc:"When the owner's day began: changes are counted from then on"`
	Agents   []AgentBody `json:"agents" nullable:"false" doc:"First those that hold a thread, then the one whose last change is the newest"`
}

// AgentBody is an agent on the wire.
type AgentBody struct {
	Name    string           `json:"name" doc:"What it calls itself" example:"claude-code"`
	Via     *string          `json:"via" doc:"An agent that works over two tokens with a name or more stands here once for each: the name of the token, empty for the work without one; null: the agent as a whole" example:"laptop"`
	LastAt  *store.Time      `json:"last_at" format:"date-time" doc:"When it was last heard of: a change, a claim or a call; null when that is too long ago to be known"`
	Changes int              `json:"changes" doc:"How many it has made today" example:"12"`
	Latest  []store.Event    `json:"latest" nullable:"false" doc:"The newest of them, at most 8"`
	Held    []HeldThreadBody `json:"held" nullable:"false" doc:"The threads it works on, that whose lease ends first at the front"`
}

// HeldThreadBody is a thread somebody works on.
type HeldThreadBody struct {
	ThreadBody
	HeldSince store.Time `json:"held_since" format:"date-time" doc:"When it was claimed"`
}

func (a *API) agentBody(ctx context.Context, d store.AgentDay) AgentBody {
	body := AgentBody{Name: d.Name, Via: d.Via, LastAt: d.LastAt, Changes: d.Changes, Latest: redacted(ctx, d.Latest), Held: []HeldThreadBody{}}
	for _, h := range d.Held {
		body.Held = append(body.Held, HeldThreadBody{a.threadBody(ctx, h.Thread), h.Since})
	}
	return body
}

var getAgents = operation{id: "get-agents", summary: "The agents: what each works on, and what it has changed today"}

// getAgents is never cached: a call of an agent that changes nothing still tells that it is alive.
func (a *API) getAgents(ctx context.Context, _ *struct{}) (*result[AgentsBody], error) {
	agents, from, err := a.Store.AgentsToday(ctx, a.Policy)
	if err != nil {
		return nil, err
	}
	body := AgentsBody{DayBegan: from, Agents: []AgentBody{}}
	for _, d := range agents {
		body.Agents = append(body.Agents, a.agentBody(ctx, d))
	}
	for _, c := range a.Clients.List() {
		if c.MCPCalls == 0 {
			continue // no agent
		}
		name := store.ClientName(c.Name)
		if !slices.ContainsFunc(body.Agents, func(one AgentBody) bool { return one.Name == name && one.Via != nil }) {
			body.hear(name, nil, c.LastAt)
			continue
		}
		for _, via := range slices.Sorted(maps.Keys(c.TokensAt)) {
			body.hear(name, &via, c.TokensAt[via])
		}
	}
	return show(body), nil
}

// hear notes a call of an agent, which may have changed nothing.
func (b *AgentsBody) hear(name string, via *string, when time.Time) {
	at := store.At(when)
	i := slices.IndexFunc(b.Agents, func(one AgentBody) bool {
		return one.Name == name && (via == nil || one.Via != nil && *one.Via == *via)
	})
	if i < 0 {
		b.Agents = append(b.Agents, AgentBody{Name: name, Via: via, LastAt: &at, Latest: []store.Event{}, Held: []HeldThreadBody{}})
	} else if last := b.Agents[i].LastAt; last == nil || at.After(last.Time) {
		b.Agents[i].LastAt = &at
	}
}
