package api

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// maxKey bounds an Idempotency-Key.
const maxKey = 255

// checkConditions refuses a condition of a change that would silently be none, or one of several:
// the header of a script whose variable is empty, or that a client and a proxy both set.
func checkConditions(h http.Header) *inbound.Problem {
	for _, name := range []string{"Idempotency-Key", "If-Match"} {
		values := slices.Compact(slices.Clone(h.Values(name)))
		switch {
		case len(values) > 1:
			return inbound.Invalid("header."+name, "stands there twice with different values: send one")
		case len(values) == 1 && strings.TrimSpace(values[0]) == "":
			return inbound.Invalid("header."+name, "is empty: give it a value, or leave it out")
		case len(values) == 1 && name == "If-Match" && strings.Contains(values[0], ","):
			return inbound.Invalid("header."+name, "names several tags: send the one of the version that you have read")
		}
	}
	return nil
}

// once runs a write, or answers a repeated POST with the answer of the first: docs/rest.md,
// Idempotency-Key.
func (a *API) once(w http.ResponseWriter, r *http.Request, body []byte) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" || r.Method != http.MethodPost {
		a.mux.ServeHTTP(w, r)
		return
	}
	if a.mux.secret[r.Pattern] {
		keyRefused().Write(w)
		return
	}
	if len(key) > maxKey || strings.ContainsFunc(key, func(c rune) bool { return c < 0x20 || c > 0x7e }) {
		inbound.Invalid("header.Idempotency-Key", "must be 1 to 255 printable ASCII characters").Write(w)
		return
	}
	digest := sha256.Sum256(body)
	receipt := &store.Receipt{Scope: receiptScope(r), Key: key, Request: digest[:]}
	kept, done, err := a.Store.Replay(r.Context(), receipt)
	if err != nil {
		a.problemOf(r.Context(), err, "header").Write(w)
		return
	}
	defer done()
	if kept != nil {
		var first answer
		if err := json.Unmarshal(kept, &first); err != nil {
			a.problemOf(r.Context(), err, "header").Write(w)
			return
		}
		if !a.isLost(r, &first) {
			first.prepare().write(w, r)
			return
		}
	}
	a.mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), receiptKey{}, receipt)))
}

// keyRefused says that the answer of a route is a secret, which is not kept.
func keyRefused() *inbound.Problem {
	return inbound.Invalid("header.Idempotency-Key", "can't be used here: the answer is a secret, which is not kept")
}

// receiptScope is what a key is unique in: no token gets an answer that was another's.
func receiptScope(r *http.Request) string {
	scope := r.Method + " " + r.URL.Path
	if token := auth.From(r.Context()).Token; token != "" {
		scope += " " + token
	}
	return scope
}

// isLost reports whether an answer that is kept speaks of a lease that has ended since. Its
// repetition would let two work on one thread: the claim is made anew instead.
func (a *API) isLost(r *http.Request, first *answer) bool {
	thread, claimed := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/api/threads/"), "/claim")
	if !claimed {
		return false
	}
	var body struct{ Lease struct{ ID string } }
	if err := json.Unmarshal(first.Body, &body); err != nil {
		return true
	}
	held, err := a.Store.HoldsLease(r.Context(), thread, body.Lease.ID)
	return err != nil || !held
}

type receiptKey struct{}

// write makes a change and shows its result.
func write[T, R any](ctx context.Context, do func(store.By) (store.Written[T], error), show func(store.Written[T]) *result[R]) (*result[R], error) {
	by := author(ctx)
	made := func(w store.Written[T]) *result[R] { return show(w).recorded(w.EventID) }
	if receipt, ok := ctx.Value(receiptKey{}).(*store.Receipt); ok {
		receipt.Answer = func(written any) ([]byte, error) { return json.Marshal(made(written.(store.Written[T])).answer()) }
		by.Receipt = receipt
	}
	written, err := do(by)
	if err != nil {
		return nil, err
	}
	return made(written), nil
}
