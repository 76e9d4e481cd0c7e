package demo

// The threads of the machines in the cupboard and of what is built in the evening.
var labThreads = []thread{
	{
		project: "homelab", summary: "Move the photo library to the new NAS", energy: "medium", chosen: true,
		goal: "All photos on the new NAS, checked, and the old box switched off",
		also: []string{"Get the pictures off the old box", "写真をNASへ移す"},
		life: []event{
			open("26 19:30", "", "Count the files of each year"),
			claim("26 20:00", claude),
			tried("26 20:40", claude, "zfs send over Wi-Fi", "It stopped twice after 40 GB"),
			note("26 21:10", claude, "2015 to 2018 are copied by cable", "Compare the counts"),
			pause("26 21:30", claude, "Run rsync on 2019, then compare the file counts"),
			claim("5 20:10", claude),
			note("5 21:00", claude, "The counts for 2019 and 2020 match", "Copy 2021 with checksums", "Point the family's phones at the new share", "Switch the old box off"),
			pause("5 21:05", claude, "Copy 2021 with checksums, then compare the file counts"),
		},
	},
	{
		project: "homelab", summary: "Label the cables in the rack", energy: "low",
		life: []event{open("25 18:00", "", "Buy the white tape"), done("22 19:00", "", "Both ends of all fourteen")},
	},
	{
		project: "homelab", summary: "Backups leave the house every night", energy: "high",
		goal: "A fire takes no more than a day",
		life: []event{
			open("25 20:00", claude, "Choose where to"),
			claim("25 20:00", claude),
			note("25 20:50", claude, "Encrypted, to the box at my sister's", "Write the unit"),
			note("24 20:30", claude, "The first night took 5 h 20 min", "Restore one folder as a trial"),
			done("23 20:10", claude, "A folder of 2019 was restored in 4 minutes"),
		},
	},
	{
		project: "homelab", summary: "Home Assistant forgets the hallway sensor", energy: "low",
		life: []event{
			open("21 21:00", "", "Look when it was last heard"),
			claim("19 20:15", codex),
			tried("19 20:40", codex, "A new battery", "It vanished again after two days"),
			pause("19 20:55", codex, "Pair it through the plug in the hallway: its own signal is at -91 dBm"),
		},
	},
	{
		project: "homelab", summary: "Certificates for the machines at home", energy: "medium",
		life: []event{
			open("18 20:00", claude),
			claim("18 20:00", claude),
			note("18 20:45", claude, "One wildcard by DNS challenge", "Let Caddy hand them out"),
			done("18 21:30", claude, "Five names, renewed by themselves"),
		},
	},
	{
		project: "homelab", summary: "Power meter for the rack", life: []event{
			open("15 19:10", "", "Compare the two plugs"),
			snooze("13 08:30", 21),
		},
	},
	{
		project: "homelab", summary: "Replace the fan of the old switch", energy: "low",
		life: []event{
			open("12 18:20", "", "Order the 40 mm one"),
			block("11 18:00", "", "The fan, ordered, comes on Thursday"),
			unblock("6 18:30", ""),
			done("5 19:20", "", "Quiet again"),
		},
	},
	{
		project: "homelab", summary: "Write down how to restart everything after a power cut", energy: "low",
		life: []event{
			open("4 20:10", claude, "List what starts by itself"),
			claim("4 20:10", claude),
			note("4 20:40", claude, "Eleven of thirteen start by themselves", "Turn the rest into a page of the wiki"),
			done("4 21:10", claude, "The page homelab/power-cut has it"),
		},
	},
	{
		project: "homelab", summary: "DNS answers slowly in the evening", energy: "medium",
		life: []event{
			open("3 21:30", "", "Log queries that take over 200 ms"),
			claim("2 20:30", codex),
			note("2 21:10", codex, "The upstream over TLS is opened anew for each query", "Keep the connection"),
			pause("2 21:20", codex, "Keep the upstream connection open, then compare one evening"),
		},
	},
	{
		project: "recipe-box", summary: "Scale a recipe to any number of people", energy: "medium",
		goal: "Eggs stay whole",
		life: []event{
			open("23 20:30", codex, "Read amounts as fractions"),
			claim("23 20:30", codex),
			note("23 21:20", codex, "Amounts are read; units are next", "Round by unit"),
			pause("23 21:30", codex, "Round by unit: grams to 5, spoons to a quarter, eggs to one"),
			claim("16 20:00", codex),
			done("16 21:15", codex, "Twelve recipes checked by hand, eggs are whole"),
		},
	},
	{
		project: "recipe-box", summary: "Read recipes from a photo", energy: "high",
		life: []event{
			open("20 21:00", gemini, "Take ten photos of the old book"),
			claim("20 21:00", gemini),
			tried("20 21:40", gemini, "Reading the page as a whole", "The two columns get mixed"),
			pause("20 22:00", gemini, "Cut the page into columns first"),
		},
	},
	{
		project: "recipe-box", summary: "Shopping list in the order of the shop", energy: "low",
		life: []event{
			open("14 20:20", "", "Write down the aisles"),
			claim("13 20:00", cursor),
			note("13 20:50", cursor, "Aisles are a list one can drag"),
			done("13 21:20", cursor, "The list follows the aisles; what is unknown comes last"),
		},
	},
	{
		project: "recipe-box", summary: "Offline on the tablet in the kitchen", energy: "medium",
		life: []event{
			open("10 20:40", cursor, "Cache the recipes of this week"),
			claim("10 20:40", cursor),
			note("10 21:30", cursor, "The week's recipes open without Wi-Fi", "Tell what is old"),
			pause("10 21:40", cursor, "Show the date of what is shown while offline"),
		},
	},
	{
		project: "recipe-box", summary: "Import the family's spreadsheet", energy: "low",
		life: []event{
			open("6 20:00", gemini),
			claim("6 20:00", gemini),
			note("6 20:30", gemini, "118 rows, 9 without amounts", "Show the nine before they are written"),
			done("6 21:00", gemini, "118 recipes are in; Oma's nine are marked"),
		},
	},
	{
		project: "recipe-box", summary: "Timers that go on while the page is closed", energy: "medium",
		life: []event{
			open("1 20:15", cursor, "Find what phones allow"),
			claim("1 20:15", cursor),
			note("1 20:50", cursor, "A notification with a time is not to be had everywhere", "Keep the end time and show what has passed"),
			pause("1 21:00", cursor, "Keep the end time with the recipe and show what has passed"),
		},
	},
	{
		project: "recipe-box", summary: "Share a recipe as a picture", life: []event{
			open("1 21:10", ""),
		},
	},
}
