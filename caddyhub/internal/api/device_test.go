package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/notify"
)

const subscription = `{"name":"Firefox","endpoint":"https://push.example.com/canary","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}`

func TestDevicesOverREST(t *testing.T) {
	h := newHub(t)
	key := decode[PushBody](h.get("/api/notify/push")).PublicKey
	if len(key) != 87 || decode[PushBody](h.get("/api/notify/push")).PublicKey != key {
		t.Errorf("key %s", key)
	}
	path := "/api/notify/push/devices/" + notify.DeviceID("https://push.example.com/canary")
	h.put(path, subscription).wantProblem(http.StatusForbidden, "forbidden", "")
	owner := h.asOwner()
	put := func(path, body string) response {
		return h.do(request{method: http.MethodPut, path: path, body: body, headers: owner})
	}
	put(path, subscription).wantStatus(http.StatusNoContent)
	r := h.get("/api/notify/push")
	b := decode[PushBody](r)
	if len(b.Devices) != 1 || b.Devices[0].Name != "Firefox" || b.Devices[0].LastSentAt != nil || strings.Contains(r.Body, "canary") || strings.Contains(r.Body, "BTBZ") {
		t.Errorf("%s", r.Body)
	}
	put(strings.TrimSuffix(path, path[len(path)-1:])+"0", subscription).wantProblem(http.StatusUnprocessableEntity, "validation", "body.endpoint")
	put("/api/notify/push/devices/"+notify.DeviceID("https://10.0.0.1/"), strings.Replace(subscription, "push.example.com/canary", "10.0.0.1/", 1)).wantProblem(http.StatusUnprocessableEntity, "validation", "body.endpoint")
	for _, path := range []string{"/api/notify", "/api/events", "/api/deliveries"} {
		if r := h.get(path); strings.Contains(r.Body, "canary") {
			t.Errorf("%s tells an endpoint: %s", path, r.Body)
		}
	}
	h.do(request{method: http.MethodDelete, path: path}).wantProblem(http.StatusForbidden, "forbidden", "")
	h.do(request{method: http.MethodDelete, path: path, headers: owner}).wantStatus(http.StatusNoContent)
	h.do(request{method: http.MethodDelete, path: path, headers: owner}).wantProblem(http.StatusNotFound, "not-found", "")
}
