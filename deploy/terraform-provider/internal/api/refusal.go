package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Refusal is a problem report of the API (RFC 9457): a stable code, words, and the fields that it is about.
type Refusal struct {
	Status    int     `json:"status"`
	Code      string  `json:"code"`
	Detail    string  `json:"detail"`
	RequestID string  `json:"request_id"`
	Errors    []Fault `json:"errors"`
}

// Fault is what is wrong with one field, by its path in the body that was sent.
type Fault struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

func (r *Refusal) Error() string {
	lines := []string{fmt.Sprintf("%s (%s)", r.Detail, r.Code)}
	for _, fault := range r.Errors {
		lines = append(lines, fault.Path+": "+fault.Message)
	}
	if hint := hints[r.Status]; hint != "" {
		lines = append(lines, hint)
	}
	return strings.Join(lines, "\n")
}

var hints = map[int]string{
	http.StatusUnauthorized:    "The API key is unknown or has ended.",
	http.StatusForbidden:       "The API key lacks the scope for this; it needs domains:read and domains:write.",
	http.StatusTooManyRequests: "Fewer calls at once (-parallelism) or a larger max_retries help.",
}

func refusalOf(status int, body []byte) error {
	var refusal Refusal
	if json.Unmarshal(body, &refusal) != nil || refusal.Code == "" {
		return fmt.Errorf("the API answered %d with what is no problem report; is the endpoint that of a dashboard?", status)
	}
	refusal.Status = status
	return &refusal
}

// IsNotShown says that there is no such thing, or that it is another account's: the API does not tell the two apart.
func IsNotShown(err error) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Status == http.StatusNotFound
}

// HasCode says whether the API has refused with this code.
func HasCode(err error, code string) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Code == code
}
