//! The description of the interface is that of the interface.

use std::collections::BTreeSet;

use serde_json::Value;
use tilewright_studio::api::{OPENAPI, routes};

#[test]
fn the_description_names_every_route_and_no_other() {
    let described: Value = serde_json::from_str(OPENAPI).unwrap();
    let paths = described["paths"].as_object().unwrap();
    let described: BTreeSet<_> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    let routed: BTreeSet<_> = routes()
        .iter()
        .flat_map(|route| route.methods.iter().map(|method| format!("{method} {}", route.path)))
        .collect();
    assert_eq!(described, routed);
}

#[test]
fn every_reference_in_the_description_leads_somewhere_and_every_path_names_its_parts() {
    let whole: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut references = Vec::new();
    collect(&whole, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let path = reference.trim_start_matches('#');
        assert!(whole.pointer(path).is_some(), "{reference}");
    }
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let named = operation["parameters"].as_array().cloned().unwrap_or_default();
            let named = named.iter().filter(|parameter| parameter["in"] == "path").count();
            assert_eq!(named, path.matches('{').count(), "{method} {path}");
        }
    }
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "$ref" => references.push(text.clone()),
                    _ => collect(value, references),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}
