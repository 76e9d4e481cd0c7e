package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// batchPath is an address whose body may be long. It is read as it comes, and no
// Idempotency-Key is kept: sending a batch again changes nothing.
const batchPath = "/api/sessions:batch"

// The limits of a batch.
const (
	maxBatch      = 16 << 20 // bytes
	maxBatchItems = 10_000
	maxItem       = 256 << 10    // bytes
	maxItemDepth  = maxDepth - 2 // the batch around it takes two
	maxItemErrors = 10           // shown of one record
	maxFullErrors = 20           // records with all of these; of the others the first error alone
	maxRef        = 200          // characters of a refused record's session_ref

	// A change takes this many records, or bytes of them: other writers come in between.
	chunkItems = 100
	chunkBytes = 1 << 20
)

// batchBody is the answer to a batch: what became of each record, in their order.
type batchBody struct {
	Results []BatchResult `json:"results" nullable:"false"`
}

// BatchResult is what became of one record of a batch.
type BatchResult struct {
	SessionRef *string         `json:"session_ref" doc:"null when the record can't be read"`
	ID         *string         `json:"id" doc:"null when it is invalid" example:"cxy99bbg25ng"`
	Status     string          `json:"status" enum:"created,updated,unchanged,invalid"`
	Errors     []inbound.Field `json:"errors,omitempty" doc:"What is wrong with an invalid one"`
}

// sessionBatch saves the records of one request, a chunk at a time.
type sessionBatch struct {
	api     *API
	ctx     context.Context
	by      store.By
	results []BatchResult
	event   string // of the last change
	refused int    // records

	chunk  []store.SessionInput
	places []int // in results, of the chunk's records
	size   int   // of the chunk, in bytes
}

// saveSessions answers POST /api/sessions:batch.
func (a *API) saveSessions(w http.ResponseWriter, r *http.Request) {
	b := &sessionBatch{api: a, ctx: r.Context(), by: author(r.Context()), results: []BatchResult{}}
	body, refusal := inbound.Body(w, r, maxBatch)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	rules := inbound.BatchRules{JSONRules: inbound.JSONRules{MaxDepth: maxItemDepth}, MaxSize: maxItem}
	if err := b.take(inbound.NewBatch(body, "sessions", rules)); err != nil {
		b.problem(err).Write(w)
		return
	}
	show(batchBody{b.results}).recorded(b.event).answer().write(w, r)
}

// take saves the records up to the end, or to where the body can't be read any more.
func (b *sessionBatch) take(records *inbound.Batch) error {
	for records.Next() {
		if len(b.results) == maxBatchItems {
			return errors.Join(b.flush(), invalidBatch("sessions", fmt.Sprintf("must have at most %d items", maxBatchItems)))
		}
		if err := b.add(records.Item()); err != nil {
			return err
		}
	}
	return errors.Join(b.flush(), batchError(records.Err()))
}

// batchError says what it means to the client that a batch could not be read to its end.
func batchError(err error) error {
	var form inbound.FormError
	var field *inbound.FieldError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &form):
		return malformed(form)
	case errors.As(err, &field):
		return invalidBatch(field.Field, field.Message)
	}
	return inbound.Unread(err)
}

func invalidBatch(field, message string) error {
	return &store.InvalidError{Fields: []store.FieldError{{Field: field, Message: message}}}
}

// add takes one record into the chunk, or refuses it.
func (b *sessionBatch) add(raw []byte, form error) error {
	place := len(b.results)
	b.results = append(b.results, BatchResult{})
	if form != nil {
		b.refuse(place, inbound.Field{Location: recordAt(place), Message: form.Error()})
		return nil
	}
	var fields SessionFields
	if found := b.api.sessionRecord.decode(raw, recordAt(place), &fields); len(found) > 0 {
		b.refuse(place, found...)
		return nil
	}
	b.results[place].SessionRef = &fields.SessionRef
	in, err := fields.input(b.api.zone())
	if refused := new(store.InvalidError); errors.As(err, &refused) {
		b.refuse(place, fieldsAt(recordAt(place), refused.Fields)...)
		return nil
	}
	b.chunk, b.places, b.size = append(b.chunk, in), append(b.places, place), b.size+len(raw)
	if len(b.chunk) < chunkItems && b.size < chunkBytes {
		return nil
	}
	return b.flush()
}

// flush saves the chunk.
func (b *sessionBatch) flush() error {
	if len(b.chunk) == 0 {
		return nil
	}
	w, err := b.api.Store.SaveSessions(b.ctx, b.by, b.chunk)
	if err != nil {
		return err
	}
	for i, saved := range w.Item {
		place := b.places[i]
		if len(saved.Refused) > 0 {
			b.refuse(place, fieldsAt(recordAt(place), saved.Refused)...)
			continue
		}
		b.results[place].ID, b.results[place].Status = &saved.ID, saved.Outcome
	}
	if w.EventID != "" {
		b.event = w.EventID
	}
	b.chunk, b.places, b.size = b.chunk[:0], b.places[:0], 0
	return nil
}

// refuse says what is wrong with a record. When that is so with many of them, a few tell it all.
func (b *sessionBatch) refuse(place int, found ...inbound.Field) {
	result := &b.results[place]
	most := maxItemErrors
	if b.refused >= maxFullErrors {
		most = 1
	}
	b.refused++
	result.Status, result.Errors = "invalid", found[:min(len(found), most)]
	for i, f := range result.Errors {
		result.Errors[i].Location = cutLocation(f.Location)
	}
	if ref := result.SessionRef; ref != nil && utf8.RuneCountInString(*ref) > maxRef {
		result.SessionRef = new(string([]rune(*ref)[:maxRef]) + "…")
	}
}

// recordAt is the place of a record in the request.
func recordAt(place int) string { return fmt.Sprintf("body.sessions[%d]", place) }

// problem is the answer to a batch that ended early. What was read before is saved.
func (b *sessionBatch) problem(err error) *inbound.Problem {
	p := b.api.problemOf(b.ctx, err, "body")
	if taken := len(b.results) - len(b.chunk); taken > 0 {
		p.Detail += fmt.Sprintf("; the first %d records of the batch were taken, and it may be sent again as a whole", taken)
	} else {
		p.Detail += "; none of its records was taken"
	}
	return p
}

// describeBatch adds the route to the document.
func describeBatch(o *huma.OpenAPI) {
	schemas := o.Components.Schemas
	record := schemas.Schema(reflect.TypeFor[SessionFields](), true, "")
	o.AddOperation(&huma.Operation{
		OperationID: "save-sessions", Method: http.MethodPost, Path: batchPath, Summary: "Take over session records from an indexer",
		Description: fmt.Sprintf("At most %d records, %d bytes each, %d bytes in all. A known record, by tool and session_ref, takes the fields that are sent; one that is invalid does not keep the others out.", maxBatchItems, maxItem, maxBatch),
		Security:    []map[string][]string{{"token": {}}},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{jsonType: {Schema: &huma.Schema{
			Type: "object", Properties: map[string]*huma.Schema{"sessions": {Type: "array", Items: record}},
			Required: []string{"sessions"}, AdditionalProperties: false,
		}}}},
		Responses: map[string]*huma.Response{
			"200":     {Description: "OK", Content: map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(reflect.TypeFor[batchBody](), true, "")}}},
			"default": problemResponse(schemas),
		},
	})
}
