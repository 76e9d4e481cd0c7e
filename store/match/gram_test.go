package match

import "testing"

// What tells works apart to the letter is never likened by its parts.
func TestIDsAreWhole(t *testing.T) {
	for _, c := range []struct {
		name, word string
		id         bool
	}{
		{"a number", "2026", true},
		{"a moment", "27t02", true},
		{"nanoseconds", "123456789z", true},
		{"the id of a thread", "01k9z3c7wq5v8h2m4n6p0r1s3t", true},
		{"a part of a UUID", "9f86d081", true},
		{"the hash of a commit", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4", true},
		{"a standard", "x509", true},
		{"an item of the hub", "0k3x5p9q2abc", true},
		{"a version of an interface", "v1beta2", true},
		{"a word", "kubernetes", false},
		{"a version in a name", "postgres17", false},
		{"a number between letters", "log4shell", false},
		{"a name of a function", "sha256sum", false},
		{"another alphabet", "проверить2", false},
		{"nothing", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := isID(c.word); got != c.id {
				t.Errorf("isID(%q) = %v, want %v", c.word, got, c.id)
			}
		})
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		name, word string
		grams      int
	}{
		{"a word too short for parts", "api", 1},
		{"an id", "01k9z3c7wq5v8h2m4n6p0r1s3t", 1},
		{"a word", "rapid", 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			if grams, _ := appendGrams(nil, c.word); len(grams) != c.grams {
				t.Errorf("%q has %d grams, want %d", c.word, len(grams), c.grams)
			}
		})
	}
}
