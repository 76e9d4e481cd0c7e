package merge

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The log of a progress file is the section below its heading "Log". Its entries are list
// items or headings of the third level, each with the lines that belong to it.
var (
	section   = regexp.MustCompile(`^ {0,3}#{1,2}(?:[ \t].*)?$`)
	logHead   = regexp.MustCompile(`(?i)^ {0,3}##[ \t]+log[ \t]*#*[ \t]*$`)
	listItem  = regexp.MustCompile(`^ ?(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)`)
	headEntry = regexp.MustCompile(`^ {0,3}###(?:[ \t]+|$)`)
	fence     = regexp.MustCompile("^[ \t]*(```+|~~~+)")
	// The marks that people put around the time of an entry come before it.
	stamped = regexp.MustCompile("^(?:\\[[ xX]\\][ \t]+)?[*_`(\\[]{0,3}(\\d{4}-\\d\\d-\\d\\d)(?:(?:[Tt]|,?[ \t]+)(\\d\\d:\\d\\d(?::\\d\\d)?)(?:\\.\\d+)?([Zz]|[-+]\\d\\d:?\\d\\d)?)?")
)

// entry is one entry of a log.
type entry struct {
	at   stamp
	text string // all its lines, each with its end, no blank ones behind them
}

// stamp is the time of an entry as it is written. The zero value is none.
type stamp struct {
	clockTime string // 2026-05-04 09:30:00
	zone      time.Duration
	zoned     bool
}

// compare orders times: those that name a zone as instants, all others as they are written,
// because the hub writes the owner's wall clock.
func (s stamp) compare(other stamp) int {
	if s.zoned && other.zoned {
		return s.instant().Compare(other.instant())
	}
	return cmp.Compare(s.clockTime, other.clockTime)
}

func (s stamp) instant() time.Time {
	at, err := time.Parse(time.DateTime, s.clockTime)
	if err != nil {
		return time.Time{} // no time of any clock, such as 25:00
	}
	return at.Add(-s.zone)
}

// readStamp reads the time at the begin of an entry, behind its marker.
func readStamp(line, marker string) stamp {
	m := stamped.FindStringSubmatch(line[len(marker):])
	if m == nil {
		return stamp{}
	}
	clock := cmp.Or(m[2], "00:00")
	if len(clock) == len("00:00") {
		clock += ":00"
	}
	s := stamp{clockTime: m[1] + " " + clock, zoned: m[3] != ""}
	if zone := strings.ReplaceAll(m[3], ":", ""); len(zone) == len("+0000") {
		hours, _ := strconv.Atoi(zone[1:3])
		minutes, _ := strconv.Atoi(zone[3:])
		s.zone = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
		if zone[0] == '-' {
			s.zone = -s.zone
		}
	}
	return s
}

// scan goes through the lines of a text and knows where it is.
type scan struct {
	inLog     bool
	fence     string // that opened the code in which it is; empty: in none
	inHeading bool   // entry, as opposed to a list
	stamps    []stamp
	loose     int // how many list items stand behind a blank line, less those that do not
	blank     bool
}

// kind is what a line is in a log.
type kind int

const (
	other   kind = iota // a line that belongs to what stands above it
	empty               // a blank one
	item                // begins a list item
	heading             // begins an entry of the third level
	outside             // a heading of a section, or a line before the log
)

// line takes the next line. marker is what an entry begins with.
func (s *scan) line(text string) (is kind, marker string) {
	text = strings.TrimRight(text, "\r\n")
	blank := strings.TrimSpace(text) == ""
	defer func() { s.blank = blank }()
	if s.fence != "" {
		rest, closes := strings.CutPrefix(strings.TrimSpace(text), s.fence)
		if closes && strings.Trim(rest, s.fence[:1]) == "" {
			s.fence = ""
		}
		return other, ""
	}
	if m := fence.FindStringSubmatch(text); m != nil {
		s.fence = m[1]
		return other, ""
	}
	switch {
	case blank:
		return empty, ""
	case section.MatchString(text):
		*s = scan{inLog: logHead.MatchString(text)}
		return outside, ""
	case !s.inLog:
		return outside, ""
	case headEntry.MatchString(text):
		marker, is, s.inHeading = headEntry.FindString(text), heading, true
	case listItem.MatchString(text):
		marker, is = listItem.FindString(text), item
		if s.blank && len(s.stamps) > 0 {
			s.loose++
		} else if len(s.stamps) > 0 {
			s.loose--
		}
	default:
		return other, ""
	}
	s.stamps = append(s.stamps, readStamp(text, marker))
	return is, marker
}

// scanned is where a text ends.
func scanned(text string) scan {
	var s scan
	for line := range strings.Lines(text) {
		s.line(line)
	}
	return s
}

// addition is what a side has put into a log.
type addition struct {
	lead  string // before the first entry: blank lines, more of the entry above, the log's heading
	items []entry
	heads []entry // behind the items: one that stands behind a heading is a part of its entry
	trail string  // blank lines at the end
	loose bool    // blank lines stand between its items
}

// read reads an addition to a place in a document. It is not ok when there is anything
// behind its lead that belongs to no entry.
func (a *addition) read(at scan, text string) (ok bool) {
	var last *entry
	gap := "" // blank lines above the present one
	for line := range strings.Lines(complete(text)) {
		is, marker := at.line(line)
		switch {
		case is == empty:
			gap += line
			continue
		case is == heading, is == item && len(a.heads) == 0:
			if last == nil {
				a.lead += gap
			}
			a.loose = a.loose || is == item && last != nil && gap != ""
			last = a.begin(entry{readStamp(line, marker), line}, is)
		case last == nil:
			a.lead += gap + line
		case is == outside, len(a.heads) == 0 && !continues(line, gap != ""):
			return false
		default:
			last.text += gap + line
		}
		gap = ""
	}
	a.trail = gap
	return at.fence == ""
}

// begin adds an entry.
func (a *addition) begin(e entry, is kind) *entry {
	list := &a.items
	if is == heading {
		list = &a.heads
	}
	*list = append(*list, e)
	return &(*list)[len(*list)-1]
}

// continues reports whether a line goes on with the list item above it.
func continues(line string, behindBlank bool) bool {
	return strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t") ||
		!behindBlank && !strings.ContainsAny(line[:1], "#>=-_*+<|`~")
}
