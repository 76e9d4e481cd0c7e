package recur

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// plain is an RFC 5545 rule as a struct, for a generator that is written from the standard
// alone: it walks through every day and asks whether it belongs.
type plain struct {
	freq                                    string
	interval, count                         int
	wkst                                    time.Weekday
	months, yearDays, monthDays, hours, min []int
	days                                    []numbered
	positions                               []int
	until                                   ClockTime
}

// numbered is a weekday with its number in the month or year, 0 for each.
type numbered struct {
	n   int
	day time.Weekday
}

func (d numbered) String() string {
	name := strings.ToUpper(d.day.String()[:2])
	if d.n == 0 {
		return name
	}
	return fmt.Sprint(d.n, name)
}

func (p plain) String() string {
	text := fmt.Sprintf("FREQ=%s;INTERVAL=%d", p.freq, p.interval)
	if p.count > 0 {
		text += fmt.Sprintf(";COUNT=%d", p.count)
	}
	if p.wkst != time.Monday {
		text += ";WKST=" + numbered{day: p.wkst}.String()
	}
	if p.until != (ClockTime{}) {
		text += ";UNTIL=" + p.until.t.Format("20060102T150405")
	}
	part := func(name string, list any, n int) {
		if n > 0 {
			text += ";" + name + "=" + strings.Join(strings.Fields(strings.Trim(fmt.Sprint(list), "[]")), ",")
		}
	}
	part("BYMONTH", p.months, len(p.months))
	part("BYYEARDAY", p.yearDays, len(p.yearDays))
	part("BYMONTHDAY", p.monthDays, len(p.monthDays))
	part("BYDAY", p.days, len(p.days))
	part("BYHOUR", p.hours, len(p.hours))
	part("BYMINUTE", p.min, len(p.min))
	part("BYSETPOS", p.positions, len(p.positions))
	return text
}

// occurrences are all the times of the rule from the anchor to the end of the given year.
func (p plain) occurrences(anchor ClockTime, lastYear int) []ClockTime {
	p = p.filled(anchor.t)
	var found, period []ClockTime
	number := -1
	flush := func() {
		for _, w := range p.pick(period) {
			late := p.until != (ClockTime{}) && p.until.before(w)
			if !w.before(anchor) && !late && (p.count == 0 || len(found) < p.count) {
				found = append(found, w)
			}
		}
		period = nil
	}
	// The first period begins up to a year before the anchor.
	begin, end := time.Date(anchor.t.Year(), 1, -10, 0, 0, 0, 0, time.UTC), time.Date(lastYear+1, 1, 8, 0, 0, 0, 0, time.UTC)
	for hour := begin; hour.Before(end); hour = hour.Add(time.Hour) {
		n := p.period(hour) - p.period(anchor.t)
		if n < 0 || n%p.interval != 0 || !member(p.hours, hour.Hour()) || !p.dayFits(hour) {
			continue
		}
		if n != number {
			flush()
			number = n
		}
		for _, minute := range slices.Sorted(slices.Values(p.min)) {
			period = append(period, ClockTime{hour.Add(time.Duration(minute)*time.Minute + seconds(anchor.t.Second()))})
		}
	}
	flush()
	return slices.DeleteFunc(found, func(w ClockTime) bool { return w.t.Year() > lastYear })
}

// filled has what the anchor gives a rule that leaves it open.
func (p plain) filled(anchor time.Time) plain {
	if len(p.days)+len(p.monthDays)+len(p.yearDays) == 0 {
		switch {
		case p.freq == "WEEKLY":
			p.days = []numbered{{0, anchor.Weekday()}}
		case p.freq == "YEARLY" && len(p.months) == 0:
			p.months = []int{int(anchor.Month())}
			fallthrough
		case p.freq == "YEARLY" || p.freq == "MONTHLY":
			p.monthDays = []int{anchor.Day()}
		}
	}
	if len(p.hours) == 0 && p.freq != "HOURLY" {
		p.hours = []int{anchor.Hour()}
	}
	if len(p.min) == 0 {
		p.min = []int{anchor.Minute()}
	}
	return p
}

// period numbers the years, months, weeks, days or hours.
func (p plain) period(t time.Time) int {
	hours := int(t.Unix()+1000*365*86400) / 3600 // positive for any test
	switch p.freq {
	case "YEARLY":
		return t.Year()
	case "MONTHLY":
		return t.Year()*12 + int(t.Month())
	case "WEEKLY":
		return int(p.weekStart(t).Unix()+1000*365*86400) / (7 * 86400)
	case "DAILY":
		return hours / 24
	}
	return hours
}

func (p plain) weekStart(t time.Time) time.Time {
	return t.Truncate(day).AddDate(0, 0, -int(t.Weekday()-p.wkst+7)%7)
}

// dayFits reports whether all the lists about days let the day of t through.
func (p plain) dayFits(t time.Time) bool {
	days := func(from, to time.Time) int { return int(to.Sub(from)/day) + 1 }
	yearEnd := time.Date(t.Year(), 12, 31, 0, 0, 0, 0, time.UTC)
	monthEnd := time.Date(t.Year(), t.Month()+1, 0, 0, 0, 0, 0, time.UTC)
	today := t.Truncate(day)
	return member(p.months, int(t.Month())) &&
		member(p.monthDays, t.Day(), -days(today, monthEnd)) &&
		member(p.yearDays, t.YearDay(), -days(today, yearEnd)) &&
		p.weekdayFits(t, days(today, monthEnd), days(today, yearEnd))
}

// weekdayFits is told how many days are left, today counted.
func (p plain) weekdayFits(t time.Time, inMonth, inYear int) bool {
	passed, left := t.YearDay(), inYear
	if p.freq == "MONTHLY" || len(p.months) > 0 {
		passed, left = t.Day(), inMonth
	}
	for _, d := range p.days {
		if d.day == t.Weekday() && (d.n == 0 || d.n == (passed-1)/7+1 || d.n == -((left-1)/7+1)) {
			return true
		}
	}
	return len(p.days) == 0
}

// pick takes the positions out of a period.
func (p plain) pick(period []ClockTime) []ClockTime {
	if len(p.positions) == 0 {
		return period
	}
	var picked []ClockTime
	for i, w := range period {
		if member(p.positions, i+1, i-len(period)) {
			picked = append(picked, w)
		}
	}
	return picked
}

// member reports whether the list has one of the values; an empty list has any.
func member(list []int, values ...int) bool {
	return len(list) == 0 || slices.ContainsFunc(values, func(v int) bool { return slices.Contains(list, v) })
}

// randomPlain makes a rule that Check takes, most often one that fires.
func randomPlain(rng *rand.Rand) plain {
	list := func(chance, most, lo, hi int) (values []int) {
		if rng.IntN(100) >= chance {
			return nil
		}
		for range 1 + rng.IntN(most) {
			if v := lo + rng.IntN(hi-lo+1); v != 0 && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		return values
	}
	p := plain{freq: []string{"YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"}[rng.IntN(5)], interval: 1 + rng.IntN(4)}
	p.wkst = time.Weekday(rng.IntN(7))
	p.months = list(30, 6, 1, 12)
	p.monthDays = list(20, 10, -31, 31)
	p.yearDays = list(10, 20, -366, 366)
	p.hours = list(30, 4, 1, 23)
	p.min = list(30, 3, 1, 59)
	if rng.IntN(3) == 0 {
		p.days = randomDays(rng, p)
	}
	if p.freq != "HOURLY" && p.freq != "DAILY" {
		p.positions = list(20, 3, -8, 8)
	}
	if rng.IntN(4) == 0 {
		p.count = 1 + rng.IntN(20)
	}
	return p
}

// randomDays numbers all of them or none.
func randomDays(rng *rand.Rand, p plain) (days []numbered) {
	number := (p.freq == "MONTHLY" || p.freq == "YEARLY") && rng.IntN(2) == 0
	most := 53
	if p.freq == "MONTHLY" || len(p.months) > 0 {
		most = 5
	}
	for range 1 + rng.IntN(4) {
		d := numbered{day: time.Weekday(rng.IntN(7))}
		if number {
			d.n = (1 + rng.IntN(most)) * (1 - 2*rng.IntN(2))
		}
		days = append(days, d)
	}
	return days
}
