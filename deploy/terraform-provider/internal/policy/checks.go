package policy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// check refuses, before anything is sent, what the schema says that the API would refuse. The rest the API says itself, at its field.
type check struct{ node *Node }

var (
	_ validator.String = check{}
	_ validator.Int64  = check{}
	_ validator.List   = check{}
)

func (c check) Description(context.Context) string             { return c.node.bounds() }
func (c check) MarkdownDescription(ctx context.Context) string { return c.Description(ctx) }

// bounds in words; empty: none that are worth saying.
func (n *Node) bounds() string {
	switch {
	case len(n.Enum) > 0:
		return "One of " + strings.Join(n.choices(), ", ")
	case n.Kind == Number && n.Minimum != nil && n.Maximum != nil:
		return fmt.Sprintf("From %.0f to %.0f", *n.Minimum, *n.Maximum)
	case n.Kind == List && n.MaxItems != nil:
		return fmt.Sprintf("At most %d entries", *n.MaxItems)
	default:
		return ""
	}
}

func (n *Node) choices() []string {
	var choices []string
	for _, choice := range n.Enum {
		choices = append(choices, fmt.Sprint(choice))
	}
	return choices
}

func (c check) ValidateString(_ context.Context, request validator.StringRequest, response *validator.StringResponse) {
	c.text(request.Path, request.ConfigValue, &response.Diagnostics)
}

func (c check) ValidateInt64(_ context.Context, request validator.Int64Request, response *validator.Int64Response) {
	if request.ConfigValue.IsNull() || request.ConfigValue.IsUnknown() {
		return
	}
	value := request.ConfigValue.ValueInt64()
	below := c.node.Minimum != nil && float64(value) < *c.node.Minimum
	above := c.node.Maximum != nil && float64(value) > *c.node.Maximum
	other := len(c.node.Enum) > 0 && !slices.Contains(c.node.choices(), fmt.Sprint(value))
	if below || above || other {
		refuse(&response.Diagnostics, request.Path, c.node.bounds())
	}
}

func (c check) ValidateList(_ context.Context, request validator.ListRequest, response *validator.ListResponse) {
	if request.ConfigValue.IsNull() || request.ConfigValue.IsUnknown() {
		return
	}
	count := len(request.ConfigValue.Elements())
	switch {
	case c.node.MaxItems != nil && count > *c.node.MaxItems:
		refuse(&response.Diagnostics, request.Path, fmt.Sprintf("At most %d entries", *c.node.MaxItems))
	case c.node.MinItems != nil && count < *c.node.MinItems:
		refuse(&response.Diagnostics, request.Path, fmt.Sprintf("At least %d entry", *c.node.MinItems))
	}
	for index, entry := range request.ConfigValue.Elements() {
		if text, ok := entry.(types.String); ok {
			check{c.node.Items}.text(request.Path.AtListIndex(index), text, &response.Diagnostics)
		}
	}
}

func (c check) text(at path.Path, value types.String, diagnostics *diag.Diagnostics) {
	if value.IsNull() || value.IsUnknown() || (c.node.TakesEmpty && value.ValueString() == "") {
		return
	}
	text := value.ValueString()
	if len(c.node.Enum) > 0 && !slices.Contains(c.node.choices(), text) {
		refuse(diagnostics, at, c.node.bounds())
		return
	}
	for _, pattern := range c.node.Patterns {
		// The API takes blanks at either end away before it looks.
		if !pattern.MatchString(strings.TrimSpace(text)) {
			refuse(diagnostics, at, "It has to match "+pattern.String())
			return
		}
	}
}

func refuse(diagnostics *diag.Diagnostics, at path.Path, words string) {
	diagnostics.AddAttributeError(at, "Palisade would refuse this value", words+".")
}
