package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

var getActivity = operation{id: "get-activity", summary: "How much was changed in the last twelve weeks, by whom and in which projects"}

func (a *API) getActivity(ctx context.Context, _ *struct{}) (*result[store.Activity], error) {
	activity, err := a.Store.Activity(ctx, a.Policy)
	if err != nil {
		return nil, err
	}
	return show(activity).until(activity.FreshUntil), nil
}
