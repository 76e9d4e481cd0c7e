//go:build !race

package storetest

// RaceDetector says that times and sizes are not those of the real program.
const RaceDetector = false
