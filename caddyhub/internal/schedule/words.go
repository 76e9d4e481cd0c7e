package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Words says when an expression comes, as in "every weekday at 09:00". What has no plain
// words is told field by field.
func (e Expression) Words() string {
	f := strings.Fields(e.text)
	minute, hour, days := f[0], f[1], daysInWords(f[2], f[3], f[4])
	if days == "" {
		return fmt.Sprintf("at minute %s of hour %s, on day %s of month %s and weekday %s", minute, hour, f[2], f[3], f[4])
	}
	every := func(n, unit string) string {
		if n == "1" {
			return "every " + unit
		}
		return "every " + n + " " + unit + "s"
	}
	on := ""
	if days != "every day" {
		on = ", " + days
	}
	step, stepped := strings.CutPrefix(minute, "*/")
	switch {
	case minute == "*" && hour == "*":
		return "every minute" + on
	case stepped && hour == "*":
		return every(step, "minute") + on
	case isNumber(minute) && hour == "*":
		return "every hour at minute " + minute + on
	case isNumber(minute) && strings.HasPrefix(hour, "*/"):
		return every(strings.TrimPrefix(hour, "*/"), "hour") + " at minute " + minute + on
	case isNumber(minute):
		if times, ok := timesOfDay(minute, hour); ok {
			return days + " at " + times
		}
	}
	return fmt.Sprintf("%s at minute %s of hour %s", days, minute, hour)
}

func isNumber(field string) bool {
	_, err := strconv.Atoi(field)
	return err == nil
}

// timesOfDay are the hours of a list at one minute.
func timesOfDay(minute, hours string) (string, bool) {
	var times []string
	for hour := range strings.SplitSeq(hours, ",") {
		if !isNumber(hour) {
			return "", false
		}
		h, _ := strconv.Atoi(hour)
		m, _ := strconv.Atoi(minute)
		times = append(times, fmt.Sprintf("%02d:%02d", h, m))
	}
	return join(times), true
}

// daysInWords is on which days; empty: there are no plain words for it.
func daysInWords(ofMonth, month, ofWeek string) string {
	switch {
	case month != "*" || ofMonth != "*" && ofWeek != "*":
		return ""
	case ofMonth == "*" && ofWeek == "*":
		return "every day"
	case ofWeek != "*":
		return weekdaysInWords(ofWeek)
	}
	if !isNumber(ofMonth) {
		return ""
	}
	return "on day " + ofMonth + " of every month"
}

var dayNames = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}

func weekdaysInWords(field string) string {
	var days []int
	for part := range strings.SplitSeq(sundays(strings.ToLower(field)), ",") {
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		first, last := weekday(from), weekday(to)
		if first < 0 || last < first {
			return ""
		}
		for d := first; d <= last; d++ {
			if !slices.Contains(days, d) {
				days = append(days, d)
			}
		}
	}
	slices.SortFunc(days, func(a, b int) int { return (a+6)%7 - (b+6)%7 }) // from Monday on
	switch {
	case len(days) == 7:
		return "every day"
	case slices.Equal(days, []int{1, 2, 3, 4, 5}):
		return "every weekday"
	case slices.Equal(days, []int{6, 0}):
		return "every Saturday and Sunday"
	}
	names := make([]string, len(days))
	for i, d := range days {
		names[i] = dayNames[d]
	}
	return "every " + join(names)
}

// weekday is the number of a day given by number or name; -1: neither.
func weekday(s string) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 && n < 7 {
		return n
	}
	return slices.Index(weekdays[:], s)
}

// join is a list in words.
func join(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
