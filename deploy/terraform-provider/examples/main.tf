terraform {
  required_providers {
    palisade = { source = "palisade.local/palisade/palisade" }
  }
}

variable "domain" {
  type = string
}

variable "certificate" {
  type    = object({ chain = string, key = string })
  default = null
  sensitive = true
}

variable "origin_certificate" {
  type      = object({ chain = string, key = string })
  default   = null
  sensitive = true
}

# PALISADE_URL and PALISADE_API_KEY of the environment say where, and who.
provider "palisade" {}

resource "palisade_site" "shop" {
  domain      = var.domain
  hosts       = ["www.${var.domain}"]
  origin_host = "192.0.2.10"
}

resource "palisade_list" "scanners" {
  name    = "scanners"
  note    = "Who has been seen to scan"
  entries = ["192.0.2.128/25", "2001:DB8:0:0::/32"]
}

resource "palisade_site_policy" "shop" {
  site_id = palisade_site.shop.id
  origin_config = {
    redirect_to_https         = true
    origin_client_certificate = length(palisade_origin_certificate.shop) == 0 ? "off" : "uploaded"
  }
  policy_config = {
    waf_sensitivity = "high"
    blocked_ips     = ["2001:DB8:0:0:0:0:0:1", "198.51.100.0/24"]
    blocked_lists   = [palisade_list.scanners.id]
    header_rules = [
      { target = "response", operation = "remove", name = "X-Powered-By" },
    ]
  }
}

resource "palisade_custom_rule" "health" {
  site_id = palisade_site.shop.id
  name    = "Health checks are not judged"
  action  = "skip"
  skip    = ["managed_rules"]
  conditions = [
    { field = "path", operator = "equals", values = ["/health"] },
    { field = "ip", operator = "equals", values = ["203.0.113.0/24"] },
  ]
}

resource "palisade_custom_rule" "old_admin" {
  site_id    = palisade_site.shop.id
  after      = palisade_custom_rule.health.id
  name       = "The old panel is gone"
  action     = "block"
  conditions = [{ field = "path", operator = "starts_with", values = ["/old-admin"] }]
  alternatives = [
    { conditions = [{ field = "query_parameter", name = "panel", operator = "exists" }] },
  ]
}

resource "palisade_exclusion" "comments" {
  site_id     = palisade_site.shop.id
  by          = "tag"
  value       = "family/sql-injection"
  target      = "ARGS:comment"
  path_prefix = "/reviews"
  note        = "Reviews may say anything"
}

resource "palisade_certificate" "shop" {
  count             = nonsensitive(var.certificate == null) ? 0 : 1
  site_id           = palisade_site.shop.id
  certificate_chain = var.certificate.chain
  private_key       = var.certificate.key
}

# Presented to the site's servers, which refuse everybody else.
resource "palisade_origin_certificate" "shop" {
  count             = nonsensitive(var.origin_certificate == null) ? 0 : 1
  site_id           = palisade_site.shop.id
  certificate_chain = var.origin_certificate.chain
  private_key       = var.origin_certificate.key
}

# For whoever keeps the zone: it proves that the domain is yours.
output "verification" {
  value = palisade_site.shop.verification_txt
}
