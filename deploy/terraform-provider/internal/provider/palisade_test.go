package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	testKey = "pal_key-of-the-tests"
	// Of another account, which sees nothing of what the first has.
	othersKey = "pal_key-of-others"
)

// fakeAPI answers as Palisade does: it normalises values, counts versions, and refuses changes of an outdated version.
type fakeAPI struct {
	*httptest.Server
	mutex  sync.Mutex
	sites  map[string]*fakeSite
	lists  map[string]map[string]any
	texts  map[string]string
	refuse func(method, path string, body map[string]any) (int, map[string]any)
	// As an installation before the header.
	tellsNoAccount bool
	// Somebody else saves between the look and the save, so often.
	others int
	calls  []string
}

type fakeSite struct {
	site        map[string]any
	version     int
	origin      map[string]any
	policy      map[string]any
	certificate map[string]any
	// What the edge presents to the site's servers.
	originCertificate map[string]any
}

func newFakeAPI(t *testing.T) *fakeAPI {
	t.Helper()
	fake := &fakeAPI{sites: map[string]*fakeSite{}, lists: map[string]map[string]any{}, texts: map[string]string{}}
	fake.Server = httptest.NewServer(http.HandlerFunc(fake.serve))
	t.Cleanup(fake.Close)
	return fake
}

// change does what somebody else does at the dashboard.
func (f *fakeAPI) change(site string, does func(*fakeSite)) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	does(f.sites[site])
	f.sites[site].version++
}

func (f *fakeAPI) addSite(domain string) string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.add(map[string]any{"domain_name": domain, "origin_host": "192.0.2.1", "origin_protocol": "http"})["id"].(string)
}

func (f *fakeAPI) add(body map[string]any) map[string]any {
	id, name := newID(), strings.ToLower(strings.TrimSuffix(body["domain_name"].(string), "."))
	port := body["origin_port"]
	if port == nil {
		port = map[any]float64{"http": 80, "https": 443}[body["origin_protocol"]]
	}
	origin := map[string]any{
		"origin_host": strings.ToLower(body["origin_host"].(string)), "origin_port": port, "origin_protocol": body["origin_protocol"], "redirect_to_https": false, "timeout_seconds": 30.0,
	}
	policy := map[string]any{
		"mode": "On", "waf_sensitivity": "medium", "blocked_ips": []any{}, "blocked_countries": []any{}, "blocked_lists": []any{}, "header_rules": []any{},
		"custom_rules": []any{}, "rule_exclusions": []any{}, "rate_limit_requests": 100.0,
	}
	site := map[string]any{
		"id": id, "domain_name": name, "hosts": []any{name}, "paused": false, "dns_verified": false, "cname_target": "edge.waf.example",
		"verification_subdomain": "waf-1." + name, "verification_txt": map[string]any{"name": "_palisade." + name, "value": "palisade=1"},
	}
	f.sites[id] = &fakeSite{site, 1, origin, policy, nil, nil}
	return f.sites[id].view()
}

func (s *fakeSite) view() map[string]any {
	view := maps.Clone(s.site)
	for _, name := range []string{"origin_host", "origin_port", "origin_protocol"} {
		view[name] = s.origin[name]
	}
	return view
}

func (s *fakeSite) config() map[string]any {
	return map[string]any{"version": s.version, "originConfig": s.origin, "policyConfig": s.policy}
}

func problem(code, detail string, faults ...map[string]any) map[string]any {
	return map[string]any{"code": code, "detail": detail, "errors": faults, "request_id": "1"}
}

func (f *fakeAPI) serve(response http.ResponseWriter, request *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	key := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	if key != testKey && key != othersKey {
		answer(response, 401, problem("unauthenticated", "Who are you?"))
		return
	}
	if !f.tellsNoAccount {
		response.Header().Set("Palisade-Account", "account-of-"+key)
	}
	var body map[string]any
	if request.ContentLength > 0 {
		if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
			answer(response, 400, problem("malformed", err.Error()))
			return
		}
	}
	path := strings.TrimPrefix(request.URL.Path, "/api")
	f.calls = append(f.calls, request.Method+" "+path)
	if f.refuse != nil {
		if status, refusal := f.refuse(request.Method, path, body); status != 0 {
			answer(response, status, refusal)
			return
		}
	}
	owner := f
	if key == othersKey {
		owner = &fakeAPI{sites: map[string]*fakeSite{}, lists: map[string]map[string]any{}, texts: map[string]string{}}
	}
	status, told := owner.answer(request.Method, strings.Split(path, "/")[1:], body)
	answer(response, status, told)
}

func answer(response http.ResponseWriter, status int, told any) {
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	if status != 204 {
		json.NewEncoder(response).Encode(told)
	}
}

func (f *fakeAPI) answer(method string, words []string, body map[string]any) (int, any) {
	if words[0] == "lists" {
		return f.answerLists(method, words[1:], body)
	}
	if len(words) == 1 {
		if method == http.MethodPost {
			return 201, f.add(body)
		}
		sites := []any{}
		for _, site := range f.sites {
			sites = append(sites, site.view())
		}
		return 200, sites
	}
	site := f.sites[words[1]]
	if site == nil {
		return 404, problem("domain_not_found", "There is no such domain.")
	}
	switch what := strings.Join(words[2:], "/"); {
	case what == "" && method == http.MethodDelete:
		delete(f.sites, words[1])
		return 204, nil
	case what == "" && method == http.MethodPatch:
		if hosts, ok := body["hosts"].([]any); ok {
			before, _ := body["hosts_before"].([]any)
			for _, host := range site.site["hosts"].([]any) {
				if host != site.site["domain_name"] && !slices.Contains(before, host) {
					return 409, problem("hosts_changed", "The names of this site were changed meanwhile.")
				}
			}
			site.site["hosts"] = append([]any{site.site["domain_name"]}, slices.DeleteFunc(hosts, func(host any) bool { return host == site.site["domain_name"] })...)
		}
		site.site["paused"] = body["is_active"] == false
		return 200, site.view()
	case what == "":
		return 200, site.view()
	case what == "waf-config" && method == http.MethodPut:
		return f.save(site, body)
	case what == "waf-config":
		return 200, site.config()
	case what == "origin-certificates/uploaded" && method == http.MethodDelete:
		if site.origin["origin_client_certificate"] == "uploaded" {
			return 409, problem("origin_certificate_in_use", "The edge presents this certificate to your server.")
		}
		site.originCertificate = nil
	case what == "origin-certificates/uploaded":
		site.originCertificate = map[string]any{
			"source": "uploaded", "fingerprint_sha256": fmt.Sprintf("%x", body["certificate_chain"]), "subject": "CN=edge", "issuer": "Tests", "not_after": "2030-01-01T00:00:00Z",
		}
	case what == "certificates/uploaded" && method == http.MethodDelete:
		site.certificate = nil
	case what == "certificates/uploaded":
		site.certificate = map[string]any{
			"source": "uploaded", "fingerprint_sha256": fmt.Sprintf("%x", body["certificate_chain"]), "names": []any{site.site["domain_name"]}, "issuer": "Tests", "not_after": "2030-01-01T00:00:00Z",
		}
	}
	if words[2] == "origin-certificates" {
		certificates := []any{}
		if site.originCertificate != nil {
			certificates = append(certificates, site.originCertificate)
		}
		return 200, map[string]any{"in_use": "off", "authority": nil, "next_authority": nil, "certificates": certificates}
	}
	certificates := []any{map[string]any{"source": "automatic", "fingerprint_sha256": nil, "names": []any{}, "issuer": nil, "not_after": nil}}
	if site.certificate != nil {
		certificates = append(certificates, site.certificate)
	}
	return 200, map[string]any{"certificates": certificates}
}

func (f *fakeAPI) save(site *fakeSite, body map[string]any) (int, any) {
	if f.others > 0 {
		f.others--
		site.version++
	}
	if body["version"] != float64(site.version) {
		return 409, problem("configuration_changed", "The configuration has been changed since.")
	}
	origin, _ := body["originConfig"].(map[string]any)
	policy, _ := body["policyConfig"].(map[string]any)
	maps.Copy(site.origin, origin)
	for name, value := range policy {
		site.policy[name] = inItsOwnWay(value)
	}
	site.version++
	return 200, site.config()
}

// inItsOwnWay normalises values as the API does: short addresses, names without spaces, members in any order.
func inItsOwnWay(value any) any {
	switch value := value.(type) {
	case string:
		return strings.TrimSpace(strings.ReplaceAll(value, "2001:DB8::0", "2001:db8::"))
	case []any:
		own := []any{}
		for _, entry := range value {
			own = append(own, inItsOwnWay(entry))
		}
		return own
	case map[string]any:
		own := map[string]any{}
		for name, member := range value {
			own[name] = inItsOwnWay(member)
		}
		return own
	default:
		return value
	}
}

func (f *fakeAPI) answerLists(method string, words []string, body map[string]any) (int, any) {
	if len(words) == 0 && method == http.MethodGet {
		return 200, map[string]any{"lists": slices.Collect(maps.Values(f.lists))}
	}
	if len(words) == 0 {
		id := newID()
		list := map[string]any{"id": id, "name": body["name"], "note": body["note"], "source": body["source"], "holds": body["holds"], "is_offered": false, "url": body["url"], "interval_minutes": nil, "entries": 0, "refused": 0, "refused_lines": []any{}}
		if body["source"] != "hand" {
			list["interval_minutes"] = 60
		}
		f.lists[id] = list
		f.texts[id], _ = body["text"].(string)
		return 201, list
	}
	list := f.lists[words[0]]
	switch {
	case list == nil:
		return 404, problem("list_not_found", "There is no such list.")
	case len(words) == 2:
		return 200, map[string]any{"text": f.texts[words[0]]}
	case method == http.MethodDelete:
		delete(f.lists, words[0])
		return 204, nil
	}
	if text, ok := body["text"].(string); ok {
		f.texts[words[0]] = text
	}
	for _, name := range []string{"name", "note", "url", "interval_minutes"} {
		if value, ok := body[name]; ok {
			list[name] = value
		}
	}
	return 200, list
}
