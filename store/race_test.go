//go:build race

package store

// raceDetector says that everything takes ten times as long.
const raceDetector = true
