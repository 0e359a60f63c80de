package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"palisade.local/terraform-provider/internal/api"
	"palisade.local/terraform-provider/internal/policy"
)

// section is a part of a policy file, by its name here and in the API.
type section struct {
	attribute, wire string
	node            *policy.Node
}

// policyResource is what `palisade apply` brings to a site: the settings that it names, and no others.
type policyResource struct {
	configured
	sections []section
}

func newPolicyResource(sections policy.Sections) resource.Resource {
	return &policyResource{sections: []section{
		// The origin is the site's own, and entries of these lists are resources of their own: each would take back what the other has set.
		{"origin_config", "originConfig", sections.Origin.Without("origin_host", "origin_port", "origin_protocol", "origin_use_tls")},
		{"policy_config", "policyConfig", sections.Policy.Without("custom_rules", "rule_exclusions")},
	}}
}

func (r *policyResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = "palisade_site_policy"
}

func (r *policyResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{"id": idAttribute("As `site_id`."), "site_id": siteAttribute()}
	for _, section := range r.sections {
		attributes[section.attribute] = schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "As `" + section.wire + "` of a policy file.",
			Attributes:          section.node.Attributes(),
		}
	}
	response.Schema = schema.Schema{
		MarkdownDescription: "What a site does with requests. Settings that are left out stay as they are on the site, as in a file of `palisade apply`; so they do when this is destroyed.",
		Attributes:          attributes,
	}
}

// fields of the API by section, as a plan or state has them.
type fields map[string]map[string]any

func (r *policyResource) fields(raw tftypes.Value) (string, fields, error) {
	members, err := membersOf(raw)
	if err != nil {
		return "", nil, err
	}
	var site string
	if err := members["site_id"].As(&site); err != nil {
		return "", nil, err
	}
	told := fields{}
	for _, section := range r.sections {
		told[section.wire] = map[string]any{}
		if members[section.attribute].IsNull() {
			continue
		}
		inner, err := membersOf(members[section.attribute])
		if err != nil {
			return "", nil, err
		}
		if told[section.wire], err = section.node.MembersToJSON(inner); err != nil {
			return "", nil, err
		}
	}
	return site, told, nil
}

func liveFields(config api.Config) fields {
	return fields{"originConfig": config.Origin, "policyConfig": config.Policy}
}

func (r *policyResource) place(words []string) (path.Path, bool) {
	for _, section := range r.sections {
		if words[0] == section.wire && len(words) > 1 && section.node.Member(words[1]) != nil {
			return section.node.Place(path.Root(section.attribute), words[1:]), true
		}
	}
	return path.Empty(), false
}

// save brings a site to what is planned, unless others have changed what this resource had set.
func (r *policyResource) save(ctx context.Context, plan tfsdk.Plan, known written, diagnostics *diag.Diagnostics) (tftypes.Value, written) {
	site, wanted, err := r.fields(plan.Raw)
	if err != nil {
		diagnostics.AddError("Palisade: the plan cannot be read", err.Error())
		return plan.Raw, nil
	}
	var conflicts []string
	saved, err := r.api.Edit(ctx, site, func(live api.Config) (*api.Change, error) {
		conflicts = conflictsOf(wanted, liveFields(live), known)
		if len(conflicts) > 0 {
			return nil, nil
		}
		return &api.Change{Origin: wanted["originConfig"], Policy: wanted["policyConfig"]}, nil
	})
	if err != nil {
		tell(diagnostics, "the policy was not saved", err, r.place)
		return plan.Raw, nil
	}
	if len(conflicts) > 0 {
		changedMeanwhile(diagnostics, fmt.Sprintf("Since this was planned, the site has got other values of %s (it is at version %d).", strings.Join(conflicts, ", "), saved.Version))
		return plan.Raw, nil
	}
	answered := liveFields(saved)
	now := written{}
	for section, values := range wanted {
		for name := range values {
			now.set(section+"."+name, answered[section][name])
		}
	}
	return with(plan.Raw, map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, site)}), now
}

func conflictsOf(wanted, live fields, known written) []string {
	var conflicts []string
	for section, values := range wanted {
		for name, value := range values {
			key := section + "." + name
			there := live[section][name]
			if known.has(key) && !known.is(key, there) && policy.Fingerprint(there) != policy.Fingerprint(value) {
				conflicts = append(conflicts, key)
			}
		}
	}
	slices.Sort(conflicts)
	return conflicts
}

func (r *policyResource) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	raw, now := r.save(ctx, request.Plan, written{}, &response.Diagnostics)
	if now == nil {
		return
	}
	response.State.Raw = raw
	now.store(ctx, response.Private, &response.Diagnostics)
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
}

func (r *policyResource) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	raw, now := r.save(ctx, request.Plan, known, &response.Diagnostics)
	if now == nil {
		return
	}
	response.State.Raw = raw
	now.store(ctx, response.Private, &response.Diagnostics)
}

func (r *policyResource) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	site, stated, err := r.fields(request.State.Raw)
	if err != nil {
		response.Diagnostics.AddError("Palisade: the state cannot be read", err.Error())
		return
	}
	config, err := r.api.Config(ctx, site)
	if api.IsNotShown(err) {
		if r.isGone(ctx, request.Private, &response.Diagnostics) {
			response.State.RemoveResource(ctx)
		}
		return
	}
	if err != nil {
		tell(&response.Diagnostics, "the policy was not read", err, r.place)
		return
	}
	imported, faults := request.Private.GetKey(ctx, importedKey)
	response.Diagnostics.Append(faults...)
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	live := liveFields(config)
	changes := map[string]tftypes.Value{}
	for _, section := range r.sections {
		names := slices.Collect(maps.Keys(stated[section.wire]))
		if imported != nil {
			names = unlikeDefault(section.node, live[section.wire])
		}
		value, err := section.refreshed(request.State.Raw, names, live[section.wire], known)
		if err != nil {
			response.Diagnostics.AddError("Palisade: the site has what this version of the provider does not know", section.wire+": "+err.Error())
			return
		}
		changes[section.attribute] = value
	}
	response.State.Raw = with(request.State.Raw, changes)
	known.store(ctx, response.Private, &response.Diagnostics)
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
	if imported != nil {
		response.Diagnostics.Append(response.Private.SetKey(ctx, importedKey, nil)...)
	}
}

// unlikeDefault names what somebody has chosen.
func unlikeDefault(node *policy.Node, live map[string]any) []string {
	var names []string
	for _, member := range node.Members {
		value, there := live[member.Name]
		usual := member.Node.Default
		if usual == nil && member.Node.Kind == policy.String {
			usual = ""
		}
		if there && policy.Fingerprint(value) != policy.Fingerprint(usual) {
			names = append(names, member.Name)
		}
	}
	return names
}

// refreshed is the section as the state has it, but for what others have changed since. What they have made of it is known from then on.
func (s section) refreshed(state tftypes.Value, names []string, live map[string]any, known written) (tftypes.Value, error) {
	root, err := membersOf(state)
	if err != nil {
		return tftypes.Value{}, err
	}
	before := root[s.attribute]
	if len(names) == 0 {
		return before, nil
	}
	members := map[string]tftypes.Value{}
	if before.IsNull() {
		for _, member := range s.node.Members {
			members[member.Name] = tftypes.NewValue(member.Node.Type(), nil)
		}
	} else if members, err = membersOf(before); err != nil {
		return tftypes.Value{}, err
	}
	for _, name := range names {
		key := s.wire + "." + name
		if known.is(key, live[name]) {
			continue
		}
		value, err := s.node.Member(name).Node.FromJSON(live[name])
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", name, err)
		}
		members[name] = value
		known.set(key, live[name])
	}
	return tftypes.NewValue(s.node.Type(), members), nil
}

// Delete leaves the site's policy as it is: to take protection away is nothing that should happen because a file is gone.
func (r *policyResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func (r *policyResource) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	if !importedID(&response.Diagnostics, request.ID) {
		return
	}
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), request.ID)...)
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("site_id"), request.ID)...)
	response.Diagnostics.Append(response.Private.SetKey(ctx, importedKey, []byte("true"))...)
}

// membersOf an object, in a map of one's own: As hands out the one that the value is made of.
func membersOf(value tftypes.Value) (map[string]tftypes.Value, error) {
	members := map[string]tftypes.Value{}
	err := value.As(&members)
	return maps.Clone(members), err
}

// with is an object with other values of some members.
func with(object tftypes.Value, changes map[string]tftypes.Value) tftypes.Value {
	members, err := membersOf(object)
	if err != nil {
		panic(err) // Plans and states are objects.
	}
	for name, value := range changes {
		members[name] = value
	}
	return tftypes.NewValue(object.Type(), members)
}
