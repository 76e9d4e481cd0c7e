//go:build race

package caddyhub

// raceDetector says that times and sizes are not those of the real program.
const raceDetector = true
