package provider

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

const ruleName = "palisade_custom_rule"

func pathRule(site, name, path string) map[string]any {
	return map[string]any{
		"site_id": site, "name": name, "action": "block",
		"conditions": []any{map[string]any{"field": "path", "operator": "starts_with", "values": []any{path}}},
	}
}

func namesOf(site *fakeSite, list, member string) string {
	var names []string
	for _, entry := range site.policy[list].([]any) {
		names = append(names, entry.(map[string]any)[member].(string))
	}
	return strings.Join(names, " ")
}

func TestRulesAreMadeAtOnceAndLeaveOthersAlone(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	fake.change(site, func(site *fakeSite) {
		site.policy["custom_rules"] = []any{map[string]any{"id": newID(), "name": "by-hand", "something": "newer"}}
	})
	fake.others = 3
	var group sync.WaitGroup
	states := make([]state, 8)
	for index := range states {
		group.Go(func() {
			made, told := tf.apply(ruleName, tf.nothing(ruleName), pathRule(site, fmt.Sprintf("rule-%d", index), "/a"))
			if told != "" {
				t.Error(told)
			}
			states[index] = made
		})
	}
	group.Wait()
	if got := fake.sites[site].policy["custom_rules"].([]any); len(got) != 9 || got[0].(map[string]any)["something"] != "newer" {
		t.Fatal(got)
	}
	for index, made := range states {
		tf.isSettled(ruleName, made, pathRule(site, fmt.Sprintf("rule-%d", index), "/a"))
	}
	if _, told := tf.apply(ruleName, states[3], nil); told != "" {
		t.Fatal(told)
	}
	if got := namesOf(fake.sites[site], "custom_rules", "name"); strings.Contains(got, "rule-3") || !strings.Contains(got, "by-hand") {
		t.Fatal(got)
	}
}

func TestARuleStandsBehindTheOneThatItNames(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	last, _ := tf.apply(ruleName, tf.nothing(ruleName), pathRule(site, "last", "/a"))
	first, _ := tf.apply(ruleName, tf.nothing(ruleName), pathRule(site, "first", "/b"))
	behind := pathRule(site, "last", "/a")
	behind["after"] = tf.text(first, "id")
	last, told := tf.apply(ruleName, last, behind)
	if got := namesOf(fake.sites[site], "custom_rules", "name"); told != "" || got != "first last" {
		t.Fatal(told, got)
	}
	tf.isSettled(ruleName, last, behind)
	fake.change(site, func(site *fakeSite) {
		rules := site.policy["custom_rules"].([]any)
		site.policy["custom_rules"] = []any{rules[1], rules[0]}
	})
	last, told = tf.apply(ruleName, tf.refresh(ruleName, last), behind)
	if got := namesOf(fake.sites[site], "custom_rules", "name"); told != "" || got != "first last" {
		t.Fatal(told, got)
	}
	nowhere := pathRule(site, "other", "/c")
	nowhere["after"] = newID()
	if _, told := tf.apply(ruleName, tf.nothing(ruleName), nowhere); !strings.HasPrefix(told, `AttributeName("after") |`) {
		t.Fatal(told)
	}
}

func TestARuleWithAlternativesComesBackAsItIs(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	config := pathRule(site, "two ways", "/a")
	config["alternatives"] = []any{map[string]any{"conditions": []any{map[string]any{"field": "method", "operator": "equals", "values": []any{"POST"}}}}}
	config["action"], config["redirect"] = "redirect", map[string]any{"to": "/", "status": 302}
	made, told := tf.apply(ruleName, tf.nothing(ruleName), config)
	if told != "" {
		t.Fatal(told)
	}
	sent := fake.sites[site].policy["custom_rules"].([]any)[0].(map[string]any)
	if condition := sent["alternatives"].([]any)[0].([]any)[0].(map[string]any); condition["negate"] != false || condition["name"] != "" || sent["enabled"] != true {
		t.Fatal(sent)
	}
	made = tf.isSettled(ruleName, made, config)
	imported, told := tf.importing(ruleName, site+"/"+tf.text(made, "id"))
	if told != "" {
		t.Fatal(told)
	}
	tf.isSettled(ruleName, imported, config)
	for _, id := range []string{site, site + "/x", "x/" + site} {
		if _, told := tf.importing(ruleName, id); !strings.Contains(told, "no id of Palisade") {
			t.Fatal(id, told)
		}
	}
	fake.refuse = func(method, _ string, _ map[string]any) (int, map[string]any) {
		if method != "PUT" {
			return 0, nil
		}
		return 422, problem("validation_failed", "Please correct it.",
			map[string]any{"path": "policyConfig.custom_rules.0.alternatives.0.0.values", "message": "Too odd"},
			map[string]any{"path": "policyConfig.custom_rules.7.name", "message": "Not this one's"})
	}
	config["name"] = "other"
	_, told = tf.apply(ruleName, made, config)
	if told != `AttributeName("alternatives").ElementKeyInt(0).AttributeName("conditions").ElementKeyInt(0).AttributeName("values") | Palisade: it was not saved: Too odd (validation_failed)` {
		t.Fatal(told)
	}
}

func TestAnExclusionOfOthersIsNotOverwritten(t *testing.T) {
	fake := newFakeAPI(t)
	tf := newTerraform(t, fake.URL)
	site := fake.addSite("shop.example")
	const name = "palisade_exclusion"
	config := map[string]any{"site_id": site, "by": "rule_id", "value": "1002", "target": "ARGS:comment"}
	made, told := tf.apply(name, tf.nothing(name), config)
	if told != "" {
		t.Fatal(told)
	}
	if sent := fake.sites[site].policy["rule_exclusions"].([]any)[0].(map[string]any); sent["path_prefix"] != "" || sent["note"] != "" {
		t.Fatal(sent)
	} else if end, there := sent["expires_at"]; !there || end != nil {
		t.Fatal("what may be null has to be said")
	}
	made = tf.isSettled(name, made, config)
	wider := map[string]any{"site_id": site, "by": "rule_id", "value": "1002"}
	plan := tf.plan(name, made, wider)
	fake.change(site, func(site *fakeSite) {
		site.policy["rule_exclusions"].([]any)[0].(map[string]any)["path_prefix"] = "/narrow"
	})
	if _, told := tf.carryOut(name, made, plan); !strings.Contains(told, "somebody else has changed this") {
		t.Fatal(told)
	}
	fake.change(site, func(site *fakeSite) { site.policy["rule_exclusions"] = []any{} })
	if now := tf.refresh(name, made); !now.value.IsNull() {
		t.Fatal("it was deleted outside, and is still in the state")
	}
}
