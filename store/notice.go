package store

import (
	"context"
	"fmt"
)

// The channels that messages go through.
const (
	ChannelGateway = "gateway" // an agent gateway
	ChannelPush    = "push"    // a browser, by Web Push
	ChannelNtfy    = "ntfy"
	ChannelMail    = "mail"
	ChannelWebhook = "webhook"
)

// Channels are all of them.
var Channels = []string{ChannelGateway, ChannelPush, ChannelNtfy, ChannelMail, ChannelWebhook}

// Notice is a message as people read it: plain text, without control characters.
type Notice struct {
	ID     string       `json:"id" doc:"The same on every channel" example:"cxy99bbg25ng"`
	Kind   string       `json:"kind" enum:"digest,review,reminder,ready,approval,conflict,alarm,test"`
	Title  string       `json:"title" doc:"At most 80 characters" example:"2 threads are quiet"`
	Body   string       `json:"body" doc:"At most 500 characters" example:"Renew the certificate. Next step: call the provider"`
	URL    string       `json:"url" doc:"The page to open; empty without a public URL" example:"https://hub.example/ui/threads?view=quiet"`
	Tag    string       `json:"tag" doc:"A notice of the same tag takes the place of an earlier one" example:"reminder/0k3x5p9q2abc"`
	Urgent bool         `json:"urgent" doc:"Whether it comes in quiet hours too" example:"false"`
	Items  []NoticeItem `json:"items" nullable:"false"`
}

// The groups of a review's items.
const (
	GroupFinished = "finished"
	GroupQuiet    = "quiet"
)

// NoticeItem is one thing that a notice speaks of.
type NoticeItem struct {
	Title string   `json:"title" example:"Renew the certificate"`
	Group string   `json:"group,omitempty" enum:"finished,quiet" doc:"Of a review: which part of it this stands in" example:"finished"`
	URL   string   `json:"url" doc:"Empty without a public URL" example:"https://hub.example/ui/threads/0k3x5p9q2abc"`
	Verbs []string `json:"verbs" nullable:"false" doc:"What can be done with it at once: done, snooze_1h, snooze_day, open" example:"[\"snooze_day\",\"open\"]"`
}

// Target is one way that a message goes: a channel and, where that has several, the device.
type Target struct {
	Channel, Device string
	// From is when it may be sent; zero: at once.
	From Time
}

// Message is something to say, and in which ways.
type Message struct {
	Text   string // to an agent gateway
	Notice Notice // to people; its id and kind are the outbox's, and so is the tag of one that takes no other's place
	To     []Target
}

// keptDeliveries is how many are kept for the owner to look at.
const keptDeliveries = 1000

// queue puts a message into the outbox, a delivery for each of its ways, unless its slot had one
// there already. It returns those that are new.
func (tx *tx) queue(kind, slot string, m Message, threads ...string) (made []Delivery, err error) {
	if len(m.To) == 0 {
		return nil, nil
	}
	if threads == nil {
		threads = []string{}
	}
	list, err := jsonText(threads)
	if err != nil {
		return nil, err
	}
	notice := m.Notice
	if notice.ID, notice.Kind = tx.NewID(), kind; notice.Items == nil {
		notice.Items = []NoticeItem{}
	}
	if notice.Tag == "" {
		notice.Tag = slot
	}
	said, err := jsonText(notice)
	if err != nil {
		return nil, err
	}
	for _, to := range m.To {
		from := to.From
		if from.Before(tx.now.Time) {
			from = tx.now
		}
		d := Delivery{
			ID: tx.NewID(), Kind: kind, Slot: slot, Channel: to.Channel, Device: to.Device, State: DeliveryQueued, Notice: &notice,
			NextAttemptAt: &from, CreatedAt: tx.now, DueAt: from, Text: m.Text, threads: threads,
		}
		var there bool
		if err := tx.Row(`SELECT EXISTS (SELECT 1 FROM deliveries WHERE slot = ? AND channel = ? AND device = ?)`, slot, d.Channel, d.Device).Scan(&there); err != nil {
			return nil, err
		}
		if there {
			continue
		}
		if err := tx.Exec(`INSERT INTO deliveries(id, kind, slot, channel, device, text, notice, threads, next_attempt_at, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			d.ID, kind, slot, d.Channel, d.Device, m.Text, said, list, from, tx.now, from); err != nil {
			return nil, fmt.Errorf("queue a delivery: %w", err)
		}
		made = append(made, d)
	}
	tx.touch()
	return made, tx.Exec(`DELETE FROM deliveries WHERE state <> 'queued' AND id <= (SELECT id FROM deliveries ORDER BY id DESC LIMIT 1 OFFSET ?)`, keptDeliveries)
}

// QueueTest puts a message for one way into the outbox that the owner asked for.
func (s *Store) QueueTest(ctx context.Context, by By, m Message) (Written[Delivery], error) {
	return answer(ctx, s, "queue a test", by, func(tx *tx) (out Written[Delivery], err error) {
		made, err := tx.queue(DeliverTest, DeliverTest+"/"+tx.NewID(), m)
		if err == nil && len(made) != 1 {
			err = fmt.Errorf("a test has %d ways", len(made))
		}
		if err == nil {
			out.Item = made[0]
		}
		return out, err
	})
}
