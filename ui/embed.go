// Package ui holds the dashboard: static files inside the binary and the handler that
// serves them. The pages hold no data; what they show they ask the API for, as whoever
// looks at them. It imports nothing of ours.
package ui

import "embed"

// files are the dashboard's pages and what they load.
//
//go:embed shell
var files embed.FS

// page is the one page. It asks for the other files by their names beside it; the handler
// puts the served addresses in.
const page = "index.html"

// mediaTypes are by file name, not by the machine's own table: that one differs from
// system to system, and a browser runs no script under another type.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}
