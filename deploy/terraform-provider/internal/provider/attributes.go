package provider

import (
	"context"
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

var uuidForm = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

func idAttribute(words string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed: true, MarkdownDescription: words,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// siteAttribute names the site that something belongs to; it stays with it.
func siteAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		Required: true, MarkdownDescription: "`id` of the `palisade_site`.",
		PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
		Validators:    []validator.String{form{uuidForm, "It is the id of a site, such as palisade_site.shop.id"}},
	}
}

func computed(words string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed: true, MarkdownDescription: words,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

type form struct {
	pattern *regexp.Regexp
	words   string
}

func (f form) Description(context.Context) string         { return f.words }
func (f form) MarkdownDescription(context.Context) string { return f.words }
func (f form) ValidateString(_ context.Context, request validator.StringRequest, response *validator.StringResponse) {
	value := request.ConfigValue
	if !value.IsNull() && !value.IsUnknown() && !f.pattern.MatchString(value.ValueString()) {
		response.Diagnostics.AddAttributeError(request.Path, "Palisade would refuse this value", f.words+".")
	}
}

func oneOf(words string, choices ...string) []validator.String {
	pattern := "^("
	for index, choice := range choices {
		if index > 0 {
			pattern += "|"
		}
		pattern += regexp.QuoteMeta(choice)
	}
	return []validator.String{form{regexp.MustCompile(pattern + ")$"), words}}
}

type bounds struct{ least, most int64 }

func atMost(least, most int64) []validator.Int64 { return []validator.Int64{bounds{least, most}} }

func (b bounds) Description(context.Context) string {
	return fmt.Sprintf("From %d to %d", b.least, b.most)
}
func (b bounds) MarkdownDescription(ctx context.Context) string { return b.Description(ctx) }
func (b bounds) ValidateInt64(ctx context.Context, request validator.Int64Request, response *validator.Int64Response) {
	value := request.ConfigValue
	if !value.IsNull() && !value.IsUnknown() && (value.ValueInt64() < b.least || value.ValueInt64() > b.most) {
		response.Diagnostics.AddAttributeError(request.Path, "Palisade would refuse this value", b.Description(ctx)+".")
	}
}

// importedID refuses malformed ids before they become part of an address.
func importedID(diagnostics *diag.Diagnostics, id string) bool {
	if uuidForm.MatchString(id) {
		return true
	}
	diagnostics.AddAttributeError(path.Root("id"), "This is no id of Palisade", fmt.Sprintf("%q is none: the dashboard has it in the address of the site or list, and GET /api/domains tells it.", id))
	return false
}
