package provider

import (
	"context"
	"maps"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"palisade.local/terraform-provider/internal/api"
)

// A certificate of one's own; those that Palisade obtains or issues need no resource.
type certificateResource struct {
	configured
	certificateUse
}

// certificateUse is what a certificate is for, and where the API has it.
type certificateUse struct {
	typeName    string
	description string
	// Below the site, as "/certificates".
	path string
	// Beyond those of every certificate.
	attributes map[string]schema.Attribute
	newModel   func() certificateState
}

var forVisitors = certificateUse{"palisade_certificate", "A certificate of one's own for a site, in place of the one that Palisade obtains.", "/certificates",
	map[string]schema.Attribute{
		"names": schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The names that it is for."},
	},
	func() certificateState { return &namedCertificateModel{} }}
var forOrigins = certificateUse{"palisade_origin_certificate",
	"A client certificate of one's own, which the edge presents to the site's servers while `origin_client_certificate` of its `palisade_site_policy` is `uploaded`.",
	"/origin-certificates", nil, func() certificateState { return &certificateModel{} }}

// certificateState is a model that the framework reads and writes.
type certificateState interface {
	common() *certificateModel
	take(context.Context, *api.Certificate, *diag.Diagnostics)
}

type certificateModel struct {
	ID          types.String `tfsdk:"id"`
	SiteID      types.String `tfsdk:"site_id"`
	Chain       types.String `tfsdk:"certificate_chain"`
	Key         types.String `tfsdk:"private_key"`
	Fingerprint types.String `tfsdk:"fingerprint_sha256"`
	Issuer      types.String `tfsdk:"issuer"`
	NotAfter    types.String `tfsdk:"not_after"`
}

type namedCertificateModel struct {
	certificateModel
	Names types.List `tfsdk:"names"`
}

func (r *certificateResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = r.typeName
}

func (r *certificateResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{
		MarkdownDescription: r.description,
		Attributes: map[string]schema.Attribute{
			"id":                idAttribute("As `site_id`."),
			"site_id":           siteAttribute(),
			"certificate_chain": schema.StringAttribute{Required: true, MarkdownDescription: "The certificate and those between it and its authority, as PEM."},
			"private_key": schema.StringAttribute{
				Required: true, Sensitive: true, WriteOnly: true,
				MarkdownDescription: "Its key, as PEM. It is sent whenever the chain changes, and is in no state and no plan.",
			},
			"fingerprint_sha256": schema.StringAttribute{Computed: true, MarkdownDescription: "Of the certificate."},
			"issuer":             schema.StringAttribute{Computed: true, MarkdownDescription: "Who has signed it."},
			"not_after":          schema.StringAttribute{Computed: true, MarkdownDescription: "When it ends."},
		},
	}
	maps.Copy(response.Schema.Attributes, r.attributes)
}

var certificatePlace = roots(nil, "certificate_chain", "private_key")

func (model *certificateModel) common() *certificateModel { return model }

func (model *namedCertificateModel) take(ctx context.Context, certificate *api.Certificate, diagnostics *diag.Diagnostics) {
	model.certificateModel.take(ctx, certificate, diagnostics)
	names, faults := types.ListValueFrom(ctx, types.StringType, certificate.Names)
	diagnostics.Append(faults...)
	model.Names = names
}

func (model *certificateModel) take(_ context.Context, certificate *api.Certificate, _ *diag.Diagnostics) {
	model.ID = model.SiteID
	// What is written only is in no state.
	model.Key = types.StringNull()
	model.Fingerprint = types.StringPointerValue(certificate.Fingerprint)
	model.Issuer = types.StringPointerValue(certificate.Issuer)
	model.NotAfter = types.StringPointerValue(certificate.NotAfter)
}

func (u certificateUse) at(site types.String) string {
	return "/domains/" + site.ValueString() + u.path
}

func (r *certificateResource) upload(ctx context.Context, plan tfsdk.Plan, config tfsdk.Config, diagnostics *diag.Diagnostics) certificateState {
	model := r.newModel()
	var key types.String
	diagnostics.Append(plan.Get(ctx, model)...)
	diagnostics.Append(config.GetAttribute(ctx, path.Root("private_key"), &key)...)
	if diagnostics.HasError() {
		return nil
	}
	given := model.common()
	body := map[string]any{"certificate_chain": given.Chain.ValueString(), "private_key": key.ValueString()}
	var all api.Certificates
	err := r.api.Call(ctx, http.MethodPut, r.at(given.SiteID)+"/uploaded", body, &all)
	if err != nil {
		tell(diagnostics, "the certificate was not taken", err, certificatePlace)
		return nil
	}
	if all.Uploaded() == nil {
		diagnostics.AddError("Palisade: the certificate is not there", "It was taken, and somebody has removed it since.")
		return nil
	}
	model.take(ctx, all.Uploaded(), diagnostics)
	return model
}

func (r *certificateResource) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	if model := r.upload(ctx, request.Plan, request.Config, &response.Diagnostics); model != nil {
		response.Diagnostics.Append(response.State.Set(ctx, model)...)
		r.noteAccount(ctx, response.Private, &response.Diagnostics)
	}
}

func (r *certificateResource) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	if model := r.upload(ctx, request.Plan, request.Config, &response.Diagnostics); model != nil {
		response.Diagnostics.Append(response.State.Set(ctx, model)...)
	}
}

func (r *certificateResource) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	model := r.newModel()
	response.Diagnostics.Append(request.State.Get(ctx, model)...)
	if response.Diagnostics.HasError() {
		return
	}
	state := model.common()
	var all api.Certificates
	err := r.api.Call(ctx, http.MethodGet, r.at(state.SiteID), nil, &all)
	if api.IsNotShown(err) {
		if r.isGone(ctx, request.Private, &response.Diagnostics) {
			response.State.RemoveResource(ctx)
		}
		return
	}
	if err != nil {
		tell(&response.Diagnostics, "the certificate was not read", err, certificatePlace)
		return
	}
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
	live := all.Uploaded()
	if live == nil {
		response.State.RemoveResource(ctx)
		return
	}
	if !state.Fingerprint.Equal(types.StringPointerValue(live.Fingerprint)) {
		// Somebody has uploaded another one; its chain cannot be read back.
		state.Chain = types.StringNull()
	}
	model.take(ctx, live, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, model)...)
}

func (r *certificateResource) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	model := r.newModel()
	response.Diagnostics.Append(request.State.Get(ctx, model)...)
	if response.Diagnostics.HasError() {
		return
	}
	state := model.common()
	at := r.at(state.SiteID)
	var all api.Certificates
	err := r.api.Call(ctx, http.MethodGet, at, nil, &all)
	if live := all.Uploaded(); err == nil && live != nil {
		if !state.Fingerprint.Equal(types.StringPointerValue(live.Fingerprint)) {
			response.Diagnostics.AddWarning("Palisade: another certificate stays",
				"Somebody has uploaded another one since. It is not what this resource has set, and the site goes on with it.")
			return
		}
		err = r.api.Call(ctx, http.MethodDelete, at+"/uploaded", nil, nil)
	}
	if api.HasCode(err, "origin_certificate_in_use") {
		// The policy stays when its resource is destroyed, and the site, which takes the certificate along, comes last.
		response.Diagnostics.AddWarning("Palisade: the certificate stays",
			"The site's policy still presents it to its servers, which may refuse the edge without it. It is removed with the site, or in the dashboard once the policy says otherwise.")
		return
	}
	if api.IsNotShown(err) {
		r.isGone(ctx, request.Private, &response.Diagnostics)
	} else if err != nil {
		tell(&response.Diagnostics, "the certificate was not removed", err, certificatePlace)
	}
}

func (r *certificateResource) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	if importedID(&response.Diagnostics, request.ID) {
		response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("site_id"), request.ID)...)
		response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), request.ID)...)
	}
}
