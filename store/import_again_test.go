package store

import (
	"fmt"
	"strings"
	"testing"
)

// What was deleted here stays so when it is brought again. What belongs to it and is new since is no reason to
// refuse the rest.
func TestWhatWasDeletedStaysDeleted(t *testing.T) {
	t.Parallel()
	day := brought().Projects[0].CreatedAt
	idOf := func(s *Store, summary string) string {
		for _, one := range list(t, s, ThreadFilter{Statuses: Statuses}).Threads {
			if one.Summary == summary {
				return one.ID
			}
		}
		t.Fatalf("no thread %q", summary)
		return ""
	}
	deleteThread := func(s *Store, summary string) {
		done(t)(s.DeleteThread(t.Context(), owner, idOf(s, summary), Guard{}))
	}
	deleteProject := func(s *Store, slug string) {
		_, err := s.DeleteProject(t.Context(), owner, slug, Guard{})
		works(t, err)
	}
	newThread := IncomingThread{Ref: "s-9", Project: "shop", Summary: "Send parcels", Status: StatusOpen, DependsOn: []string{"s-2"}}
	for name, tc := range map[string]struct {
		erase func(*Store)
		add   func(*Incoming)
		made  Import // what comes with it
		shown string // as it begins; empty: nothing new
	}{
		"a thread": {erase: func(s *Store) { deleteThread(s, "Take payments") }},
		"a thread that has a date since": {
			erase: func(s *Store) { deleteThread(s, "Take payments") },
			add: func(in *Incoming) {
				in.Reminders = append(in.Reminders, IncomingReminder{Ref: "s-2/due", Text: "payments", Kind: remindOnce, DueAt: day, Thread: "s-2", Project: "shop"})
			},
		},
		"a thread that was merged, and has a date since": {
			erase: func(s *Store) {
				_, err := s.MergeThread(t.Context(), owner, idOf(s, "Take payments"), idOf(s, "Open the account"), Guard{})
				works(t, err)
			},
			add: func(in *Incoming) {
				in.Reminders = append(in.Reminders, IncomingReminder{Ref: "s-2/due", Text: "payments", Kind: remindOnce, DueAt: day, Thread: "s-2"})
			},
			made: Import{Reminders: 1},
		},
		"a project": {erase: func(s *Store) { deleteProject(s, "shop") }},
		"a project that has progress since": {
			erase: func(s *Store) { deleteProject(s, "shop") },
			add:   func(in *Incoming) { in.Projects[0].Progress += "\nmore\n" },
		},
		"a project that has a task since": {
			erase: func(s *Store) { deleteProject(s, "shop") },
			add:   func(in *Incoming) { in.Threads = append(in.Threads, newThread) },
			made:  Import{Threads: 1}, shown: "Send parcelsinboxopen",
		},
		"a project and the inbox, which get a task each": {
			erase: func(s *Store) { deleteProject(s, "shop"); deleteProject(s, InboxSlug) },
			add: func(in *Incoming) {
				in.Threads = append(in.Threads, newThread, IncomingThread{Ref: "s-8", Summary: "Find a shop", Status: StatusOpen})
			},
			made: Import{Projects: 1, Threads: 2}, shown: "Find a shopinboxopen",
		},
		"a project that has a date since": {
			erase: func(s *Store) { deleteProject(s, "shop") },
			add: func(in *Incoming) {
				in.Reminders = append(in.Reminders, IncomingReminder{Ref: "r-9", Text: "a new date", Kind: remindDaily, DueAt: day, Project: "shop"})
			},
			made: Import{Reminders: 1}, shown: "a new datedaily",
		},
		"a project whose slug is another's now": {
			erase: func(s *Store) {
				deleteProject(s, "shop")
				_, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("shop"), Title: Some("Mine")})
				works(t, err)
			},
			add:  func(in *Incoming) { in.Threads = append(in.Threads, newThread) },
			made: Import{Threads: 1}, shown: "Send parcelsshopopen",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			bring(t, s, brought())
			tc.erase(s)
			before := shownContents(t, s)
			in := brought()
			if tc.add != nil {
				tc.add(&in)
			}
			planned, err := s.PlanImport(t.Context(), owner, in, Policy{})
			works(t, err)
			got := bring(t, s, in).Item
			if planned.Known != got.Known || planned.Threads != got.Threads {
				t.Errorf("planned %+v, brought %+v", planned, got)
			}
			if got.Projects != tc.made.Projects || got.Threads != tc.made.Threads || got.Reminders != tc.made.Reminders || got.Pages != 0 {
				t.Errorf("brought %+v, want %+v", got, tc.made)
			}
			after := shownContents(t, s)
			if tc.made == (Import{}) && after != before {
				t.Errorf("it brings\n%s\nto\n%s", after, before)
			}
			if !strings.Contains(after, tc.shown) {
				t.Errorf("%q is missing in\n%s", tc.shown, after)
			}
		})
	}
}

// A project that is called otherwise in its tool by now is the one that it became here.
func TestAnImportKnowsAProjectByItsReference(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	bring(t, s, brought())
	in := brought()
	in.Projects[0].Slug, in.Projects[0].Title = "market", "The market"
	in.Threads = append(in.Threads, IncomingThread{Ref: "s-9", Project: "market", Summary: "Send parcels", Status: StatusOpen})
	for i := range in.Threads {
		if in.Threads[i].Project == "shop" {
			in.Threads[i].Project = "market"
		}
	}
	in.Reminders[1].Project = "market"
	if got := bring(t, s, in).Item; got.Projects != 0 || got.Threads != 1 {
		t.Errorf("brought %+v", got)
	}
	if got := shownContents(t, s); !strings.Contains(got, "Send parcelsshopopen") {
		t.Errorf("it is not in its project:\n%s", got)
	}
}

// What came by a reference of an earlier version is known, unless it is another folder's.
func TestWhatAnEarlierVersionBrought(t *testing.T) {
	t.Parallel()
	at := brought().Projects[0].CreatedAt
	from := func(name string, change func(*Incoming)) Incoming {
		in := Incoming{Source: "task-master", Projects: []IncomingProject{{Ref: name + "/master", Was: "master", Slug: name}}}
		for _, n := range []string{"1", "2", "3"} {
			in.Threads = append(in.Threads, IncomingThread{Ref: name + "/master/" + n, Was: "master/" + n, Project: name, Summary: n + " of " + name, Status: StatusOpen})
		}
		in.Threads[1].DependsOn = []string{name + "/master/1"}
		for _, n := range []string{"a", "b", "c"} {
			in.Pages = append(in.Pages, IncomingPage{Ref: name + "/docs/" + n, Was: "docs/" + n, Path: "docs/" + n, Markdown: "# " + n + " of " + name + "\n"})
		}
		if change != nil {
			change(&in)
		}
		return in
	}
	earlier := func(in Incoming) Incoming {
		for i := range in.Projects {
			in.Projects[i].Ref, in.Projects[i].Was = in.Projects[i].Was, ""
			in.Projects[i].Slug = "master"
		}
		for i := range in.Threads {
			th := &in.Threads[i]
			th.Ref, th.Was, th.Project = th.Was, "", "master"
			for j, need := range th.DependsOn {
				_, th.DependsOn[j], _ = strings.Cut(need, "/")
			}
		}
		for i := range in.Pages {
			in.Pages[i].Ref, in.Pages[i].Was = in.Pages[i].Was, ""
		}
		return in
	}
	for name, tc := range map[string]struct {
		before, now Incoming
		made        string
	}{
		"the same": {from("shop", nil), from("shop", nil), "0 projects, 0 threads, 0 pages"},
		"the same with one more": {from("shop", nil), from("shop", func(in *Incoming) {
			in.Threads = append(in.Threads, IncomingThread{Ref: "shop/master/4", Was: "master/4", Project: "shop", Summary: "4 of shop", Status: StatusOpen, DependsOn: []string{"shop/master/3"}})
		}), "0 projects, 1 threads, 0 pages"},
		"the same, in part called otherwise since": {from("shop", nil), from("shop", func(in *Incoming) {
			in.Threads[0].Summary, in.Pages[0].Markdown = "Sign-in", "# Another\n"
		}), "0 projects, 0 threads, 0 pages"},
		"the same by its times": {from("shop", func(in *Incoming) {
			for i := range in.Threads {
				in.Threads[i].CreatedAt = at
			}
		}), from("shop", func(in *Incoming) {
			in.Pages = nil
			for i := range in.Threads {
				in.Threads[i].CreatedAt, in.Threads[i].Summary = at, "otherwise"
			}
		}), "0 projects, 0 threads, 0 pages"},
		"another": {from("shop", nil), from("web", nil), "1 projects, 3 threads, 3 pages"},
		"another that has a task of the same name": {from("shop", nil), from("web", func(in *Incoming) {
			in.Threads[0].Summary = "1 of shop"
		}), "1 projects, 3 threads, 3 pages"},
		"pages without a title": {from("shop", func(in *Incoming) {
			for i := range in.Pages {
				in.Pages[i].Markdown = "shop\n"
			}
		}), from("web", func(in *Incoming) {
			for i := range in.Pages {
				in.Pages[i].Markdown = "web\n"
			}
		}), "1 projects, 3 threads, 3 pages"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			bring(t, s, earlier(tc.before))
			for i, want := range []string{tc.made, "0 projects, 0 threads, 0 pages"} {
				got := bring(t, s, tc.now).Item
				if made := fmt.Sprintf("%d projects, %d threads, %d pages", got.Projects, got.Threads, got.Pages); made != want {
					t.Errorf("time %d brings %s, want %s", i+1, made, want)
				}
			}
			threads := list(t, s, ThreadFilter{}).Threads
			projects := map[string]string{}
			for _, th := range threads {
				projects[th.ID] = th.ProjectSlug
			}
			for _, th := range threads {
				for _, need := range th.DependsOn {
					if projects[need] != th.ProjectSlug {
						t.Errorf("%q of %s waits for a thread of %s", th.Summary, th.ProjectSlug, projects[need])
					}
				}
			}
		})
	}
}

// Two projects of a source may be one here, by a name that it had before: the progress of both is kept, and
// one undo takes both back.
func TestTwoProjectsThatAreOneHere(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]string{"without a text": "", "with a text": "# Store\n"} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("shop")})
			changeProject(t)(s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")}))
			if own != "" {
				putProgress(t, s, "store", own)
			}
			in := Incoming{Source: "archive", Projects: []IncomingProject{
				{Ref: "shop", Slug: "shop", Title: "Shop", Progress: "# Shop\n\n- [x] opened\n"},
				{Ref: "store", Slug: "store", Title: "Store", Progress: "# Stock\n\n- [ ] count\n"},
			}}
			_, err := s.PlanImport(t.Context(), owner, in, Policy{})
			works(t, err)
			w := bring(t, s, in)
			if got := readProgress(t, s, "store").Markdown; !strings.HasPrefix(got, own) || !strings.Contains(got, "opened") || !strings.Contains(got, "count") {
				t.Errorf("progress: %q", got)
			}
			undo(t, s, w.EventID)
			if got := readProgress(t, s, "store").Markdown; got != own {
				t.Errorf("undone: %q, want %q", got, own)
			}
		})
	}
}
