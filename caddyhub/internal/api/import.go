package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/exchange"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// importPath is the address that takes a file of another tool.
const importPath = "/api/imports"

// PassphraseHeader has the passphrase of an encrypted file, in base64: it may be in any script, and
// must not stand in an address.
const PassphraseHeader = "X-Hub-Passphrase"

const (
	// planAge is how long a plan can be carried out.
	planAge = 15 * time.Minute
	// planExamples is how many of the threads to come a plan shows, planTwins of how many it looks
	// for the same work here.
	planExamples = 3
	planTwins    = 50
)

// ImportPlan is what bringing a file would do. Nothing is written yet.
type ImportPlan struct {
	ID        string             `json:"id" example:"cxy99bbg25ng"`
	ExpiresAt store.Time         `json:"expires_at" format:"date-time" doc:"Until when it can be applied, unless another plan is made"`
	Source    string             `json:"source" enum:"adhd-hub,beads,backlog,task-master,vikunja,todoist,markdown"`
	Projects  int                `json:"projects" doc:"How many it would make"`
	Threads   int                `json:"threads" doc:"How many it would make"`
	Pages     int                `json:"pages" doc:"How many it would make"`
	Reminders int                `json:"reminders" doc:"How many it would make"`
	Known     int                `json:"known" doc:"How many came before: they stay as they are here"`
	Mapped    []exchange.Mapping `json:"mapped" nullable:"false" doc:"What becomes what"`
	LeftOut   []exchange.LeftOut `json:"left_out" nullable:"false" doc:"What does not come along, and why: the first 100"`
	Missing   int                `json:"missing" doc:"How many do not come along in all"`
	Notes     []string           `json:"notes" nullable:"false"`
	Examples  []ImportExample    `json:"examples" nullable:"false"`
	Twins     []ImportTwin       `json:"twins" nullable:"false" doc:"Work that may be here already, among the first 50 threads that are to come"`
}

// ImportExample is one of the threads to come.
type ImportExample struct {
	Summary     string       `json:"summary"`
	ProjectSlug string       `json:"project_slug"`
	Status      store.Status `json:"status"`
}

// ImportTwin is a thread to come that reads as one that is here.
type ImportTwin struct {
	Summary  string `json:"summary"`
	ThreadID string `json:"thread_id" doc:"The one that is here"`
	Is       string `json:"is" doc:"Its summary"`
}

// ImportProgress tells how far a plan was carried out.
type ImportProgress struct {
	Done  int `json:"done" doc:"How many items came so far: none of them can be seen before all have come" example:"1200"`
	Total int `json:"total" doc:"How many there are" example:"10000"`
}

// planned is a plan with what it would bring.
type planned struct {
	id      string
	work    atomic.Pointer[store.Incoming] // nil: it was carried out, or has expired
	expires time.Time
	end     *time.Timer  // lets go of work
	total   int          // new items
	done    atomic.Int64 // of those, while it is carried out and after
}

// plans keeps the plan that was made last: what was read takes memory, and one owner decides on one
// file at a time.
type plans struct {
	mu   sync.Mutex
	last *planned // nil: there is none
}

func (p *plans) keep(one *planned) {
	one.end = time.AfterFunc(planAge, func() { one.work.Store(nil) })
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != nil {
		p.last.end.Stop() // it would hold what it lets go of
	}
	p.last = one
}

// find is a plan that has not expired.
func (p *plans) find(id string, now time.Time) (*planned, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != nil && now.After(p.last.expires) {
		p.last = nil
	}
	if p.last == nil || p.last.id != id {
		return nil, noPlan()
	}
	return p.last, nil
}

func noPlan() error { return said(http.StatusNotFound, "not-found", phrase.ImportNoPlan) }

// planImport answers POST /api/imports: what bringing the file would do.
func (a *API) planImport(w http.ResponseWriter, r *http.Request) {
	options, refusal := a.importOptions(r)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	file, refusal := inbound.ReadBody(w, r, exchange.MaxFile)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	plan, err := a.plan(r.Context(), file, options)
	if err != nil {
		a.importProblem(r.Context(), err).Write(w)
		return
	}
	show(plan).answer().write(w, r)
}

// importOptions reads what the query says of the file.
func (a *API) importOptions(r *http.Request) (o exchange.Options, refusal *inbound.Problem) {
	o.Zone, o.Now = a.zone(), a.Store.Now()
	for name, values := range r.URL.Query() {
		value := values[0]
		switch name {
		case "source":
			o.Source = exchange.Source(value)
			if value != "" && !slices.Contains(exchange.Sources, o.Source) {
				return o, inbound.Invalid("query.source", "must be one of adhd-hub, beads, backlog, task-master, vikunja, todoist, markdown")
			}
		case "name":
			o.Name = value
		case "project":
			o.Project = value
		case "skip_broken":
			if value != "true" && value != "false" {
				return o, inbound.Invalid("query.skip_broken", "must be true or false")
			}
			o.SkipBroken = value == "true"
		default:
			return o, unknownParameter(name)
		}
	}
	if coded := r.Header.Get(PassphraseHeader); coded != "" {
		passphrase, err := base64.StdEncoding.DecodeString(coded)
		if err != nil {
			return o, inbound.Invalid("header."+PassphraseHeader, "must be base64")
		}
		o.Passphrase = string(passphrase)
	}
	return o, nil
}

func (a *API) plan(ctx context.Context, file []byte, o exchange.Options) (ImportPlan, error) {
	read, err := exchange.Read(bytes.NewReader(file), int64(len(file)), o)
	if err != nil {
		return ImportPlan{}, err
	}
	would, err := a.Store.PlanImport(ctx, author(ctx), read.Incoming, a.Policy)
	if err != nil {
		return ImportPlan{}, err
	}
	expires := a.Store.Now().Add(planAge)
	plan := ImportPlan{
		ID: would.ID, ExpiresAt: store.At(expires), Source: string(read.Source),
		Projects: would.Projects, Threads: would.Threads, Pages: would.Pages, Reminders: would.Reminders, Known: would.Known,
		Mapped: append([]exchange.Mapping{}, read.Mapped...), LeftOut: append([]exchange.LeftOut{}, read.LeftOut...), Missing: read.Missing,
		Notes: append([]string{}, read.Notes...), Examples: []ImportExample{}, Twins: []ImportTwin{},
	}
	for _, t := range read.Incoming.Threads[:min(len(read.Incoming.Threads), planExamples)] {
		plan.Examples = append(plan.Examples, ImportExample{t.Summary, t.Project, t.Status})
	}
	if plan.Threads > 0 {
		if plan.Twins, err = a.importTwins(ctx, read.Incoming.Threads); err != nil {
			return ImportPlan{}, err
		}
	}
	one := &planned{id: plan.ID, expires: expires, total: plan.Projects + plan.Threads + plan.Pages + plan.Reminders}
	one.work.Store(&read.Incoming)
	a.plans.keep(one)
	return plan, nil
}

// importTwins finds work here that some threads to come may be.
func (a *API) importTwins(ctx context.Context, threads []store.IncomingThread) ([]ImportTwin, error) {
	twins := []ImportTwin{}
	for _, t := range threads[:min(len(threads), planTwins)] {
		if !t.Status.Active() {
			continue
		}
		found, err := a.Store.Overlap(ctx, store.OverlapQuery{Text: t.Summary, Project: t.Project, Limit: 1})
		if missing := (*store.NotFoundError)(nil); errors.As(err, &missing) {
			found, err = a.Store.Overlap(ctx, store.OverlapQuery{Text: t.Summary, Limit: 1}) // its project is to come
		}
		if err != nil {
			return nil, fmt.Errorf("look for the same work: %w", err)
		}
		if len(found.Hits) > 0 && found.Verdict == "duplicate" && found.Hits[0].Active() {
			twins = append(twins, ImportTwin{t.Summary, found.Hits[0].ID, found.Hits[0].Summary})
		}
	}
	return twins, nil
}

// importProblem says what is wrong with a file.
func (a *API) importProblem(ctx context.Context, err error) *inbound.Problem {
	var (
		broken     *exchange.BrokenError
		refused    *exchange.RefusedError
		passphrase *exchange.PassphraseError
		wrong      *store.InvalidError
	)
	switch {
	case errors.As(err, &broken):
		return said(http.StatusUnprocessableEntity, "broken-rows", broken.Said())
	case errors.As(err, &passphrase):
		return said(http.StatusUnprocessableEntity, "passphrase", passphrase.Said())
	case errors.As(err, &refused):
		return inbound.NewProblem(http.StatusUnprocessableEntity, err.Error())
	case errors.As(err, &wrong):
		p := inbound.NewProblem(http.StatusUnprocessableEntity, strings.TrimPrefix(wrong.Error(), "invalid: "))
		for _, field := range wrong.Fields {
			place := "body" // of the file
			if field.Field == "project" {
				place = "query"
			}
			p.Errors = append(p.Errors, fieldsAt(place, []store.FieldError{field})...)
		}
		p.Errors = bounded(p.Errors)
		return p
	}
	return a.problemOf(ctx, err, "body")
}

type planInput struct {
	ID string `path:"id" maxLength:"64"`
}

var applyImport = operation{id: "apply-import", owner: true, status: http.StatusCreated, summary: "Carry out a plan: all of it, as one change that an undo takes back"}

func (a *API) applyImport(ctx context.Context, in *planInput) (*result[store.Import], error) {
	plan, err := a.plans.find(in.ID, a.Store.Now())
	if err != nil {
		return nil, err
	}
	work := plan.work.Load()
	if work == nil {
		return nil, noPlan()
	}
	return write(ctx, func(by store.By) (store.Written[store.Import], error) {
		made, err := a.Store.Import(ctx, by, *work, a.Policy, func(done int) { plan.done.Store(int64(done)) })
		if err == nil {
			plan.work.Store(nil) // it takes memory
		}
		return made, err
	}, func(w store.Written[store.Import]) *result[store.Import] {
		return show(w.Item).created(a.way(ctx, store.DashboardPath(store.ImportURI(w.Item.ID))))
	})
}

var getImport = operation{id: "get-import", owner: true, summary: "How far a plan was carried out"}

func (a *API) getImport(_ context.Context, in *planInput) (*result[ImportProgress], error) {
	plan, err := a.plans.find(in.ID, a.Store.Now())
	if err != nil {
		return nil, err
	}
	return show(ImportProgress{Done: int(plan.done.Load()), Total: plan.total}), nil
}

// describeImport adds the route to the document.
func describeImport(o *huma.OpenAPI) {
	schemas := o.Components.Schemas
	text := func(name, doc string) *huma.Param {
		return &huma.Param{Name: name, In: "query", Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	o.AddOperation(&huma.Operation{
		OperationID: "plan-import", Method: http.MethodPost, Path: importPath, Summary: "Read a file of another tool, and say what bringing it would do",
		Description: fmt.Sprintf("At most %d bytes. The plan can be applied for %d minutes. The passphrase of an encrypted file goes into the header %s, in base64.", exchange.MaxFile, int(planAge.Minutes()), PassphraseHeader),
		Security:    []map[string][]string{{"token": {}}},
		Parameters: []*huma.Param{
			text("source", "The tool: adhd-hub, beads, backlog, task-master, vikunja, todoist or markdown; default: what the content says"),
			text("name", "What the file or folder is called"),
			text("project", "The slug of the project that everything goes to; default: as the file has it"),
			text("skip_broken", "true: rows that can't be read are left out, instead of the file refused"),
		},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{fileType: {Schema: &huma.Schema{Type: "string", Format: "binary"}}}},
		Responses: map[string]*huma.Response{
			"200":     {Description: "OK", Content: map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(reflect.TypeFor[ImportPlan](), true, "")}}},
			"default": problemResponse(schemas),
		},
	})
}
