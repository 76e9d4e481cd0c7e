package demo

// The threads of the rest of life: the home, the course and the garden.
var lifeThreads = []thread{
	{
		project: "home", summary: "Passport renewal, second appointment", energy: "low",
		life: []event{
			open("25 12:10", "", "Book the appointment", "Take new photos"),
			block("15 12:30", "", "The stamped bank statement"),
		},
	},
	{
		project: "home", summary: "Kündigung der Rechtsschutzversicherung prüfen", energy: "low",
		life: []event{open("22 12:00", "", "Vertragsnummer heraussuchen", "Frist nachlesen")},
	},
	{
		project: "home", summary: "Sort the tax receipts of the year", energy: "medium",
		goal: "The adviser has them by the end of the month",
		life: []event{
			open("20 18:30", "", "Scan the folder from spring"),
			note("16 18:00", "", "January to June are scanned", "Scan July to September"),
			pause("9 18:40", "", "July is in the blue folder on the shelf"),
		},
	},
	{
		project: "home", summary: "確定申告の領収書を月ごとに整理する", energy: "low",
		life: []event{open("18 12:20", "", "7月分をスキャンする")},
	},
	{
		project: "home", summary: "ترتيب صور العائلة في مجلد مشترك", energy: "low",
		life: []event{open("16 12:40", "", "نسخ ألبوم الصيف")},
	},
	{
		project: "home", summary: "Ask three movers for an offer", energy: "low",
		life: []event{
			open("14 12:10", "", "Write down the volume"),
			claim("14 12:30", claude),
			note("14 12:50", claude, "Three drafts are ready to be sent", "Send them from the family's address"),
			done("12 18:00", "", "Two answered; the second one is 400 cheaper"),
		},
	},
	{
		project: "home", summary: "Hand over the old flat", energy: "medium",
		goal: "The deposit is back",
		life: []event{
			open("13 18:10", "", "Find the protocol of three years ago", "Ask for a date in the last week", "Fill the holes in the bedroom"),
		},
	},
	{
		project: "home", summary: "Bicycle: new chain before winter", energy: "low",
		life: []event{open("11 08:10", "", "Measure the old one"), done("8 18:40", "", "Chain and cassette, 62 in all")},
	},
	{
		project: "home", summary: "Surprise for Lena's birthday", energy: "medium",
		life: []event{open("7 12:15", "", "Ask who can come on the 14th", "Reserve the table")},
	},
	{
		project: "home", summary: "Compare electricity offers", energy: "low",
		life: []event{
			open("5 12:20", gemini, "Read last year's usage off the bill"),
			claim("5 12:20", gemini),
			note("5 12:50", gemini, "2,840 kWh a year; four offers are cheaper", "Leave out those that pay a bonus in the first year"),
			pause("5 13:00", gemini, "Two offers are left; the table is in the wiki under home/electricity"),
		},
	},
	{
		project: "home", summary: "Smoke detectors: new batteries", energy: "low",
		life: []event{open("3 19:00", ""), done("1 18:20", "", "All four; the next time is in two years")},
	},
	{
		project: "home", summary: "Build a rack out of wood", life: []event{
			open("24 21:00", ""),
			dismiss("19 21:00", "Bought one second-hand"),
		},
	},
	{
		project: "statistics", summary: "Exercise sheet 4: confidence intervals", energy: "high",
		life: []event{
			open("17 19:30", "", "Read chapter 6 again"),
			note("16 20:00", "", "Tasks 1 and 2 are done", "Task 3: the bootstrap"),
			done("15 21:30", "", "Handed in; task 4 only half"),
		},
	},
	{
		project: "statistics", summary: "Exercise sheet 5: linear regression", energy: "high",
		goal: "Hand in on Sunday, by 23:59",
		life: []event{
			open("8 19:30", "", "Read the lecture's notes, pages 40 to 58"),
			note("3 20:10", "", "Tasks 1 to 3 are done", "Task 4: residuals by eye", "Task 5: explain the outlier"),
			pause("3 21:00", "", "Task 4: plot the residuals by year and say what they show"),
		},
	},
	{
		project: "statistics", summary: "Project: when is the train late?", energy: "medium",
		goal: "Ten pages and a talk of a quarter of an hour",
		life: []event{
			open("12 19:40", claude, "Collect two months of arrivals"),
			claim("12 19:40", claude),
			note("12 20:30", claude, "The timetable and the arrivals join by the train's number", "Leave out replaced trains"),
			pause("12 20:45", claude, "Leave out replaced trains, then group by weekday"),
		},
	},
	{
		project: "statistics", summary: "Find somebody to learn with", energy: "low",
		life: []event{open("21 20:00", ""), done("14 21:00", "", "Tuesdays with Ines, in the library")},
	},
	{
		project: "statistics", summary: "Flash cards for the exam", life: []event{
			open("2 19:00", "", "One card a definition"),
		},
	},
	{
		project: "garden", summary: "Plan the beds for next year", energy: "low",
		life: []event{
			open("19 10:30", "", "Draw what stood where"),
			note("10 11:00", "", "Tomatoes must not follow potatoes", "Order seeds in January"),
			snooze("10 11:05", 40),
		},
	},
	{
		project: "garden", summary: "Watering by a timer", energy: "medium",
		life: []event{
			open("11 10:00", codex, "Measure the pressure"),
			claim("11 10:00", codex),
			note("11 10:40", codex, "1.8 bar, enough for two lines", "Order the valve"),
			block("10 12:00", "", "The valve; it is sold out until the week after next"),
		},
	},
	{
		project: "garden", summary: "Winter quarters for the lemon tree", energy: "low",
		life: []event{open("4 09:00", "", "Ask whether the stairwell is allowed")},
	},
	{
		project: "garden", summary: "Cut back the hedge before the frost", energy: "high",
		life: []event{open("9 09:30", "", "Borrow the long shears"), done("2 15:30", "", "Both sides; the shears are back with Ines")},
	},
}

func threadActs() []act {
	var acts []act
	for _, list := range [][]thread{shopThreads, labThreads, lifeThreads} {
		for _, t := range list {
			acts = append(acts, t.acts()...)
		}
	}
	return acts
}
