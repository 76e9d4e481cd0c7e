package store

import (
	"fmt"
	"strings"
	"testing"
)

// progressText is a progress file as people keep them.
func progressText() string {
	var b strings.Builder
	b.WriteString("# Payments\n\nSee [[guides/webhooks]].\n\n## Now\n\n" + markers + "\n## Plan\n\n")
	for i := range 40 {
		fmt.Fprintf(&b, "- [x] step %d of the plan, with *some* words and `code`\n", i)
	}
	b.WriteString("\n## Log\n\n")
	for i := range 60 {
		fmt.Fprintf(&b, "- 2026-05-04 09:%02d decided something worth a line of its own\n", i)
	}
	return b.String()
}

// BenchmarkReadProgress reads a file of 6 KB with 50 active threads.
func BenchmarkReadProgress(b *testing.B) {
	s := benchStore(b)
	for i := range 50 {
		create(b, s, fmt.Sprint("rotate the signing secret of webhook ", i), inProject("p"))
	}
	putProgress(b, s, "p", progressText())
	for b.Loop() {
		readProgress(b, s, "p")
	}
}

func BenchmarkPutProgress(b *testing.B) {
	s := benchStore(b)
	createProject(b, s, ProjectInput{Slug: Some("p")})
	text := progressText()
	n := 0
	for b.Loop() {
		n++
		putProgress(b, s, "p", fmt.Sprint(text, n))
	}
}

// BenchmarkLargestPage writes and reads pages of the greatest size, of links and of words.
func BenchmarkLargestPage(b *testing.B) {
	var links strings.Builder
	for i := 0; links.Len() < MaxMarkdown-20; i++ {
		fmt.Fprintf(&links, "[[%x]]\n", i)
	}
	for name, text := range map[string]string{"links": links.String(), "words": strings.Repeat("some words, ", MaxMarkdown/12-1)} {
		s := benchStore(b)
		n := 0
		b.Run(name+"/put", func(b *testing.B) {
			for b.Loop() {
				n++
				putPage(b, s, "a", fmt.Sprint(text, n))
			}
		})
		b.Run(name+"/read", func(b *testing.B) {
			for b.Loop() {
				readPage(b, s, "a")
			}
		})
	}
}

// BenchmarkMove moves a folder of 200 pages that link to each other.
func BenchmarkMove(b *testing.B) {
	s := benchStore(b)
	for i := range 200 {
		putPage(b, s, fmt.Sprint("a/", i), progressText()+fmt.Sprintf("[[a/%d]] [[a/%d]]", i+1, i+2))
	}
	from, to := "a", "b"
	for b.Loop() {
		movePages(b, s, from, to)
		from, to = to, from
	}
}
