package grant

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// maxRegistration bounds the body of a registration, in bytes.
const maxRegistration = 16 << 10

// form is what the JSON of programs must keep.
var form = inbound.JSONRules{MaxDepth: 20, AnyCase: true}

var errURIs = errors.New("redirect_uris must be 1 to 8 addresses, of at most 1000 characters together")

// registration is the answer of RFC 7591 section 3.2.1. No secret is issued, whatever was asked: the
// program proves itself by PKCE.
type registration struct {
	ClientID      string   `json:"client_id"`
	IssuedAt      int64    `json:"client_id_issued_at"`
	Name          string   `json:"client_name,omitempty"`
	URIs          []string `json:"redirect_uris"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
}

// register makes a program known by what it says of itself. Anybody can: it gives nothing, until the
// owner lets it in.
func (s *Service) register(w http.ResponseWriter, r *http.Request) {
	body, problem := inbound.ReadBody(w, r, maxRegistration)
	if problem != nil {
		refuse(w, problem.Status, "invalid_client_metadata", problem.Detail)
		return
	}
	var asked struct {
		Name string   `json:"client_name"`
		URIs []string `json:"redirect_uris"`
	}
	if form.Check(body) != nil || json.Unmarshal(body, &asked) != nil {
		refuse(w, http.StatusBadRequest, "invalid_client_metadata", "send a JSON object with redirect_uris")
		return
	}
	if err := checkURIs(asked.URIs); err != nil {
		refuse(w, http.StatusBadRequest, "invalid_redirect_uri", err.Error())
		return
	}
	if wait, free := s.State.registers.Reserve(inbound.From(r.Context()).ClientIP); !free {
		tooMany(w, wait, "too many programs registered from this address")
		return
	}
	c, err := s.State.register(asked.Name, asked.URIs)
	if err != nil {
		unavailable(w)
		return
	}
	answer(w, http.StatusCreated, registration{
		c.ID, c.CreatedAt.Unix(), c.Name, c.URIs, []string{grantCode, grantRefresh}, []string{"code"}, "none",
	})
}
