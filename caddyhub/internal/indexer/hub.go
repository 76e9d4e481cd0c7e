package indexer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// Tries of one request: what may pass is tried again, with longer and longer waits.
const (
	maxTries  = 5
	firstWait = time.Second
	maxWait   = time.Minute // also of what the hub asks for
)

// maxAnswer is more than the hub ever answers, in bytes.
const maxAnswer = 8 << 20

// hub is the way to the hub.
type hub struct {
	Way
	o *Options
}

// result is what became of one record.
type result struct {
	Status string `json:"status"`
	Errors []struct {
		Location string `json:"location"`
		Message  string `json:"message"`
	} `json:"errors"`
}

func (r result) why() string {
	if len(r.Errors) == 0 {
		return "it does not say why"
	}
	at := r.Errors[0].Location
	return at[strings.LastIndexByte(at, '.')+1:] + " " + r.Errors[0].Message
}

// check finds out whether there is a hub, and whether it takes the token, before anything
// is read.
func (h *hub) check(ctx context.Context) error {
	var list []struct{}
	return h.do(ctx, http.MethodGet, "/api/sessions?limit=1", nil, &list)
}

// save sends a batch of so many records.
func (h *hub) save(ctx context.Context, body []byte, count int) ([]result, error) {
	var answer struct {
		Results []result `json:"results"`
	}
	if err := h.do(ctx, http.MethodPost, "/api/sessions:batch", body, &answer); err != nil {
		return nil, err
	}
	if len(answer.Results) != count {
		return nil, h.NoHub("it did not answer for each record")
	}
	return answer.Results, nil
}

// do makes a request and takes its answer, and tries again what may pass.
func (h *hub) do(ctx context.Context, method, path string, body []byte, answer any) error {
	wait := firstWait
	for try := 1; ; try++ {
		err := h.once(ctx, method, path, body, answer)
		var passing *Passing
		if !errors.As(err, &passing) || try == maxTries || passing.After > maxWait {
			return err
		}
		if try == 1 && h.o.Warn != nil {
			h.o.Warn("the hub does not answer as it should, trying again")
		}
		if err := h.o.Sleep(ctx, max(wait, passing.After)); err != nil {
			return err
		}
		wait *= 2
	}
}

func (h *hub) once(ctx context.Context, method, path string, body []byte, answer any) error {
	req, err := http.NewRequestWithContext(ctx, method, h.Base.String()+path, bytes.NewReader(body))
	if err != nil {
		return errors.New("auth_token or hub_url holds a character that can't be sent")
	}
	if token := h.Token; token != "" { // a hub in development mode takes none
		req.Header.Set("Authorization", "Bearer "+token)
	}
	req.Header.Set("User-Agent", h.o.Agent)
	req.Header.Set("Accept", "application/json")
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := h.o.Client.Do(req)
	if err != nil {
		return h.unanswered(ctx, err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return h.unanswered(ctx, err)
	}
	if res.StatusCode != http.StatusOK {
		return h.Refused(res, text, h.o.Now())
	}
	if !isJSON(res) || json.Unmarshal(text, answer) != nil {
		return h.NoHub("it answers with something else")
	}
	return nil
}

// unanswered is the error of a request that got no answer.
func (h *hub) unanswered(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return h.Unreached(err)
}
