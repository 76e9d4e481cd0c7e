package grant

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store/phrase"
)

// Outside looks at the hub as a program elsewhere does, as far as that can be told from here.
type Outside struct {
	// Resolve is what a name leads to. Default: what the machine says.
	Resolve func(ctx context.Context, host string) ([]netip.Addr, error)
	// Client asks. Default: one that may reach this very hub.
	Client *http.Client
}

// outsideTime is for the whole look.
const outsideTime = 15 * time.Second

// NewOutside makes the usual one.
func NewOutside() Outside {
	return Outside{
		Resolve: func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		},
		Client: outbound.NewClientWithin(func(netip.AddrPort) bool { return false }, outsideTime/2),
	}
}

// The steps of a look, in their order.
const (
	StepName        = "name"        // the issuer's name leads to an address that others reach
	StepCertificate = "certificate" // the connection is encrypted with a certificate that they trust
	StepPaths       = "paths"       // the addresses at the root of the name are this hub's
)

// Step is what came of one. Without a tried one before it, it is not tried.
type Step struct {
	Name  string
	Tried bool
	Why   phrase.Phrase // what is wrong; empty: nothing
}

// Look goes through the steps.
func (o Outside) Look(ctx context.Context, s *Service) []Step {
	ctx, cancel := context.WithTimeout(ctx, outsideTime)
	defer cancel()
	steps := []Step{{Name: StepName}, {Name: StepCertificate}, {Name: StepPaths}}
	issuer, err := url.Parse(s.Issuer)
	if err != nil {
		return steps // it was checked
	}
	steps[0].Tried, steps[0].Why = true, o.name(ctx, issuer.Hostname())
	if steps[0].Why.Code() == phrase.ConnectorNoName("").Code() {
		return steps
	}
	steps[1].Tried = true
	for _, path := range []string{protectedPath + resourcePath, metadataPath} {
		switch step, why := o.path(ctx, s.Issuer, path); step {
		case StepCertificate:
			steps[1].Why = why
			return steps
		case StepPaths:
			steps[2].Tried, steps[2].Why = true, why
			return steps
		}
	}
	steps[2].Tried = true
	return steps
}

// name says what is wrong with what the name leads to.
func (o Outside) name(ctx context.Context, host string) phrase.Phrase {
	addresses := []netip.Addr{}
	if ip, err := netip.ParseAddr(host); err == nil {
		addresses = append(addresses, ip)
	} else if addresses, err = o.Resolve(ctx, host); err != nil || len(addresses) == 0 {
		return phrase.ConnectorNoName(host)
	}
	if !slices.ContainsFunc(addresses, outbound.IsPublic) {
		return phrase.ConnectorPrivate(host)
	}
	return phrase.Phrase{}
}

// path asks for one of the documents, and says which step fails by it; empty: none does.
func (o Outside) path(ctx context.Context, issuer, path string) (step string, why phrase.Phrase) {
	host := issuer
	if u, err := url.Parse(issuer); err == nil {
		host = u.Host
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, issuer+path, nil)
	if err != nil {
		return StepPaths, phrase.ConnectorSilent(host)
	}
	answer, err := o.Client.Do(r)
	if err != nil {
		var certificate *tls.CertificateVerificationError
		var authority x509.UnknownAuthorityError
		if errors.As(err, &certificate) || errors.As(err, &authority) {
			return StepCertificate, phrase.ConnectorCertificate(host)
		}
		return StepPaths, phrase.ConnectorSilent(host)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return StepPaths, phrase.ConnectorAnswers(path, strconv.Itoa(answer.StatusCode))
	}
	body, _ := io.ReadAll(io.LimitReader(answer.Body, maxDocument))
	var said struct {
		Issuer   string   `json:"issuer"`
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	if json.Unmarshal(body, &said) != nil || said.Issuer != issuer && (said.Resource != issuer+resourcePath || !slices.Contains(said.Servers, issuer)) {
		return StepPaths, phrase.ConnectorStranger(path)
	}
	return "", phrase.Phrase{}
}
