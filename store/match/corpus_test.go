package match

import (
	"time"
)

// epoch is the time the tests take place.
var epoch = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// corpus is n invented works as documents.
func corpus(n int) []Doc {
	docs := make([]Doc, n)
	for i, w := range InventedWorks(n) {
		docs[i] = Doc{
			ID: w.ID, Kind: "thread", Project: w.Project, Status: "open",
			Title: w.Title, Body: w.Body, At: epoch.Add(-w.Age),
		}
	}
	return docs
}

// pages is n invented pages with as much body as the index reads.
func pages(n int) []Doc {
	docs := make([]Doc, n)
	for i, p := range InventedPages(n, maxBodyBytes) {
		docs[i] = Doc{ID: p.ID, Kind: "page", Title: p.Title, Body: p.Body, At: epoch}
	}
	return docs
}
