package provider

import (
	"strings"
	"testing"
)

const policyName = "palisade_site_policy"

func TestASecondPlanOfAPolicyIsEmptyHoweverTheAPIWritesIt(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	config := map[string]any{
		"site_id":       site,
		"origin_config": map[string]any{"redirect_to_https": true},
		"policy_config": map[string]any{
			"waf_sensitivity": "high",
			"blocked_ips":     []any{" 2001:DB8::0 ", "192.0.2.0/24"},
			"header_rules":    []any{map[string]any{"target": "response", "operation": "remove", "name": "Server"}},
		},
	}
	made, told := tf.apply(policyName, tf.nothing(policyName), config)
	if told != "" {
		t.Fatal(told)
	}
	if got := fake.sites[site].policy["blocked_ips"].([]any)[0]; got != "2001:db8::" {
		t.Fatalf("the API was told %v", got)
	}
	if got := fake.sites[site].policy["header_rules"].([]any)[0].(map[string]any)["value"]; got != "" {
		t.Fatalf("what is left out of an entry is empty, not %v", got)
	}
	tf.isSettled(policyName, made, config)
}

func TestSettingsThatAreLeftOutStayAndAreNobodysDrift(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	config := map[string]any{"site_id": site, "policy_config": map[string]any{"waf_sensitivity": "high"}}
	made, told := tf.apply(policyName, tf.nothing(policyName), config)
	if told != "" {
		t.Fatal(told)
	}
	fake.change(site, func(site *fakeSite) { site.policy["rate_limit_requests"] = 7.0 })
	tf.isSettled(policyName, made, config)
	// And what is no longer named stays as it is.
	fewer := map[string]any{"site_id": site, "policy_config": map[string]any{"mode": "DetectionOnly"}}
	if made, told = tf.apply(policyName, tf.refresh(policyName, made), fewer); told != "" {
		t.Fatal(told)
	}
	if policy := fake.sites[site].policy; policy["waf_sensitivity"] != "high" || policy["rate_limit_requests"] != 7.0 || policy["mode"] != "DetectionOnly" {
		t.Fatalf("the site has %v", policy)
	}
	tf.isSettled(policyName, made, fewer)
}

func TestWhatOthersHaveChangedIsShownAndTakenBack(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	config := map[string]any{"site_id": site, "policy_config": map[string]any{"waf_sensitivity": "high"}}
	made, _ := tf.apply(policyName, tf.nothing(policyName), config)
	fake.change(site, func(site *fakeSite) { site.policy["waf_sensitivity"] = "low" })
	seen := tf.refresh(policyName, made)
	plan := tf.plan(policyName, seen, config)
	if differences, _ := plan.state.value.Diff(seen.value); len(differences) == 0 {
		t.Fatal("the plan says nothing")
	}
	made, told := tf.carryOut(policyName, seen, plan)
	if told != "" || fake.sites[site].policy["waf_sensitivity"] != "high" {
		t.Fatal(told, fake.sites[site].policy)
	}
	tf.isSettled(policyName, made, config)
}

func TestAChangeBetweenPlanAndApplyIsAConflictInWords(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	made, _ := tf.apply(policyName, tf.nothing(policyName), map[string]any{"site_id": site, "policy_config": map[string]any{"waf_sensitivity": "high"}})
	next := map[string]any{"site_id": site, "policy_config": map[string]any{"waf_sensitivity": "medium"}}
	plan := tf.plan(policyName, made, next)
	fake.change(site, func(site *fakeSite) { site.policy["waf_sensitivity"] = "low" })
	_, told := tf.carryOut(policyName, made, plan)
	if !strings.Contains(told, "somebody else has changed this") || !strings.Contains(told, "policyConfig.waf_sensitivity") {
		t.Fatal(told)
	}
	if fake.sites[site].policy["waf_sensitivity"] != "low" {
		t.Fatal("it was overwritten")
	}
	// Of another setting it is none, also where the save itself is refused for it.
	plan = tf.plan(policyName, tf.refresh(policyName, made), next)
	fake.change(site, func(site *fakeSite) { site.policy["mode"] = "DetectionOnly" })
	fake.others = 2
	if _, told = tf.carryOut(policyName, made, plan); told != "" {
		t.Fatal(told)
	}
	if policy := fake.sites[site].policy; policy["waf_sensitivity"] != "medium" || policy["mode"] != "DetectionOnly" {
		t.Fatal(policy)
	}
}

func TestFaultsAreToldAtTheirAttribute(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	headers := func(name string) map[string]any {
		rule := map[string]any{"target": "response", "operation": "set", "name": name, "value": "x"}
		return map[string]any{"site_id": site, "policy_config": map[string]any{"header_rules": []any{rule}}}
	}
	// Before anything is sent, where the schema knows.
	if told := tf.plan(policyName, tf.nothing(policyName), headers("a b")).errors; !strings.HasPrefix(told, `AttributeName("policy_config").AttributeName("header_rules").ElementKeyInt(0).AttributeName("name") |`) {
		t.Fatal(told)
	}
	low := map[string]any{"site_id": site, "policy_config": map[string]any{"waf_sensitivity": "extreme"}}
	if told := tf.plan(policyName, tf.nothing(policyName), low).errors; !strings.Contains(told, "One of low, medium, high") {
		t.Fatal(told)
	}
	fake.refuse = func(method, path string, _ map[string]any) (int, map[string]any) {
		if method != "PUT" {
			return 0, nil
		}
		return 422, problem("validation_failed", "Please correct it.", map[string]any{"path": "policyConfig.header_rules.0.name", "message": "This header is ours"})
	}
	_, told := tf.apply(policyName, tf.nothing(policyName), headers("host"))
	want := `AttributeName("policy_config").AttributeName("header_rules").ElementKeyInt(0).AttributeName("name") | Palisade: the policy was not saved: This header is ours (validation_failed)`
	if told != want {
		t.Fatal(told)
	}
}

func TestAnImportedPolicyHasWhatSomebodyHasChosen(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	fake.change(site, func(site *fakeSite) { site.policy["waf_sensitivity"] = "low" })
	imported, told := tf.importing(policyName, site)
	if told != "" {
		t.Fatal(told)
	}
	tf.isSettled(policyName, imported, map[string]any{"site_id": site, "policy_config": map[string]any{"waf_sensitivity": "low"}})
	if _, told := tf.importing(policyName, "../users"); !strings.Contains(told, "no id of Palisade") {
		t.Fatal(told)
	}
}

func TestThePolicyOfASiteThatIsGoneIsGone(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	made, _ := tf.apply(policyName, tf.nothing(policyName), map[string]any{"site_id": site, "policy_config": map[string]any{"mode": "Off"}})
	delete(fake.sites, site)
	if now := tf.refresh(policyName, made); !now.value.IsNull() {
		t.Fatal(now.value)
	}
}
