package backup

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// letters are what random texts are made of: several scripts and what breaks quoting.
var letters = []rune("abc äöß 日本 \"'\\;--%_\n#[]()<>&\u200f🧵")

// author makes random changes through the store, as agents and the owner would. What the
// store refuses does not matter here.
type author struct {
	*rand.Rand
	t       testing.TB
	store   *store.Store
	threads []string
	pages   []string
}

func (a *author) text(most int) string {
	text := []rune("thread ")
	for range a.IntN(most) {
		text = append(text, letters[a.IntN(len(letters))])
	}
	return string(text)
}

func (a *author) project() string { return fmt.Sprintf("project-%d", a.IntN(4)) }

func (a *author) by() store.By {
	if a.IntN(2) == 0 {
		return agent
	}
	return store.By{Actor: store.Owner}
}

// thread is one that exists, or none.
func (a *author) thread() string {
	if len(a.threads) == 0 {
		return ""
	}
	return a.threads[a.IntN(len(a.threads))]
}

// change makes one.
func (a *author) change() {
	ctx := a.t.Context()
	switch id := a.thread(); a.IntN(12) {
	case 0, 1, 2:
		w, err := a.store.CreateThread(ctx, a.by(), "codex", store.ThreadInput{
			Summary: store.Some(a.text(40)), ProjectSlug: store.Some(a.project()), Goal: store.Some(a.text(200)),
			NextSteps: store.Some([]string{a.text(20), a.text(20)}), Tried: store.Some([]store.Attempt{{What: a.text(20), WhyNot: a.text(20)}}),
		}, true)
		if err == nil {
			a.threads = append(a.threads, w.Item.ID)
		}
	case 3:
		_, _ = a.store.Block(ctx, a.by(), id, store.Guard{}, a.text(30))
	case 4:
		_, _ = a.store.Finish(ctx, a.by(), id, store.Guard{}, store.StatusDone, a.text(30))
	case 5:
		_, _ = a.store.Claim(ctx, a.by(), id, store.ClaimInput{Holder: a.text(10)})
	case 6:
		_, _ = a.store.DeleteThread(ctx, a.by(), id, store.Guard{})
	case 7:
		path := fmt.Sprintf("notes/page-%d", a.IntN(6))
		if _, err := a.store.PutPage(ctx, a.by(), path, 0, "# "+a.text(400)+"\n[[notes/page-1]]\n"); err == nil {
			a.pages = append(a.pages, path)
		}
	case 8:
		if len(a.pages) > 0 {
			_, _ = a.store.DeletePage(ctx, a.by(), a.pages[a.IntN(len(a.pages))], 0)
		}
	case 9:
		_, _ = a.store.PutProgress(ctx, a.by(), a.project(), 0, "# "+a.text(300)+"\n\n- [ ] one\n- [x] two\n")
	case 10:
		_, _ = a.store.CreateReminder(ctx, a.by(), store.ReminderInput{Text: store.Some(a.text(50)), DueAt: store.Some("2030-05-04T09:00:00Z"), ProjectSlug: store.Some(a.project())}, store.Policy{})
	case 11:
		_, _ = a.store.SaveSessions(ctx, a.by(), []store.SessionInput{{Tool: "codex", SessionRef: a.text(10), Title: store.Some(a.text(60))}})
	}
}

// randomData makes a data folder with as many random changes as wanted.
func randomData(t testing.TB, random *rand.Rand, changes int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	a := &author{Rand: random, t: t, store: open(t, dir)}
	for range changes {
		a.change()
	}
	closeStore(t, a.store)
	return dir
}
