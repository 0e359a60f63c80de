//! Reads lists of request cases line by line and answers what each parser of Rust hands to an application, files' contents aside.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use actix_web::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use actix_web::test::TestRequest;
use actix_web::web::Bytes;
use async_graphql_parser::types::{DocumentOperations, ExecutableDocument, Selection, SelectionSet};
use async_graphql_parser::{Positioned, parse_query};
use futures::StreamExt;
use futures::executor::block_on;
use futures::stream;
use quick_xml::events::Event;
use serde_json::{Value, json};

type Answer = Option<Vec<String>>;

struct Case {
    kind: String,
    target: Vec<u8>,
    content_type: Option<Vec<u8>>,
    cookie: Option<Vec<u8>>,
    body: Vec<u8>,
}

/// One character a byte, in both directions.
fn to_bytes(text: &str) -> Vec<u8> {
    text.chars().map(|character| character as u8).collect()
}

fn as_bytes(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| *byte as char).collect()
}

impl Case {
    fn of(value: &Value) -> Case {
        let text = |name: &str| value[name].as_str().map(to_bytes);
        Case {
            kind: value["kind"].as_str().unwrap_or_default().to_owned(),
            target: text("target").unwrap_or_default(),
            content_type: text("contentType"),
            cookie: text("cookie"),
            body: text("body").unwrap_or_default(),
        }
    }

    fn query(&self) -> &[u8] {
        match self.target.iter().position(|byte| *byte == b'?') {
            Some(at) => &self.target[at + 1..],
            None => b"",
        }
    }

    /// What stands in a query, and in a form.
    fn pairs(&self) -> &[u8] {
        if self.kind == "query" { self.query() } else { &self.body }
    }
}

fn of_pairs<Text: AsRef<str>>(pairs: impl IntoIterator<Item = (Text, Text)>) -> Vec<String> {
    pairs.into_iter().flat_map(|(name, value)| [as_bytes(name.as_ref()), as_bytes(value.as_ref())]).collect()
}

fn flatten(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                into.push(as_bytes(name));
                flatten(member, into);
            }
        }
        Value::Array(members) => members.iter().for_each(|member| flatten(member, into)),
        Value::String(text) => into.push(as_bytes(text)),
        Value::Number(number) => into.push(number.to_string()),
        Value::Null | Value::Bool(_) => {}
    }
}

fn flat(value: Value) -> Vec<String> {
    let mut found = Vec::new();
    flatten(&value, &mut found);
    found
}

fn serde_urlencoded(case: &Case) -> Answer {
    serde_urlencoded::from_bytes::<Vec<(String, String)>>(case.pairs()).ok().map(of_pairs)
}

fn form_urlencoded(case: &Case) -> Answer {
    Some(of_pairs(form_urlencoded::parse(case.pairs())))
}

fn serde_qs(case: &Case) -> Answer {
    serde_qs::from_bytes::<serde_json::Map<String, Value>>(case.pairs()).ok().map(|members| flat(Value::Object(members)))
}

/// The content of a part counts until a file's name says that it is one.
fn take_part(found: &mut Vec<String>, name: Option<&str>, file: Option<&str>, content: &[u8]) {
    found.push(as_bytes(name.unwrap_or_default()));
    found.push(as_bytes(file.unwrap_or_default()));
    if file.is_none() {
        found.push(as_bytes(content));
    }
}

/// As axum, Rocket and warp read parts.
fn multer(case: &Case) -> Answer {
    let content_type = std::str::from_utf8(case.content_type.as_deref()?).ok()?;
    let boundary = multer::parse_boundary(content_type).ok()?;
    let body = Bytes::from(case.body.clone());
    let mut parts = multer::Multipart::new(stream::iter([Ok::<_, std::io::Error>(body)]), boundary);
    block_on(async {
        let mut found = Vec::new();
        while let Ok(Some(part)) = parts.next_field().await {
            let (name, file) = (part.name().map(str::to_owned), part.file_name().map(str::to_owned));
            let Ok(content) = part.bytes().await else { break };
            take_part(&mut found, name.as_deref(), file.as_deref(), &content);
        }
        Some(found)
    })
}

fn actix_multipart(case: &Case) -> Answer {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_bytes(case.content_type.as_deref()?).ok()?);
    let body = Bytes::from(case.body.clone());
    let mut parts = actix_multipart::Multipart::new(&headers, stream::iter([Ok(body)]));
    block_on(async {
        let mut found = Vec::new();
        while let Some(Ok(mut part)) = parts.next().await {
            let disposition = part.content_disposition();
            let (name, file) = (
                part.name().map(str::to_owned),
                disposition.and_then(|one| one.get_filename()).map(str::to_owned),
            );
            let mut content = Vec::new();
            while let Some(Ok(chunk)) = part.next().await {
                content.extend_from_slice(&chunk);
            }
            take_part(&mut found, name.as_deref(), file.as_deref(), &content);
        }
        Some(found)
    })
}

fn actix_cookies(case: &Case) -> Answer {
    let request = TestRequest::default().insert_header(("cookie", case.cookie.clone()?)).to_http_request();
    let cookies = request.cookies().ok()?;
    Some(of_pairs(cookies.iter().map(|cookie| (cookie.name(), cookie.value()))))
}

/// As axum's and Rocket's jars do: what is no cookie is left out.
fn cookies(case: &Case, is_encoded: bool) -> Answer {
    let header = std::str::from_utf8(case.cookie.as_deref()?).ok()?;
    let all: Vec<_> = if is_encoded {
        cookie::Cookie::split_parse_encoded(header).filter_map(Result::ok).collect()
    } else {
        cookie::Cookie::split_parse(header).filter_map(Result::ok).collect()
    };
    Some(of_pairs(all.iter().map(|cookie| (cookie.name(), cookie.value_trimmed()))))
}

/// As many documents as there are.
fn serde_json(case: &Case) -> Answer {
    let mut found = Vec::new();
    for document in serde_json::Deserializer::from_slice(&case.body).into_iter::<Value>() {
        let Ok(document) = document else { break };
        flatten(&document, &mut found);
    }
    Some(found)
}

fn yaml_texts(value: &serde_yaml_ng::Value, into: &mut Vec<String>) {
    use serde_yaml_ng::Value::{Bool, Mapping, Null, Number, Sequence, String, Tagged};
    match value {
        Mapping(members) => {
            for (name, member) in members {
                yaml_texts(name, into);
                yaml_texts(member, into);
            }
        }
        Sequence(members) => members.iter().for_each(|member| yaml_texts(member, into)),
        String(text) => into.push(as_bytes(text)),
        Number(number) => into.push(number.to_string()),
        Tagged(tagged) => yaml_texts(&tagged.value, into),
        Null | Bool(_) => {}
    }
}

fn serde_yaml(case: &Case) -> Answer {
    use serde::Deserialize;
    let mut found = Vec::new();
    for document in serde_yaml_ng::Deserializer::from_slice(&case.body) {
        let Ok(document) = serde_yaml_ng::Value::deserialize(document) else { break };
        yaml_texts(&document, &mut found);
    }
    Some(found)
}

/// Both forgive what strict readers refuse, and no server asks them for what is not called XML.
fn is_xml(case: &Case) -> bool {
    case.content_type.as_deref().is_some_and(|text| as_bytes(text).to_lowercase().contains("xml"))
}

fn quick_xml(case: &Case) -> Answer {
    if !is_xml(case) {
        return None;
    }
    let mut reader = quick_xml::Reader::from_reader(case.body.as_slice());
    let mut found = Vec::new();
    let mut text = String::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => {
                found.push(as_bytes(std::mem::take(&mut text)));
                for attribute in start.attributes().flatten() {
                    if let Ok(value) = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0) {
                        found.push(as_bytes(value.as_ref()));
                    }
                }
            }
            Ok(Event::Text(part)) => text.push_str(&part.xml10_content()),
            Ok(Event::CData(part)) => text.push_str(&part.xml10_content()),
            Ok(Event::GeneralRef(reference)) => match reference.resolve_char_ref() {
                Ok(Some(character)) => text.push(character),
                _ => match quick_xml::escape::resolve_predefined_entity(&reference.xml10_content()) {
                    Some(known) => text.push_str(known),
                    None => return Some(found),
                },
            },
            Ok(Event::End(_)) => found.push(as_bytes(std::mem::take(&mut text))),
            Ok(Event::Eof) | Err(_) => return Some(found),
            Ok(_) => {}
        }
    }
}

fn roxmltree(case: &Case) -> Answer {
    let text = std::str::from_utf8(&case.body).ok()?;
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, options).ok()?;
    let mut found = Vec::new();
    for node in document.descendants() {
        found.extend(node.attributes().map(|attribute| as_bytes(attribute.value())));
        if node.is_text() {
            found.extend(node.text().map(as_bytes));
        }
    }
    Some(found)
}

fn graphql_value(value: &async_graphql_value::Value, into: &mut Vec<String>) {
    use async_graphql_value::Value::{List, Object, String};
    match value {
        String(text) => into.push(as_bytes(text)),
        List(members) => members.iter().for_each(|member| graphql_value(member, into)),
        Object(members) => members.values().for_each(|member| graphql_value(member, into)),
        _ => {}
    }
}

fn graphql_selections(set: &SelectionSet, into: &mut Vec<String>) {
    for selection in &set.items {
        let directives = match &selection.node {
            Selection::Field(field) => {
                for (_, value) in &field.node.arguments {
                    graphql_value(&value.node, into);
                }
                graphql_selections(&field.node.selection_set.node, into);
                &field.node.directives
            }
            Selection::FragmentSpread(spread) => &spread.node.directives,
            Selection::InlineFragment(fragment) => {
                graphql_selections(&fragment.node.selection_set.node, into);
                &fragment.node.directives
            }
        };
        graphql_directives(directives, into);
    }
}

fn graphql_directives(directives: &[Positioned<async_graphql_parser::types::Directive>], into: &mut Vec<String>) {
    for directive in directives {
        for (_, value) in &directive.node.arguments {
            graphql_value(&value.node, into);
        }
    }
}

/// Texts of a document of GraphQL, by itself or in JSON.
fn async_graphql(case: &Case) -> Answer {
    let is_json = as_bytes(case.content_type.as_deref()?).to_lowercase().contains("json");
    let source = if is_json {
        serde_json::from_slice::<Value>(&case.body).ok()?["query"].as_str()?.to_owned()
    } else {
        String::from_utf8(case.body.clone()).ok()?
    };
    let ExecutableDocument { operations, fragments } = parse_query(source).ok()?;
    let all: Vec<_> = match operations {
        DocumentOperations::Single(one) => vec![one],
        DocumentOperations::Multiple(named) => named.into_values().collect(),
    };
    let mut found = Vec::new();
    for operation in all {
        for variable in &operation.node.variable_definitions {
            if let Some(value) = &variable.node.default_value {
                graphql_value(&value.node.clone().into_value(), &mut found);
            }
        }
        graphql_directives(&operation.node.directives, &mut found);
        graphql_selections(&operation.node.selection_set.node, &mut found);
    }
    for fragment in fragments.values() {
        graphql_directives(&fragment.node.directives, &mut found);
        graphql_selections(&fragment.node.selection_set.node, &mut found);
    }
    Some(found)
}

type Reader = fn(&Case) -> Answer;

fn parsers_of(kind: &str) -> &'static [(&'static str, Reader)] {
    match kind {
        "query" | "form" => {
            &[("serde_urlencoded", serde_urlencoded), ("form_urlencoded", form_urlencoded), ("serde_qs", serde_qs)]
        }
        "multipart" => &[("multer", multer), ("actix-multipart", actix_multipart)],
        "json" => &[("serde_json", serde_json)],
        "xml" => &[("quick-xml", quick_xml), ("roxmltree", roxmltree)],
        "cookies" => &[
            ("actix-web", actix_cookies),
            ("cookie", |case| cookies(case, false)),
            ("cookie, encoded", |case| cookies(case, true)),
        ],
        "yaml" => &[("serde_yaml_ng", serde_yaml)],
        "graphql" => &[("async-graphql", async_graphql)],
        _ => &[],
    }
}

fn main() {
    // A parser that panics hands nothing over, and need not say where.
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = std::io::stdout().lock();
    let versions: HashMap<&str, &str> = include_str!("Cargo.toml")
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, rest)| (name, rest.split('"').nth(1).unwrap_or_default().trim_start_matches('=')))
        .collect();
    writeln!(out, "{}", json!({ "versions": versions })).expect("the tool reads on");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines are UTF-8");
        let cases: Vec<Value> = serde_json::from_str(&line).expect("lines are lists of cases");
        let answers: Vec<Value> = cases
            .iter()
            .map(|one| {
                let case = Case::of(one);
                let mut read = serde_json::Map::new();
                for (name, parser) in parsers_of(&case.kind) {
                    if let Ok(Some(values)) = catch_unwind(AssertUnwindSafe(|| parser(&case))) {
                        read.insert((*name).to_owned(), json!(values));
                    }
                }
                json!({ "id": one["id"], "read": read })
            })
            .collect();
        writeln!(out, "{}", Value::Array(answers)).expect("the tool reads on");
        out.flush().expect("the tool reads on");
    }
}
