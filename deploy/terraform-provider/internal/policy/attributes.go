package policy

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Attributes of an object. Each that the API wants and that can be empty may be left out, and is empty then.
func (n *Node) Attributes() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	for _, member := range n.Members {
		attributes[member.Name] = member.attribute()
	}
	return attributes
}

// use is how an attribute may be set in a configuration.
type use struct{ required, optional, filled bool }

func (member Member) use() use {
	node := member.Node
	switch {
	case !member.Required || node.Nullable:
		return use{optional: true}
	case node.Kind == Bool, node.Kind == String && node.TakesEmpty, node.Kind == List && node.MinItems == nil:
		return use{optional: true, filled: true}
	default:
		return use{required: true}
	}
}

func (member Member) attribute() schema.Attribute {
	node, use, words := member.Node, member.use(), member.Node.words()
	switch node.Kind {
	case Bool:
		attribute := schema.BoolAttribute{MarkdownDescription: words, Required: use.required, Optional: use.optional, Computed: use.filled}
		if use.filled {
			// Whoever writes something down means it to be in force.
			attribute.Default = booldefault.StaticBool(member.Name == "enabled")
		}
		return attribute
	case Number:
		return schema.Int64Attribute{
			MarkdownDescription: words, Required: use.required, Optional: use.optional,
			Validators: []validator.Int64{check{node}},
		}
	case List:
		return node.listAttribute(use, words)
	case Object:
		return schema.SingleNestedAttribute{
			MarkdownDescription: words, Required: use.required, Optional: use.optional, Attributes: node.Attributes(),
		}
	default:
		attribute := schema.StringAttribute{
			MarkdownDescription: words, Required: use.required, Optional: use.optional, Computed: use.filled,
			Validators: []validator.String{check{node}},
		}
		if use.filled {
			attribute.Default = stringdefault.StaticString("")
		}
		return attribute
	}
}

func (n *Node) listAttribute(use use, words string) schema.Attribute {
	checks := []validator.List{check{n}}
	if n.Items.Kind != Object && !n.Items.Wrapped {
		attribute := schema.ListAttribute{
			MarkdownDescription: words, Required: use.required, Optional: use.optional, Computed: use.filled,
			ElementType: n.Items.scalar(), Validators: checks,
		}
		if use.filled {
			attribute.Default = listdefault.StaticValue(types.ListValueMust(n.Items.scalar(), nil))
		}
		return attribute
	}
	entry := schema.NestedAttributeObject{Attributes: n.Items.Attributes()}
	if n.Items.Wrapped {
		inner := *n.Items
		inner.Wrapped = false
		entry.Attributes = map[string]schema.Attribute{WrappedName: Member{WrappedName, &inner, true}.attribute()}
	}
	attribute := schema.ListNestedAttribute{
		MarkdownDescription: words, Required: use.required, Optional: use.optional, Computed: use.filled,
		NestedObject: entry, Validators: checks,
	}
	if use.filled {
		attribute.Default = listdefault.StaticValue(types.ListValueMust(entry.Type(), nil))
	}
	return attribute
}

func (n *Node) scalar() attr.Type {
	switch n.Kind {
	case Number:
		return types.Int64Type
	case Bool:
		return types.BoolType
	default:
		return types.StringType
	}
}

func (n *Node) words() string {
	var told []string
	for _, text := range []string{n.Title, n.Description, n.bounds()} {
		if text != "" {
			told = append(told, strings.TrimRight(text, ".")+".")
		}
	}
	return strings.Join(told, " ")
}
