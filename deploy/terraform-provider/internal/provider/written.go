package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"palisade.local/terraform-provider/internal/policy"
)

// What the API makes of a value may be written otherwise than in the configuration: addresses in their short form, names in small letters. So the
// state has the configuration's words, and beside them stands a fingerprint of what the API answered. As long as it answers the same, nothing has
// changed, and the next plan is empty. Once it answers something else, somebody has changed it, and the state shows what.
type written map[string]string

const (
	writtenKey  = "written"
	importedKey = "imported"
)

// private is the private state of a resource.
type private interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func readWritten(ctx context.Context, from private, diagnostics *diag.Diagnostics) written {
	text, faults := from.GetKey(ctx, writtenKey)
	diagnostics.Append(faults...)
	known := written{}
	if text != nil && json.Unmarshal(text, &known) != nil {
		// From a version that wrote it otherwise: everything is compared anew.
		return written{}
	}
	return known
}

func (w written) store(ctx context.Context, to private, diagnostics *diag.Diagnostics) {
	text, err := json.Marshal(w)
	if err != nil {
		panic(err) // Texts by texts can be written.
	}
	diagnostics.Append(to.SetKey(ctx, writtenKey, text)...)
}

func (w written) set(name string, told any) { w[name] = policy.Fingerprint(told) }

// is says whether the API answers what it answered when this was written. What was never written is not known to have changed.
func (w written) is(name string, told any) bool { return w[name] == policy.Fingerprint(told) }

func (w written) has(name string) bool { return w[name] != "" }
