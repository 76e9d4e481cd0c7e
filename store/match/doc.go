// Package match ranks short texts by how likely they describe the same work.
//
// It is the memory behind "is someone already working on this?": an index of
// thread summaries, session records and wiki titles, held in memory, asked
// with a sentence and answering with scored, explained hits. It is pure: no
// SQL and no clock. The caller passes the time, keeps the index in
// step with its own store and decides what a hit means.
//
// Texts meet by the words they share, by other words for the same and by their topic, as the
// lexicon has them, in whatever of its languages. What each has for itself says whether they
// may be the same work.
//
// A score is half BM25 over stems, as a share of what the query itself would
// score, and half the cosine of TF-IDF vectors of character grams; the best by
// that are compared once more by Dice's coefficient, and lifted slightly for the
// same project and for being recent. Where to read it:
//
//	fold.go     text → folded words, in any script
//	stem.go     words → stems and their weight (stop words weigh little)
//	alias.go    short forms → the words they stand for
//	root.go     words of other languages → without their endings
//	intent.go   which part of a query says what the work is
//	thesaurus.go texts → the concepts and topics of the lexicon; thesaurus_file.go written down
//	verb.go      verbs whose particle stands apart from them
//	lookup.go    a word, and all it is looked up by; lengths.go of which phrases it may be the first
//	topic.go     concepts → the topics they belong to, and back
//	gram.go     words → character 3- and 4-grams
//	state.go    the inverted index: grams → words → documents
//	posting.go  the byte-coded lists it is made of
//	record.go   what is kept of a document; arena.go where
//	idtable.go  ids → documents
//	index.go    the concurrent face: Put, Remove, Search
//	file.go     an index written down: Save, Load; code.go its numbers and texts
//	plan.go     a query, weighed against the index
//	views.go    several answers to one query, and one brought up to date
//	search.go   the way from lists to candidates to hits
//	scratch.go  the memory a search works in
//	score.go    the exact score of a candidate
//	literal.go  what holds the words of a query, whatever else it says
//	meaning.go  what other words for the same add to it
//	gist.go     how much two texts speak of the same topics
//	role.go     the part of each word in a sentence: from where, to where
//	contrast.go what both have for themselves, which makes it other work
//	opposite.go words that make it the opposite work
//	glossary.go words the owner has set equal
//	wordings.go a query in several wordings
//	names.go    a document under several names
//	why.go      the words that explain a hit
//	verdict.go  none, related or duplicate
//	snippet.go  the stretch of a text that holds a query's words
//
// The tests of this package measure all that on labelled pairs (evaluate_*_test.go).
package match

import "time"

// Doc is one searchable item.
type Doc struct {
	ID      string    // unique within the index
	Kind    string    // what it is: "thread", "session", "page", …
	Project string    // project slug, may be empty
	Status  string    // for the caller's filter; blocked and done items rank like any other
	Title   string    // the summary that is scored; read up to 2,000 bytes
	Also    []string  // other names of it: each is read like a title and counts a share
	Body    string    // goal, focus, next steps: scored with less weight; read up to 4 KiB
	At      time.Time // last activity, for the small recency boost
}

// Query asks for the documents nearest to a text.
type Query struct {
	Text string // read up to 1 KiB and 64 terms
	// Also says the same in other words, or in another language; each is read like Text. At
	// most four are, those that are equal once.
	Also    []string
	Project string    // its documents come first and are lifted slightly; others only if they are the same, or behind them
	Limit   int       // most hits to return; 10 when zero or less, at most 200
	Now     time.Time // the time recency is measured from; zero means no recency boost

	// Glossary is what words the owner has set equal; nil: none.
	Glossary *Glossary

	// NoTopics leaves out what only belongs to the same topic: whoever searches for a word
	// wants that word, or another one for the same.
	NoTopics bool
	// Literal finds what holds [EnoughWords] of the query, by [ByWords], and puts what is only like its
	// words behind that.
	Literal bool

	// Keep and KeepID are those of a [View].
	Keep   func(kind, project, status string) bool
	KeepID func(id string) bool
}

// Hit is one answer to a query.
type Hit struct {
	ID, Kind, Project, Status string

	// Score is 0 to 1; 1 means the same words.
	Score float64
	// Why names at most six shared words as the query spells them, the most
	// telling first. A word matched by likeness only reads "quary ~ query".
	Why []string
	// Wording is the other wording of the query that the document was found by; empty: its text.
	Wording string
	// Name is the number of the document's other name that it was found by, from 1; 0: by its
	// title or body.
	Name int
	// Passed reports whether Score reaches Floor, the least worth showing.
	Passed bool
}

const (
	maxQueryBytes = 1 << 10
	maxTitleBytes = 2000
	maxBodyBytes  = 4 << 10

	// maxTerms bounds a query. A title counts as title up to the same bound and
	// as body beyond it, so that a text always equals itself.
	maxTerms = 64

	defaultLimit = 10
	maxLimit     = 200
)
