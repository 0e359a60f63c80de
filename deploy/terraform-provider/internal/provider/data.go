package provider

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"palisade.local/terraform-provider/internal/api"
)

type asking struct{ api *api.Client }

func (a *asking) Configure(_ context.Context, request datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	a.api, _ = request.ProviderData.(*api.Client)
}

func told(words string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: words}
}

// siteData finds a site by its name.
type siteData struct{ asking }

type siteDataModel struct {
	Domain      types.String `tfsdk:"domain"`
	ID          types.String `tfsdk:"id"`
	CnameTarget types.String `tfsdk:"cname_target"`
	Verified    types.Bool   `tfsdk:"verified"`
}

func (d *siteData) Metadata(_ context.Context, _ datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = "palisade_site"
}

func (d *siteData) Schema(_ context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema = schema.Schema{
		MarkdownDescription: "A site of the account that is managed elsewhere.",
		Attributes: map[string]schema.Attribute{
			"domain":       schema.StringAttribute{Required: true, MarkdownDescription: "Its name."},
			"id":           told("Its id."),
			"cname_target": told("What its names point at."),
			"verified":     schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether it has been seen to belong to the account."},
		},
	}
}

func (d *siteData) Read(ctx context.Context, request datasource.ReadRequest, response *datasource.ReadResponse) {
	var asked siteDataModel
	response.Diagnostics.Append(request.Config.Get(ctx, &asked)...)
	if response.Diagnostics.HasError() {
		return
	}
	var sites []api.Site
	if err := d.api.Call(ctx, http.MethodGet, "/domains", nil, &sites); err != nil {
		tell(&response.Diagnostics, "the sites were not read", err, roots(nil))
		return
	}
	wanted := canonicalName(asked.Domain.ValueString())
	at := slices.IndexFunc(sites, func(site api.Site) bool { return site.Domain == wanted })
	if at < 0 {
		response.Diagnostics.AddAttributeError(path.Root("domain"), "Palisade: there is no such site", fmt.Sprintf("The account has no site %s.", wanted))
		return
	}
	asked.ID, asked.CnameTarget = types.StringValue(sites[at].ID), types.StringValue(sites[at].CnameTarget)
	asked.Verified = types.BoolValue(sites[at].Verified)
	response.Diagnostics.Append(response.State.Set(ctx, &asked)...)
}

// listData finds a list by its name: the account's own, or one that the operator offers.
type listData struct{ asking }

type listDataModel struct {
	Name    types.String `tfsdk:"name"`
	ID      types.String `tfsdk:"id"`
	Holds   types.String `tfsdk:"holds"`
	Offered types.Bool   `tfsdk:"is_offered"`
}

func (d *listData) Metadata(_ context.Context, _ datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = "palisade_list"
}

func (d *listData) Schema(_ context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema = schema.Schema{
		MarkdownDescription: "A list that is managed elsewhere, or that the operator offers to all. Of two that have the name, the account's own.",
		Attributes: map[string]schema.Attribute{
			"name":       schema.StringAttribute{Required: true, MarkdownDescription: "Its name."},
			"id":         told("Its id."),
			"holds":      told("What its entries are."),
			"is_offered": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether it is the operator's."},
		},
	}
}

func (d *listData) Read(ctx context.Context, request datasource.ReadRequest, response *datasource.ReadResponse) {
	var asked listDataModel
	response.Diagnostics.Append(request.Config.Get(ctx, &asked)...)
	if response.Diagnostics.HasError() {
		return
	}
	var found *api.ClientList
	for _, offered := range []bool{false, true} {
		list, err := findList(ctx, d.api, func(list api.ClientList) bool {
			return list.Name == asked.Name.ValueString() && list.IsOffered == offered
		})
		if err != nil {
			tell(&response.Diagnostics, "the lists were not read", err, roots(nil))
			return
		}
		if found = list; found != nil {
			break
		}
	}
	if found == nil {
		response.Diagnostics.AddAttributeError(path.Root("name"), "Palisade: there is no such list", "Neither the account nor the operator has one of this name.")
		return
	}
	asked.ID, asked.Holds, asked.Offered = types.StringValue(found.ID), types.StringValue(found.Holds), types.BoolValue(found.IsOffered)
	response.Diagnostics.Append(response.State.Set(ctx, &asked)...)
}
