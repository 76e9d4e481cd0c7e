package gateway

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// maxAnswer is how much of an answer is read before the connection is closed.
const maxAnswer = 64 << 10

// Cause is what kept an answer from coming.
type Cause int

// The causes.
const (
	NotAllowed  Cause = iota // the hub does not go to that address
	NoHost                   // the name could not be resolved
	NotTrusted               // the certificate is not trusted
	Stopped                  // the hub was stopped
	Silent                   // it is connected, and no answer came in time
	Slow                     // it could not be reached in time
	Broke                    // the connection broke
	NobodyThere              // nothing listens
)

// Failure is an exchange without an answer. It holds no part of the address: errors of net/http
// quote that.
type Failure struct {
	Cause     Cause
	Reason    string // of NotAllowed, for the owner
	Connected bool   // something may have been sent
}

// Verdict is what became of a message that an exchange which failed should have carried.
func (f *Failure) Verdict() Verdict {
	// Another address of a name that is not allowed may be down only for now.
	if f.Connected && f.Cause != NotAllowed {
		return Unknown
	}
	return Unreached
}

// Exchange sends a request once and reads a bounded part of the answer, which it drops.
func Exchange(client *http.Client, r *http.Request) (status int, header http.Header, failure *Failure) {
	var connected atomic.Bool
	r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}))
	r.GetBody = nil // nothing may send it a second time
	answer, err := client.Do(r)
	if err != nil {
		return 0, nil, FailureOf(err, connected.Load())
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	return answer.StatusCode, answer.Header, nil
}

// FailureOf tells what an error of a connection means; connected: there was one.
func FailureOf(err error, connected bool) *Failure {
	if reason := outbound.RefusedBy(err); reason != "" {
		return &Failure{NotAllowed, reason, connected}
	}
	f := &Failure{Cause: NobodyThere, Connected: connected}
	var (
		lookup      *net.DNSError
		certificate *tls.CertificateVerificationError
		authority   x509.UnknownAuthorityError
		timeout     net.Error
	)
	switch {
	case errors.As(err, &lookup):
		f.Cause = NoHost
	case errors.As(err, &certificate), errors.As(err, &authority):
		f.Cause = NotTrusted
	case errors.Is(err, context.Canceled):
		f.Cause = Stopped
	case errors.As(err, &timeout) && timeout.Timeout() && connected:
		f.Cause = Silent
	case errors.As(err, &timeout) && timeout.Timeout():
		f.Cause = Slow
	case connected:
		f.Cause = Broke
	}
	return f
}

// Later reports whether a status says that the same may be taken another time.
func Later(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// RetryAfter reads how long to wait (RFC 9110 §10.2.3): seconds or a date.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), int(patience/time.Second))) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), patience)
}
