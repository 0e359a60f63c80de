package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Type of the values in Terraform.
func (n *Node) Type() tftypes.Type {
	switch n.Kind {
	case Bool:
		return tftypes.Bool
	case Number:
		return tftypes.Number
	case List:
		list := tftypes.List{ElementType: n.Items.Type()}
		if n.Wrapped {
			return tftypes.Object{AttributeTypes: map[string]tftypes.Type{WrappedName: list}}
		}
		return list
	case Object:
		types := map[string]tftypes.Type{}
		for _, member := range n.Members {
			types[member.Name] = member.Node.Type()
		}
		return tftypes.Object{AttributeTypes: types}
	default:
		return tftypes.String
	}
}

// ToJSON is the value for the API. Null values are left out, unless the API requires them.
func (n *Node) ToJSON(value tftypes.Value) (any, error) {
	if value.IsNull() {
		return nil, nil
	}
	switch n.Kind {
	case Bool:
		var read bool
		err := value.As(&read)
		return read, err
	case Number:
		var read *big.Float
		if err := value.As(&read); err != nil {
			return nil, err
		}
		float, _ := read.Float64()
		return float, nil
	case List:
		return n.listToJSON(value)
	case Object:
		var members map[string]tftypes.Value
		if err := value.As(&members); err != nil {
			return nil, err
		}
		return n.MembersToJSON(members)
	default:
		var read string
		err := value.As(&read)
		return read, err
	}
}

// MembersToJSON does so for what an object has.
func (n *Node) MembersToJSON(members map[string]tftypes.Value) (map[string]any, error) {
	told := map[string]any{}
	for _, member := range n.Members {
		value := members[member.Name]
		if value.IsNull() && !(member.Required && member.Node.Nullable) {
			continue
		}
		one, err := member.Node.ToJSON(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", member.Name, err)
		}
		told[member.Name] = one
	}
	return told, nil
}

func (n *Node) listToJSON(value tftypes.Value) (any, error) {
	if n.Wrapped {
		var members map[string]tftypes.Value
		if err := value.As(&members); err != nil {
			return nil, err
		}
		value = members[WrappedName]
	}
	var entries []tftypes.Value
	if err := value.As(&entries); err != nil {
		return nil, err
	}
	told := make([]any, 0, len(entries))
	for _, entry := range entries {
		one, err := n.Items.ToJSON(entry)
		if err != nil {
			return nil, err
		}
		told = append(told, one)
	}
	return told, nil
}

// FromJSON is what the API has said. Members that this schema does not know are left out.
func (n *Node) FromJSON(told any) (tftypes.Value, error) {
	kind := n.Type()
	if told == nil {
		return tftypes.NewValue(kind, nil), nil
	}
	switch n.Kind {
	case List:
		entries, ok := told.([]any)
		if !ok {
			return tftypes.Value{}, fmt.Errorf("%T is no list", told)
		}
		values := make([]tftypes.Value, 0, len(entries))
		for _, entry := range entries {
			value, err := n.Items.FromJSON(entry)
			if err != nil {
				return tftypes.Value{}, err
			}
			values = append(values, value)
		}
		list := tftypes.NewValue(tftypes.List{ElementType: n.Items.Type()}, values)
		if n.Wrapped {
			return tftypes.NewValue(kind, map[string]tftypes.Value{WrappedName: list}), nil
		}
		return list, nil
	case Object:
		members, ok := told.(map[string]any)
		if !ok {
			return tftypes.Value{}, fmt.Errorf("%T is no object", told)
		}
		values := map[string]tftypes.Value{}
		for _, member := range n.Members {
			value, err := member.Node.FromJSON(members[member.Name])
			if err != nil {
				return tftypes.Value{}, fmt.Errorf("%s: %w", member.Name, err)
			}
			values[member.Name] = value
		}
		return tftypes.NewValue(kind, values), nil
	default:
		if err := tftypes.ValidateValue(kind, told); err != nil {
			return tftypes.Value{}, err
		}
		return tftypes.NewValue(kind, told), nil
	}
}

// Fingerprint of a value as the API says it: the same for the same value.
func Fingerprint(told any) string {
	// Maps are written in the order of their keys.
	text, err := json.Marshal(told)
	if err != nil {
		panic(err) // Whatever was read from JSON can be written.
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
