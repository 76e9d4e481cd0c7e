package caddyhub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/store/storetest"
)

// secureSite is a Caddyfile with the hub behind a certificate of Caddy's own authority.
func secureSite(t testing.TB, port, hubOptions, tls string) string {
	t.Helper()
	globals := strings.Replace(quiet(t), "auto_https off", "auto_https disable_redirects\nskip_install_trust", 1)
	return "{\n" + globals + "hub {\n" + hubOptions + "\n}\n}\n" +
		"https://localhost:" + port + " {\nbind 127.0.0.1\ntls " + tls + "\nhub\n}\n"
}

// overTLS is a client that takes any certificate and speaks HTTP/2.
func overTLS(t testing.TB) *http.Client {
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
		ForceAttemptHTTP2: true,
		DialContext:       new(net.Dialer).DialContext,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// loadSecure runs a Caddyfile of secureSite and waits for its certificate, which Caddy makes
// beside its start.
func loadSecure(t testing.TB, port, config string) {
	t.Helper()
	load(t, config)
	for deadline := time.Now().Add(time.Minute); ; runtime.Gosched() {
		conn, err := tls.Dial("tcp", "127.0.0.1:"+port, &tls.Config{ServerName: "localhost", InsecureSkipVerify: true})
		if err == nil {
			_ = conn.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// selfSigned writes a certificate for localhost and its key.
func selfSigned(t testing.TB) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{Organization: []string{"the owner"}}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(90 * 24 * time.Hour),
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", cert), write("key.pem", "PRIVATE KEY", private)
}

// serverInfo asks the hub about itself.
func serverInfo(t testing.TB, base string) (info api.ServerBody) {
	t.Helper()
	resp, err := overTLS(t).Get(base + "/api/server")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&info); err != nil {
		t.Fatal(err)
	}
	return info
}

func TestServerShowsItsCertificate(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	base := "https://localhost:" + port
	loadSecure(t, port, secureSite(t, port, "data_dir "+dir+"\npublic_url "+base, "internal"))
	info := serverInfo(t, base)
	c := info.Certificate
	if c == nil || !strings.Contains(c.Issuer, "Caddy Local Authority") || !slices.Equal(c.Names, []string{"localhost"}) ||
		!c.NotAfter.After(time.Now()) || c.RenewsAt == nil || !c.RenewsAt.Before(c.NotAfter.Time) {
		t.Errorf("certificate %+v", c)
	}
	if info.Scheme != "https" || info.SeenURL != base || *info.PublicURL != base || info.Host != "localhost:"+port || info.DataDir != dir || info.DataBytes == 0 || !info.DevelopmentMode || info.StartedAt.After(time.Now()) {
		t.Errorf("server %+v", info)
	}

	// One from a file is the owner's to renew.
	// A port of its own for each configuration: Caddy may lose a fresh connection to one that
	// it hands over.
	cert, key := selfSigned(t)
	port = freePort(t)
	base = "https://localhost:" + port
	loadSecure(t, port, secureSite(t, port, "data_dir "+dir, cert+" "+key))
	if c := serverInfo(t, base).Certificate; c == nil || c.Issuer != "the owner" || c.RenewsAt != nil {
		t.Errorf("certificate from a file %+v", c)
	}

	port = freePort(t)
	load(t, site(t, port, "data_dir "+dir, "hub"))
	if info := serverInfo(t, "http://127.0.0.1:"+port); info.Certificate != nil || info.Scheme != "http" || info.PublicURL != nil {
		t.Errorf("over http %+v", info)
	}
	if certificate("elsewhere.example:443") != nil {
		t.Error("a host of others has a certificate")
	}
}
