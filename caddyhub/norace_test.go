//go:build !race

package caddyhub

const raceDetector = false
