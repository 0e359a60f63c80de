package provider

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/net/idna"

	"palisade.local/terraform-provider/internal/api"
	"palisade.local/terraform-provider/internal/policy"
)

// siteResource is a domain: its names and its origin.
type siteResource struct{ configured }

type siteModel struct {
	ID             types.String `tfsdk:"id"`
	Domain         types.String `tfsdk:"domain"`
	Hosts          types.Set    `tfsdk:"hosts"`
	OriginHost     types.String `tfsdk:"origin_host"`
	OriginPort     types.Int64  `tfsdk:"origin_port"`
	OriginProtocol types.String `tfsdk:"origin_protocol"`
	Paused         types.Bool   `tfsdk:"paused"`
	Verified       types.Bool   `tfsdk:"verified"`
	CnameTarget    types.String `tfsdk:"cname_target"`
	Cname          types.Object `tfsdk:"verification_cname"`
	Txt            types.Object `tfsdk:"verification_txt"`
}

var recordTypes = map[string]attr.Type{"name": types.StringType, "value": types.StringType}

func record(name, value string) types.Object {
	return types.ObjectValueMust(recordTypes, map[string]attr.Value{"name": types.StringValue(name), "value": types.StringValue(value)})
}

func recordAttribute(words string) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Computed: true, MarkdownDescription: words,
		PlanModifiers: []planmodifier.Object{objectplanmodifier.UseStateForUnknown()},
		Attributes: map[string]schema.Attribute{
			"name":  schema.StringAttribute{Computed: true, MarkdownDescription: "Its full name."},
			"value": schema.StringAttribute{Computed: true, MarkdownDescription: "What it says."},
		},
	}
}

func (r *siteResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = "palisade_site"
}

func (r *siteResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{
		MarkdownDescription: "A site behind Palisade. It is served once one of its verification records is there, and its names point at `cname_target`.",
		Attributes: map[string]schema.Attribute{
			"id": idAttribute("Its id."),
			"domain": schema.StringAttribute{
				Required: true, MarkdownDescription: "Its name. Another name is another site; other capital letters are not.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplaceIf(isOtherName, "Another name is another site.", "Another name is another site.")},
			},
			"hosts": schema.SetAttribute{
				Optional: true, Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The names that it covers: the domain itself, which need not be named, and names below it.",
				PlanModifiers:       []planmodifier.Set{setplanmodifier.UseStateForUnknown()},
			},
			"origin_host": schema.StringAttribute{Required: true, MarkdownDescription: "The server behind it: an address, or a name of its own."},
			"origin_port": schema.Int64Attribute{
				Optional: true, Computed: true, MarkdownDescription: "Default: that of the protocol when the site is made.",
				Validators:    atMost(1, 65_535),
				PlanModifiers: []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
			},
			"origin_protocol": schema.StringAttribute{
				Optional: true, Computed: true, MarkdownDescription: "http or https. Default: http.",
				Default:    stringdefault.StaticString("http"),
				Validators: oneOf("One of http, https", "http", "https"),
			},
			"paused": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Whether it is switched off at Palisade.",
			},
			"verified":           schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether it has been seen to belong to the account."},
			"cname_target":       computed("What its names point at."),
			"verification_cname": recordAttribute("The CNAME record that proves it."),
			"verification_txt":   recordAttribute("The TXT record that proves it as well."),
		},
	}
}

// isOtherName asks for a new site only where the name is another one, however it is written.
func isOtherName(_ context.Context, request planmodifier.StringRequest, response *stringplanmodifier.RequiresReplaceIfFuncResponse) {
	response.RequiresReplace = canonicalName(request.StateValue.ValueString()) != canonicalName(request.PlanValue.ValueString())
}

func canonicalName(name string) string {
	ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(name, "."))
	if err != nil {
		return name
	}
	return strings.ToLower(ascii)
}

var sitePlaces = roots(map[string]string{"domain_name": "domain"}, "domain", "hosts", "origin_host", "origin_port", "origin_protocol")

func sitePlace(words []string) (path.Path, bool) {
	if words[0] == "originConfig" && len(words) > 1 {
		words = words[1:]
	}
	return sitePlaces(words)
}

// take puts what the API says into the model. What the configuration has is left as it is written while it means that.
func (model *siteModel) take(ctx context.Context, site api.Site, known written, diagnostics *diag.Diagnostics) {
	if model.Domain.IsNull() || canonicalName(model.Domain.ValueString()) != site.Domain {
		model.Domain = types.StringValue(site.Domain)
	}
	model.ID = types.StringValue(site.ID)
	if model.Hosts.IsNull() || model.Hosts.IsUnknown() || !known.is("hosts", site.Hosts) {
		hosts, faults := types.SetValueFrom(ctx, types.StringType, site.Hosts)
		diagnostics.Append(faults...)
		model.Hosts = hosts
	}
	if model.OriginHost.IsNull() || !known.is("origin_host", site.OriginHost) {
		model.OriginHost = types.StringValue(site.OriginHost)
	}
	model.OriginPort = types.Int64Value(site.OriginPort)
	model.OriginProtocol = types.StringValue(site.OriginProtocol)
	model.Paused = types.BoolValue(site.Paused)
	model.Verified = types.BoolValue(site.Verified)
	model.CnameTarget = types.StringValue(site.CnameTarget)
	model.Cname = record(site.Subdomain, site.CnameTarget)
	model.Txt = record(site.Txt.Name, site.Txt.Value)
	known.set("hosts", site.Hosts)
	known.set("origin_host", site.OriginHost)
}

func (r *siteResource) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var plan siteModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	body := map[string]any{
		"domain_name": plan.Domain.ValueString(), "origin_host": plan.OriginHost.ValueString(), "origin_protocol": plan.OriginProtocol.ValueString(),
	}
	if !plan.OriginPort.IsUnknown() {
		body["origin_port"] = plan.OriginPort.ValueInt64()
	}
	var site api.Site
	if err := r.api.Call(ctx, http.MethodPost, "/domains", body, &site); err != nil {
		tell(&response.Diagnostics, "the site was not added", err, sitePlace)
		return
	}
	// It exists from here on, even if the rest fails.
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
	known := written{}
	known.set("hosts", site.Hosts)
	known.set("origin_host", site.OriginHost)
	made, wantsHosts := plan, !plan.Hosts.IsUnknown()
	if wantsHosts {
		made.Hosts = types.SetNull(types.StringType)
	}
	made.Paused = types.BoolNull()
	made.take(ctx, site, known, &response.Diagnostics)
	if wantsHosts || plan.Paused.ValueBool() {
		response.Diagnostics.Append(response.State.Set(ctx, &made)...)
		changed, ok := r.patched(ctx, site.ID, plan, wantsHosts, site.Hosts, &response.Diagnostics)
		if !ok {
			return
		}
		known.set("hosts", changed.Hosts)
		made.Hosts, made.Paused = plan.Hosts, plan.Paused
		made.take(ctx, changed, known, &response.Diagnostics)
	}
	response.Diagnostics.Append(response.State.Set(ctx, &made)...)
	known.store(ctx, response.Private, &response.Diagnostics)
}

// patched sets the names that the site covers, in place of those that were seen, and whether it is served.
func (r *siteResource) patched(ctx context.Context, id string, plan siteModel, withHosts bool, seen []string, diagnostics *diag.Diagnostics) (api.Site, bool) {
	change := map[string]any{"is_active": !plan.Paused.ValueBool()}
	if withHosts {
		var hosts []string
		diagnostics.Append(plan.Hosts.ElementsAs(ctx, &hosts, false)...)
		slices.Sort(hosts)
		change["hosts"] = hosts
		change["hosts_before"] = seen
	}
	var site api.Site
	if err := r.api.Call(ctx, http.MethodPatch, "/domains/"+id, change, &site); err != nil {
		tell(diagnostics, "the site was not changed", err, sitePlace)
		return site, false
	}
	return site, true
}

func (r *siteResource) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var plan, state siteModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	if response.Diagnostics.HasError() {
		return
	}
	id := state.ID.ValueString()
	newOrigin := !plan.OriginHost.Equal(state.OriginHost) || !plan.OriginPort.Equal(state.OriginPort) || !plan.OriginProtocol.Equal(state.OriginProtocol)
	if newOrigin && !r.saveOrigin(ctx, id, plan, state, known, &response.Diagnostics) {
		return
	}
	var site api.Site
	if !plan.Hosts.Equal(state.Hosts) || !plan.Paused.Equal(state.Paused) {
		var seen []string
		response.Diagnostics.Append(state.Hosts.ElementsAs(ctx, &seen, false)...)
		changed, ok := r.patched(ctx, id, plan, !plan.Hosts.Equal(state.Hosts), seen, &response.Diagnostics)
		if !ok {
			return
		}
		site = changed
	} else if err := r.api.Call(ctx, http.MethodGet, "/domains/"+id, nil, &site); err != nil {
		tell(&response.Diagnostics, "the site was not read", err, sitePlace)
		return
	}
	known.set("hosts", site.Hosts)
	known.set("origin_host", site.OriginHost)
	plan.take(ctx, site, known, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &plan)...)
	known.store(ctx, response.Private, &response.Diagnostics)
}

func (r *siteResource) saveOrigin(ctx context.Context, id string, plan, state siteModel, known written, diagnostics *diag.Diagnostics) bool {
	wanted := map[string]any{
		"origin_host": plan.OriginHost.ValueString(), "origin_port": float64(plan.OriginPort.ValueInt64()), "origin_protocol": plan.OriginProtocol.ValueString(),
	}
	conflict := false
	_, err := r.api.Edit(ctx, id, func(live api.Config) (*api.Change, error) {
		asPlanned := known.is("origin_host", live.Origin["origin_host"]) &&
			live.Origin["origin_port"] == float64(state.OriginPort.ValueInt64()) && live.Origin["origin_protocol"] == state.OriginProtocol.ValueString()
		asWanted := true
		for name, value := range wanted {
			asWanted = asWanted && policy.Fingerprint(live.Origin[name]) == policy.Fingerprint(value)
		}
		conflict = !asPlanned && !asWanted
		if conflict {
			return nil, nil
		}
		return &api.Change{Origin: wanted}, nil
	})
	if err != nil {
		tell(diagnostics, "the origin was not changed", err, sitePlace)
		return false
	}
	if conflict {
		changedMeanwhile(diagnostics, "Since this was planned, the site has got another origin.")
	}
	return !conflict
}

func (r *siteResource) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var state siteModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	if response.Diagnostics.HasError() {
		return
	}
	var site api.Site
	err := r.api.Call(ctx, http.MethodGet, "/domains/"+state.ID.ValueString(), nil, &site)
	if api.IsNotShown(err) {
		if r.isGone(ctx, request.Private, &response.Diagnostics) {
			response.State.RemoveResource(ctx)
		}
		return
	}
	if err != nil {
		tell(&response.Diagnostics, "the site was not read", err, sitePlace)
		return
	}
	state.take(ctx, site, known, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &state)...)
	known.store(ctx, response.Private, &response.Diagnostics)
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
}

func (r *siteResource) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state siteModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	err := r.api.Call(ctx, http.MethodDelete, "/domains/"+state.ID.ValueString(), nil, nil)
	if api.IsNotShown(err) {
		r.isGone(ctx, request.Private, &response.Diagnostics)
	} else if err != nil {
		tell(&response.Diagnostics, "the site was not removed", err, sitePlace)
	}
}

func (r *siteResource) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	if importedID(&response.Diagnostics, request.ID) {
		resource.ImportStatePassthroughID(ctx, path.Root("id"), request, response)
	}
}
