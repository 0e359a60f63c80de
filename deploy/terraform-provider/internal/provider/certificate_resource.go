package provider

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"palisade.local/terraform-provider/internal/api"
)

// certificateResource is a certificate of one's own; those that Palisade obtains need no resource.
type certificateResource struct{ configured }

type certificateModel struct {
	ID          types.String `tfsdk:"id"`
	SiteID      types.String `tfsdk:"site_id"`
	Chain       types.String `tfsdk:"certificate_chain"`
	Key         types.String `tfsdk:"private_key"`
	Fingerprint types.String `tfsdk:"fingerprint_sha256"`
	Names       types.List   `tfsdk:"names"`
	Issuer      types.String `tfsdk:"issuer"`
	NotAfter    types.String `tfsdk:"not_after"`
}

func (r *certificateResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = "palisade_certificate"
}

func (r *certificateResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{
		MarkdownDescription: "A certificate of one's own for a site, in place of the one that Palisade obtains.",
		Attributes: map[string]schema.Attribute{
			"id":                idAttribute("As `site_id`."),
			"site_id":           siteAttribute(),
			"certificate_chain": schema.StringAttribute{Required: true, MarkdownDescription: "The certificate and those between it and its authority, as PEM."},
			"private_key": schema.StringAttribute{
				Required: true, Sensitive: true, WriteOnly: true,
				MarkdownDescription: "Its key, as PEM. It is sent whenever the chain changes, and is in no state and no plan.",
			},
			"fingerprint_sha256": schema.StringAttribute{Computed: true, MarkdownDescription: "Of the certificate."},
			"names":              schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The names that it is for."},
			"issuer":             schema.StringAttribute{Computed: true, MarkdownDescription: "Who has signed it."},
			"not_after":          schema.StringAttribute{Computed: true, MarkdownDescription: "When it ends."},
		},
	}
}

var certificatePlace = roots(nil, "certificate_chain", "private_key")

func (model *certificateModel) take(ctx context.Context, certificate *api.Certificate, diagnostics *diag.Diagnostics) {
	names, faults := types.ListValueFrom(ctx, types.StringType, certificate.Names)
	diagnostics.Append(faults...)
	model.ID = model.SiteID
	// What is written only is in no state.
	model.Key = types.StringNull()
	model.Names = names
	model.Fingerprint = types.StringPointerValue(certificate.Fingerprint)
	model.Issuer = types.StringPointerValue(certificate.Issuer)
	model.NotAfter = types.StringPointerValue(certificate.NotAfter)
}

func certificatesPath(site string) string { return "/domains/" + site + "/certificates" }

func (r *certificateResource) upload(ctx context.Context, plan tfsdk.Plan, config tfsdk.Config, diagnostics *diag.Diagnostics) *certificateModel {
	var model certificateModel
	var key types.String
	diagnostics.Append(plan.Get(ctx, &model)...)
	diagnostics.Append(config.GetAttribute(ctx, path.Root("private_key"), &key)...)
	if diagnostics.HasError() {
		return nil
	}
	body := map[string]any{"certificate_chain": model.Chain.ValueString(), "private_key": key.ValueString()}
	var all api.Certificates
	err := r.api.Call(ctx, http.MethodPut, certificatesPath(model.SiteID.ValueString())+"/uploaded", body, &all)
	if err != nil {
		tell(diagnostics, "the certificate was not taken", err, certificatePlace)
		return nil
	}
	if all.Uploaded() == nil {
		diagnostics.AddError("Palisade: the certificate is not there", "It was taken, and somebody has removed it since.")
		return nil
	}
	model.take(ctx, all.Uploaded(), diagnostics)
	return &model
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
	var state certificateModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	var all api.Certificates
	err := r.api.Call(ctx, http.MethodGet, certificatesPath(state.SiteID.ValueString()), nil, &all)
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
	state.take(ctx, live, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &state)...)
}

func (r *certificateResource) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state certificateModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	at := certificatesPath(state.SiteID.ValueString())
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
