package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// accountKey names the account that something was seen with, in private state: a key of another account sees nothing of it, as if it were gone.
const accountKey = "account"

// noteAccount after something was seen.
func (c *configured) noteAccount(ctx context.Context, to private, diagnostics *diag.Diagnostics) {
	account := c.api.Account()
	if account == "" {
		return
	}
	text, err := json.Marshal(account)
	if err != nil {
		panic(err) // A text can be written.
	}
	diagnostics.Append(to.SetKey(ctx, accountKey, text)...)
}

// isGone says whether something that the API does not show is there no more: only where it does not show it to a key of the account that has seen it. Otherwise
// it is an error, and the state stays as it is.
func (c *configured) isGone(ctx context.Context, from private, diagnostics *diag.Diagnostics) bool {
	text, faults := from.GetKey(ctx, accountKey)
	diagnostics.Append(faults...)
	var seenWith string
	isNoted := text != nil && json.Unmarshal(text, &seenWith) == nil
	switch asks := c.api.Account(); {
	case isNoted && seenWith == asks:
		return true
	case isNoted && asks != "":
		diagnostics.AddError("Palisade: the API key is of another account",
			"This was seen with the account "+seenWith+", and the key is of "+asks+". Nothing was changed: give the key of that account.")
	default:
		diagnostics.AddError("Palisade: it is not known whether this is gone",
			"The API does not show it to this key: it was removed, or it is another account's. Nothing was changed. If the key is of the right account, take it out of the state (terraform state rm).")
	}
	return false
}
