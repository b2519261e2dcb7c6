//! The names that a CommonJS module will export, found in its text without running it.
//!
//! What counts is fixed, so that an import that works in one version of node works in all: the grammar in the documentation of
//! cjs-module-lexer, which node uses. It is matched against the tokens, without regard to scopes.

use rustc_hash::FxHashSet;

/// What a text tells of its exports.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Lexed {
    /// In the order of the text, each once.
    pub exports: Vec<String>,
    /// Specifiers of modules all of whose exports it has, too.
    pub reexports: Vec<String>,
    /// There is an import or export declaration, or `import.meta`: it is an ES module. Nothing else is told then.
    pub has_module_syntax: bool,
}

/// Lexes a text. What is no JavaScript may have any result.
pub fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer::new(text);
    let is_well_formed = lexer.run();
    let mut lexed = Lexed::default();
    if lexer.module_syntax {
        lexed.has_module_syntax = true;
    } else if is_well_formed {
        let mut known = FxHashSet::default();
        let unsafe_getters = lexer.unsafe_getters;
        let found = lexer.exports.into_iter().filter(|name| !unsafe_getters.contains(name));
        lexed.exports = found.filter(|name| known.insert(name.clone())).collect();
        known.clear();
        lexed.reexports = lexer.reexports.into_iter().filter(|name| known.insert(name.clone())).collect();
    }
    lexed
}

/// A place in a text from which single tokens are read; enough for patterns, in which no regular expression or template stands.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

fn is_identifier_start(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '$') || !c.is_ascii() && c.is_alphabetic()
}

fn is_identifier_part(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '_' | '$' | '\u{200c}' | '\u{200d}')
        || !c.is_ascii() && c.is_alphanumeric()
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

impl<'a> Cursor<'a> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        loop {
            match (self.byte(0), self.byte(1)) {
                (b' ' | b'\t' | b'\n' | b'\r', _) => self.at += 1,
                (b'/', b'/') => self.skip_line(),
                (b'/', b'*') => self.skip_block_comment(),
                (byte, _) if byte < 0x80 && byte != 0x0b && byte != 0x0c => return,
                _ => match self.text[self.at..].chars().next() {
                    Some(c) if is_space(c) => self.at += c.len_utf8(),
                    _ => return,
                },
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    fn skip_block_comment(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
    }

    /// A character.
    fn punct(&mut self, wanted: u8) -> bool {
        self.skip_space();
        let found = self.byte(0) == wanted;
        self.at += usize::from(found);
        found
    }

    /// Characters without space between them.
    fn puncts(&mut self, wanted: &str) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    fn identifier(&mut self) -> Option<&'a str> {
        self.skip_space();
        let rest = &self.text[self.at..];
        if !rest.starts_with(is_identifier_start) {
            return None;
        }
        let length = rest.find(|c| !is_identifier_part(c)).unwrap_or(rest.len());
        if rest[length..].starts_with('\\') {
            return None;
        }
        self.at += length;
        Some(&rest[..length])
    }

    fn word(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let found = self.identifier() == Some(wanted);
        if !found {
            self.at = before;
        }
        found
    }

    fn words(&mut self, wanted: &[&str]) -> bool {
        wanted.iter().enumerate().all(|(i, word)| (i == 0 || self.punct(b'.')) && self.word(word))
    }

    /// A string literal, with its quotes.
    fn string(&mut self) -> Option<&'a str> {
        self.skip_space();
        let start = self.at;
        self.skip_string().then(|| &self.text[start..self.at])
    }

    fn skip_string(&mut self) -> bool {
        let quote = self.byte(0);
        if !matches!(quote, b'"' | b'\'') {
            return false;
        }
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'\\' => at += 1,
                b'\n' | b'\r' => return false,
                _ if byte == quote => {
                    self.at = at.min(bytes.len());
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// A string literal of this value, without escapes.
    fn literal(&mut self, value: &str) -> bool {
        self.string().is_some_and(|string| &string[1..string.len() - 1] == value)
    }

    /// `exports`, or `module.exports`.
    fn exports(&mut self) -> bool {
        let before = self.at;
        if self.word("module") && !self.punct(b'.') {
            self.at = before;
            return false;
        }
        let found = self.word("exports");
        if !found {
            self.at = before;
        }
        found
    }

    /// `require('...')`: the specifier, decoded.
    fn require(&mut self) -> Option<String> {
        if !self.word("require") || !self.punct(b'(') {
            return None;
        }
        let string = self.string()?;
        self.punct(b')').then(|| decode(string)).flatten()
    }

    /// Tries a pattern; where it does not fit, the cursor stays.
    fn attempt<T>(&mut self, pattern: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let result = pattern(&mut ahead)?;
        *self = ahead;
        Some(result)
    }
}

/// The value of a string literal; None if an escape is wrong, or a lone surrogate.
fn decode(literal: &str) -> Option<String> {
    let inside = &literal[1..literal.len() - 1];
    if !inside.contains('\\') {
        return Some(inside.into());
    }
    let mut units: Vec<u16> = Vec::with_capacity(inside.len());
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        let mut push = |c: char| units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        if c != '\\' {
            push(c);
            continue;
        }
        match chars.next()? {
            'n' => push('\n'),
            't' => push('\t'),
            'r' => push('\r'),
            'b' => push('\u{8}'),
            'f' => push('\u{c}'),
            'v' => push('\u{b}'),
            '\r' => {
                chars.next_if_eq(&'\n');
            }
            '\n' | '\u{2028}' | '\u{2029}' => {}
            '0' if !chars.peek().is_some_and(char::is_ascii_digit) => push('\0'),
            '0'..='9' => return None,
            'x' => push(hex(&mut chars, 2)?.try_into().ok()?),
            'u' if chars.next_if_eq(&'{').is_some() => {
                let digits: String = std::iter::from_fn(|| chars.next_if(|c| *c != '}')).collect();
                chars.next_if_eq(&'}')?;
                push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
            }
            'u' => units.push(u16::try_from(hex(&mut chars, 4)?).ok()?),
            other => push(other),
        }
    }
    String::from_utf16(&units).ok()
}

fn hex(chars: &mut impl Iterator<Item = char>, count: usize) -> Option<u32> {
    (0..count).try_fold(0, |value, _| Some(value * 16 + chars.next()?.to_digit(16)?))
}

/// What came before, as far as it decides what a slash is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    /// A name, or a keyword that ends no expression (`is_operator`).
    Word {
        is_operator: bool,
    },
    /// A number, a string, a template, a regular expression, `]`, `++`.
    Operand,
    /// `)`, of a head that a statement follows or of an expression.
    Paren {
        of_head: bool,
    },
    /// `}`, of a block or of an expression.
    Brace {
        of_block: bool,
    },
    Punct(u8),
}

/// An open bracket.
enum Open {
    Paren {
        of_head: bool,
    },
    Brace {
        of_block: bool,
    },
    /// `${` in a template.
    Template,
}

struct Lexer<'a> {
    cursor: Cursor<'a>,
    open: Vec<Open>,
    before: Before,
    /// The last three tokens that are names or `=`, for `var name = require(...)`.
    recent: [&'a str; 3],
    class_head: bool,
    exports: Vec<String>,
    unsafe_getters: FxHashSet<String>,
    reexports: Vec<String>,
    /// Variables that hold a module.
    required: Vec<(&'a str, String)>,
    module_syntax: bool,
}

const OPERATOR_WORDS: [&str; 15] = [
    "void",
    "yield",
    "else",
    "case",
    "delete",
    "instanceof",
    "typeof",
    "in",
    "return",
    "do",
    "debugger",
    "await",
    "new",
    "throw",
    "of",
];

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            cursor: Cursor { text, at: 0 },
            open: Vec::new(),
            before: Before::Nothing,
            recent: [""; 3],
            class_head: false,
            exports: Vec::new(),
            unsafe_getters: FxHashSet::default(),
            reexports: Vec::new(),
            required: Vec::new(),
            module_syntax: false,
        }
    }

    /// Reads the whole text; false if its brackets do not match.
    fn run(&mut self) -> bool {
        if self.cursor.text.starts_with("#!") {
            self.cursor.skip_line();
        }
        loop {
            self.cursor.skip_space();
            let byte = self.cursor.byte(0);
            if byte == 0 && self.cursor.at >= self.cursor.text.len() {
                return self.open.is_empty();
            }
            if !self.token(byte) {
                return false;
            }
            if self.module_syntax {
                return true;
            }
        }
    }

    /// One token, or a template's text up to the next `${`.
    fn token(&mut self, byte: u8) -> bool {
        match byte {
            b'"' | b'\'' => {
                if !self.cursor.skip_string() {
                    return false;
                }
                self.operand();
            }
            b'`' => {
                self.cursor.at += 1;
                return self.template();
            }
            b'0'..=b'9' => {
                let bytes = self.cursor.text.as_bytes();
                while bytes.get(self.cursor.at).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_')) {
                    self.cursor.at += 1;
                }
                self.operand();
            }
            b'(' => {
                self.cursor.at += 1;
                let of_head = matches!(self.recent[2], "if" | "while" | "for" | "with")
                    && matches!(self.before, Before::Word { .. });
                self.open.push(Open::Paren { of_head });
                self.note("(", Before::Punct(b'('));
            }
            b')' => {
                self.cursor.at += 1;
                let Some(Open::Paren { of_head }) = self.open.pop() else { return false };
                self.note(")", Before::Paren { of_head });
            }
            b'{' => {
                self.cursor.at += 1;
                let of_block = std::mem::take(&mut self.class_head)
                    || match self.before {
                        Before::Nothing | Before::Paren { .. } | Before::Brace { .. } => true,
                        Before::Punct(before) => matches!(before, b';' | b'{' | b'>'),
                        Before::Word { .. } => matches!(self.recent[2], "else" | "try" | "finally" | "do" | "catch"),
                        Before::Operand => false,
                    };
                self.open.push(Open::Brace { of_block });
                self.note("{", Before::Punct(b'{'));
            }
            b'}' => {
                self.cursor.at += 1;
                match self.open.pop() {
                    Some(Open::Brace { of_block }) => self.note("}", Before::Brace { of_block }),
                    Some(Open::Template) => return self.template(),
                    _ => return false,
                }
            }
            b'/' if self.is_regular_expression() => return self.regular_expression(),
            _ => {
                let start = self.cursor.at;
                match self.cursor.identifier() {
                    Some(word) => self.word(word, start),
                    None => self.other(byte),
                }
            }
        }
        true
    }

    fn note(&mut self, token: &'a str, before: Before) {
        self.before = before;
        self.recent = [self.recent[1], self.recent[2], token];
    }

    fn operand(&mut self) {
        self.note("", Before::Operand);
    }

    /// A character that is nothing of the above.
    fn other(&mut self, byte: u8) {
        let start = self.cursor.at;
        let c = self.cursor.text[start..].chars().next().unwrap_or(' ');
        self.cursor.at += c.len_utf8();
        if c == '\\' {
            // An escape of a name.
            while self.cursor.text[self.cursor.at..]
                .starts_with(|c| is_identifier_part(c) || matches!(c, '{' | '}' | '\\'))
            {
                self.cursor.at += 1;
                while !self.cursor.text.is_char_boundary(self.cursor.at) {
                    self.cursor.at += 1;
                }
            }
            return self.operand();
        }
        let twice = matches!(byte, b'+' | b'-') && self.cursor.byte(0) == byte;
        if twice {
            self.cursor.at += 1;
        }
        if twice || byte == b']' {
            self.operand()
        } else {
            self.note(&self.cursor.text[start..self.cursor.at], Before::Punct(byte))
        }
    }

    fn is_regular_expression(&self) -> bool {
        match self.before {
            Before::Nothing => true,
            Before::Word { is_operator } => is_operator,
            Before::Operand => false,
            Before::Paren { of_head } => of_head,
            Before::Brace { of_block } => of_block,
            Before::Punct(_) => true,
        }
    }

    fn regular_expression(&mut self) -> bool {
        let bytes = self.cursor.text.as_bytes();
        let (mut at, mut in_class) = (self.cursor.at + 1, false);
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'\\' => at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'\n' | b'\r' => return false,
                b'/' if !in_class => {
                    self.cursor.at = at;
                    // Its flags.
                    while self.cursor.byte(0).is_ascii_alphabetic() {
                        self.cursor.at += 1;
                    }
                    self.operand();
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// The text of a template from here to its end or to the next `${`.
    fn template(&mut self) -> bool {
        let bytes = self.cursor.text.as_bytes();
        while let Some(&byte) = bytes.get(self.cursor.at) {
            self.cursor.at += 1;
            match byte {
                b'\\' => self.cursor.at = (self.cursor.at + 1).min(bytes.len()),
                b'`' => {
                    self.operand();
                    return true;
                }
                b'$' if self.cursor.byte(0) == b'{' => {
                    self.cursor.at += 1;
                    self.open.push(Open::Template);
                    self.note("{", Before::Punct(b'{'));
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// A name or keyword, which begins at `start`: patterns begin with one.
    fn word(&mut self, word: &'a str, start: usize) {
        let text = self.cursor.text;
        let after_dot = text[..start].ends_with('.');
        let is_property = self.before == Before::Punct(b'.');
        let top = self.open.is_empty();
        match word {
            "import" if !is_property => self.import(top),
            "export" if top && !is_property => self.export(),
            "exports" if !after_dot => self.assignment(false),
            "module" if !after_dot => {
                let mut ahead = self.cursor;
                if ahead.punct(b'.') && ahead.word("exports") {
                    let before = std::mem::replace(&mut self.cursor, ahead);
                    self.assignment(true);
                    self.cursor = before;
                }
            }
            "Object" if !after_dot => self.object(top),
            "require" if top && !after_dot => {
                let mut ahead = Cursor { text, at: start };
                if let Some(specifier) = ahead.require() {
                    self.note_required(specifier);
                }
            }
            "_interopRequireWildcard" if top => {
                let mut ahead = self.cursor;
                if ahead.byte(0) == b'('
                    && ahead.punct(b'(')
                    && let Some(specifier) = ahead.require()
                {
                    self.note_required(specifier);
                }
            }
            "__export" | "__exportStar" if top => {
                let mut ahead = self.cursor;
                if ahead.byte(0) == b'(' && ahead.byte(1) == b'r' && ahead.punct(b'(') {
                    self.reexports.extend(ahead.require());
                }
            }
            "class" if !is_property => self.class_head = true,
            _ => {}
        }
        let is_operator = !is_property && OPERATOR_WORDS.contains(&word);
        self.note(word, Before::Word { is_operator });
    }

    /// `var name = `, just before.
    fn note_required(&mut self, specifier: String) {
        let [declaration, name, equals] = self.recent;
        if equals == "=" && matches!(declaration, "var" | "let" | "const") {
            self.required.push((name, specifier));
        }
    }

    fn import(&mut self, top: bool) {
        let mut ahead = self.cursor;
        ahead.skip_space();
        self.module_syntax = match ahead.byte(0) {
            b'.' => ahead.punct(b'.') && ahead.word("meta"),
            b'"' | b'\'' | b'{' | b'*' => top,
            _ => top && ahead.at > self.cursor.at && ahead.identifier().is_some(),
        };
    }

    fn export(&mut self) {
        let mut ahead = self.cursor;
        ahead.skip_space();
        self.module_syntax = matches!(ahead.byte(0), b'{' | b'*' | b'@')
            || ahead.at > self.cursor.at
                && ahead.identifier().is_some_and(|word| {
                    matches!(word, "default" | "const" | "let" | "var" | "function" | "class" | "async")
                });
    }

    /// What follows `exports`, or `module.exports` (`whole`): an assignment to a member, or to all of it.
    fn assignment(&mut self, whole: bool) {
        let mut ahead = self.cursor;
        ahead.skip_space();
        match ahead.byte(0) {
            b'.' => {
                ahead.punct(b'.');
                if let Some(name) = ahead.identifier()
                    && ahead.punct(b'=')
                {
                    self.exports.push(name.into());
                }
            }
            b'[' => {
                ahead.punct(b'[');
                if let Some(name) = ahead.string()
                    && ahead.punct(b']')
                    && ahead.punct(b'=')
                {
                    self.exports.extend(decode(name));
                }
            }
            b'=' if whole => {
                ahead.punct(b'=');
                self.reexports.clear();
                ahead.skip_space();
                if ahead.byte(0) == b'{' {
                    ahead.punct(b'{');
                    self.literal(ahead);
                } else {
                    self.reexports.extend(ahead.require());
                }
            }
            _ => {}
        }
    }

    /// EXPORTS_LITERAL, up to the first property that is no name or string with a name as its value.
    fn literal(&mut self, mut ahead: Cursor<'a>) {
        loop {
            ahead.skip_space();
            let value_is_name = |ahead: &mut Cursor<'a>| !ahead.punct(b':') || ahead.identifier().is_some();
            if ahead.puncts("...") {
                let before = ahead.at;
                match ahead.attempt(Cursor::require) {
                    Some(specifier) => self.reexports.push(specifier),
                    None if ahead.at == before && ahead.identifier().is_some() => {}
                    None => return,
                }
            } else if let Some(name) = ahead.identifier() {
                if !value_is_name(&mut ahead) {
                    return;
                }
                self.exports.push(name.into());
            } else if let Some(name) = ahead.string() {
                if !ahead.punct(b':') || ahead.identifier().is_none() {
                    return;
                }
                self.exports.extend(decode(name));
            } else {
                return;
            }
            if !ahead.punct(b',') {
                return;
            }
        }
    }

    /// `Object.defineProperty(exports, 'name', ...)` and `Object.keys(name).forEach(...)`.
    fn object(&mut self, top: bool) {
        let mut ahead = self.cursor;
        if !ahead.punct(b'.') {
            return;
        }
        match ahead.identifier() {
            Some("defineProperty") => self.define(ahead),
            Some("keys") if top => {
                if let Some(name) = star_export(&mut ahead)
                    && let Some((_, specifier)) = self.required.iter().rev().find(|(known, _)| *known == name)
                {
                    self.reexports.push(specifier.clone());
                }
            }
            _ => {}
        }
    }

    /// EXPORTS_DEFINE
    fn define(&mut self, mut ahead: Cursor<'a>) {
        if !ahead.punct(b'(') || !ahead.exports() || !ahead.punct(b',') {
            return;
        }
        let Some(name) = ahead.string().map(decode) else { return };
        // From here on it is a definition that is seen, or one whose getter may do anything.
        let Some(name) = name else { return };
        match definition(&mut ahead) {
            Some(()) => self.exports.push(name),
            None => {
                self.unsafe_getters.insert(name);
            }
        }
    }
}

/// EXPORTS_DEFINE_VALUE from behind the name on: a value, or a getter that returns a name or a member of one.
fn definition(at: &mut Cursor) -> Option<()> {
    let need = |found: bool| found.then_some(());
    need(at.punct(b',') && at.punct(b'{'))?;
    if at.attempt(|at| need(at.word("enumerable"))).is_some() {
        need(at.punct(b':') && at.word("true") && at.punct(b','))?;
    }
    if at.attempt(|at| need(at.word("value"))).is_some() {
        return need(at.punct(b':'));
    }
    need(at.word("get"))?;
    getter_head(at)?;
    at.identifier()?;
    if at.punct(b'.') {
        at.identifier()?;
    } else if at.punct(b'[') {
        at.string()?;
        need(at.punct(b']'))?;
    }
    getter_end(at)
}

/// `: function name() { return`, or `() { return`, behind `get`.
fn getter_head(at: &mut Cursor) -> Option<()> {
    let need = |found: bool| found.then_some(());
    if at.punct(b':') {
        need(at.word("function"))?;
        at.identifier();
    }
    need(at.punct(b'(') && at.punct(b')') && at.punct(b'{') && at.word("return"))
}

/// `; }, })`, as far as it must be there.
fn getter_end(at: &mut Cursor) -> Option<()> {
    at.punct(b';');
    let closed = at.punct(b'}');
    at.punct(b',');
    (closed && at.punct(b'}') && at.punct(b')')).then_some(())
}

/// EXPORT_STAR_LIB from behind `Object.keys` on: the variable whose properties are all exported.
fn star_export<'a>(at: &mut Cursor<'a>) -> Option<&'a str> {
    let need = |found: bool| found.then_some(());
    need(at.punct(b'('))?;
    let module = at.identifier()?;
    need(at.punct(b')') && at.punct(b'.') && at.word("forEach") && at.punct(b'('))?;
    need(at.word("function") && at.punct(b'('))?;
    let key = at.identifier()?;
    need(at.punct(b')') && at.punct(b'{') && at.word("if") && at.punct(b'(') && at.word(key))?;
    if at.puncts("===") {
        need(at.literal("default") && at.puncts("||") && at.word(key) && at.puncts("==="))?;
        need(at.literal("__esModule"))?;
        return_end(at)?;
        if at.attempt(|at| need(at.word("if"))).is_some() {
            need(at.punct(b'('))?;
            let more = match at.attempt(|at| has_own_property(at, key)) {
                Some(()) => {
                    return_end(at)?;
                    at.attempt(|at| need(at.word("if") && at.punct(b'('))).is_some()
                }
                None => true,
            };
            if more {
                need(at.word(key) && at.word("in") && at.exports() && at.puncts("&&") && at.exports())?;
                need(at.punct(b'[') && at.word(key) && at.punct(b']') && at.puncts("==="))?;
                need(at.word(module) && at.punct(b'[') && at.word(key) && at.punct(b']'))?;
                return_end(at)?;
            }
        }
    } else {
        need(at.puncts("!==") && at.literal("default"))?;
        if at.puncts("&&") {
            need(at.punct(b'!'))?;
            if at.attempt(|at| has_own_property(at, key)).is_none() {
                at.identifier()?;
                need(at.punct(b'.') && at.word("hasOwnProperty") && at.punct(b'('))?;
                need(at.word(key) && at.punct(b')'))?;
            }
        }
        need(at.punct(b')'))?;
    }
    if at.exports() {
        need(at.punct(b'[') && at.word(key) && at.punct(b']') && at.punct(b'='))?;
        need(at.word(module) && at.punct(b'[') && at.word(key) && at.punct(b']'))?;
        at.punct(b';');
    } else {
        need(at.words(&["Object", "defineProperty"]) && at.punct(b'(') && at.exports())?;
        need(at.punct(b',') && at.word(key) && at.punct(b',') && at.punct(b'{'))?;
        need(at.word("enumerable") && at.punct(b':') && at.word("true") && at.punct(b',') && at.word("get"))?;
        getter_head(at)?;
        need(at.word(module) && at.punct(b'[') && at.word(key) && at.punct(b']'))?;
        getter_end(at)?;
        at.punct(b';');
    }
    need(at.punct(b'}') && at.punct(b')'))?;
    Some(module)
}

/// `) return;`
fn return_end(at: &mut Cursor) -> Option<()> {
    let found = at.punct(b')') && at.word("return");
    at.punct(b';');
    found.then_some(())
}

/// `Object.prototype.hasOwnProperty.call(name, key)`, perhaps without `prototype`.
fn has_own_property(at: &mut Cursor, key: &str) -> Option<()> {
    let need = |found: bool| found.then_some(());
    need(at.words(&["Object"]) && at.punct(b'.'))?;
    at.attempt(|at| need(at.word("prototype") && at.punct(b'.')));
    need(at.words(&["hasOwnProperty", "call"]) && at.punct(b'('))?;
    at.identifier()?;
    need(at.punct(b',') && at.word(key) && at.punct(b')'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exports(text: &str) -> String {
        let lexed = lex(text);
        assert!(!lexed.has_module_syntax, "{text}");
        let mut found = lexed.exports;
        found.extend(lexed.reexports.iter().map(|name| format!("<{name}>")));
        found.join(" ")
    }

    #[test]
    fn assignments() {
        for (text, expected) in [
            ("exports.a = 1; exports . b=2; module.exports.c = exports['d\\x65'] = 3", "a b c de"),
            ("(function () { exports.x = 1 })(); a.exports.y = 1; 'exports.z = 1'; `exports.w = 1`", "x"),
            ("/* exports.a = 1 */ // exports.b = 2\n exports.c = 3", "c"),
            ("`${exports.a = 1}`; `a${`b${ {} }`}`; exports.b = 2", "a b"),
            ("x = a / exports.b / c; y = /exports.c = 1/; if (x) /'/.test(y); exports.d = 4", "d"),
            ("function f() {} /exports.a = '/.test(); exports.b = 1", "b"),
            ("exports.\u{e9}t\u{e9} = 1; exports['\u{1f600}'] = 2", "\u{e9}t\u{e9} \u{1f600}"),
            ("exports.a = /x/\nexports.b = /[/]/gu\nexports.c = 1", "a b c"),
            ("exports.a++; exports.b; exports[c] = 1; exports.d.e = 1", ""),
            ("exports.a = 1; }", ""),
        ] {
            assert_eq!(exports(text), expected, "{text}");
        }
    }

    #[test]
    fn literals() {
        for (text, expected) in [
            ("module.exports = { a, 'b': b, c: c, ...d, e }", "a b c e"),
            ("module.exports = { a, ...d, b: require('c'), c: 'x' }", "a b"),
            ("module.exports = { a: 'x', b }", ""),
            ("module.exports = require('a'); module.exports = { ...require('b'), ...require('c') }", "<b> <c>"),
            ("module.exports = require('a'); if (x) module.exports = require('b')", "<b>"),
            ("0 && (module.exports = { a, b })", "a b"),
            ("exports = { a }", ""),
        ] {
            assert_eq!(exports(text), expected, "{text}");
        }
    }

    #[test]
    fn definitions() {
        let of = |body: &str| exports(&format!("Object.defineProperty(exports, 'a', {body})"));
        for body in [
            "{ value: 1 }",
            "{ enumerable: true, value: 1 }",
            "{ enumerable: true, get: function () { return q.p; } }",
            "{ enumerable: true, get: function get() { return q['p'] }, }",
            "{ get() { return b } }",
        ] {
            assert_eq!(of(body), "a", "{body}");
        }
        for body in [
            "{ enumerable: false, get() { return p } }",
            "{ configurable: true, get() { return p } }",
            "{ get: () => p }",
            "{ get() { return f() } }",
            "{ get() { return 'x' } }",
        ] {
            assert_eq!(of(body), "", "{body}");
        }
        let twice =
            "Object.defineProperty(exports, 'a', { value: 1 }); Object.defineProperty(exports, 'a', { get() { f() } })";
        assert_eq!(exports(twice), "");
        assert_eq!(exports("Object.defineProperty(exports, '__esModule', { value: true })"), "__esModule");
    }

    #[test]
    fn star_exports() {
        let keys = |head: &str, body: &str| {
            exports(&format!("var _x = {head}require('x'); Object.keys(_x).forEach(function (k) {{ {body} }});"))
        };
        for body in [
            "if (k === 'default' || k === \"__esModule\") return; exports[k] = _x[k];",
            "if (k !== 'default') exports[k] = _x[k]",
            "if (k !== 'default' && !exports.hasOwnProperty(k)) exports[k] = _x[k]",
            "if (k === 'default' || k === '__esModule') return; if (Object.prototype.hasOwnProperty.call(_e, k)) return; \
             if (k in exports && exports[k] === _x[k]) return; \
             Object.defineProperty(exports, k, { enumerable: true, get: function () { return _x[k]; } });",
        ] {
            assert_eq!(keys("", body), "<x>", "{body}");
        }
        assert_eq!(keys("_interopRequireWildcard(", "if (k !== 'default') exports[k] = _x[k]").as_str(), "");
        let wildcard = "var _x = _interopRequireWildcard(require('x')); \
                        Object.keys(_x).forEach(function (k) { if (k !== 'default') exports[k] = _x[k]; });";
        assert_eq!(exports(wildcard), "<x>");
        assert_eq!(exports("__export(require('a')); tslib.__exportStar(require('b'), exports)"), "<a> <b>");
        assert_eq!(exports("function f() { __export(require('a')) }"), "");
    }

    #[test]
    fn module_syntax() {
        for text in [
            "import 'a'",
            "import a from 'a'",
            "import{a}from'a'",
            "import * as a from 'a'",
            "export default 1",
            "export{}",
            "export * from 'a'",
            "f(import.meta.url)",
            "'use strict';\nexport const a = 1",
        ] {
            assert!(lex(text).has_module_syntax, "{text}");
        }
        for text in [
            "import('a')",
            "a.import.meta",
            "exports.export = 1",
            "import.defer('a')",
            "x = { export: 1, import: 2 }",
            "'import a from \"a\"'",
            "// import 'a'",
            "",
        ] {
            assert!(!lex(text).has_module_syntax, "{text}");
        }
    }

    #[test]
    fn anything_ends() {
        for text in [
            "'",
            "`",
            "`${",
            "/",
            "/[",
            "\\",
            "exports.",
            "exports['",
            "Object.defineProperty(",
            "/*",
            "\u{feff}",
            "é\\é",
            "`\\",
            "'\\",
            "/\\",
            "'\\é'",
            "`\\é`",
            "/\\é/",
            "exports['\\u{110000}'] = exports['\\ud800'] = 1",
            "module.exports = {",
        ] {
            assert_eq!(lex(text).exports, Vec::<String>::new(), "{text}");
        }
    }
}
