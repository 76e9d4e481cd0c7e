package exchange

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/recur"
)

// Todoist writes dates as people say them. Those in English that are plain are read; others stay
// words.

var (
	atTime  = regexp.MustCompile(`(?:\bat |@ ?|, |\s)(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$`)
	starts  = regexp.MustCompile(`\s+(?:starting|from)(?: on)?\s+(.+)$`)
	inDays  = regexp.MustCompile(`^(?:in )?(\d{1,4}) (day|week|month|year)s?$`)
	every   = regexp.MustCompile(`^every (?:(\d{1,3}|other) )?(day|week|month|year|hour)s?$`)
	ordinal = regexp.MustCompile(`^every (\d{1,2})(?:st|nd|rd|th)?$`)
	isDate  = regexp.MustCompile(`^every (?:year on )?([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?$|^every (\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})$`)
)

// weekdays are their names, and what RFC 5545 calls them.
var weekdays = map[string]string{
	"mon": "MO", "tue": "TU", "tues": "TU", "wed": "WE", "thu": "TH", "thur": "TH", "thurs": "TH", "fri": "FR", "sat": "SA", "sun": "SU",
	"monday": "MO", "tuesday": "TU", "wednesday": "WE", "thursday": "TH", "friday": "FR", "saturday": "SA", "sunday": "SU",
}

var dayNumbers = map[string]time.Weekday{
	"SU": time.Sunday, "MO": time.Monday, "TU": time.Tuesday, "WE": time.Wednesday, "TH": time.Thursday, "FR": time.Friday, "SA": time.Saturday,
}

// morningHour is the time of a reminder whose date has none, as the hub has it.
const morningHour = 9

// lastYear is the last in which a reminder may begin.
const lastYear = 2199

// todoistTime reads a date: when it is first, and how it comes again.
func todoistTime(text string, now time.Time, zone *time.Location) (first store.Time, again repeat, ok bool) {
	words := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	begin := now.In(zone)
	if at, err := store.ParseTime(text, zone); err == nil && !store.IsDay(text) && at.Year() > 1 {
		return at, again, true
	}
	from := ""
	if m := starts.FindStringSubmatch(words); m != nil {
		words, from = strings.TrimSuffix(words, m[0]), m[1]
	}
	hour, minute, words, ok := cutTime(words)
	if !ok {
		return first, again, false
	}
	recurring := strings.HasPrefix(words, "every") || words == "daily" || words == "weekly" || words == "monthly" || words == "yearly"
	if from != "" {
		day, known := dayOf(from, begin)
		if !known || !recurring {
			return first, again, false
		}
		begin = day
	}
	if !recurring {
		day, known := dayOf(words, begin)
		return clock(day, hour, minute, zone), again, known && day.Year() <= lastYear
	}
	day, again, ok := todoistRule(words, begin)
	return clock(day, hour, minute, zone), again, ok && day.Year() <= lastYear
}

// cutTime takes the time of day from the end of a date; without one it is the morning.
func cutTime(words string) (hour, minute int, rest string, ok bool) {
	m := atTime.FindStringSubmatch(words)
	if m == nil || m[2] == "" && m[3] == "" && !strings.HasPrefix(m[0], "at ") && !strings.HasPrefix(m[0], "@") {
		return morningHour, 0, words, true
	}
	hour, _ = strconv.Atoi(m[1])
	minute, _ = strconv.Atoi(m[2])
	switch {
	case m[3] != "" && (hour < 1 || hour > 12), hour > 23, minute > 59:
		return 0, 0, words, false
	case m[3] == "pm" && hour < 12:
		hour += 12
	case m[3] == "am" && hour == 12:
		hour = 0
	}
	return hour, minute, strings.TrimSpace(strings.TrimSuffix(words, m[0])), true
}

// clock is a time of day by the clocks of a zone.
func clock(day time.Time, hour, minute int, zone *time.Location) store.Time {
	y, m, d := day.Date()
	return store.At(recur.ClockTimeOf(time.Date(y, m, d, hour, minute, 0, 0, time.UTC), time.UTC).In(zone))
}

// dayOf is the day that words stand for.
func dayOf(words string, now time.Time) (time.Time, bool) {
	switch words {
	case "today", "tod":
		return now, true
	case "tomorrow", "tom":
		return now.AddDate(0, 0, 1), true
	}
	if m := inDays.FindStringSubmatch(words); m != nil {
		n, _ := strconv.Atoi(m[1])
		switch m[2] {
		case "day":
			return now.AddDate(0, 0, n), true
		case "week":
			return now.AddDate(0, 0, 7*n), true
		case "month":
			return now.AddDate(0, n, 0), true
		}
		return now.AddDate(n, 0, 0), true
	}
	if code, known := weekdays[words]; known {
		return nextDay(now, dayNumbers[code]), true
	}
	for _, layout := range []string{"2006-01-02", "Jan 2 2006", "January 2 2006", "2 Jan 2006", "2 January 2006", "01/02/2006"} {
		if at, err := time.Parse(layout, strings.ReplaceAll(words, ",", "")); err == nil {
			return at, at.Year() > 1
		}
	}
	for _, layout := range []string{"Jan 2", "January 2", "2 Jan", "2 January"} {
		if at, err := time.Parse(layout, words); err == nil {
			at = time.Date(now.Year(), at.Month(), at.Day(), 12, 0, 0, 0, time.UTC)
			if at.Before(now.AddDate(0, 0, -1)) {
				at = at.AddDate(1, 0, 0)
			}
			return at, true
		}
	}
	return time.Time{}, false
}

// nextDay is the next day of a name, which may be today.
func nextDay(now time.Time, day time.Weekday) time.Time {
	return now.AddDate(0, 0, (int(day)-int(now.Weekday())+7)%7)
}

// todoistRule reads how a date comes again.
func todoistRule(words string, begin time.Time) (day time.Time, again repeat, ok bool) {
	if strings.HasPrefix(words, "every!") || strings.HasPrefix(words, "after ") {
		return begin, repeat{}, false // counted from when it is done, which no calendar can say
	}
	switch words {
	case "daily", "every day", "everyday":
		return begin, repeat{kind: "daily"}, true
	case "weekly", "every week":
		return begin, repeat{kind: "weekly"}, true
	case "monthly", "every month":
		return begin, repeat{kind: "rrule", month: true}, true
	case "yearly", "every year":
		return begin, repeat{kind: "rrule", rule: "FREQ=YEARLY"}, true
	case "every weekday", "every workday":
		for begin.Weekday() == time.Saturday || begin.Weekday() == time.Sunday {
			begin = begin.AddDate(0, 0, 1)
		}
		return begin, repeat{kind: "rrule", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"}, true
	case "every last day":
		return begin, repeat{kind: "rrule", rule: "FREQ=MONTHLY;BYMONTHDAY=-1"}, true
	}
	if m := every.FindStringSubmatch(words); m != nil {
		n := m[1]
		if n == "" {
			n = "1"
		} else if n == "other" {
			n = "2"
		}
		freq := map[string]string{"hour": "HOURLY", "day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"}[m[2]]
		return begin, repeat{kind: "rrule", rule: "FREQ=" + freq + ";INTERVAL=" + n}, true
	}
	if m := ordinal.FindStringSubmatch(words); m != nil {
		n, _ := strconv.Atoi(m[1])
		return monthDay(begin, n)
	}
	if m := isDate.FindStringSubmatch(words); m != nil {
		at, known := dayOf(firstOf(m[1], m[4])+" "+firstOf(m[2], m[3]), begin)
		return at, repeat{kind: "rrule", rule: "FREQ=YEARLY"}, known
	}
	return todoistWeekdays(words, begin)
}

// monthDay is a day of each month, the first time on or after another.
func monthDay(begin time.Time, n int) (time.Time, repeat, bool) {
	if n < 1 || n > 31 {
		return begin, repeat{}, false
	}
	day := begin
	for day.Day() != n {
		day = day.AddDate(0, 0, 1)
	}
	return day, repeat{kind: "rrule", rule: fmt.Sprintf("FREQ=MONTHLY;BYMONTHDAY=%d", n)}, true
}

// todoistWeekdays reads "every mon, wed and fri", or "every other tuesday".
func todoistWeekdays(words string, begin time.Time) (day time.Time, again repeat, ok bool) {
	names, found := strings.CutPrefix(words, "every ")
	if !found {
		return begin, repeat{}, false
	}
	rest, other := strings.CutPrefix(names, "other ")
	var codes []string
	first := begin.AddDate(0, 0, 7)
	for _, name := range strings.Fields(strings.NewReplacer(",", " ", " and ", " ").Replace(rest)) {
		code, known := weekdays[strings.TrimSuffix(name, "s")]
		if !known {
			if code, known = weekdays[name]; !known {
				return begin, repeat{}, false
			}
		}
		codes = append(codes, code)
		if at := nextDay(begin, dayNumbers[code]); at.Before(first) {
			first = at
		}
	}
	switch {
	case len(codes) == 0 || len(codes) > 7:
		return begin, repeat{}, false
	case len(codes) == 1 && !other:
		return first, repeat{kind: "weekly"}, true
	}
	rule := "FREQ=WEEKLY;BYDAY=" + strings.Join(codes, ",")
	if other {
		rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=" + strings.Join(codes, ",")
	}
	return first, repeat{kind: "rrule", rule: rule}, true
}
