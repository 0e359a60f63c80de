// Package provider is Palisade as Terraform and OpenTofu know it.
package provider

import (
	"context"
	"os"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"palisade.local/terraform-provider/internal/api"
	"palisade.local/terraform-provider/internal/policy"
)

const (
	defaultTimeout = 30
	maxTimeout     = 600
	defaultRetries = 5
	maxRetries     = 20
)

type palisade struct {
	version  string
	sections policy.Sections
}

// New is the provider of one version; an error means that it was built with a schema that it cannot read.
func New(version string) (func() provider.Provider, error) {
	sections, err := policy.Load()
	if err != nil {
		return nil, err
	}
	return func() provider.Provider { return &palisade{version, sections} }, nil
}

func (p *palisade) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName, response.Version = "palisade", p.version
}

func (p *palisade) Schema(_ context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	response.Schema = schema.Schema{
		MarkdownDescription: "Sites behind Palisade, with their policies, lists and certificates.",
		Attributes: map[string]schema.Attribute{
			"endpoint": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "Where the dashboard is, such as `https://waf.example`. Default: `PALISADE_URL` of the environment.",
			},
			"api_key": schema.StringAttribute{
				Optional: true, Sensitive: true,
				MarkdownDescription: "An API key with the scopes `domains:read` and `domains:write`. Default: `PALISADE_API_KEY` of the environment, where it is in no file.",
			},
			"timeout_seconds": schema.Int64Attribute{
				Optional: true, MarkdownDescription: "For one call. Default: 30.",
				Validators: atMost(1, maxTimeout),
			},
			"max_retries": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "How often a call is made again that was refused because there were too many (429), or for want of room (503); after the time that the answer names. Default: 5.",
				Validators:          atMost(0, maxRetries),
			},
		},
	}
}

type settings struct {
	Endpoint types.String `tfsdk:"endpoint"`
	Key      types.String `tfsdk:"api_key"`
	Timeout  types.Int64  `tfsdk:"timeout_seconds"`
	Retries  types.Int64  `tfsdk:"max_retries"`
}

func (p *palisade) Configure(ctx context.Context, request provider.ConfigureRequest, response *provider.ConfigureResponse) {
	var given settings
	response.Diagnostics.Append(request.Config.Get(ctx, &given)...)
	if response.Diagnostics.HasError() {
		return
	}
	if given.Endpoint.IsUnknown() || given.Key.IsUnknown() {
		response.Diagnostics.AddError("Palisade cannot be asked yet",
			"endpoint and api_key have to be known before anything is planned: take them from variables or from the environment, not from what another resource makes.")
		return
	}
	endpoint := or(given.Endpoint.ValueString(), os.Getenv("PALISADE_URL"))
	key := or(given.Key.ValueString(), os.Getenv("PALISADE_API_KEY"))
	if endpoint == "" {
		response.Diagnostics.AddAttributeError(path.Root("endpoint"), "There is no endpoint", "Say where the dashboard is, here or in PALISADE_URL.")
	}
	if key == "" {
		response.Diagnostics.AddAttributeError(path.Root("api_key"), "There is no API key", "Set PALISADE_API_KEY to a key of Settings → Security → API keys.")
	}
	if response.Diagnostics.HasError() {
		return
	}
	client, err := api.New(api.Options{
		Endpoint: endpoint, Key: key, Version: p.version,
		Timeout: time.Duration(orNumber(given.Timeout, defaultTimeout)) * time.Second,
		Retries: int(orNumber(given.Retries, defaultRetries)),
	})
	if err != nil {
		response.Diagnostics.AddAttributeError(path.Root("endpoint"), "Palisade cannot be asked there", err.Error())
		return
	}
	response.ResourceData, response.DataSourceData = client, client
}

func or(value, other string) string {
	if value != "" {
		return value
	}
	return other
}

func orNumber(value types.Int64, other int64) int64 {
	if value.IsNull() || value.IsUnknown() {
		return other
	}
	return value.ValueInt64()
}

func (p *palisade) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		func() resource.Resource { return &siteResource{} },
		func() resource.Resource { return newPolicyResource(p.sections) },
		func() resource.Resource { return newCustomRuleResource(p.sections) },
		func() resource.Resource { return newExclusionResource(p.sections) },
		func() resource.Resource { return &listResource{} },
		func() resource.Resource { return &certificateResource{certificateUse: forVisitors} },
		func() resource.Resource { return &certificateResource{certificateUse: forOrigins} },
	}
}

func (p *palisade) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		func() datasource.DataSource { return &siteData{} },
		func() datasource.DataSource { return &listData{} },
	}
}

// configured has the client once the provider is set up.
type configured struct{ api *api.Client }

func (c *configured) Configure(_ context.Context, request resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	// Nil while only the schema is asked for.
	c.api, _ = request.ProviderData.(*api.Client)
}
