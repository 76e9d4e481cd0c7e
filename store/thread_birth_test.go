package store

import (
	"reflect"
	"strings"
	"testing"
)

// TestThreadBirthLeavesOutWhatIsEmpty: what was said about a new thread stands in its event, under
// the names that later changes have, and nothing else.
func TestThreadBirthLeavesOutWhatIsEmpty(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   ThreadInput
		want string
	}{
		{"a title alone", ThreadInput{}, "project_slug source_tool status summary"},
		{"an energy", ThreadInput{Energy: Some("low")}, "energy project_slug source_tool status summary"},
		{"an energy that says nothing", ThreadInput{Energy: Some("unknown")}, "project_slug source_tool status summary"},
		{"texts", ThreadInput{Goal: Some("g"), Focus: Some("f"), ResumeStep: Some("r")}, "focus goal project_slug resume_step source_tool status summary"},
		{"an empty text", ThreadInput{Goal: Some("")}, "project_slug source_tool status summary"},
		{"lists", ThreadInput{NextSteps: Some([]string{"n"}), Tried: Some([]Attempt{{What: "w"}})}, "next_steps project_slug source_tool status summary tried"},
		{"empty lists", ThreadInput{NextSteps: Some([]string{}), AlsoKnown: Some([]string{})}, "project_slug source_tool status summary"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, _ := newStore(t)
			tc.in.Summary = Some("s")
			w, err := s.CreateThread(t.Context(), agent, "codex", tc.in, false)
			if err != nil {
				t.Fatal(err)
			}
			e, err := s.Event(t.Context(), w.EventID)
			if err != nil {
				t.Fatal(err)
			}
			if got := keys(t, e.After); got != tc.want || e.Before != nil {
				t.Errorf("the event of the creation says {%s}, want {%s}", got, tc.want)
			}
		})
	}
}

// TestThreadBirthKnowsEveryField: a field that is added to threads is in the event of their
// creation too, or it is one that follows from the event.
func TestThreadBirthKnowsEveryField(t *testing.T) {
	follows := map[string]bool{
		"id": true, "origin": true, "version": true, "created_at": true, "updated_at": true, "last_activity_at": true,
		"paused_at": true, "completed_at": true, "snoozed_until": true, "merged_into": true, "lease": true,
	}
	birth := map[string]bool{}
	for f := range reflect.TypeFor[threadBirth]().Fields() {
		birth[jsonName(f)] = true
	}
	for f := range reflect.TypeFor[Thread]().Fields() {
		if name := jsonName(f); f.IsExported() && !birth[name] && !follows[name] {
			t.Errorf("the event of a creation does not say %q", name)
		}
	}
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}
