package provider

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"palisade.local/terraform-provider/internal/api"
)

// listResource is a list that policies refer to: kept by hand, or fetched.
type listResource struct{ configured }

type listModel struct {
	ID       types.String `tfsdk:"id"`
	Name     types.String `tfsdk:"name"`
	Note     types.String `tfsdk:"note"`
	Holds    types.String `tfsdk:"holds"`
	Source   types.String `tfsdk:"source"`
	Entries  types.Set    `tfsdk:"entries"`
	URL      types.String `tfsdk:"url"`
	Interval types.Int64  `tfsdk:"interval_minutes"`
	Key      types.String `tfsdk:"api_key"`
}

func (r *listResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = "palisade_list"
}

func (r *listResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	response.Schema = schema.Schema{
		MarkdownDescription: "A list of clients. Policies name it by its `id`, logs by its `name`.",
		Attributes: map[string]schema.Attribute{
			"id":   idAttribute("Its id."),
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Small letters, digits, `_` and `-`."},
			"note": schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString(""), MarkdownDescription: "What it is for."},
			"holds": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString("addresses"), PlanModifiers: replace,
				MarkdownDescription: "What its entries are: addresses, asns, countries, user_agents or fingerprints. It stays so.",
			},
			"source": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString("hand"), PlanModifiers: replace,
				MarkdownDescription: "hand: `entries`. url: fetched from `url`. crowdsec: the decisions of CrowdSec's API at `url`.",
				Validators:          oneOf("One of hand, url, crowdsec", "hand", "url", "crowdsec"),
			},
			"entries": schema.SetAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "One address or network each, or whatever it holds; some 1,900,000 characters at most. Left out, others keep them: such as rules that add clients.",
			},
			"url": schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: "Where it is fetched. Sensitive: feeds have their token in it."},
			"interval_minutes": schema.Int64Attribute{
				Optional: true, Computed: true, MarkdownDescription: "How often it is fetched.",
				Validators:    atMost(5, 10_080),
				PlanModifiers: []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
			},
			"api_key": schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: "Of a bouncer of CrowdSec. It stands in the state."},
		},
	}
}

var blank = regexp.MustCompile(`^\s*$|[\r\n]`)

func (r *listResource) ValidateConfig(ctx context.Context, request resource.ValidateConfigRequest, response *resource.ValidateConfigResponse) {
	var config listModel
	response.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if response.Diagnostics.HasError() || config.Source.IsUnknown() {
		return
	}
	source := or(config.Source.ValueString(), "hand")
	belongs := func(name string, isSet, may bool) {
		if isSet && !may {
			response.Diagnostics.AddAttributeError(path.Root(name), "Palisade would refuse this value", "A list whose source is "+source+" has none.")
		}
	}
	belongs("entries", !config.Entries.IsNull(), source == "hand")
	belongs("url", !config.URL.IsNull(), source != "hand")
	belongs("interval_minutes", !config.Interval.IsNull(), source != "hand")
	belongs("api_key", !config.Key.IsNull(), source == "crowdsec")
	for _, entry := range config.Entries.Elements() {
		if text, ok := entry.(types.String); ok && !text.IsUnknown() && blank.MatchString(text.ValueString()) {
			response.Diagnostics.AddAttributeError(path.Root("entries"), "Palisade would refuse this value", "An entry is one line, and not an empty one.")
		}
	}
}

var listPlace = roots(map[string]string{"text": "entries"}, "name", "note", "holds", "source", "entries", "url", "interval_minutes", "api_key")

// body of the call that makes or changes the list; nil members are left out.
func (model *listModel) body(ctx context.Context, diagnostics *diag.Diagnostics) map[string]any {
	body := map[string]any{"name": model.Name.ValueString(), "note": model.Note.ValueString()}
	if !model.Entries.IsNull() {
		var entries []string
		diagnostics.Append(model.Entries.ElementsAs(ctx, &entries, false)...)
		slices.Sort(entries)
		body["text"] = strings.Join(entries, "\n")
	}
	if !model.URL.IsNull() {
		body["url"] = model.URL.ValueString()
	}
	if !model.Interval.IsNull() && !model.Interval.IsUnknown() {
		body["interval_minutes"] = model.Interval.ValueInt64()
	}
	if !model.Key.IsNull() {
		body["api_key"] = model.Key.ValueString()
	}
	return body
}

// take puts what the API says into the model, and text, where that was asked for.
func (model *listModel) take(ctx context.Context, list api.ClientList, text *string, known written, diagnostics *diag.Diagnostics) {
	model.ID = types.StringValue(list.ID)
	model.Holds, model.Source = types.StringValue(list.Holds), types.StringValue(list.Source)
	model.Interval = types.Int64PointerValue(list.IntervalMinutes)
	if !known.is("name", list.Name) {
		model.Name = types.StringValue(list.Name)
	}
	if !known.is("note", list.Note) {
		model.Note = types.StringValue(list.Note)
	}
	if !known.is("url", list.URL) {
		model.URL = types.StringPointerValue(list.URL)
	}
	if text != nil && !known.is("text", *text) {
		entries, faults := types.SetValueFrom(ctx, types.StringType, linesOf(*text))
		diagnostics.Append(faults...)
		model.Entries = entries
	}
	known.takeList(list, text)
}

func (w written) takeList(list api.ClientList, text *string) {
	w.set("name", list.Name)
	w.set("note", list.Note)
	w.set("url", list.URL)
	if text != nil {
		w.set("text", *text)
	}
}

// linesOf a list's text that say something, once each.
func linesOf(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

func (r *listResource) text(ctx context.Context, id string) (*string, error) {
	var answer struct {
		Text string `json:"text"`
	}
	err := r.api.Call(ctx, http.MethodGet, "/lists/"+id+"/text", nil, &answer)
	return &answer.Text, err
}

// saved tells what became of a list that was sent. Lines of which nothing could be made are said: the others hold.
func (r *listResource) saved(ctx context.Context, model listModel, list api.ClientList, diagnostics *diag.Diagnostics) (listModel, written) {
	known := written{}
	var text *string
	if !model.Entries.IsNull() {
		var err error
		if text, err = r.text(ctx, list.ID); err != nil {
			tell(diagnostics, "the list's entries were not read", err, listPlace)
		}
		if list.Refused > 0 {
			var told []string
			for _, line := range list.RefusedLines {
				told = append(told, line.Text)
			}
			diagnostics.AddAttributeWarning(path.Root("entries"), "Palisade: entries that mean nothing", "The list holds without them: "+strings.Join(told, ", ")+".")
		}
	}
	known.takeList(list, text)
	model.take(ctx, list, text, known, diagnostics)
	return model, known
}

func (r *listResource) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var plan listModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	body := plan.body(ctx, &response.Diagnostics)
	body["source"] = plan.Source.ValueString()
	if plan.Source.ValueString() != "crowdsec" {
		body["holds"] = plan.Holds.ValueString()
	}
	var list api.ClientList
	if err := r.api.Call(ctx, http.MethodPost, "/lists", body, &list); err != nil {
		tell(&response.Diagnostics, "the list was not made", err, listPlace)
		return
	}
	model, known := r.saved(ctx, plan, list, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &model)...)
	known.store(ctx, response.Private, &response.Diagnostics)
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
}

func (r *listResource) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var plan, state listModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	if response.Diagnostics.HasError() {
		return
	}
	id := state.ID.ValueString()
	body := plan.body(ctx, &response.Diagnostics)
	if text, sends := body["text"]; sends && known.has("text") {
		live, err := r.text(ctx, id)
		if err != nil {
			tell(&response.Diagnostics, "the list's entries were not read", err, listPlace)
			return
		}
		if !known.is("text", *live) && *live != text {
			changedMeanwhile(&response.Diagnostics, "Since this was planned, the list has got other entries.")
			return
		}
	}
	var list api.ClientList
	if err := r.api.Call(ctx, http.MethodPut, "/lists/"+id, body, &list); err != nil {
		tell(&response.Diagnostics, "the list was not changed", err, listPlace)
		return
	}
	model, now := r.saved(ctx, plan, list, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &model)...)
	now.store(ctx, response.Private, &response.Diagnostics)
}

func (r *listResource) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var state listModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	imported, faults := request.Private.GetKey(ctx, importedKey)
	response.Diagnostics.Append(faults...)
	if response.Diagnostics.HasError() {
		return
	}
	list, err := findList(ctx, r.api, func(list api.ClientList) bool { return list.ID == state.ID.ValueString() && !list.IsOffered })
	if err != nil {
		tell(&response.Diagnostics, "the list was not read", err, listPlace)
		return
	}
	if list == nil {
		if r.isGone(ctx, request.Private, &response.Diagnostics) {
			response.State.RemoveResource(ctx)
		}
		return
	}
	var text *string
	if list.Source == "hand" && (imported != nil || !state.Entries.IsNull()) {
		if text, err = r.text(ctx, list.ID); err != nil {
			tell(&response.Diagnostics, "the list's entries were not read", err, listPlace)
			return
		}
	}
	state.take(ctx, *list, text, known, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &state)...)
	known.store(ctx, response.Private, &response.Diagnostics)
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
	if imported != nil {
		response.Diagnostics.Append(response.Private.SetKey(ctx, importedKey, nil)...)
	}
}

func findList(ctx context.Context, client *api.Client, fits func(api.ClientList) bool) (*api.ClientList, error) {
	var all struct {
		Lists []api.ClientList `json:"lists"`
	}
	if err := client.Call(ctx, http.MethodGet, "/lists", nil, &all); err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(all.Lists, fits); at >= 0 {
		return &all.Lists[at], nil
	}
	return nil, nil
}

// Delete waits for a policy that refers to the list no longer: Terraform changes what has referred to something at the same time as it destroys that.
func (r *listResource) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state listModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	for attempt := 0; ; attempt++ {
		err := r.api.Call(ctx, http.MethodDelete, "/lists/"+state.ID.ValueString(), nil, nil)
		if err == nil {
			return
		}
		if api.IsNotShown(err) {
			r.isGone(ctx, request.Private, &response.Diagnostics)
			return
		}
		if !api.HasCode(err, "list_in_use") || attempt >= 5 || r.api.Wait(ctx, time.Second<<attempt) != nil {
			tell(&response.Diagnostics, "the list was not removed", err, listPlace)
			return
		}
	}
}

func (r *listResource) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	if importedID(&response.Diagnostics, request.ID) {
		response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), request.ID)...)
		response.Diagnostics.Append(response.Private.SetKey(ctx, importedKey, []byte("true"))...)
	}
}
