package api

import (
	"context"
	"net/http"
)

func (a *API) overview(ctx context.Context, _ *struct{}) (*answer, error) {
	o, err := a.Store.Overview(ctx, a.Policy)
	if err != nil {
		return nil, err
	}
	return cacheable(ctx, reply(http.StatusOK, o).tagged(0), o.FreshUntil), nil
}
