// Palisade's provider for Terraform and OpenTofu.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"palisade.local/terraform-provider/internal/provider"
)

// Set by the build: -ldflags "-X main.version=0.1.0".
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "wait for a debugger's Terraform instead of being started by one")
	flag.Parse()
	made, err := provider.New(version)
	if err != nil {
		log.Fatal(err)
	}
	options := providerserver.ServeOpts{Address: "palisade.local/palisade/palisade", Debug: *debug, ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), made, options); err != nil {
		log.Fatal(err)
	}
}
