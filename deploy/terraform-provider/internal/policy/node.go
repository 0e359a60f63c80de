// Package policy makes attributes of Terraform of the JSON schema that policy files are checked by, so that what can be set is said in
// one place. site-policy.schema.json is written by `npm run generate`.
package policy

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

//go:embed site-policy.schema.json
var schemaText []byte

// Kind is what a value is.
type Kind int

// The kinds that a policy has.
const (
	String Kind = iota
	Bool
	Number
	List
	Object
)

// Member of an object.
type Member struct {
	Name     string
	Node     *Node
	Required bool
}

// Node is one place of the schema, without references.
type Node struct {
	Kind        Kind
	Title       string
	Description string
	Nullable    bool
	Default     any
	HasDefault  bool
	Items       *Node
	Members     []Member
	Enum        []any
	Patterns    []*regexp.Regexp
	Minimum     *float64
	Maximum     *float64
	MinItems    *int
	MaxItems    *int
	// TakesEmpty: an empty text is a value.
	TakesEmpty bool
	// Wrapped: a list within a list. Terraform has it as an object with one member, `conditions`, since attributes may be left out only of objects.
	Wrapped bool
}

// WrappedName is the member of what is a list within a list.
const WrappedName = "conditions"

type raw map[string]any

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

type reader struct{ definitions raw }

// Sections of the policy file, and the definitions of what is an entry of its lists.
type Sections struct {
	Origin, Policy, CustomRule, Exclusion *Node
}

// Load reads the schema; an error means that it has what cannot be said here.
func Load() (Sections, error) {
	var file struct {
		Properties  map[string]raw `json:"properties"`
		Definitions raw            `json:"definitions"`
	}
	if err := json.Unmarshal(schemaText, &file); err != nil {
		return Sections{}, err
	}
	from := reader{file.Definitions}
	var sections Sections
	for target, node := range map[**Node]raw{
		&sections.Origin:     file.Properties["originConfig"],
		&sections.Policy:     file.Properties["policyConfig"],
		&sections.CustomRule: {"$ref": "#/definitions/CustomRule"},
		&sections.Exclusion:  {"$ref": "#/definitions/RuleExclusion"},
	} {
		read, err := from.node(node)
		if err != nil {
			return Sections{}, err
		}
		*target = read
	}
	return sections, nil
}

// resolved follows references and puts what stands in `allOf` and `anyOf` together: alternatives are a value or null, or a text or the empty one.
func (from reader) resolved(node raw) (raw, *Node, error) {
	all := raw{}
	hints := &Node{}
	var take func(part raw, depth int) error
	take = func(part raw, depth int) error {
		if depth > 8 {
			return fmt.Errorf("the schema refers to itself")
		}
		if reference, ok := part["$ref"].(string); ok {
			definition, found := from.definitions[strings.TrimPrefix(reference, "#/definitions/")].(map[string]any)
			if !found {
				return fmt.Errorf("there is no %s", reference)
			}
			return take(definition, depth+1)
		}
		for name, value := range part {
			switch name {
			case "pattern":
				pattern, err := regexp.Compile(value.(string))
				if err != nil {
					return err
				}
				hints.Patterns = append(hints.Patterns, pattern)
			case "allOf", "anyOf", "oneOf":
			default:
				all[name] = value
			}
		}
		for _, inner := range listOf(part["allOf"]) {
			if err := take(inner, depth+1); err != nil {
				return err
			}
		}
		for _, inner := range append(listOf(part["anyOf"]), listOf(part["oneOf"])...) {
			switch {
			case inner["type"] == "null":
				hints.Nullable = true
			case inner["const"] == "":
				hints.TakesEmpty = true
				all["type"] = "string"
			default:
				if err := take(inner, depth+1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := take(node, 0)
	// What the place itself says goes before what it refers to.
	for _, name := range []string{"title", "description", "default"} {
		if value, ok := node[name]; ok {
			all[name] = value
		}
	}
	return all, hints, err
}

func (from reader) node(node raw) (*Node, error) {
	all, read, err := from.resolved(node)
	if err != nil {
		return nil, err
	}
	read.Title, _ = all["title"].(string)
	read.Description, _ = all["description"].(string)
	read.Default, read.HasDefault = all["default"], all["default"] != nil
	read.Enum, _ = all["enum"].([]any)
	read.Minimum, read.Maximum = number(all["minimum"]), number(all["maximum"])
	read.MinItems, read.MaxItems = whole(all["minItems"]), whole(all["maxItems"])
	switch all["type"] {
	case "string":
		read.Kind = String
		length := number(all["minLength"])
		read.TakesEmpty = read.TakesEmpty || (length == nil && read.Enum == nil && read.Patterns == nil)
	case "boolean":
		read.Kind = Bool
	case "integer", "number":
		read.Kind = Number
	case "array":
		read.Kind = List
		items, _ := all["items"].(map[string]any)
		read.Items, err = from.node(items)
		if err == nil && read.Items.Kind == List {
			read.Items.Wrapped = true
		}
	case "object":
		read.Kind = Object
		read.Members, err = from.members(all)
	default:
		return nil, fmt.Errorf("there is no attribute for %v", node)
	}
	return read, err
}

func (from reader) members(all raw) ([]Member, error) {
	properties, _ := all["properties"].(map[string]any)
	required := map[string]bool{}
	names, _ := all["required"].([]any)
	for _, name := range names {
		required[name.(string)] = true
	}
	var members []Member
	for name, property := range properties {
		if !nameForm.MatchString(name) {
			return nil, fmt.Errorf("%s is no name of an attribute", name)
		}
		node, err := from.node(property.(map[string]any))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		members = append(members, Member{name, node, required[name]})
	}
	sort.Slice(members, func(a, b int) bool { return members[a].Name < members[b].Name })
	return members, nil
}

// Without is the same object with some members less.
func (n *Node) Without(names ...string) *Node {
	left := *n
	left.Members = nil
	for _, member := range n.Members {
		if !contains(names, member.Name) {
			left.Members = append(left.Members, member)
		}
	}
	return &left
}

// Member by its name; nil if there is none of that name.
func (n *Node) Member(name string) *Member {
	for i, member := range n.Members {
		if member.Name == name {
			return &n.Members[i]
		}
	}
	return nil
}

func contains(names []string, name string) bool {
	for _, one := range names {
		if one == name {
			return true
		}
	}
	return false
}

func listOf(value any) []raw {
	entries, _ := value.([]any)
	var list []raw
	for _, entry := range entries {
		list = append(list, entry.(map[string]any))
	}
	return list
}

func number(value any) *float64 {
	if read, ok := value.(float64); ok {
		return &read
	}
	return nil
}

func whole(value any) *int {
	if read, ok := value.(float64); ok {
		count := int(read)
		return &count
	}
	return nil
}
