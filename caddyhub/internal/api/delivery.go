package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Delivery is a message to the owner, and why it was not sent, for people.
type Delivery struct {
	store.Delivery
	LastErrorSaid *Said `json:"last_error_said" doc:"last_error under its code; null: it has none"`
}

func newDelivery(d store.Delivery) Delivery { return Delivery{d, saidBeside(d.Channel, d.LastError)} }

// lastDelivery is the newest message on a channel; nil: there was none.
func (a *API) lastDelivery(ctx context.Context, f store.DeliveryFilter) (*Delivery, error) {
	f.Limit = 1
	page, err := a.Store.Deliveries(ctx, f)
	if err != nil || len(page.Deliveries) == 0 {
		return nil, err
	}
	return new(newDelivery(page.Deliveries[0])), nil
}

// saidBeside is what stands beside a text that a field of its own has, and which says a sentence of an
// area; nil: it has no code.
func saidBeside(area string, text *string) *Said {
	if text == nil {
		return nil
	}
	return beside(phrase.Find(area, *text))
}

// beside is a sentence without its text, which stands beside it; nil: it has no code.
func beside(p phrase.Phrase) *Said {
	if p.Code() == "" {
		return nil
	}
	return new(saidOf(p))
}

type listDeliveriesInput struct {
	Kind    string `query:"kind" doc:"digest, reminder, ready, approval, conflict, alarm or test"`
	State   string `query:"state" doc:"queued, sent or failed"`
	Channel string `query:"channel" doc:"gateway, push, ntfy, mail or webhook"`
	PageQuery
}

var listDeliveries = operation{id: "list-deliveries", owner: true, summary: "List what was sent to the owner, what failed and what waits, the newest first"}

func (a *API) listDeliveries(ctx context.Context, in *listDeliveriesInput) (*result[[]Delivery], error) {
	page, err := a.Store.Deliveries(ctx, store.DeliveryFilter{Kind: in.Kind, State: in.State, Channel: in.Channel, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	list := make([]Delivery, len(page.Deliveries))
	for i, d := range page.Deliveries {
		list[i] = newDelivery(d)
	}
	next := a.nextPage(ctx, "/api/deliveries", in.PageQuery, page.Next, map[string]string{"kind": in.Kind, "state": in.State, "channel": in.Channel})
	return show(list).listed(page.Total, next).until(never), nil
}
