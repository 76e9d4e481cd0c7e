package notify

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store/phrase"
)

// vapidAge is how long a proof of the hub's holds; push services take at most a day.
const vapidAge = 12 * time.Hour

// vapidKey is the key by which push services know the hub (RFC 8292). It is made when it is first
// needed.
func (s *Service) vapidKey() (*ecdsa.PrivateKey, error) {
	var key *ecdsa.PrivateKey
	err := s.Secrets.Change(setting.VAPIDKey, func(kept setting.Secret) (setting.Secret, error) {
		if raw, err := base64.RawURLEncoding.DecodeString(kept.Value); err == nil && len(raw) > 0 {
			if key, err = ecdsa.ParseRawPrivateKey(elliptic.P256(), raw); err == nil {
				return kept, nil
			}
		}
		var err error
		if key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			return kept, err
		}
		raw, err := key.Bytes()
		kept.Value = base64.RawURLEncoding.EncodeToString(raw)
		return kept, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the key for push services: %w", err)
	}
	return key, nil
}

// PublicKey is what browsers subscribe with.
func (s *Service) PublicKey() (string, error) {
	key, err := s.vapidKey()
	if err != nil {
		return "", err
	}
	return publicKey(key)
}

// publicKey is the half of it that browsers subscribe with.
func publicKey(key *ecdsa.PrivateKey) (string, error) {
	raw, err := key.PublicKey.Bytes()
	return base64.RawURLEncoding.EncodeToString(raw), err
}

// vapid is the proof for the push service of an endpoint: who sends, and whom it may write to.
func vapid(key *ecdsa.PrivateKey, endpoint *url.URL, contact string, now time.Time) (string, error) {
	public, err := publicKey(key)
	if err != nil {
		return "", err
	}
	claims, err := json.Marshal(map[string]any{"aud": endpoint.Scheme + "://" + endpoint.Host, "exp": now.Add(vapidAge).Unix(), "sub": contact})
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(claims)
	digest := sha256.Sum256([]byte(signed))
	r, v, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	v.FillBytes(signature[32:])
	return "vapid t=" + signed + "." + encode(signature) + ", k=" + public, nil
}

// errNoContact says what push needs.
var errNoContact = error(phrase.SetupContact("notify { contact mailto:… }"))

// contact is whom a push service may write to. Apple's refuses names that lead nowhere.
func (s *Service) contact(e effective) (string, error) {
	if u, err := url.Parse(s.PublicURL); err == nil && u.Scheme == "https" && leadsSomewhere(u.Hostname()) {
		return s.PublicURL, nil
	}
	if _, domain, ok := strings.Cut(e.Contact, "@"); ok && leadsSomewhere(domain) {
		return e.Contact, nil
	}
	return "", errNoContact
}

func leadsSomewhere(host string) bool {
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	for _, end := range []string{".localhost", ".local", ".invalid", ".test"} {
		if strings.HasSuffix(host, end) {
			return false
		}
	}
	return strings.Contains(host[1:], ".")
}
