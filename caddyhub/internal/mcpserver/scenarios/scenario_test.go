package scenarios

import (
	"testing"
	"time"
)

// scenarios are the scripts, by the names they have in docs/quality.md.
var scenarios = []struct {
	name string
	play func(*day)
}{
	{"start in a folder", startInAFolder},
	{"existing work in other words", workInOtherWords},
	{"existing work in another language", workInAnotherLanguage},
	{"twelve agents race for one thread, all together", twelveRace},
	{"crash and resume", crashAndResume},
	{"blocked by the owner", blockedByTheOwner},
	{"approval", approval},
	{"dropped idea asked again", droppedIdea},
	{"old decision in the wiki", oldDecision},
	{"progress file with a human's edit in between", humanEditInBetween},
	{"finish with leftovers", finishWithLeftovers},
	{"second machine, another path and remote", secondMachine},
	{"a day of two agents: two machines, two languages, five threads", twoMachines},
}

// TestScenarios plays each script with a hub of its own, and holds what it costs against what
// docs/quality.md says.
func TestScenarios(t *testing.T) {
	table, played := sessionCosts(newDay(t)), 0
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			d := newDay(t)
			s.play(d)
			table = append(table, d.cost.row(s.name))
			played++
		})
	}
	// A script that broke off says nothing of the cost, and some alone are not the table.
	if !t.Failed() && played == len(scenarios) {
		compareCosts(t, table)
	}
}

// workday is longer than any claim lasts.
const workday = 24 * time.Hour
