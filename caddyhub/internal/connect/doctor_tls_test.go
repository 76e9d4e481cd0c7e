package connect

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// certified has the hub behind TLS, with a certificate that is for a name and ends after a time.
// The machine trusts whoever issued it, or does not.
func certified(t *testing.T, name string, left time.Duration, trusted bool) func(*ward) {
	t.Helper()
	return func(p *ward) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		is := &x509.Certificate{
			SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: time.Now().Add(-365 * 24 * time.Hour), NotAfter: time.Now().Add(left),
			IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		}
		text, err := x509.CreateCertificate(rand.Reader, is, is, key.Public(), key)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.hub(w, r) }))
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{text}, PrivateKey: key}}}
		server.StartTLS()
		t.Cleanup(server.Close)
		p.url = strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
		roots := x509.NewCertPool()
		root, err := x509.ParseCertificate(text)
		if err != nil {
			t.Fatal(err)
		}
		if trusted {
			roots.AddCert(root)
		}
		p.Client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	}
}
