package provider

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"palisade.local/terraform-provider/internal/api"
	"palisade.local/terraform-provider/internal/policy"
)

// entryResource is one entry of a list of a site's policy. All others of the list stay as they are.
type entryResource struct {
	configured
	name, list, words string
	node              *policy.Node
	// The first matching rule decides, so rules may have to follow others.
	ordered bool
}

func newCustomRuleResource(sections policy.Sections) resource.Resource {
	return &entryResource{
		name: "palisade_custom_rule", list: "custom_rules", node: sections.CustomRule.Without("id"), ordered: true,
		words: "A custom rule of a site. The first whose conditions all hold decides; `after` says where the order matters.",
	}
}

func newExclusionResource(sections policy.Sections) resource.Resource {
	return &entryResource{
		name: "palisade_exclusion", list: "rule_exclusions", node: sections.Exclusion.Without("id"),
		words: "An exclusion from the managed rules of a site, as narrow as it is written.",
	}
}

const after = "after"

func (r *entryResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = r.name
}

func (r *entryResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	attributes := r.node.Attributes()
	attributes["id"] = idAttribute("Names it in the log; stays through changes.")
	attributes["site_id"] = siteAttribute()
	if r.ordered {
		attributes[after] = schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "`id` of a rule that is asked before this one. Without it, a new rule is asked last.",
			Validators:          []validator.String{form{uuidForm, "It is the id of a rule, such as palisade_custom_rule.first.id"}},
		}
	}
	response.Schema = schema.Schema{MarkdownDescription: r.words, Attributes: attributes}
}

// entry is one as a plan or state has it.
type entry struct {
	site, id, after string
	told            map[string]any
}

func (r *entryResource) entry(raw tftypes.Value) (entry, error) {
	members, err := membersOf(raw)
	if err != nil {
		return entry{}, err
	}
	var read entry
	for name, target := range map[string]*string{"site_id": &read.site, "id": &read.id, after: &read.after} {
		if value, there := members[name]; there && value.IsKnown() && !value.IsNull() {
			if err := value.As(target); err != nil {
				return entry{}, err
			}
		}
	}
	read.told, err = r.node.MembersToJSON(members)
	return read, err
}

func (r *entryResource) entries(config api.Config) []any {
	entries, _ := config.Policy[r.list].([]any)
	return entries
}

func indexOf(entries []any, id string) int {
	return slices.IndexFunc(entries, func(entry any) bool {
		members, _ := entry.(map[string]any)
		return members["id"] == id
	})
}

func newID() string {
	var bytes [16]byte
	rand.Read(bytes[:]) // Never fails: crypto/rand ends the program where there is no randomness.
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

// placed is the list with the entry at its present position, or after the entry that it has to follow.
func placed(entries []any, wanted entry) ([]any, int, error) {
	entries = slices.Clone(entries)
	at := indexOf(entries, wanted.id)
	if at >= 0 {
		entries[at] = wanted.told
	} else {
		at = len(entries)
		entries = append(entries, wanted.told)
	}
	if wanted.after == "" {
		return entries, at, nil
	}
	before := indexOf(entries, wanted.after)
	if before < 0 || before == at {
		return nil, 0, errNoSuchRule
	}
	if before > at {
		entries = slices.Insert(slices.Delete(entries, at, at+1), before, any(wanted.told))
		at = before
	}
	return entries, at, nil
}

var errNoSuchRule = fmt.Errorf("the site has no other rule of this id")

// save puts an entry into the list, unless others have changed it.
func (r *entryResource) save(ctx context.Context, wanted entry, known written, diagnostics *diag.Diagnostics) (written, bool) {
	wanted.told["id"] = wanted.id
	at, conflict := -1, false
	saved, err := r.api.Edit(ctx, wanted.site, func(live api.Config) (*api.Change, error) {
		entries := r.entries(live)
		if index := indexOf(entries, wanted.id); index >= 0 {
			there := entries[index]
			conflict = known.has(r.list) && !known.is(r.list, there) && policy.Fingerprint(there) != policy.Fingerprint(wanted.told)
			if conflict {
				return nil, nil
			}
		}
		changed, index, err := placed(entries, wanted)
		if err != nil {
			return nil, err
		}
		at = index
		return &api.Change{Policy: map[string]any{r.list: changed}}, nil
	})
	switch {
	case err == errNoSuchRule:
		diagnostics.AddAttributeError(path.Root(after), "Palisade: there is no such rule", "The site has no other custom rule of this id.")
		return nil, false
	case err != nil:
		tell(diagnostics, "it was not saved", err, r.place(at))
		return nil, false
	case conflict:
		changedMeanwhile(diagnostics, fmt.Sprintf("Since this was planned, somebody has given %s other values (the site is at version %d).", wanted.id, saved.Version))
		return nil, false
	}
	entries := r.entries(saved)
	now := written{}
	if index := indexOf(entries, wanted.id); index >= 0 {
		now.set(r.list, entries[index])
	}
	return now, true
}

// place of faults in the entry at this index of the list that was sent.
func (r *entryResource) place(at int) place {
	return func(words []string) (path.Path, bool) {
		if len(words) < 4 || words[0] != "policyConfig" || words[1] != r.list || words[2] != strconv.Itoa(at) {
			return path.Empty(), false
		}
		return r.node.Place(path.Empty(), words[3:]), r.node.Member(words[3]) != nil
	}
}

func (r *entryResource) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	wanted, err := r.entry(request.Plan.Raw)
	if err != nil {
		response.Diagnostics.AddError("Palisade: the plan cannot be read", err.Error())
		return
	}
	wanted.id = newID()
	now, ok := r.save(ctx, wanted, written{}, &response.Diagnostics)
	if !ok {
		return
	}
	response.State.Raw = with(request.Plan.Raw, map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, wanted.id)})
	now.store(ctx, response.Private, &response.Diagnostics)
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
}

func (r *entryResource) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	wanted, err := r.entry(request.Plan.Raw)
	if err != nil {
		response.Diagnostics.AddError("Palisade: the plan cannot be read", err.Error())
		return
	}
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	now, ok := r.save(ctx, wanted, known, &response.Diagnostics)
	if !ok {
		return
	}
	response.State.Raw = request.Plan.Raw
	now.store(ctx, response.Private, &response.Diagnostics)
}

func (r *entryResource) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	stated, err := r.entry(request.State.Raw)
	if err != nil {
		response.Diagnostics.AddError("Palisade: the state cannot be read", err.Error())
		return
	}
	config, err := r.api.Config(ctx, stated.site)
	entries := r.entries(config)
	at := indexOf(entries, stated.id)
	if api.IsNotShown(err) {
		if r.isGone(ctx, request.Private, &response.Diagnostics) {
			response.State.RemoveResource(ctx)
		}
		return
	}
	if err == nil && at < 0 {
		response.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		tell(&response.Diagnostics, "it was not read", err, r.place(-1))
		return
	}
	known := readWritten(ctx, request.Private, &response.Diagnostics)
	changes := map[string]tftypes.Value{}
	if !known.is(r.list, entries[at]) {
		value, err := r.node.FromJSON(entries[at])
		if err == nil {
			changes, err = membersOf(value)
		}
		if err != nil {
			response.Diagnostics.AddError("Palisade: the site has what this version of the provider does not know", err.Error())
			return
		}
		known.set(r.list, entries[at])
	}
	if before := indexOf(entries, stated.after); stated.after != "" && (before < 0 || before > at) {
		changes[after] = tftypes.NewValue(tftypes.String, nil)
	}
	response.State.Raw = with(request.State.Raw, changes)
	known.store(ctx, response.Private, &response.Diagnostics)
	r.noteAccount(ctx, response.Private, &response.Diagnostics)
}

func (r *entryResource) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	stated, err := r.entry(request.State.Raw)
	if err != nil {
		response.Diagnostics.AddError("Palisade: the state cannot be read", err.Error())
		return
	}
	_, err = r.api.Edit(ctx, stated.site, func(live api.Config) (*api.Change, error) {
		entries := r.entries(live)
		at := indexOf(entries, stated.id)
		if at < 0 {
			return nil, nil
		}
		return &api.Change{Policy: map[string]any{r.list: slices.Delete(slices.Clone(entries), at, at+1)}}, nil
	})
	if api.IsNotShown(err) {
		r.isGone(ctx, request.Private, &response.Diagnostics)
	} else if err != nil {
		tell(&response.Diagnostics, "it was not removed", err, r.place(-1))
	}
}

func (r *entryResource) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	site, id, found := strings.Cut(request.ID, "/")
	if !found {
		response.Diagnostics.AddAttributeError(path.Root("id"), "This is no id of Palisade", "It is written SITE_ID/ID; GET /api/domains/SITE_ID/waf-config tells what there is.")
		return
	}
	if !importedID(&response.Diagnostics, site) || !importedID(&response.Diagnostics, id) {
		return
	}
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("site_id"), site)...)
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), id)...)
}
