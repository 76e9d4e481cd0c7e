package match

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// furnished is an index with all that one can hold: names, versions, pages, removed documents.
func furnished(t testing.TB) *Index {
	t.Helper()
	x := small()
	x.Put(corpus(400)...)
	x.Put(pages(20)...)
	x.Put(Doc{ID: "named", Kind: "thread", Project: "shop", Title: "Sessions expire after five minutes", Also: []string{"People get thrown out"}, At: epoch})
	x.Put(Doc{ID: "version", Kind: "thread", Title: "Upgrade to Go 1.26", At: epoch})
	x.Put(Doc{ID: "ids", Kind: "thread", Title: "Revert 9f86d081 on log4shell", At: epoch})
	x.Remove("rapid", "greek")
	return x
}

func saved(t testing.TB, x *Index, stamp string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := x.Save(&b, []byte(stamp)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func anyStamp([]byte) bool { return true }

func load(x *Index, data []byte, fits func([]byte) bool) error {
	return x.Load(bytes.NewReader(data), len(data), fits)
}

func loaded(t testing.TB, data []byte) *Index {
	t.Helper()
	x := New()
	if err := load(x, data, anyStamp); err != nil {
		t.Fatal(err)
	}
	return x
}

// sameAnswers compares two indexes that hold the same.
func sameAnswers(t *testing.T, got, want *Index) {
	t.Helper()
	if got.Len() != want.Len() {
		t.Errorf("%d documents, want %d", got.Len(), want.Len())
	}
	for _, text := range append(queries()[:60], "people get thrown out", "upgrade to Go 26.1", "Upgrade to Go 1.26", "αναζήτηση", "qqqq", "the of") {
		q := Query{Text: text, Also: []string{"sessions expire"}, Project: "shop", Limit: 20, Now: epoch}
		sameHits(t, text, got.Search(q), want.Search(q))
	}
}

func TestLoadGivesBackWhatWasSaved(t *testing.T) {
	race.SkipShort(t)
	x := furnished(t)
	y := loaded(t, saved(t, x, ""))
	sameAnswers(t, y, x)
	t.Run("and goes on from there", func(t *testing.T) {
		for _, index := range []*Index{x, y} {
			index.Remove("named", "api")
			index.Put(corpus(900)[300:]...)
			index.Put(Doc{ID: "version", Kind: "thread", Title: "Upgrade to Go 1.27", At: epoch})
		}
		sameAnswers(t, y, x)
	})
	t.Run("also when nothing was in it", func(t *testing.T) {
		empty := loaded(t, saved(t, New(), ""))
		empty.Put(threads()...)
		sameAnswers(t, empty, small())
	})
}

func TestLoadAsksForTheStamp(t *testing.T) {
	data := saved(t, small(), "mine")
	x := New()
	if err := load(x, data, func(stamp []byte) bool { return string(stamp) == "other" }); !errors.Is(err, ErrUnfit) || x.Len() != 0 {
		t.Errorf("%v, %d documents", err, x.Len())
	}
	if err := load(x, data, func(stamp []byte) bool { return string(stamp) == "mine" }); err != nil || x.Len() == 0 {
		t.Errorf("%v, %d documents", err, x.Len())
	}
}

func TestLoadRefusesWhatIsDamaged(t *testing.T) {
	race.SkipShort(t)
	data := saved(t, small(), "")
	x := New()
	x.Put(Doc{ID: "held", Title: "Paint the fence"})
	refused := func(name string, data []byte) {
		t.Helper()
		if err := load(x, data, anyStamp); err == nil || x.Len() != 1 {
			t.Fatalf("%s: %v, %d documents", name, err, x.Len())
		}
	}
	from := part{bytes.NewReader(data[len(fileHead()):]), len(data) - len(fileHead())}
	if !takeThesaurus(&from) { // which stands in between, and is not looked at again
		t.Fatal("no thesaurus in it")
	}
	between := len(data) - from.left
	for i := 0; i < len(data); i += 97 {
		if i >= len(fileHead()) && i < between {
			i = between
		}
		bad := bytes.Clone(data)
		bad[i] ^= 1 << (i % 8)
		refused(fmt.Sprint("byte ", i, " is another"), bad)
	}
	for _, n := range []int{0, 1, 7, 15, 20, between / 2, between, between + from.left/2, len(data) - 1} {
		refused(fmt.Sprint("cut to ", n), data[:n])
	}
	refused("with more behind it", append(bytes.Clone(data), 0))
}

// A file with the right checksum that says nonsense must not bring the process down either.
func FuzzDecode(f *testing.F) {
	var b bytes.Buffer
	e := encoder{w: &b}
	small().st.frozen().encode(&e)
	e.flush()
	f.Add(b.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		d := decoder{data: data}
		newState().decode(&d)
	})
}

func writtenThesaurus(t *testing.T, th *thesaurus) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := writeThesaurus(&b, th); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A thesaurus that was written down says what the one it was made of says.
func TestThesaurusIsReadBack(t *testing.T) {
	want := known()
	written := writtenThesaurus(t, want)
	inUse.Store(nil)
	t.Cleanup(func() { inUse.Store(want) })
	from := part{bytes.NewReader(append(written, "rest"...)), len(written) + len("rest")}
	ok := takeThesaurus(&from)
	rest, got := from.take(from.left), inUse.Load()
	if !ok || string(rest) != "rest" || got == nil {
		t.Fatalf("%v, %q left, %v", ok, rest, got)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("it is another one")
	}
}

func TestDamagedThesaurusIsRefused(t *testing.T) {
	race.SkipShort(t)
	want := known()
	written := writtenThesaurus(t, want)
	inUse.Store(nil)
	t.Cleanup(func() { inUse.Store(want) })
	refused := func(name string, data []byte) {
		t.Helper()
		if takeThesaurus(&part{bytes.NewReader(data), len(data)}) || inUse.Load() != nil {
			t.Fatal(name)
		}
	}
	for i := 0; i < len(written); i += 60_013 {
		bad := bytes.Clone(written)
		bad[i] ^= 1 << (i % 8)
		refused(fmt.Sprint("byte ", i, " is another"), bad)
	}
	for _, n := range []int{0, 1, 5, len(written) / 2, len(written) - 1} {
		refused(fmt.Sprint("cut to ", n), written[:n])
	}
}

// One with the right checksum that says nonsense is refused, or can be asked.
func FuzzThesaurus(f *testing.F) {
	var b bytes.Buffer
	e := encoder{w: &b}
	spoken(f, "en: sign in, log in | de: anmelden\n~ session: log in, cookie\n! sign in / cookie").encode(&e)
	e.flush()
	f.Add(b.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var th thesaurus
		if th.decode(&decoder{data: data}) {
			th.says.of(1)
		}
	})
}

func TestSaveBesideChanges(t *testing.T) {
	x := New()
	docs := corpus(1200)
	x.Put(docs[:400]...)
	var group sync.WaitGroup
	group.Go(func() {
		for i, d := range docs[400:] {
			x.Put(d)
			x.Remove(docs[i%400].ID)
		}
	})
	for range 20 {
		loaded(t, saved(t, x, "")).Search(Query{Text: docs[500].Title, Now: epoch})
	}
	group.Wait()
	sameAnswers(t, loaded(t, saved(t, x, "")), x)
}

// TestFileVersion fails when the form of the file or the analysis of texts has changed: a hub
// would otherwise go on with an index of another making. Then raise fileVersion, and write the
// new sum here.
func TestFileVersion(t *testing.T) {
	const version, want = 10, "546afa3f12de8a79"
	known()                                              // so that the file's is passed over
	file := saved(t, furnished(t), "")[len(fileHead()):] // the lexicon's own sum stands in the head
	from := part{bytes.NewReader(file), len(file)}
	takeThesaurus(&from)
	data := from.take(from.left)
	few := writtenThesaurus(t, spoken(t, "en: sign in, log in | de: anmelden, Anmeldung | ja: ログイン\n~ session: log in, cookie\n! sign in / cookie"))
	if got := fmt.Sprintf("%x", sha256.Sum256(slices.Concat(few, data[:len(data)-4])))[:16]; got != want || fileVersion != version {
		t.Errorf("version %d has sum %s, want %d and %s", fileVersion, got, version, want)
	}
}
