//! GetSubstitution (ECMA-262 sec. 22.1.3.19.1): replacement templates.

use super::program::{Program, Span};
use crate::JsResult;
use crate::object::Object;
use crate::runtime::convert::to_string;
use crate::string::{JsString, PropertyKey, StrView, StringBuilder};
use crate::vm::Vm;
use crate::{Value, ValueExt};

/// What a template refers to.
pub struct Substitution<'a> {
    pub subject: JsString,
    pub matched: JsString,
    /// Where in the subject the match begins.
    pub position: usize,
    /// The groups: strings or undefined.
    pub captures: &'a [Value],
    /// The object of named groups. Without one `$<` has no meaning.
    pub named: Option<Object>,
}

/// The same for a match that is given by its place alone.
pub struct SpanSubstitution<'a> {
    pub subject: StrView<'a>,
    /// The match and its groups.
    pub spans: &'a [Span],
    /// Names and their groups.
    pub names: &'a [(Box<str>, Vec<u32>)],
}

/// A reference in a template.
enum Reference<'a> {
    Dollar,
    Before,
    Match,
    After,
    /// From 1.
    Group(usize),
    Name(StrView<'a>),
}

/// Walks over a template: calls `literal` with text and `refer` with references.
fn walk<'a, S>(
    template: StrView<'a>,
    groups: usize,
    has_names: bool,
    state: &mut S,
    literal: impl Fn(&mut S, StrView<'a>),
    mut refer: impl FnMut(&mut S, Reference<'a>) -> JsResult<()>,
) -> JsResult<()> {
    let mut done = 0;
    let mut from = 0;
    while let Some(dollar) = template.index_of_unit(b'$' as u16, from) {
        let byte = |offset: usize| template.get(dollar + offset).and_then(|unit| u8::try_from(unit).ok()).unwrap_or(0);
        let digit = |offset: usize| byte(offset).wrapping_sub(b'0') as usize;
        let (reference, length) = match byte(1) {
            b'$' => (Reference::Dollar, 2),
            b'`' => (Reference::Before, 2),
            b'&' => (Reference::Match, 2),
            b'\'' => (Reference::After, 2),
            b'0'..=b'9' => {
                let one = digit(1);
                let two = if byte(2).is_ascii_digit() { one * 10 + digit(2) } else { usize::MAX };
                // Two digits where there is such a group, else one; else the text stays.
                if (1..=groups).contains(&two) {
                    (Reference::Group(two), 3)
                } else if (1..=groups).contains(&one) {
                    (Reference::Group(one), 2)
                } else {
                    from = dollar + 2;
                    continue;
                }
            }
            b'<' if has_names => match template.index_of_unit(b'>' as u16, dollar + 2) {
                Some(end) => (Reference::Name(template.slice(dollar + 2..end)), end + 1 - dollar),
                None => {
                    from = dollar + 2;
                    continue;
                }
            },
            _ => {
                from = dollar + 1;
                continue;
            }
        };
        literal(state, template.slice(done..dollar));
        refer(state, reference)?;
        done = dollar + length;
        from = done;
    }
    literal(state, template.slice_from(done));
    Ok(())
}

impl Substitution<'_> {
    /// Appends the template with its references replaced.
    pub fn expand(&self, vm: &mut Vm, template: JsString, out: &mut StringBuilder) -> JsResult<()> {
        let view = template.view(vm)?;
        let subject = self.subject.view(vm)?;
        walk(
            view,
            self.captures.len(),
            self.named.is_some(),
            out,
            |out, text| out.push_view(text),
            |out, reference| {
                match reference {
                    Reference::Dollar => out.push_u16(b'$' as u16),
                    Reference::Before => out.push_view(subject.slice(0..self.position.min(subject.len()))),
                    Reference::Match => out.push_js(self.matched),
                    Reference::After => {
                        let end = (self.position + self.matched.len()).min(subject.len());
                        out.push_view(subject.slice_from(end));
                    }
                    Reference::Group(n) => {
                        if let Some(text) = self.captures[n - 1].as_string() {
                            out.push_js(text);
                        }
                    }
                    Reference::Name(name) => {
                        let Some(groups) = self.named else { return Ok(()) };
                        let name = JsString::from_view(vm, name)?;
                        let key = PropertyKey::from_string(vm, name)?;
                        let capture = groups.get(vm, key)?;
                        if !capture.is_undefined() {
                            let capture = to_string(vm, capture)?;
                            out.push_js(capture);
                        }
                    }
                }
                Ok(())
            },
        )
    }
}

impl SpanSubstitution<'_> {
    /// Appends the template with its references replaced. Runs nothing.
    pub fn expand(&self, template: StrView<'_>, out: &mut StringBuilder) {
        let whole = self.spans[0].range().unwrap_or(0..0);
        let groups = &self.spans[1..];
        let subject = self.subject;
        let expanded = walk(
            template,
            groups.len(),
            !self.names.is_empty(),
            out,
            |out, text| out.push_view(text),
            |out, reference| {
                match reference {
                    Reference::Dollar => out.push_u16(b'$' as u16),
                    Reference::Before => out.push_view(subject.slice(0..whole.start)),
                    Reference::Match => out.push_view(subject.slice(whole.clone())),
                    Reference::After => out.push_view(subject.slice_from(whole.end)),
                    Reference::Group(n) => {
                        if let Some(range) = groups[n - 1].range() {
                            out.push_view(subject.slice(range));
                        }
                    }
                    Reference::Name(name) => {
                        if let Some(range) = self.named_span(name).range() {
                            out.push_view(subject.slice(range));
                        }
                    }
                }
                Ok(())
            },
        );
        debug_assert!(expanded.is_ok());
    }

    fn named_span(&self, name: StrView<'_>) -> Span {
        let groups = self.names.iter().find(|(n, _)| name.eq_str(n));
        groups.map_or(Span::ABSENT, |(_, groups)| Program::named_span(groups, self.spans))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(template: &str, spans: &[Span], names: &[(Box<str>, Vec<u32>)]) -> String {
        let mut out = StringBuilder::new();
        SpanSubstitution { subject: StrView::ascii("abcdefgh"), spans, names }
            .expand(StrView::ascii(template), &mut out);
        out.view().to_rust_string_lossy()
    }

    #[test]
    fn references() {
        let spans = [Span::new(2..5), Span::new(3..4), Span::ABSENT];
        let named = [(Box::from("x"), vec![1])];
        assert_eq!(expand("[$&|$`|$'|$$]", &spans, &[]), "[cde|ab|fgh|$]");
        assert_eq!(expand("$1$2$3$0$00$01$10$12$", &spans, &[]), "d$3$0$00dd0d2$");
        assert_eq!(expand("$<x>$<y>$<", &spans, &named), "d$<");
        assert_eq!(expand("$<x>$a$1", &spans, &[]), "$<x>$ad");
        assert_eq!(expand("plain", &spans, &named), "plain");
    }

    #[test]
    fn two_digits() {
        let spans: Vec<Span> = (0..12).map(|i| Span::new(i % 8..i % 8 + 1)).collect();
        assert_eq!(expand("$1$11$12$00$09", &spans, &[]), "bdb2$00b");
    }
}
