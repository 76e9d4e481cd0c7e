package api

import "github.com/progresshub/progresshub/store/phrase"

// Said is what stands on the wire beside a sentence of the hub: a client that speaks another
// language than English says it in its own words.
type Said struct {
	Code   string         `json:"code,omitempty" doc:"Names the sentence beside it, and stays the same when its words change; absent: it has no code" example:"next.quiet"`
	Params map[string]any `json:"params,omitempty" doc:"What the sentence speaks of, by name: texts, whole numbers, and within a sentence another one as {text, code, params}" example:"{\"n\": 9}"`
}

func saidOf(p phrase.Phrase) Said { return Said{p.Code(), p.Params()} }
