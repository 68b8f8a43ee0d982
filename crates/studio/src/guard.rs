//! Who may ask. On loopback: pages of this machine, addressed as such, so that no other site can
//! reach in through a browser, neither by posting here nor by giving its own name our address.
//! Elsewhere: whoever has the token. Answers forbid the browser everything that the page does not
//! need.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, LOCATION,
    ORIGIN, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::refusal::Refusal;

/// Nothing from elsewhere, no inline code, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const COOKIE_NAME: &str = "tilewright";

/// A token nobody can guess.
pub fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 20];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Lets a request through, or says why not.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let token = app.config.token.as_deref();
    let mut response = match admit(token, &request) {
        Ok(Admission::Enter) => next.run(request).await,
        Ok(Admission::Welcome(cookie)) => welcome(&request, cookie),
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

enum Admission {
    Enter,
    /// The token came with the address: it goes into a cookie and out of the address.
    Welcome(HeaderValue),
}

fn admit(token: Option<&str>, request: &Request) -> Result<Admission, Refusal> {
    let forbidden = |words: &str| Refusal::new(StatusCode::FORBIDDEN, words);
    let headers = request.headers();
    let host = text(headers, HOST).or_else(|| request.uri().host()).unwrap_or_default();
    if token.is_none() && !is_loopback(host) {
        return Err(forbidden("this server answers to localhost only"));
    }
    if let Some(origin) = text(headers, ORIGIN) {
        let from = origin.split_once("://").map(|(_, host)| host);
        if from != Some(host) {
            return Err(forbidden("requests from pages of other sites are not answered"));
        }
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if changes && text(headers, HeaderName::from_static("sec-fetch-site")) == Some("cross-site") {
        return Err(forbidden("requests from pages of other sites are not answered"));
    }
    // Only JSON: a form on another site's page cannot send that unasked.
    let kind = text(headers, CONTENT_TYPE).unwrap_or_default();
    if *request.method() == Method::POST && !kind.starts_with("application/json") {
        let words = "send JSON, with `Content-Type: application/json`";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, words));
    }
    let Some(token) = token else { return Ok(Admission::Enter) };
    if query_token(request.uri()).is_some_and(|given| same(given, token)) {
        let cookie = format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Strict");
        let cookie = HeaderValue::from_str(&cookie);
        return cookie.map(Admission::Welcome).map_err(|_| forbidden("the token is no word"));
    }
    let bearer = text(headers, AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = text(headers, COOKIE).unwrap_or_default().split(';');
    let cookie =
        cookies.filter_map(|c| c.trim().split_once('=')).find(|c| c.0 == COOKIE_NAME).map(|c| c.1);
    if bearer.or(cookie).is_some_and(|given| same(given, token)) {
        return Ok(Admission::Enter);
    }
    let words = "this server asks for its token: open the address that it printed when it started";
    Err(Refusal::new(StatusCode::UNAUTHORIZED, words))
}

fn welcome(request: &Request, cookie: HeaderValue) -> Response {
    let path = HeaderValue::from_str(request.uri().path());
    let path = path.unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, path)]).into_response()
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn query_token(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Whether two tokens are the same, found out in a time that tells nothing about them.
fn same(one: &str, other: &str) -> bool {
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

/// Whether a `Host` header means this machine, whatever the port.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_loopback() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8470", "127.3.2.1", "[::1]:8470"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:8470", "192.168.0.7", "[::2]"] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (one, other) = (new_token().unwrap(), new_token().unwrap());
        assert_eq!(one.len(), 40);
        assert_ne!(one, other);
        assert!(same(&one, &one) && !same(&one, &other));
    }
}
