package store

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever is done to documents, undoing it all, the newest first, gives every text back
// at its path, with the links and indexes in step at every stage.
func TestUndoGivesEveryTextBack(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t)
			random := rand.New(rand.NewPCG(seed, 5))
			createProject(t, s, ProjectInput{Slug: Some("p")})
			createProject(t, s, ProjectInput{Slug: Some("q")})
			th := create(t, s, "s", inProject("p"))
			type stage struct {
				event string
				texts map[string]string
			}
			var stages []stage
			steps := 120
			if testing.Short() {
				steps = 30
			}
			for range steps {
				c.advance(1e6)
				was := documents(t, s)
				event, err := randomChange(t, s, random, th.ID)
				if err != nil && !isConflict(err) && !isMissing(err) && invalidFields(err) == "" {
					t.Fatal(err)
				}
				if err != nil && !maps.Equal(was, documents(t, s)) {
					t.Fatalf("a refused change changed something: %v", err)
				}
				if event != "" {
					stages = append(stages, stage{event, was})
				}
			}
			checkDerived(t, s)
			if len(stages) < steps/3 {
				t.Fatalf("only %d of %d changes did anything", len(stages), steps)
			}
			for i, st := range slices.Backward(stages) {
				mustUndo(t, s, st.event)
				got := documents(t, s)
				// The file of a project that had none stays, empty.
				maps.DeleteFunc(got, func(uri, text string) bool {
					_, was := st.texts[uri]
					return text == "" && !was && (uri == ProgressURI("p") || uri == ProgressURI("q"))
				})
				if !maps.Equal(got, st.texts) {
					t.Fatalf("after undoing change %d:\n%v\nwant\n%v", i, got, st.texts)
				}
				if i%10 == 0 {
					checkDerived(t, s)
				}
			}
		})
	}
}

// randomChange makes one change of documents in a small wiki and returns its event.
func randomChange(t testing.TB, s *Store, random *rand.Rand, thread string) (event string, err error) {
	paths := []string{"a", "b", "a/b", "a/b/c", "a/c", "b/c", "d/e/f/a", "d"}
	pick := func() string { return paths[random.IntN(len(paths))] }
	project := []string{"p", "q"}[random.IntN(2)]
	text := randomMarkdown(random) + fmt.Sprintf("\n\n[[%s]] [[%s|x]]\n", pick(), pick())
	switch n := random.IntN(10); {
	case n < 4:
		w, err := s.PutPage(t.Context(), owner, pick(), 0, text)
		return w.EventID, err
	case n < 6:
		w, err := s.PutProgress(t.Context(), agent, project, 0, text)
		return w.EventID, err
	case n == 6:
		w, err := s.LogProgress(t.Context(), agent, "p", LogEntry{Text: fmt.Sprintf("saw [[%s]] %d", pick(), random.IntN(2)), ThreadID: thread}, Policy{})
		return w.EventID, err
	case n == 7:
		w, err := s.DeletePage(t.Context(), owner, pick(), 0)
		return w.EventID, err
	case n == 8:
		w, err := s.MovePages(t.Context(), owner, pick(), pick())
		return w.EventID, err
	default:
		if w, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some(project)}); err == nil {
			return w.EventID, nil
		}
		w, err := s.DeleteProject(t.Context(), owner, project, Guard{})
		return w.EventID, err
	}
}

// A move changes the links to what it moves, and nothing else.
func TestMoveChangesOnlyTheLinksToWhatItMoves(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	random := rand.New(rand.NewPCG(6, 7))
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	for round := range rounds {
		home := fmt.Sprint("w", round)
		putPage(t, s, home+"/from/x", "")
		for i := range 6 {
			putPage(t, s, fmt.Sprint(home, "/", i), randomMarkdown(random)+fmt.Sprintf("\n\n[[%[1]s/from/x]] [[%[1]s/from]] [[%[1]s/from-not]] [[%[1]s/other]]\n", home))
		}
		before := documents(t, s)
		w := movePages(t, s, home+"/from", home+"/to/deep")
		after := documents(t, s)
		for uri, text := range before {
			now, there := after[uri]
			renamed := false
			if there && now != text {
				for _, link := range readPage(t, s, uri[len("hub://wiki/"):]).Links {
					renamed = renamed || link.Path == home+"/to/deep/x" && link.Exists
					if link.Path == home+"/from" || link.Path == home+"/from/x" {
						t.Fatalf("%s still links to %s: %q", uri, link.Path, now)
					}
				}
			}
			if there && now != text && !renamed {
				t.Fatalf("%s changed from %q to %q", uri, text, now)
			}
		}
		checkDerived(t, s)
		mustUndo(t, s, w.EventID)
		if got := documents(t, s); !maps.Equal(got, before) {
			t.Fatalf("undone:\n%v\nwant\n%v", got, before)
		}
	}
	checkDerived(t, s)
}
