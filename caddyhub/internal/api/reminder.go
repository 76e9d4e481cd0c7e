package api

import (
	"context"
	"net/http"
	"time"

	"github.com/progresshub/progresshub/store"
)

// ReminderBody is a reminder on the wire.
type ReminderBody struct {
	store.Reminder
	URL string `json:"url" doc:"Where the dashboard shows it" example:"/ui/reminders/cxy99bbg25ng"`
}

// ReminderDetail is a reminder that is asked for by itself.
type ReminderDetail struct {
	ReminderBody
	Upcoming []store.Time `json:"upcoming" nullable:"false" doc:"The next three times, fewer if it ends before"`
}

func (a *API) reminderBody(ctx context.Context, m store.Reminder) ReminderBody {
	return ReminderBody{m, a.link(ctx, store.DashboardPath(store.ReminderURI(m.ID)))}
}

type listRemindersInput struct {
	State    string `query:"state" default:"pending" doc:"pending, due, done or all"`
	Project  string `query:"project" doc:"A project's slug"`
	ThreadID string `query:"thread_id" doc:"Only those about this thread"`
	PageQuery
}

var listReminders = operation{id: "list-reminders", summary: "List reminders, those due first come first"}

func (a *API) listReminders(ctx context.Context, in *listRemindersInput) (*result[[]ReminderBody], error) {
	list, err := a.Store.Reminders(ctx, store.ReminderFilter{State: in.State, Project: in.Project, ThreadID: in.ThreadID, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	bodies := make([]ReminderBody, len(list.Reminders))
	for i, m := range list.Reminders {
		bodies[i] = a.reminderBody(ctx, m)
	}
	next := a.nextPage(ctx, "/api/reminders", in.PageQuery, list.Next, map[string]string{"state": in.State, "project": in.Project, "thread_id": in.ThreadID})
	return show(bodies).listed(list.Total, next).until(list.FreshUntil), nil
}

// ReminderFields are the fields of a reminder that a client may write.
type ReminderFields struct {
	Kind        opt[string] `json:"kind,omitempty" doc:"once, daily, weekly, rrule, session (whenever an agent starts) or random (on some of those days); default rrule with a rule, else once" example:"weekly"`
	DueAt       opt[string] `json:"due_at,omitempty" doc:"When it comes first. Without an offset it is what the owner's clock shows; a day alone is 09:00 of it. Required for once, daily and weekly; of an rrule by default its first time to come, at 09:00" example:"2026-05-04T09:30"`
	RRule       opt[string] `json:"rrule,omitempty" doc:"A rule of RFC 5545, for the kind rrule" example:"FREQ=WEEKLY;BYDAY=MO,TH"`
	ThreadID    opt[string] `json:"thread_id,omitempty" example:"0k3x5p9q2abc"`
	ProjectSlug opt[string] `json:"project_slug,omitempty" doc:"Default: that of the thread" example:"shop"`
	Urgent      opt[bool]   `json:"urgent,omitempty" doc:"Whether it makes itself heard in quiet hours too; default: false" example:"false"`
}

func (f ReminderFields) input() store.ReminderInput {
	return store.ReminderInput{
		Kind: f.Kind.Opt, DueAt: f.DueAt.Opt, RRule: f.RRule.Opt, ThreadID: f.ThreadID.Opt, ProjectSlug: f.ProjectSlug.Opt, Urgent: f.Urgent.Opt,
	}
}

type createReminderInput struct {
	Body struct {
		Text string `json:"text" example:"Renew the certificate"`
		ReminderFields
	}
}

var createReminder = operation{id: "create-reminder", summary: "Create a reminder", status: http.StatusCreated}

func (a *API) createReminder(ctx context.Context, in *createReminderInput) (*result[ReminderBody], error) {
	fields := in.Body.input()
	fields.Text = store.Some(in.Body.Text)
	return write(ctx, func(by store.By) (store.Written[store.Reminder], error) {
		return a.Store.CreateReminder(ctx, by, fields, a.Policy)
	}, func(w store.Written[store.Reminder]) *result[ReminderBody] {
		return show(a.reminderBody(ctx, w.Item)).created(a.way(ctx, "/api/reminders/"+w.Item.ID))
	})
}

// ReminderPath names a reminder.
type ReminderPath struct {
	ID string `path:"id" maxLength:"64"`
}

var getReminder = operation{id: "get-reminder", summary: "Read a reminder with its next times"}

func (a *API) getReminder(ctx context.Context, in *ReminderPath) (*result[ReminderDetail], error) {
	m, err := a.Store.Reminder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	upcoming, err := a.Store.Upcoming(m, a.Policy)
	if err != nil {
		return nil, err
	}
	var until time.Time
	if len(upcoming) > 0 {
		until = upcoming[0].Time
	}
	return show(ReminderDetail{a.reminderBody(ctx, m), upcoming}).until(until), nil
}

type updateReminderInput struct {
	ReminderPath
	Body struct {
		Text opt[string] `json:"text,omitempty" example:"Water the plants"`
		ReminderFields
	}
}

var updateReminder = operation{id: "update-reminder", summary: "Change the fields of a reminder that the body carries"}

func (a *API) updateReminder(ctx context.Context, in *updateReminderInput) (*result[ReminderBody], error) {
	fields := in.Body.input()
	fields.Text = in.Body.Text.Opt
	return a.changeReminder(ctx, func(by store.By) (store.Written[store.Reminder], error) {
		return a.Store.UpdateReminder(ctx, by, in.ID, fields, a.Policy)
	})
}

type snoozeReminderInput struct {
	ReminderPath
	Body struct {
		Until string `json:"until,omitempty" doc:"A time in the future; without an offset it is in the owner's zone, and a day alone is 09:00 of it" example:"2026-05-04T18:00"`
		For   string `json:"for,omitempty" doc:"Instead of until: 10m, 1h, tonight (20:00; once that is over, in an hour) or tomorrow (09:00)" example:"tonight"`
	}
}

var snoozeReminder = operation{id: "snooze-reminder", summary: "Move the next time of a reminder"}

func (a *API) snoozeReminder(ctx context.Context, in *snoozeReminderInput) (*result[ReminderBody], error) {
	return a.changeReminder(ctx, func(by store.By) (store.Written[store.Reminder], error) {
		return a.Store.SnoozeReminder(ctx, by, in.ID, store.ReminderSnooze{Until: in.Body.Until, For: in.Body.For}, a.Policy)
	})
}

type finishReminderInput struct {
	ReminderPath
	Body *struct {
		NextAt opt[string] `json:"next_at,omitempty" doc:"The time that is to end, as the reminder was read: sent again, or by several, it ends only once, and one that is over or was put off changes nothing. Default: whichever comes next" example:"2026-05-04T07:30:00.000Z"`
	}
}

var finishReminder = operation{id: "finish-reminder", summary: "End a reminder; of a recurring one this occurrence"}

func (a *API) finishReminder(ctx context.Context, in *finishReminderInput) (*result[ReminderBody], error) {
	return a.changeReminder(ctx, func(by store.By) (store.Written[store.Reminder], error) {
		return a.Store.FinishReminderAt(ctx, by, in.ID, orZero(in.Body).NextAt.Value, a.Policy)
	})
}

var deleteReminder = operation{id: "delete-reminder", summary: "Delete a reminder"}

func (a *API) deleteReminder(ctx context.Context, in *ReminderPath) (*result[none], error) {
	return write(ctx, func(by store.By) (store.Written[store.Reminder], error) {
		return a.Store.DeleteReminder(ctx, by, in.ID)
	}, gone)
}

// changeReminder runs a change of one reminder and shows the reminder.
func (a *API) changeReminder(ctx context.Context, do func(store.By) (store.Written[store.Reminder], error)) (*result[ReminderBody], error) {
	return write(ctx, do, func(w store.Written[store.Reminder]) *result[ReminderBody] { return show(a.reminderBody(ctx, w.Item)) })
}
