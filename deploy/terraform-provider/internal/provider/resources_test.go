package provider

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
)

const siteName, listName, certificateName, originCertificateName = "palisade_site", "palisade_list", "palisade_certificate", "palisade_origin_certificate"

func TestASiteIsMadeChangedAndMadeAgain(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	config := map[string]any{"domain": "Shop.Example.", "origin_host": "Origin.Example", "hosts": []any{"www.shop.example"}, "paused": true}
	made, told := tf.apply(siteName, tf.nothing(siteName), config)
	if told != "" {
		t.Fatal(told)
	}
	made = tf.isSettled(siteName, made, config)
	id := tf.text(made, "id")
	// Somebody adds a name in the dashboard, which the plan has not seen.
	site := fake.sites[id].site
	seen := site["hosts"].([]any)
	site["hosts"] = append(slices.Clone(seen), "blog.shop.example")
	wider := maps.Clone(config)
	wider["hosts"] = []any{"www.shop.example", "api.shop.example"}
	if _, told := tf.apply(siteName, made, wider); !strings.Contains(told, "changed meanwhile") || len(site["hosts"].([]any)) != 3 {
		t.Fatal(told, site)
	}
	site["hosts"] = seen
	if site := fake.sites[id].site; site["paused"] != true || len(site["hosts"].([]any)) != 2 {
		t.Fatal(site)
	}
	members, _ := membersOf(made.value)
	if txt, _ := membersOf(members["verification_txt"]); !txt["name"].Equal(tf.value(txt["name"].Type(), "_palisade.shop.example")) {
		t.Fatal(txt)
	}
	respelled := map[string]any{"domain": "shop.example", "origin_host": "192.0.2.7", "origin_port": 8080}
	if plan := tf.plan(siteName, made, respelled); len(plan.replaces) > 0 {
		t.Fatal("the same name is another site:", plan.replaces)
	}
	if plan := tf.plan(siteName, made, map[string]any{"domain": "other.example", "origin_host": "192.0.2.7"}); len(plan.replaces) == 0 {
		t.Fatal("another name is the same site")
	}
	made, told = tf.apply(siteName, made, respelled)
	if told != "" || fake.sites[id].origin["origin_port"] != 8080.0 || fake.sites[id].site["paused"] != false {
		t.Fatal(told, fake.sites[id])
	}
	tf.isSettled(siteName, made, respelled)
	imported, told := tf.importing(siteName, id)
	if told != "" {
		t.Fatal(told)
	}
	tf.isSettled(siteName, imported, respelled)
	plan := tf.plan(siteName, made, config)
	fake.change(id, func(site *fakeSite) { site.origin["origin_host"] = "198.51.100.1" })
	if _, told := tf.carryOut(siteName, made, plan); !strings.Contains(told, "another origin") {
		t.Fatal(told)
	}
	delete(fake.sites, id)
	if gone := tf.refresh(siteName, made); !gone.value.IsNull() {
		t.Fatal("it was removed outside, and is still in the state")
	}
	if _, told := tf.apply(siteName, made, nil); told != "" {
		t.Fatal("what is gone cannot be removed:", told)
	}
}

func TestASiteThatWasHalfMadeIsNotForgotten(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	fake.refuse = func(method, _ string, _ map[string]any) (int, map[string]any) {
		if method != "PATCH" {
			return 0, nil
		}
		return 422, problem("host_invalid", "x.other is no name below it.", map[string]any{"path": "hosts.0", "message": "No name below it"})
	}
	made, told := tf.apply(siteName, tf.nothing(siteName), map[string]any{"domain": "shop.example", "origin_host": "192.0.2.7", "hosts": []any{"x.other"}})
	if !strings.HasPrefix(told, `AttributeName("hosts") |`) || made.value.IsNull() || fake.sites[tf.text(made, "id")] == nil {
		t.Fatal(told, made.value)
	}
}

func TestAListIsKeptByHandOrByOthers(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	config := map[string]any{"name": "office", "entries": []any{"192.0.2.0/24", "2001:db8::/32"}}
	made, told := tf.apply(listName, tf.nothing(listName), config)
	if told != "" {
		t.Fatal(told)
	}
	made = tf.isSettled(listName, made, config)
	id := tf.text(made, "id")
	imported, told := tf.importing(listName, id)
	if told != "" {
		t.Fatal(told)
	}
	tf.isSettled(listName, imported, config)
	next := map[string]any{"name": "office", "entries": []any{"192.0.2.0/24"}}
	plan := tf.plan(listName, made, next)
	fake.texts[id] = "# ours\n198.51.100.9\n"
	if _, told := tf.carryOut(listName, made, plan); !strings.Contains(told, "somebody else has changed this") {
		t.Fatal(told)
	}
	made, told = tf.apply(listName, tf.refresh(listName, made), next)
	if told != "" || fake.texts[id] != "192.0.2.0/24" {
		t.Fatal(told, fake.texts[id])
	}
	// Left out, its entries are others'.
	bare := map[string]any{"name": "office", "note": "filled by a rule"}
	if made, told = tf.apply(listName, made, bare); told != "" {
		t.Fatal(told)
	}
	fake.texts[id] = "203.0.113.1"
	tf.isSettled(listName, made, bare)
	for _, wrong := range []map[string]any{
		{"name": "a", "entries": []any{"192.0.2.1\n192.0.2.2"}},
		{"name": "a", "url": "https://lists.example/a"},
		{"name": "a", "source": "url", "url": "https://lists.example/a", "entries": []any{"192.0.2.1"}},
	} {
		if told := tf.plan(listName, tf.nothing(listName), wrong).errors; told == "" {
			t.Fatal("it was planned:", wrong)
		}
	}
	delete(fake.lists, id)
	if gone := tf.refresh(listName, made); !gone.value.IsNull() {
		t.Fatal("it was removed outside, and is still in the state")
	}
}

func TestAListThatIsFetchedIsSettled(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	config := map[string]any{"name": "feed", "source": "url", "url": "https://lists.example/a"}
	made, told := tf.apply(listName, tf.nothing(listName), config)
	if told != "" {
		t.Fatal(told)
	}
	tf.isSettled(listName, made, config)
}

func TestTheKeyOfACertificateIsInNoStateAndNoPlan(t *testing.T) {
	for name, of := range map[string]func(*fakeSite) *map[string]any{
		certificateName:       func(site *fakeSite) *map[string]any { return &site.certificate },
		originCertificateName: func(site *fakeSite) *map[string]any { return &site.originCertificate },
	} {
		t.Run(name, func(t *testing.T) { keepsNoKey(t, name, of) })
	}
}

// keepsNoKey uses a resource; of is where its certificate is at the API.
func keepsNoKey(t *testing.T, name string, of func(*fakeSite) *map[string]any) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	config := map[string]any{"site_id": site, "certificate_chain": "chain-1", "private_key": "the-secret-key"}
	plan := tf.plan(name, tf.nothing(name), config)
	made, told := tf.carryOut(name, tf.nothing(name), plan)
	if told != "" {
		t.Fatal(told)
	}
	for _, kept := range []state{plan.state, made} {
		if text := kept.value.String(); strings.Contains(text, "the-secret-key") || bytes.Contains(kept.private, []byte("the-secret-key")) {
			t.Fatal(text)
		}
	}
	made = tf.isSettled(name, made, config)
	fake.change(site, func(site *fakeSite) { (*of(site))["fingerprint_sha256"] = "another" })
	made = tf.refresh(name, made)
	if made, told = tf.apply(name, made, config); told != "" {
		t.Fatal(told)
	}
	tf.isSettled(name, made, config)
	if got := (*of(fake.sites[site]))["fingerprint_sha256"]; got == "another" {
		t.Fatal("another's certificate was left")
	}
	fake.change(site, func(site *fakeSite) { (*of(site))["fingerprint_sha256"] = "of a colleague" })
	if _, told := tf.apply(name, made, nil); told != "" || *of(fake.sites[site]) == nil {
		t.Fatal("a certificate was removed that another has uploaded since:", told)
	}
	fake.change(site, func(site *fakeSite) { *of(site) = nil })
	if gone := tf.refresh(name, made); !gone.value.IsNull() {
		t.Fatal("it was removed outside, and is still in the state")
	}
}

func TestACertificateForOriginsThatIsInUseStays(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	config := map[string]any{"site_id": site, "certificate_chain": "chain-1", "private_key": "the-secret-key"}
	made, told := tf.apply(originCertificateName, tf.nothing(originCertificateName), config)
	if told != "" {
		t.Fatal(told)
	}
	// A refusal would keep a whole destroy from ever reaching the site.
	fake.change(site, func(site *fakeSite) { site.origin["origin_client_certificate"] = "uploaded" })
	if _, told := tf.apply(originCertificateName, made, nil); told != "" || fake.sites[site].originCertificate == nil {
		t.Fatal("a certificate that is in use was removed:", told)
	}
	fake.change(site, func(site *fakeSite) { site.origin["origin_client_certificate"] = "off" })
	if _, told := tf.apply(originCertificateName, made, nil); told != "" || fake.sites[site].originCertificate != nil {
		t.Fatal("one that is not in use stays:", told)
	}
	imported, told := tf.importing(originCertificateName, site)
	if told == "" && !imported.value.IsNull() {
		t.Fatal("what is not there was imported")
	}
}
