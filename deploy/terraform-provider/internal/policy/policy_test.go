package policy

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
)

func TestEverySettingOfThePolicyFileIsAnAttribute(t *testing.T) {
	sections, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(sections.Policy.Members) < 50 || len(sections.Origin.Members) < 15 {
		t.Fatal("there is hardly any")
	}
	for _, section := range []*Node{sections.Origin, sections.Policy, sections.CustomRule, sections.Exclusion} {
		walk(t, section)
		if len(section.Attributes()) != len(section.Members) {
			t.Fatal("not each is one")
		}
	}
}

// Numbers are whole: that is what their attributes take.
func walk(t *testing.T, node *Node) {
	for _, choice := range node.Enum {
		if number, ok := choice.(float64); ok && number != float64(int64(number)) {
			t.Fatal(choice)
		}
	}
	if node.Items != nil {
		walk(t, node.Items)
	}
	for _, member := range node.Members {
		walk(t, member.Node)
	}
}

func TestValuesComeBackAsTheyAre(t *testing.T) {
	sections, _ := Load()
	rule := map[string]any{
		"id": "4f9c", "name": "n", "enabled": true, "action": "redirect", "skip": []any{},
		"conditions":   []any{map[string]any{"field": "ip", "name": "", "operator": "equals", "negate": false, "values": []any{"192.0.2.1"}}},
		"alternatives": []any{[]any{map[string]any{"field": "path", "name": "", "operator": "matches", "negate": true, "values": []any{"^/a"}}}},
		"redirect":     map[string]any{"to": "/", "status": 302.0, "keep_query": true},
	}
	value, err := sections.CustomRule.FromJSON(rule)
	if err != nil {
		t.Fatal(err)
	}
	told, err := sections.CustomRule.ToJSON(value)
	if err != nil || !reflect.DeepEqual(told, any(rule)) {
		t.Fatal(told, err)
	}
	for _, odd := range []any{"text", 1.0, []any{}, map[string]any{"conditions": "none"}, map[string]any{"enabled": "yes"}} {
		if _, err := sections.CustomRule.FromJSON(odd); err == nil {
			t.Fatal("it was taken:", odd)
		}
	}
}

func TestFieldsOfTheAPIAreFoundAsFarAsTheyAreKnown(t *testing.T) {
	sections, _ := Load()
	at := path.Root("policy_config")
	for _, one := range []struct {
		words []string
		want  string
	}{
		{[]string{"header_rules", "2", "name"}, "policy_config.header_rules[2].name"},
		{[]string{"custom_rules", "0", "alternatives", "1", "3", "values", "4"}, "policy_config.custom_rules[0].alternatives[1].conditions[3].values[4]"},
		{[]string{"header_rules", "x"}, "policy_config.header_rules"},
		{[]string{"nothing"}, "policy_config"},
	} {
		if got := sections.Policy.Place(at, one.words).String(); got != one.want {
			t.Fatal(got)
		}
	}
}
