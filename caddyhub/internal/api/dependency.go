package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

var threadDependencies = operation{id: "thread-dependencies", summary: "What a thread waits for, and what waits for it"}

func (a *API) threadDependencies(ctx context.Context, in *ThreadPath) (*result[store.Dependencies], error) {
	found, err := a.Store.Dependencies(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return show(found).until(found.FreshUntil), nil
}
