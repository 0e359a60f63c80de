package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// made is one of each resource, by the key of the first account.
func madeOfAll(t *testing.T, fake *fakeAPI, tf *terraform) map[string]state {
	t.Helper()
	site := fake.addSite("shop.example")
	made := map[string]state{}
	for name, config := range map[string]map[string]any{
		siteName:        {"domain": "blog.example", "origin_host": "192.0.2.7"},
		listName:        {"name": "office", "entries": []any{"192.0.2.0/24"}},
		certificateName: {"site_id": site, "certificate_chain": "chain-1", "private_key": "key"},
		policyName:      {"site_id": site, "policy_config": map[string]any{"waf_sensitivity": "high"}},
		ruleName:        pathRule(site, "admin", "/admin"),
	} {
		one, told := tf.apply(name, tf.nothing(name), config)
		if told != "" {
			t.Fatal(name, told)
		}
		made[name] = one
	}
	return made
}

func TestAKeyOfAnotherAccountEmptiesNoState(t *testing.T) {
	fake := newFakeAPI(t)
	made := madeOfAll(t, fake, newTerraform(t, fake.URL))
	others := newTerraformWith(t, fake.URL, othersKey)
	for name, one := range made {
		now, told := others.read(name, one)
		if !strings.Contains(told, "of another account") || now.value.IsNull() {
			t.Fatal(name, "was forgotten:", told)
		}
		if name == policyName {
			continue // Destroying it leaves the site as it is, without a call.
		}
		if now, told = others.apply(name, one, nil); !strings.Contains(told, "of another account") || now.value.IsNull() {
			t.Fatal(name, "was taken for destroyed:", told)
		}
	}
}

func TestWhatIsNotShownIsNotForgottenWhereNobodyKnowsWhoseItIs(t *testing.T) {
	fake := newFakeAPI(t)
	fake.tellsNoAccount = true
	tf := newTerraform(t, fake.URL)
	made, told := tf.apply(siteName, tf.nothing(siteName), map[string]any{"domain": "shop.example", "origin_host": "192.0.2.7"})
	if told != "" {
		t.Fatal(told)
	}
	id := tf.text(made, "id")
	site := fake.sites[id]
	delete(fake.sites, id)
	if now, told := tf.read(siteName, made); !strings.Contains(told, "not known whether this is gone") || now.value.IsNull() {
		t.Fatal(told)
	}
	// Seen once by a version that notes it, it is known.
	fake.sites[id], fake.tellsNoAccount = site, false
	made = tf.refresh(siteName, made)
	delete(fake.sites, id)
	if gone := tf.refresh(siteName, made); !gone.value.IsNull() {
		t.Fatal("it was removed outside, and is still in the state")
	}
}

func TestTheAddressOfAFeedIsSensitive(t *testing.T) {
	var answer resource.SchemaResponse
	(&listResource{}).Schema(t.Context(), resource.SchemaRequest{}, &answer)
	for _, name := range []string{"url", "api_key"} {
		if !answer.Schema.Attributes[name].IsSensitive() {
			t.Fatal(name, "is shown in plans")
		}
	}
}
