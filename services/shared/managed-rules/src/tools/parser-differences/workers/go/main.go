// Reads lists of request cases line by line and answers what each parser of Go hands to an application, files' contents aside.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/bytedance/sonic"
	gojson "github.com/goccy/go-json"
	goyaml "github.com/goccy/go-yaml"
	jsoniter "github.com/json-iterator/go"
	"github.com/valyala/fasthttp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"gopkg.in/yaml.v3"
)

type requestCase struct {
	ID          int     `json:"id"`
	Kind        string  `json:"kind"`
	Target      string  `json:"target"`
	ContentType *string `json:"contentType"`
	Cookie      *string `json:"cookie"`
	Body        string  `json:"body"`
}

// One character a byte, in both directions.
func toBytes(text string) string {
	var out strings.Builder
	for _, character := range text {
		out.WriteByte(byte(character))
	}
	return out.String()
}

func asBytes(text string) string {
	characters := make([]rune, len(text))
	for index := range len(text) {
		characters[index] = rune(text[index])
	}
	return string(characters)
}

func flatten(value any, into []string) []string {
	switch one := value.(type) {
	case map[string]any:
		for name, member := range one {
			into = flatten(member, append(into, asBytes(name)))
		}
	case map[any]any:
		for name, member := range one {
			into = flatten(member, flatten(name, into))
		}
	case []any:
		for _, member := range one {
			into = flatten(member, into)
		}
	case nil, bool:
	case string:
		into = append(into, asBytes(one))
	case []byte:
		into = append(into, asBytes(string(one)))
	default:
		into = append(into, asBytes(fmt.Sprint(one)))
	}
	return into
}

func ofLists(lists map[string][]string, into []string) []string {
	for name, values := range lists {
		into = append(into, asBytes(name))
		for _, value := range values {
			into = append(into, asBytes(value))
		}
	}
	return into
}

// The request as net/http's own server would read it.
func wire(one requestCase) string {
	var out strings.Builder
	method := "GET"
	if one.Body != "" {
		method = "POST"
	}
	fmt.Fprintf(&out, "%s %s HTTP/1.1\r\nHost: a.example\r\nContent-Length: %d\r\n", method, toBytes(one.Target), len(toBytes(one.Body)))
	if one.ContentType != nil {
		fmt.Fprintf(&out, "Content-Type: %s\r\n", toBytes(*one.ContentType))
	}
	if one.Cookie != nil {
		fmt.Fprintf(&out, "Cookie: %s\r\n", toBytes(*one.Cookie))
	}
	return out.String() + "\r\n" + toBytes(one.Body)
}

func readNetHTTP(one requestCase) []string {
	request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(wire(one))))
	if err != nil {
		return nil
	}
	found := []string{}
	switch one.Kind {
	case "cookies":
		for _, cookie := range request.Cookies() {
			found = append(found, asBytes(cookie.Name), asBytes(cookie.Value))
		}
	case "query":
		found = ofLists(request.URL.Query(), found)
	default:
		_ = request.ParseMultipartForm(1 << 20)
		found = ofLists(request.PostForm, found)
		if request.MultipartForm != nil {
			found = ofLists(request.MultipartForm.Value, found)
			for name, files := range request.MultipartForm.File {
				found = append(found, asBytes(name))
				for _, file := range files {
					found = append(found, asBytes(file.Filename))
				}
			}
		}
	}
	return found
}

// The parts one by one, as programs read them that do not want forms.
func readParts(one requestCase) []string {
	request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(wire(one))))
	if err != nil {
		return nil
	}
	reader, err := request.MultipartReader()
	if err != nil {
		return nil
	}
	found := []string{}
	for {
		part, err := reader.NextPart()
		if err != nil {
			return found
		}
		content, err := io.ReadAll(part)
		found = append(found, asBytes(part.FormName()), asBytes(part.FileName()))
		if part.FileName() == "" {
			found = append(found, asBytes(string(content)))
		}
		if err != nil {
			return found
		}
	}
}

func readFastHTTP(one requestCase) []string {
	var request fasthttp.Request
	if err := request.Read(bufio.NewReader(strings.NewReader(wire(one)))); err != nil {
		return nil
	}
	found := []string{}
	add := func(name, value []byte) { found = append(found, asBytes(string(name)), asBytes(string(value))) }
	switch one.Kind {
	case "cookies":
		for name, value := range request.Header.Cookies() {
			add(name, value)
		}
	case "query":
		for name, value := range request.URI().QueryArgs().All() {
			add(name, value)
		}
	case "form":
		for name, value := range request.PostArgs().All() {
			add(name, value)
		}
	default:
		form, err := request.MultipartForm()
		if err != nil {
			return nil
		}
		found = ofLists(form.Value, found)
		for name, files := range form.File {
			for _, file := range files {
				add([]byte(name), []byte(file.Filename))
			}
		}
	}
	return found
}

func readJSON(one requestCase) []string {
	return readDocuments(json.NewDecoder(strings.NewReader(toBytes(one.Body))))
}

// A parser may fail in other ways than by an error.
func careful(read reader) reader {
	return func(one requestCase) (found []string) {
		defer func() {
			if recover() != nil {
				found = nil
			}
		}()
		return read(one)
	}
}

func readJSONWith(unmarshal func([]byte, any) error) reader {
	return careful(func(one requestCase) []string {
		var document any
		if unmarshal([]byte(toBytes(one.Body)), &document) != nil {
			return nil
		}
		return flatten(document, []string{})
	})
}

func readGoccyYAML(one requestCase) []string {
	return readDocuments(goyaml.NewDecoder(strings.NewReader(toBytes(one.Body))))
}

// Texts of a document of GraphQL, by itself or in JSON.
func readGraphQL(one requestCase) []string {
	source := toBytes(one.Body)
	if one.ContentType != nil && strings.Contains(strings.ToLower(*one.ContentType), "json") {
		var envelope struct{ Query string }
		if json.Unmarshal([]byte(source), &envelope) != nil {
			return nil
		}
		source = envelope.Query
	}
	document, err := parser.ParseQuery(&ast.Source{Input: source})
	if err != nil {
		return nil
	}
	found := []string{}
	for _, operation := range document.Operations {
		for _, variable := range operation.VariableDefinitions {
			found = ofValue(variable.DefaultValue, found)
		}
		found = ofSelections(operation.SelectionSet, ofDirectives(operation.Directives, found))
	}
	for _, fragment := range document.Fragments {
		found = ofSelections(fragment.SelectionSet, ofDirectives(fragment.Directives, found))
	}
	return found
}

func ofValue(value *ast.Value, into []string) []string {
	if value == nil {
		return into
	}
	if value.Kind == ast.StringValue || value.Kind == ast.BlockValue {
		into = append(into, asBytes(value.Raw))
	}
	for _, child := range value.Children {
		into = ofValue(child.Value, into)
	}
	return into
}

func ofDirectives(directives ast.DirectiveList, into []string) []string {
	for _, directive := range directives {
		for _, argument := range directive.Arguments {
			into = ofValue(argument.Value, into)
		}
	}
	return into
}

func ofSelections(set ast.SelectionSet, into []string) []string {
	for _, selection := range set {
		switch one := selection.(type) {
		case *ast.Field:
			for _, argument := range one.Arguments {
				into = ofValue(argument.Value, into)
			}
			into = ofSelections(one.SelectionSet, ofDirectives(one.Directives, into))
		case *ast.FragmentSpread:
			into = ofDirectives(one.Directives, into)
		case *ast.InlineFragment:
			into = ofSelections(one.SelectionSet, ofDirectives(one.Directives, into))
		}
	}
	return into
}

func readYAML(one requestCase) []string {
	return readDocuments(yaml.NewDecoder(strings.NewReader(toBytes(one.Body))))
}

// As many documents as there are.
func readDocuments(decoder interface{ Decode(into any) error }) []string {
	found := []string{}
	for {
		var document any
		if decoder.Decode(&document) != nil {
			return found
		}
		found = flatten(document, found)
	}
}

func readXML(strict bool) func(requestCase) []string {
	return func(one requestCase) []string {
		// It forgives what strict readers refuse, and no server asks it for what is not called XML.
		if !strict && !strings.Contains(*one.ContentType, "xml") {
			return nil
		}
		decoder := xml.NewDecoder(bytes.NewReader([]byte(toBytes(one.Body))))
		decoder.Strict = strict
		found := []string{}
		text := ""
		for {
			token, err := decoder.Token()
			switch part := token.(type) {
			case xml.StartElement:
				text = ""
				for _, attribute := range part.Attr {
					found = append(found, asBytes(attribute.Value))
				}
			case xml.CharData:
				text += string(part)
			case xml.EndElement:
				found = append(found, asBytes(text))
			}
			if err != nil {
				return found
			}
		}
	}
}

// What they are called here, by their modules.
var packages = map[string]string{
	"github.com/valyala/fasthttp":    "fasthttp",
	"gopkg.in/yaml.v3":               "yaml.v3",
	"github.com/goccy/go-yaml":       "goccy/go-yaml",
	"github.com/goccy/go-json":       "go-json",
	"github.com/json-iterator/go":    "json-iterator",
	"github.com/bytedance/sonic":     "sonic",
	"github.com/vektah/gqlparser/v2": "gqlparser",
}

type reader = func(requestCase) []string

func main() {
	parsers := map[string]map[string]reader{
		"query":     {"net/http": readNetHTTP, "fasthttp": readFastHTTP},
		"form":      {"net/http": readNetHTTP, "fasthttp": readFastHTTP},
		"multipart": {"net/http": readNetHTTP, "mime/multipart": readParts, "fasthttp": readFastHTTP},
		"json": {
			"encoding/json": readJSON, "json-iterator": readJSONWith(jsoniter.Unmarshal),
			"go-json": readJSONWith(gojson.Unmarshal), "sonic": readJSONWith(sonic.Unmarshal),
		},
		"graphql": {"gqlparser": careful(readGraphQL)},
		"xml":     {"encoding/xml": readXML(true), "encoding/xml lenient": readXML(false)},
		"yaml":    {"yaml.v3": readYAML, "goccy/go-yaml": careful(readGoccyYAML)},
		"cookies": {"net/http": readNetHTTP, "fasthttp": readFastHTTP},
	}
	versions := map[string]string{"Go": strings.TrimPrefix(runtime.Version(), "go")}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if name, isAsked := packages[module.Path]; isAsked {
				versions[name] = module.Version
			}
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	_ = out.Encode(map[string]any{"versions": versions})
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var cases []requestCase
		if json.Unmarshal(line, &cases) != nil {
			return
		}
		lists := make([]map[string]any, 0, len(cases))
		for _, one := range cases {
			answers := map[string][]string{}
			for name, read := range parsers[one.Kind] {
				if values := read(one); values != nil {
					answers[name] = values
				}
			}
			lists = append(lists, map[string]any{"id": one.ID, "read": answers})
		}
		_ = out.Encode(lists)
	}
}
