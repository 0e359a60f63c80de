package provider

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"palisade.local/terraform-provider/internal/api"
)

// place is the attribute of an API field; false: the field belongs to no attribute of this resource.
type place func(words []string) (path.Path, bool)

// tell reports the API's errors, each at its attribute.
func tell(diagnostics *diag.Diagnostics, doing string, err error, at place) {
	var refusal *api.Refusal
	if !errors.As(err, &refusal) {
		diagnostics.AddError("Palisade: "+doing, err.Error())
		return
	}
	told := false
	for _, fault := range refusal.Errors {
		if where, ok := at(strings.Split(fault.Path, ".")); ok {
			diagnostics.AddAttributeError(where, "Palisade: "+doing, fmt.Sprintf("%s (%s)", fault.Message, refusal.Code))
			told = true
		}
	}
	if !told {
		diagnostics.AddError("Palisade: "+doing, refusal.Error())
	}
}

// roots are places of a resource whose attributes have the API's names, but for these.
func roots(renamed map[string]string, known ...string) place {
	return func(words []string) (path.Path, bool) {
		name := words[0]
		if other, ok := renamed[name]; ok {
			name = other
		}
		for _, one := range known {
			if one == name {
				return path.Root(name), true
			}
		}
		return path.Empty(), false
	}
}

func changedMeanwhile(diagnostics *diag.Diagnostics, what string) {
	diagnostics.AddError("Palisade: somebody else has changed this",
		what+" Nothing was changed. Plan again: it then shows what there is now, and what would become of it.")
}
