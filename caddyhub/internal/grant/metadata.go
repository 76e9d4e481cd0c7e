package grant

import (
	"encoding/json"
	"net/http"
)

// The paths, at the root of the issuer's origin: clients that find no metadata fall back to these
// names.
const (
	resourcePath  = "/mcp"
	metadataPath  = "/.well-known/oauth-authorization-server"
	protectedPath = "/.well-known/oauth-protected-resource"
	authorizePath = "/authorize"
	tokenPath     = "/token"
	registerPath  = "/register"
	revokePath    = "/revoke"
	consentPath   = "/ui/connect/"
)

// serverMetadata is the document of RFC 8414.
type serverMetadata struct {
	Issuer                 string   `json:"issuer"`
	AuthorizationEndpoint  string   `json:"authorization_endpoint"`
	TokenEndpoint          string   `json:"token_endpoint"`
	RegistrationEndpoint   string   `json:"registration_endpoint,omitempty"`
	RevocationEndpoint     string   `json:"revocation_endpoint"`
	ResponseTypes          []string `json:"response_types_supported"`
	ResponseModes          []string `json:"response_modes_supported"`
	GrantTypes             []string `json:"grant_types_supported"`
	ChallengeMethods       []string `json:"code_challenge_methods_supported"`
	TokenAuthMethods       []string `json:"token_endpoint_auth_methods_supported"`
	RevocationAuthMethods  []string `json:"revocation_endpoint_auth_methods_supported"`
	Scopes                 []string `json:"scopes_supported"`
	ClientDocuments        bool     `json:"client_id_metadata_document_supported"`
	IssuerInAuthorizations bool     `json:"authorization_response_iss_parameter_supported"`
}

// resourceMetadata is the document of RFC 9728.
type resourceMetadata struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers"`
	Scopes               []string `json:"scopes_supported"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	Name                 string   `json:"resource_name"`
}

func (s *Service) serveMetadata(w http.ResponseWriter, _ *http.Request) {
	m := serverMetadata{
		Issuer: s.Issuer, AuthorizationEndpoint: s.Issuer + authorizePath, TokenEndpoint: s.Issuer + tokenPath, RevocationEndpoint: s.Issuer + revokePath,
		ResponseTypes: []string{"code"}, ResponseModes: []string{"query"}, GrantTypes: []string{grantCode, grantRefresh}, ChallengeMethods: []string{"S256"},
		TokenAuthMethods: []string{"none"}, RevocationAuthMethods: []string{"none"}, Scopes: []string{ScopeRead, ScopeWrite, "offline_access"},
		ClientDocuments: true, IssuerInAuthorizations: true,
	}
	if s.Registration {
		m.RegistrationEndpoint = s.Issuer + registerPath
	}
	answer(w, http.StatusOK, m)
}

func (s *Service) serveResource(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, resourceMetadata{
		Resource: s.Resource(), AuthorizationServers: []string{s.Issuer}, Scopes: []string{ScopeRead, ScopeWrite}, BearerMethods: []string{"header"},
		Name: "Progress Hub",
	})
}

// answer sends JSON that nobody keeps.
func answer(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":"server_error"}`) // cannot happen: the fields are texts
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// refusal is an error of RFC 6749 section 5.2 and RFC 7591 section 3.2.2.
type refusal struct {
	Error       string `json:"error"`
	Description string `json:"error_description,omitempty"`
}

func refuse(w http.ResponseWriter, status int, code, description string) {
	answer(w, status, refusal{code, description})
}
