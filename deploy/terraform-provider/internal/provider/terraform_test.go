package provider

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// terraform does with the provider what Terraform does, by its protocol: plan, apply, refresh, import.
type terraform struct {
	t      *testing.T
	server tfprotov6.ProviderServer
	types  map[string]tftypes.Object
	fills  map[string]map[string]bool
}

// state of one resource; Null: it does not exist.
type state struct {
	value   tftypes.Value
	private []byte
}

func newTerraform(t *testing.T, endpoint string) *terraform {
	t.Helper()
	return newTerraformWith(t, endpoint, testKey)
}

func newTerraformWith(t *testing.T, endpoint, key string) *terraform {
	t.Helper()
	made, err := New("test")
	if err != nil {
		t.Fatal(err)
	}
	server, err := providerserver.NewProtocol6WithError(made())()
	if err != nil {
		t.Fatal(err)
	}
	tf := &terraform{t: t, server: server, types: map[string]tftypes.Object{}, fills: map[string]map[string]bool{}}
	schemas, err := server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	tf.must(err, schemas.Diagnostics)
	for name, schema := range schemas.ResourceSchemas {
		tf.types[name] = schema.ValueType().(tftypes.Object)
		tf.fills[name] = map[string]bool{}
		for _, attribute := range schema.Block.Attributes {
			tf.fills[name][attribute.Name] = attribute.Computed
		}
	}
	kind := schemas.Provider.ValueType().(tftypes.Object)
	config := tf.dynamic(kind, tf.object(kind, map[string]any{"endpoint": endpoint, "api_key": key, "max_retries": 2}))
	configured, err := server.ConfigureProvider(context.Background(), &tfprotov6.ConfigureProviderRequest{Config: config})
	tf.must(err, configured.Diagnostics)
	return tf
}

func (tf *terraform) must(err error, diagnostics []*tfprotov6.Diagnostic) {
	tf.t.Helper()
	if err != nil {
		tf.t.Fatal(err)
	}
	if told := errorsOf(diagnostics); told != "" {
		tf.t.Fatal(told)
	}
}

// errorsOf is one line for each error: its attribute, and its words.
func errorsOf(diagnostics []*tfprotov6.Diagnostic) string {
	var told []string
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity != tfprotov6.DiagnosticSeverityError {
			continue
		}
		at := ""
		if diagnostic.Attribute != nil {
			at = diagnostic.Attribute.String()
		}
		told = append(told, at+" | "+diagnostic.Summary+": "+diagnostic.Detail)
	}
	return strings.Join(told, "\n")
}

// value of Go's plain values, by its type; what an object leaves out is null.
func (tf *terraform) value(kind tftypes.Type, plain any) tftypes.Value {
	if plain == nil {
		return tftypes.NewValue(kind, nil)
	}
	var entries []tftypes.Value
	switch kind := kind.(type) {
	case tftypes.Object:
		return tf.object(kind, plain.(map[string]any))
	case tftypes.List:
		for _, entry := range plain.([]any) {
			entries = append(entries, tf.value(kind.ElementType, entry))
		}
		return tftypes.NewValue(kind, entries)
	case tftypes.Set:
		for _, entry := range plain.([]any) {
			entries = append(entries, tf.value(kind.ElementType, entry))
		}
		return tftypes.NewValue(kind, entries)
	default:
		return tftypes.NewValue(kind, plain)
	}
}

func (tf *terraform) object(kind tftypes.Object, plain map[string]any) tftypes.Value {
	tf.t.Helper()
	members := map[string]tftypes.Value{}
	for name, member := range kind.AttributeTypes {
		members[name] = tf.value(member, plain[name])
	}
	for name := range plain {
		if _, known := kind.AttributeTypes[name]; !known {
			tf.t.Fatalf("there is no attribute %s", name)
		}
	}
	return tftypes.NewValue(kind, members)
}

func (tf *terraform) dynamic(kind tftypes.Type, value tftypes.Value) *tfprotov6.DynamicValue {
	tf.t.Helper()
	dynamic, err := tfprotov6.NewDynamicValue(kind, value)
	if err != nil {
		tf.t.Fatal(err)
	}
	return &dynamic
}

func (tf *terraform) static(name string, dynamic *tfprotov6.DynamicValue) tftypes.Value {
	tf.t.Helper()
	value, err := dynamic.Unmarshal(tf.types[name])
	if err != nil {
		tf.t.Fatal(err)
	}
	return value
}

func (tf *terraform) nothing(name string) state {
	return state{value: tftypes.NewValue(tf.types[name], nil)}
}

type planned struct {
	state    state
	config   tftypes.Value
	replaces []string
	errors   string
}

// plan says what would become of prior under config; nil: the resource is no longer wanted.
func (tf *terraform) plan(name string, prior state, config map[string]any) planned {
	tf.t.Helper()
	kind := tf.types[name]
	wanted, proposed := tftypes.NewValue(kind, nil), tftypes.NewValue(kind, nil)
	if config != nil {
		wanted = tf.object(kind, config)
		validated, err := tf.server.ValidateResourceConfig(context.Background(), &tfprotov6.ValidateResourceConfigRequest{
			TypeName: name, Config: tf.dynamic(kind, wanted),
			ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
		})
		if err != nil {
			tf.t.Fatal(err)
		}
		if told := errorsOf(validated.Diagnostics); told != "" {
			return planned{errors: told}
		}
		proposed = tf.proposed(name, prior.value, wanted)
	}
	answer, err := tf.server.PlanResourceChange(context.Background(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: name, PriorState: tf.dynamic(kind, prior.value), ProposedNewState: tf.dynamic(kind, proposed),
		Config: tf.dynamic(kind, wanted), PriorPrivate: prior.private,
	})
	if err != nil {
		tf.t.Fatal(err)
	}
	if told := errorsOf(answer.Diagnostics); told != "" {
		return planned{errors: told}
	}
	var replaces []string
	for _, at := range answer.RequiresReplace {
		replaces = append(replaces, at.String())
	}
	return planned{state{tf.static(name, answer.PlannedState), answer.PlannedPrivate}, wanted, replaces, ""}
}

// proposed is what the configuration says, and what is there already of what it leaves to the provider. What is written only is in no plan.
func (tf *terraform) proposed(name string, prior, config tftypes.Value) tftypes.Value {
	members, _ := membersOf(config)
	before := map[string]tftypes.Value{}
	if !prior.IsNull() {
		before, _ = membersOf(prior)
	}
	for attribute, value := range members {
		if there, ok := before[attribute]; ok && value.IsNull() && tf.fills[name][attribute] {
			members[attribute] = there
		}
	}
	if _, writeOnly := members["private_key"]; writeOnly {
		members["private_key"] = tftypes.NewValue(tftypes.String, nil)
	}
	return tftypes.NewValue(config.Type(), members)
}

// apply plans and does it. What the provider was planned to say it has to say, as Terraform holds it to.
func (tf *terraform) apply(name string, prior state, config map[string]any) (state, string) {
	tf.t.Helper()
	plan := tf.plan(name, prior, config)
	if plan.errors != "" {
		return prior, plan.errors
	}
	return tf.carryOut(name, prior, plan)
}

func (tf *terraform) carryOut(name string, prior state, plan planned) (state, string) {
	tf.t.Helper()
	kind := tf.types[name]
	config := plan.config
	answer, err := tf.server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: name, PriorState: tf.dynamic(kind, prior.value), PlannedState: tf.dynamic(kind, plan.state.value),
		Config: tf.dynamic(kind, config), PlannedPrivate: plan.state.private,
	})
	if err != nil {
		tf.t.Fatal(err)
	}
	made := state{tf.static(name, answer.NewState), answer.Private}
	told := errorsOf(answer.Diagnostics)
	if told == "" && !plan.state.value.IsNull() {
		tf.holds(plan.state.value, made.value)
	}
	return made, told
}

func (tf *terraform) holds(plan, made tftypes.Value) {
	tf.t.Helper()
	wanted, _ := membersOf(plan)
	there, _ := membersOf(made)
	for name, value := range wanted {
		if value.IsFullyKnown() && !value.Equal(there[name]) {
			tf.t.Fatalf("the provider made of %s: %s, planned was %s", name, there[name], value)
		}
	}
}

// refresh asks what has become of a resource.
func (tf *terraform) refresh(name string, prior state) state {
	tf.t.Helper()
	now, told := tf.read(name, prior)
	if told != "" {
		tf.t.Fatal(told)
	}
	return now
}

func (tf *terraform) read(name string, prior state) (state, string) {
	tf.t.Helper()
	answer, err := tf.server.ReadResource(context.Background(), &tfprotov6.ReadResourceRequest{
		TypeName: name, CurrentState: tf.dynamic(tf.types[name], prior.value), Private: prior.private,
	})
	if err != nil {
		tf.t.Fatal(err)
	}
	return state{tf.static(name, answer.NewState), answer.Private}, errorsOf(answer.Diagnostics)
}

// isSettled says that a second plan is empty.
func (tf *terraform) isSettled(name string, prior state, config map[string]any) state {
	tf.t.Helper()
	now := tf.refresh(name, prior)
	plan := tf.plan(name, now, config)
	if plan.errors != "" {
		tf.t.Fatal(plan.errors)
	}
	if differences, _ := plan.state.value.Diff(now.value); len(differences) > 0 {
		tf.t.Fatalf("the second plan of %s is not empty: %v", name, differences)
	}
	return now
}

func (tf *terraform) importing(name, id string) (state, string) {
	tf.t.Helper()
	answer, err := tf.server.ImportResourceState(context.Background(), &tfprotov6.ImportResourceStateRequest{TypeName: name, ID: id})
	if err != nil {
		tf.t.Fatal(err)
	}
	if told := errorsOf(answer.Diagnostics); told != "" {
		return state{}, told
	}
	imported := answer.ImportedResources[0]
	return tf.refresh(name, state{tf.static(name, imported.State), imported.Private}), ""
}

// text of a root attribute.
func (tf *terraform) text(state state, name string) string {
	tf.t.Helper()
	members, err := membersOf(state.value)
	var text string
	if err == nil {
		err = members[name].As(&text)
	}
	if err != nil {
		tf.t.Fatal(err)
	}
	return text
}
