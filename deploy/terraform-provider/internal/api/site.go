package api

// Site is a domain of the account.
type Site struct {
	ID             string   `json:"id"`
	Domain         string   `json:"domain_name"`
	Hosts          []string `json:"hosts"`
	OriginHost     string   `json:"origin_host"`
	OriginPort     int64    `json:"origin_port"`
	OriginProtocol string   `json:"origin_protocol"`
	Verified       bool     `json:"dns_verified"`
	Paused         bool     `json:"paused"`
	CnameTarget    string   `json:"cname_target"`
	Subdomain      string   `json:"verification_subdomain"`
	Txt            struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"verification_txt"`
}

// ClientList is a list that policies of sites refer to.
type ClientList struct {
	ID              string  `json:"id"`
	Name            string  `json:"name"`
	Note            string  `json:"note"`
	Source          string  `json:"source"`
	Holds           string  `json:"holds"`
	IsOffered       bool    `json:"is_offered"`
	URL             *string `json:"url"`
	IntervalMinutes *int64  `json:"interval_minutes"`
	Entries         int64   `json:"entries"`
	Refused         int64   `json:"refused"`
	RefusedLines    []struct {
		Line int64  `json:"line"`
		Text string `json:"text"`
	} `json:"refused_lines"`
}

// Certificate of a site, obtained or uploaded.
type Certificate struct {
	Source      string   `json:"source"`
	Fingerprint *string  `json:"fingerprint_sha256"`
	Names       []string `json:"names"`
	Issuer      *string  `json:"issuer"`
	NotAfter    *string  `json:"not_after"`
}

// Certificates of a site.
type Certificates struct {
	Certificates []Certificate `json:"certificates"`
}

// Uploaded is the certificate that its owner has given; nil: none.
func (c Certificates) Uploaded() *Certificate {
	for i, certificate := range c.Certificates {
		if certificate.Source == "uploaded" {
			return &c.Certificates[i]
		}
	}
	return nil
}
