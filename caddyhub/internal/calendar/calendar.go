// Package calendar writes the times of reminders as a calendar that other programs subscribe to
// (RFC 5545).
package calendar

import (
	"io"
	"strconv"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

const (
	// length is how long a reminder takes in a calendar: it has to have a length to be seen.
	length = 15 * time.Minute
	// refresh is how often a program is asked to look again.
	refresh = "PT1H"
	product = "-//Progress Hub//Reminders//EN"
)

// Write writes a calendar with an event for each time. A recurring reminder stands there once for
// each of its times, as the hub itself will tell of it, snoozed ones too: a rule would leave to
// each program what the hub has decided. link is the address of a reminder; empty: none.
func Write(w io.Writer, entries []store.CalendarEntry, link func(store.Reminder) string) error {
	c := ics.NewCalendar()
	c.SetProductId(product)
	c.SetMethod(ics.MethodPublish)
	c.SetXWRCalName("Progress Hub")
	c.SetRefreshInterval(refresh)
	c.SetXPublishedTTL(refresh)
	for _, e := range entries {
		// The same time of the same reminder stays the same event, whenever it is asked for.
		event := c.AddEvent(e.Reminder.ID + "-" + strconv.FormatInt(e.At.Unix(), 10) + "@progress-hub")
		event.SetDtStampTime(e.Reminder.UpdatedAt.Time)
		event.SetStartAt(e.At.Time)
		event.SetEndAt(e.At.Add(length))
		event.SetSummary(summary(e.Reminder.Text))
		event.SetTimeTransparency(ics.TransparencyTransparent) // the owner is not taken up by it
		if address := link(e.Reminder); address != "" {
			event.SetURL(address)
		}
	}
	return c.SerializeTo(w, ics.WithNewLineWindows)
}

// summary is the text of a reminder, whoever wrote it, in one line: the library leaves a carriage
// return as it is, which some programs take for the end of the property.
func summary(text string) string { return strings.Join(strings.Fields(outline.Visible(text)), " ") }
