package caddyhub

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// What the channels of notifications keep secret, and what the button of a message is worth, is in no
// log, no answer and no backup, whether messages arrive, are refused or go nowhere.
func TestNotificationsTellNoSecret(t *testing.T) {
	asked := make(chan string, 100)
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write(body) // a server may repeat what it gets
		asked <- string(body)
	}))
	defer refuses.Close()
	dir, port := storetest.Dir(t), freePort(t)
	logs := filepath.Join(t.TempDir(), "log")
	options := fmt.Sprintf(`data_dir %s
		token %s
		public_url https://hub.example.org
		notify {
			ntfy {
				url %s
				topic canary-topic
				token tk_canary
			}
			mail {
				host 127.0.0.1
				port 9
				security none
				username me
				password canary-password
				from hub@example.org
				to me@example.org
			}
			webhook {
				url %s/hook
				secret whsec_Y2FuYXJ5LWtleS1vZi0yNC1ieXRlcy4u
			}
		}`, dir, privateToken, refuses.URL, refuses.URL)
	everything := "log {\n output file " + logs + "\n level DEBUG\n}\n"
	load(t, strings.Replace(site(t, port, options, "log\nhub"), "log {\n output discard\n}\n", everything, 1))
	app := running(t)
	var answers strings.Builder
	call := func(method, path, body string) string {
		t.Helper()
		status, answer, err := do(t.Context(), method, "http://127.0.0.1:"+port+path, strings.NewReader(body), "Authorization", "Bearer "+privateToken)
		if err != nil || status >= 500 {
			t.Fatalf("%s %s: %d %s %v", method, path, status, answer, err)
		}
		answers.WriteString(answer)
		return answer
	}
	browser := notify.Subscription{
		Endpoint: "https://localhost/canary-endpoint", Auth: "BTBZMqHH6r4Tts7J_aSIgg",
		P256DH: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
	}
	if err := app.notify.Subscribe(t.Context(), store.By{Actor: store.Owner}, notify.DeviceID(browser.Endpoint), "phone", browser); err != nil {
		t.Fatal(err)
	}
	committed := make(chan struct{}, 1000)
	defer app.runtime.store.Subscribe(func(store.Commit) { committed <- struct{}{} })()
	call(http.MethodPost, "/api/reminders", `{"text":"call","kind":"once","due_at":"2020-01-01T00:00:00Z"}`)

	token := ""
	for token == "" {
		var message struct{ Actions []struct{ Body string } }
		_ = json.Unmarshal([]byte(<-asked), &message) // that of the webhook has none
		if len(message.Actions) > 0 {
			_, token, _ = strings.Cut(message.Actions[0].Body, `"token":"`)
			token = strings.TrimSuffix(token, `"}`)
		}
	}
	tried := func() bool {
		page, err := app.runtime.store.Deliveries(t.Context(), store.DeliveryFilter{})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, d := range page.Deliveries {
			if d.LastError != nil {
				n++
			}
		}
		return n == 4
	}
	for !tried() {
		<-committed
	}
	for _, path := range []string{"/api/notify", "/api/notify/push", "/api/deliveries", "/api/events", "/api/overview"} {
		call(http.MethodGet, path, "")
	}
	call(http.MethodPut, "/api/notify", `{"ntfy":{"topic":"canary/topic"},"mail":{"password":"canary-password\r\n"},"webhook":{"secret":"canary"}}`)
	for _, tokens := range []string{token, token, "canary-button"} { // works, worked, is not known
		call(http.MethodPost, "/api/act", `{"token":"`+tokens+`"}`)
	}
	copied := filepath.Join(t.TempDir(), "backup.zip")
	if _, err := backup.ExportFile(t.Context(), app.runtime.store, backup.Options{}, copied); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(answers.String(), `"last_error_said":{"code":`); n < 8 { // four messages, in the list and with their channels
		t.Fatalf("%d errors have a code", n)
	}
	log, err := os.ReadFile(logs)
	if err != nil || !strings.Contains(string(log), "/api/act") {
		t.Fatalf("the log has %d bytes and no access: %v", len(log), err)
	}
	for place, text := range map[string]string{"an answer": answers.String(), "the log": string(log), "a backup": unzipped(t, copied)} {
		for name, secret := range map[string]string{
			"a topic, token, endpoint or password": "canary", "the signing secret": "whsec_", "a browser's secret": browser.Auth, "a browser's key": browser.P256DH, "a button": token,
		} {
			if i := strings.Index(text, secret); i >= 0 {
				t.Errorf("%s tells %s: …%.200s", place, name, text[max(0, i-100):])
			}
		}
	}
}

// unzipped is all that a zip holds.
func unzipped(t *testing.T, file string) string {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err == nil {
			_, err = io.Copy(&all, r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
