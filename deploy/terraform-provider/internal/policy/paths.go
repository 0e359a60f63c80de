package policy

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Place is the attribute that a field of the API is, as far as it can be followed: `header_rules`, `0`, `name`.
func (n *Node) Place(from path.Path, words []string) path.Path {
	if len(words) == 0 {
		return from
	}
	switch n.Kind {
	case Object:
		if member := n.Member(words[0]); member != nil {
			return member.Node.Place(from.AtName(words[0]), words[1:])
		}
	case List:
		if index, err := strconv.Atoi(words[0]); err == nil {
			if n.Wrapped {
				from = from.AtName(WrappedName)
			}
			return n.Items.Place(from.AtListIndex(index), words[1:])
		}
	}
	return from
}
