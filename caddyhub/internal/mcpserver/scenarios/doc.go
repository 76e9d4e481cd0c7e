// Package scenarios is what agents live through with the hub, as scripts: whole days of work
// rather than single calls. It has tests only.
//
//	day_test.go        a hub in this process, its clock, and what its owner does
//	agent_test.go      an agent: a client of MCP over HTTP, and what it reads and writes
//	cost_test.go       what each script costs in tokens, and the table in docs/quality.md
//	scenario_test.go   the list of the scripts
//	finding_test.go    scripts about finding work before it is begun a second time
//	holding_test.go    about who works on what
//	owner_test.go      about what the owner decides, and writes in between
//	silent_test.go     counts work that is begun a second time because nothing names the thread
//	machines_test.go   about one owner with several machines and languages
//	refusal_test.go    wrong calls, by table: each answer names the mistake and leads to a call
//	                   that succeeds; the tables are in the files beside it
//
// After a change that makes them dearer or cheaper,
//
//	go test ./caddyhub/internal/mcpserver/scenarios -update
//
// writes the table anew.
package scenarios
