// Package ui holds the dashboard: static files inside the binary and the handler that
// serves them. The pages hold no data; what they show they ask the API for, as whoever
// looks at them. It imports nothing of ours.
package ui

import "embed"

// built is what `npm run build` made of src/. It is committed, so that a hub builds without
// Node; .ci/run fails when it is not what the sources say.
//
//go:embed all:dist
var built embed.FS

// page is the one page, for every place of the dashboard.
const page = "index.html"

// mediaTypes are by file name, not by the machine's own table: that one differs from
// system to system, and a browser runs no script under another type.
var mediaTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".webmanifest": "application/manifest+json",
}
