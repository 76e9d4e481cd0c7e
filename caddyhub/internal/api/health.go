package api

import (
	"errors"
	"net/http"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store"
)

func (a *API) health(w http.ResponseWriter, r *http.Request) {
	if err := a.Store.Healthy(r.Context()); err != nil {
		a.Logger.Warn("the hub is not healthy", zap.Error(err))
		busy(unhealthy(err)).Write(w)
		return
	}
	encoded[none]([]byte(`{"status":"ok"}`)).answer().write(w, r)
}

// unhealthy says to anybody why the hub can't store changes, and the cure where it is known.
// It names no folder.
func unhealthy(err error) string {
	var (
		displaced *store.DisplacedError
		corrupt   *store.CorruptError
	)
	switch {
	case errors.As(err, &displaced):
		return displaced.Error()
	case errors.As(err, &corrupt):
		return corrupt.Error()
	}
	return "the hub can't use its database; see its log"
}
